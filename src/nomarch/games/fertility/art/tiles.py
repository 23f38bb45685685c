"""The reserves of tiles and the stock as pictures."""

from nomarch.draw import NO_ACTION, Box, on_demand, part, pile, shapes, square, svg
from nomarch.games.fertility.art.scene import Scene, act, box, st, tips


@part
def hand(scene: Scene, seat: int, first: Box, per_row: int = box.RESERVE, gap: float = 12) -> str:
    """A seat's personal reserve, from the place of its first tile on."""
    does = act.DISCARD if scene.sees("phase", st.NO_FIT) else act.LAY
    places = first.repeated(box.RESERVE, per_row, gap)
    parts: list[str] = []
    for kind, again, at in _spread(scene.view.hand[seat], places):
        action = NO_ACTION if again else scene.of(seat, does.at(kind))
        name = f"tile-{seat}-{kind}-{len(parts)}"
        parts.append(_domino(scene, kind, at, action, name, _own_tip(scene, seat, kind)))
    return "".join(parts)


def _lays(scene: Scene, seat: int) -> int:
    """Whether a seat is about to lay a tile."""
    return int(scene.view.seat == seat and scene.view.phase <= st.CHOOSE_TURN)


@on_demand
def _own_tip(scene: Scene, seat: int, kind: int) -> str:
    if _lays(scene, seat):
        return tips.tile_now(scene.t, scene.valley, kind)
    return tips.own_tile(scene.t, kind)


def _common(scene: Scene, places: list[Box]) -> str:
    """The common reserve."""
    does = act.REMOVE if scene.sees("phase", st.REMOVING) else act.TAKE
    parts: list[str] = []
    for kind, again, at in _spread(scene.view.common, places):
        action = NO_ACTION if again else does.at(kind)
        tip, name = tips.common_tile(scene.t, kind), f"common-{kind}-{len(parts)}"
        parts.append(_domino(scene, kind, at, action, name, tip))
    return "".join(parts)


def _spread(counts: list[int], places: list[Box]) -> list[tuple[int, bool, Box]]:
    """The tiles of a reserve: kind, whether it is there already, place.

    Of equal tiles only the first can be chosen: one action, one piece.
    """
    shown = [kind for kind, count in enumerate(counts) for _ in range(count)]
    lying = zip(shown, places, strict=False)
    return [(kind, kind in shown[:i], at) for i, (kind, at) in enumerate(lying)]


def _domino(scene: Scene, kind: int, at: Box, action: int, name: str, tip: str) -> str:
    """A tile lying in a reserve; a strong frame around the one that is being laid."""
    art = scene.tile([*zip(box.TILE_SCENES[kind], at.across(2), strict=True)], at)
    if action == act.LAY.at(kind) and scene.sees("tile", kind):
        art += shapes.frame(*at.grown(3), 7)
    says = str(kind)
    return scene.piece(art, tip=tip, says=says, name=name, action=action, around=at, r=7)


def _pile(scene: Scene, at: Box) -> str:
    """The pile of valley tiles, face down, with its count."""
    count = scene.view.pile
    backs = pile(at, count, lambda back: shapes.card(*back, "clay"))
    told = scene.count(at.mid + 2, at.level, count)
    return scene.piece(backs, told, tip=tips.pile(scene.t, scene.view), name="pile", source="pile")


@part
def reserve(scene: Scene, room: Box) -> str:
    """The common reserve and its pile, two by two or in a row."""
    first, per_row = _reserved(room)
    places = first.repeated(box.RESERVE + 1, per_row, 12)
    title = shapes.heading(room.x, room.y + 18, scene.t("Common reserve"), 18)
    backs = _pile(scene, places[-1].grown(-3).moved(-3, 3))
    return title + _common(scene, places) + backs


def _reserved(room: Box) -> tuple[Box, int]:
    """The place of the first tile in the common reserve, and how many lie in a row."""
    per_row = 4 if room.w > 360 else 2
    tile = min(104, (room.w - 4 - (per_row - 1) * 12) / per_row)
    return Box(room.x + 2, room.y + 32, tile, tile / 2), per_row


def reserve_height(width: float) -> float:
    """The height of the common reserve in a room so wide."""
    first, per_row = _reserved(Box(0, 0, width))
    return first.repeated(box.RESERVE + 1, per_row, 12)[-1].bottom


@part
def stock(scene: Scene, room: Box) -> str:
    """What is left of each resource."""
    places = (square(at.x + 1, at.y + 2, 32) for at in room.across(box.KINDS))
    return "".join(_stock_of(scene, r, at) for r, at in enumerate(places))


@part
def _stock_of(scene: Scene, kind: int, at: Box) -> str:
    """What is left of a resource; a quarry's resource is taken here."""
    count, size = scene.view.stock[kind], scene.shape.letter
    return scene.piece(
        scene.good(kind, *at[:3]),
        svg.text(at.right + 6, at.level + 0.36 * size, count, size, bold=True),
        tip=_stock_tip(scene, kind),
        name=f"stock-{kind}",
        source=f"stock-{kind}",
        action=act.QUARRY.at(kind) if scene.wide else NO_ACTION,
        around=at._replace(w=at.w + 8 + 1.24 * size),
        out=3,
    )


@on_demand
def _stock_tip(scene: Scene, kind: int) -> str:
    return tips.stock(scene.t, scene.view, scene.viewer, kind)


@part
def side(scene: Scene, x: float, y: float, w: float) -> str:
    """On a tall board: the own tiles, the common reserve and the stock, beside the valley."""
    size, seat = (w - 4) / 2, scene.seats[0]
    whose = scene.t("Yours") if scene.viewer >= 0 else shapes.shorten(scene.names[seat], 8)
    first, step = Box(x + 2, y + 20, 2 * size, size), size + 12
    second = first.moved(0, 3 * step + 28)
    last = second.moved(-2, 3 * step + 8)
    goods = square(x + 2, last.bottom + 16, 26).repeated(box.KINDS, 1, 6)
    return svg.joined(
        _title(scene, x + w / 2, first.y - 9, whose),
        hand(scene, seat, first, 1),
        _title(scene, x + w / 2, second.y - 9, scene.t("Common")),
        _common(scene, second.repeated(box.RESERVE, 1, 12)),
        _pile(scene, last),
        *(_stock_of(scene, r, at) for r, at in enumerate(goods)),
    )


def _title(scene: Scene, x: float, y: float, told: str) -> str:
    return svg.text(x, y, told, scene.shape.letter, "f-ink sans", "middle", bold=True)
