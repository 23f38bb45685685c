"""The head of the board: round, phase, turn order and flood."""

from nomarch.draw import Box, badge, cartouche, clip, icon, numerals, on_demand, part, steps, svg
from nomarch.games.egizia.art.common import Board, act, box, field_ground, icons, is_over, st, tips

STAGE_STEP = (0, 1, 1, 2, 3, 4, 4, 5, 6, 6)
"""Which of the seven phases a stage belongs to."""


def draw(scene: Board, parts: list[str]) -> float:
    """Round, phase, turn order and flood; where the next part begins."""
    if scene.wide:
        shown = _rounds(scene, 11, 8), _phases(scene, Box(206, 9, 604, 32)), _order(scene, 826, 6)
        parts.append(clip(scene, "head", Box(5, 0, 1000, 50), *shown))
        parts.append(_flood(scene, Box(1014, 5, 175, 42)))
        return 54
    shown = _rounds(scene, 8, 8), _order(scene, 232, 8), _phases(scene, Box(8, 52, 404, 30))
    parts.append(clip(scene, "head", Box(2, 2, 416, 84), *shown))
    parts.append(_flood(scene, Box(8, 92, 404, 44)))
    return 146


@part
def _rounds(scene: Board, x: float, y: float) -> str:
    """Five discs, the round that is played filled."""
    discs = numerals(x + 17, y + 17, box.ROUNDS, scene.view.round, 38)
    tip = scene.t("Round {round} of 5").format(round=scene.view.round)
    return scene.piece(discs, tip=tip, name="rounds")


@part
def _phases(scene: Board, at: Box) -> str:
    """The seven phases of a round, the present one marked."""
    t = scene.t
    titles = (
        *(t("Cards"), t("Boats"), t("Food"), t("Stones")),
        *(t("Build"), t("Bonus"), t("Order")),
    )
    now = STAGE_STEP[scene.view.stage]
    marked = -1 if is_over(scene) else now
    size = scene.shape.letter if scene.wide else 14
    tip = t("Phase {number} of 7: {phase}").format(number=now + 1, phase=titles[now])
    return scene.piece(steps(at, titles, marked, "lapis", size), tip=tip, name="phases")


@part
def _order(scene: Board, x: float, y: float) -> str:
    """The seats by order tile; whoever passed is faint."""
    view, marks = scene.view, []
    for i, seat in enumerate(view.order[: view.players]):
        at = x + 18 + i * 44
        faint = view.stage == st.PLACING and view.passed[seat]
        tip = scene.t("{player} has order tile {tile}.")
        if faint:
            tip = scene.t("{player} has passed.")
        tile = badge(seat, at, y + 17, 15) + cartouche(
            at + 14, y + 30, i + 1, size=scene.shape.letter
        )
        drawn = svg.group(tile, opacity="0.35" if faint else None)
        told = tip.format(player=scene.names[seat], tile=i + 1)
        marks.append(scene.piece(drawn, tip=told, name=f"order-{i}"))
    return "".join(marks)


@part
def _flood(scene: Board, at: Box) -> str:
    """Three spaces for the flood marker, each showing the fields that it waters."""
    spaces = enumerate(at.across(box.COLOURS, 6))
    return "".join(_flood_space(scene, space, where) for space, where in spaces)


@on_demand
def _flood_tip(scene: Board, space: int) -> str:
    return tips.flood(scene.t, scene.view, scene.viewer, space)


def _flood_space(scene: Board, space: int, at: Box) -> str:
    here = space == scene.view.flood
    fields = Box(at.x + 5, at.y + 6, 12, at.h - 12).repeated(space + 1, box.COLOURS, 3)
    return scene.piece(
        svg.rect(*at, "f-chalk line" if here else "f-papyrus-deep hair", 6),
        *(field_ground(field, colour) for colour, field in enumerate(fields)),
        icon(icons.WATER, at.right - 34, at.y + 6, 31) if here else "",
        tip=_flood_tip(scene, space),
        says=str(here),
        name=f"flood-{space}",
        action=act.FLOOD_TO.at(space),
        around=at,
    )
