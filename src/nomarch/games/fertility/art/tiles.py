"""The reserves of tiles and the stock as pictures."""

from nomarch.draw import INERT, NO_ACTION, Box, PieceAction, Spot, drawn, pile, shapes, square, svg
from nomarch.games.fertility import actions as act, components as box, state as st
from nomarch.games.fertility.art import common
from nomarch.games.fertility.art.common import FertilityCanvas, FertilityScene
from nomarch.games.fertility.words import tips

TITLE = 116
"""Room for the name of the common reserve."""

Tile = tuple[int, str, PieceAction]
"""A kind of tile in a reserve, its tip, and what choosing it does."""


def hand(
    scene: FertilityScene, seat: int, first: Box, per_row: int = box.RESERVE, gap: float = 12
) -> str:
    view = scene.view
    does = act.DISCARD if view.phase == st.NO_FIT else act.LAY
    is_own = does is act.LAY and scene.of(seat, act.DONE) != NO_ACTION
    tiles = tuple(
        (kind, scene.tip(tips.own_tile, seat, kind), scene.offer(scene.of(seat, does.at(kind))))
        for kind, count in enumerate(view.hand[seat])
        for _ in range(count)
    )
    chosen = view.tile if is_own else st.NONE
    return _reserve_tiles(scene.canvas, f"tile-{seat}", tiles, first, per_row, gap, chosen)


def _common(scene: FertilityScene, first: Box, per_row: int, gap: float = 12) -> str:
    does = act.REMOVE if scene.view.phase == st.REMOVING else act.TAKE
    tiles = tuple(
        (kind, tips.common_tile(scene.t, kind), scene.offer(does.at(kind)))
        for kind, count in enumerate(scene.view.common)
        for _ in range(count)
    )
    return _reserve_tiles(scene.canvas, "common", tiles, first, per_row, gap, st.NONE)


@drawn
def _reserve_tiles(
    canvas: FertilityCanvas,
    name: str,
    tiles: tuple[Tile, ...],
    first: Box,
    per_row: int,
    gap: float,
    chosen: int,
) -> str:
    """The tiles of a reserve; of equal ones only the first can be chosen."""
    parts, kinds = [], [kind for kind, _, _ in tiles]
    places = first.repeated(box.RESERVE, per_row, gap)
    for i, ((kind, tip, action), at) in enumerate(zip(tiles, places, strict=False)):
        is_first = kind not in kinds[:i]
        art = common.tile(canvas, tuple(zip(box.TILE_SCENES[kind], at.across(2), strict=True)), at)
        if is_first and kind == chosen:
            art += shapes.frame(*at.grown(3), 7)
        spot = Spot(at, f"{name}-{kind}-{i}", tip, action if is_first else INERT)
        parts.append(canvas.piece(art, spot=spot, r=7))
    return "".join(parts)


def _pile(scene: FertilityScene, at: Box) -> str:
    return _tile_pile(scene.canvas, at, scene.view.pile, tips.pile(scene.t, scene.view))


@drawn
def _tile_pile(canvas: FertilityCanvas, at: Box, count: int, tip: str) -> str:
    backs = pile(at, count, lambda back: shapes.card(*back, "clay"))
    number = canvas.count(at.mid + 2, at.level, count)
    return canvas.piece(backs, number, tip=tip, name="pile")


def reserve(scene: FertilityScene, room: Box) -> str:
    """The common reserve and its pile in a row, behind its name."""
    size = scene.shape.letter
    lines = shapes.wrapped(scene.t("Common reserve"), TITLE / size, 2, shapes.ems)
    y = room.level + 0.36 * size - 0.55 * size * (len(lines) - 1)
    title = shapes.written(lines, room.x + 4, y, size, "f-ink serif", bold=True, leading=1.1)
    first = Box(room.x + TITLE, room.y, 2 * room.h, room.h)
    backs = _pile(scene, first.moved(box.RESERVE * (first.w + 12)).grown(-3).moved(-3, 3))
    return svg.joined(title, _common(scene, first, box.RESERVE), backs)


def reserve_width(height: float) -> float:
    return TITLE + (box.RESERVE + 1) * (2 * height + 12)


def stock(scene: FertilityScene, room: Box) -> str:
    size = min(32, room.w / box.KINDS - 34)
    places = (square(at.x + 1, at.level - size / 2, size) for at in room.across(box.KINDS))
    return "".join(_stock_of(scene, r, at) for r, at in enumerate(places))


def _stock_of(scene: FertilityScene, kind: int, at: Box) -> str:
    tip = scene.tip(tips.stock, scene.viewer, kind)
    spot = scene.spot(at, f"stock-{kind}", act.QUARRY.at(kind), tip)
    return _good_left(scene.canvas, spot, kind, scene.view.stock[kind])


@drawn
def _good_left(canvas: FertilityCanvas, spot: Spot, kind: int, count: int) -> str:
    at, size = spot.at, canvas.shape.letter
    ink = "f-linen sans" if canvas.wide else "f-ink sans"
    return canvas.piece(
        common.good(canvas, kind, *at[:3]),
        svg.text(at.right + 6, at.level + 0.36 * size, count, size, ink, bold=True),
        spot=spot,
        around=at._replace(w=at.w + 8 + 1.24 * size),
    )


def side(scene: FertilityScene, room: Box) -> str:
    """On a tall board: the own tiles, the common reserve and the stock, beside the valley."""
    seat, label = scene.seats[0], 22
    whose = scene.t("Yours") if scene.viewer >= 0 else shapes.shorten(scene.names[seat], 8)
    size = min(room.w - 28, 44)
    goods = square(room.mid - size / 2 - 14, 0, size).repeated(box.KINDS, 1, 6)
    top = room.bottom - goods[-1].bottom - 12
    step = min((room.w + 12) / 2, (top - room.y - 2 * label - 16) / (2 * box.RESERVE + 1))
    tile = Box(room.mid - (step - 8), room.y + label, 2 * (step - 8), step - 8)
    second = tile.moved(0, box.RESERVE * step + label)
    last = second.moved(0, box.RESERVE * step + 4)
    return svg.joined(
        _title(scene, room.mid, tile.y - 7, whose),
        hand(scene, seat, tile, 1, step - tile.h),
        _title(scene, room.mid, second.y - 7, scene.t("Common")),
        _common(scene, second, 1, step - tile.h),
        _pile(scene, last),
        *(_stock_of(scene, r, at.moved(0, top)) for r, at in enumerate(goods)),
    )


def _title(scene: FertilityScene, x: float, y: float, words: str) -> str:
    return svg.text(x, y, words, scene.shape.letter, "f-ink sans", "middle", bold=True)
