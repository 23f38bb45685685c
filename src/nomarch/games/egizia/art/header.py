"""The head of the board: round, phase, turn order and flood."""

from nomarch.draw import Box, Spot, badge, clip, drawn, icon, numerals, steps, svg
from nomarch.games.egizia import actions as act, components as box, icons, state as st
from nomarch.games.egizia.art.common import EgiziaCanvas, EgiziaScene, field_ground, is_over
from nomarch.games.egizia.words import tips

STAGE_STEP = (0, 1, 1, 2, 3, 4, 4, 5, 6, 6)
"""Which of the seven phases a stage belongs to."""


def draw(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """Round, phase, turn order and flood; where the next part begins."""
    view, canvas = scene.view, scene.canvas
    now, is_marked = STAGE_STEP[view.stage], not is_over(scene)
    if scene.wide:
        rounds = _rounds(canvas, 24, y + 8, view.round)
        phases = _phases(canvas, Box(222, y + 9, 580, 32), now, is_marked)
        order = _order(scene, 816, y + 6)
        parts.append(clip(scene, "head", Box(18, y + 2, 980, 46), rounds, phases, order))
        parts.append(_flood(scene, Box(1000, y + 5, 176, 40)))
        return y + 50
    rounds = _rounds(canvas, 6, y + 4, view.round)
    order = _order(scene, 232, y + 3)
    phases = _phases(canvas, Box(6, y + 46, 408, 28), now, is_marked)
    parts.append(clip(scene, "head", Box(2, y + 2, 416, 74), rounds, order, phases))
    parts.append(_flood(scene, Box(6, y + 78, 408, 36)))
    return y + 118


@drawn
def _rounds(canvas: EgiziaCanvas, x: float, y: float, now: int) -> str:
    tip = canvas.t("Round {round} of 5").format(round=now)
    size = canvas.shape.letter if canvas.wide else canvas.shape.type.text
    discs = numerals(x + 17, y + 17, box.ROUNDS, now, 38, size=size)
    return canvas.piece(discs, tip=tip, name="rounds")


@drawn
def _phases(canvas: EgiziaCanvas, at: Box, now: int, is_marked: bool) -> str:
    t = canvas.t
    titles = (
        *(t("Cards"), t("Boats"), t("Food"), t("Stones")),
        *(t("Build"), t("Bonus"), t("Order")),
    )
    row = steps(at, titles, now if is_marked else -1, "lapis", canvas.shape.letter)
    tip = t("Phase {number} of 7: {phase}").format(number=now + 1, phase=titles[now])
    return canvas.piece(row, tip=tip, name="phases")


def _order(scene: EgiziaScene, x: float, y: float) -> str:
    """The seats by order tile; whoever passed is faint."""
    view = scene.view
    is_placing = view.stage == st.PLACING
    tiles = tuple(
        (seat, scene.name_unless_own(seat), is_placing and view.passed[seat] == 1)
        for seat in view.order[: view.players]
    )
    return _order_tiles(scene.canvas, x, y, tiles)


@drawn
def _order_tiles(
    canvas: EgiziaCanvas, x: float, y: float, tiles: tuple[tuple[int, str, bool], ...]
) -> str:
    """Draw a tile for each seat, name and whether the seat has passed."""
    t, parts = canvas.t, []
    for i, (seat, name, has_passed) in enumerate(tiles):
        at = x + 18 + i * 44
        tile = badge(seat, at, y + 17, 15)
        tile += canvas.count(at + 14, y + 30, i + 1)
        tip = t("{player} has passed.") if has_passed else t("{player} has turn order tile {tile}.")
        if not name:
            tip = t("You've passed.") if has_passed else t("You have turn order tile {tile}.")
        tip = tip.format(player=name, tile=i + 1)
        face = svg.group(tile, opacity="0.35" if has_passed else None)
        parts.append(canvas.piece(face, tip=tip, name=f"order-{i}"))
    return "".join(parts)


def _flood(scene: EgiziaScene, at: Box) -> str:
    parts = []
    for space, where in enumerate(at.across(box.COLOURS, 6)):
        tip = scene.tip(tips.flood, scene.viewer, space)
        spot = scene.spot(where, f"flood-{space}", act.FLOOD_TO.at(space), tip)
        parts.append(_flood_space(scene.canvas, spot, space, space == scene.view.flood))
    return "".join(parts)


@drawn
def _flood_space(canvas: EgiziaCanvas, spot: Spot, space: int, is_here: bool) -> str:
    at = spot.at
    fields = Box(at.x + 5, at.y + 6, 12, at.h - 12).repeated(space + 1, box.COLOURS, 3)
    return canvas.piece(
        svg.rect(*at, "f-chalk line" if is_here else "f-papyrus-deep hair", 6),
        *(field_ground(field, colour) for colour, field in enumerate(fields)),
        icon(icons.WATER, at.right - 34, at.level - 15, 30) if is_here else "",
        spot=spot,
    )
