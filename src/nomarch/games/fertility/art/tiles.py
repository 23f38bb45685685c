"""The reserves of tiles and the stock as pictures."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.parts import pile
from nomarch.draw.scene import NO_ACTION
from nomarch.draw.shapes import card, cartouche, frame, heading, shorten
from nomarch.games.fertility import actions as act, components as box, icons, state as st, words
from nomarch.games.fertility.art.scene import Scene
from nomarch.kernel.numbering import Block


def hand(scene: Scene, seat: int, first: Box, dx: float, dy: float) -> str:
    """A seat's personal reserve: its first tile's place, and the steps to the next."""
    does = act.DISCARD if scene.view.asked == st.NO_FIT else act.LAY
    held, mine = scene.view.hand[seat], seat == scene.viewer
    return _row(scene, held, does, first, (dx, dy), f"tile-{seat}", mine)


def _common(scene: Scene, first: Box, dx: float, dy: float) -> str:
    """The common reserve."""
    does = act.REMOVE if scene.view.asked == st.REMOVING else act.TAKE
    return _row(scene, scene.view.common, does, first, (dx, dy), "common", True)


def _row(
    scene: Scene,
    counts: Sequence[int],
    does: Block,
    first: Box,
    step: tuple[float, float],
    name: str,
    mine: bool,
) -> str:
    """The tiles of a reserve, each of which can be chosen by an action of a block."""
    parts, shown = [], [kind for kind, count in enumerate(counts) for _ in range(count)]
    for i, kind in enumerate(shown):
        # Of equal tiles only the first can be chosen: one action, one piece.
        action = does.at(kind) if mine and kind not in shown[:i] else NO_ACTION
        at = first.moved(i * step[0], i * step[1])
        parts.append(_domino(scene, kind, at, action, f"{name}-{kind}-{i}"))
    return "".join(parts)


def _domino(scene: Scene, kind: int, at: Box, action: int, name: str) -> str:
    """A tile lying in a reserve; a strong frame around the one that is being laid."""
    art = ""
    for resource, half in zip(box.TILE_SCENES[kind], at.across(2), strict=True):
        art += svg.rect(*half, f"f-{icons.GROUNDS[resource]}")
        art += scene.use(f"r{resource}", *half.grown(-2)[:3])
    art += svg.rect(*at, "nofill line", 0.07 * at.h)
    if scene.view.tile == kind and action == act.LAY.at(kind):
        art += frame(*at.grown(3), 7)
    tip = words.tile(scene.t, kind)
    return scene.piece(art, tip=tip, name=name, action=action, around=at, r=7)


def _pile(scene: Scene, at: Box) -> str:
    """The pile of valley tiles, face down, with its count."""
    count = scene.view.pile
    backs = pile(at, count, lambda back: card(*back, "clay"), 3, -3)
    tip = scene.t("{count} tiles are left in the pile.").format(count=count)
    return scene.piece(backs, cartouche(at.mid + 2, at.level, count), tip=tip, name="pile")


def reserve(scene: Scene, x: float, y: float, w: float) -> str:
    """The common reserve and the pile, with their heading."""
    first = Box(x + 2, y + 28, 80, 40)
    title = heading(x, y + 14, scene.t("Common reserve"), 17)
    return title + _common(scene, first, 92, 0) + _pile(scene, first.moved(w - 94))


def stock(scene: Scene, x: float, y: float, w: float) -> str:
    """What is left of each resource."""
    step = (w - 88) / box.KINDS
    goods = [_stock_of(scene, r, x + 88 + r * step, y, 34) for r in range(box.KINDS)]
    return heading(x, y + 24, scene.t("Stock"), 17) + "".join(goods)


def _stock_of(scene: Scene, kind: int, x: float, y: float, size: float) -> str:
    count, told = scene.view.stock[kind], scene.t("{count} {resource} left in the stock")
    return scene.piece(
        scene.good(kind, x, y, size),
        svg.text(x + size + 5, y + size / 2 + 6, count, 17, bold=True),
        tip=told.format(count=count, resource=words.resource(scene.t, kind)),
        name=f"stock-{kind}",
    )


def side(scene: Scene, x: float, y: float, w: float) -> str:
    """On a tall board: the own tiles, the common reserve and the stock, beside the valley."""
    size, seat = (w - 4) / 2, scene.seats[0]
    whose = scene.t("Yours") if scene.viewer >= 0 else shorten(scene.names[seat], 8)
    first, step = Box(x + 2, y + 20, 2 * size, size), size + 12
    second = first.moved(0, 3 * step + 28)
    last = second.moved(-2, 3 * step + 8)
    return "".join(
        (
            svg.text(x + w / 2, y + 10, whose, 13, "f-ink sans", "middle", bold=True),
            hand(scene, seat, first, 0, step),
            svg.text(
                x + w / 2, second.y - 10, scene.t("Common"), 13, "f-ink sans", "middle", bold=True
            ),
            _common(scene, second, 0, step),
            _pile(scene, last),
            *(_stock_of(scene, r, x + 2, last.y + size + 16 + r * 30, 25) for r in range(4)),
        )
    )
