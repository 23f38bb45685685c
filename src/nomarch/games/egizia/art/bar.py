"""The prompt, the buttons, and the cards drawn at the Sphinx."""

from nomarch.draw import Box, PieceAction, drawn, flow, rows, shapes, space
from nomarch.games.egizia.art.common import (
    GAP,
    EgiziaCanvas,
    EgiziaScene,
    act,
    icons,
    sphinx_card,
    tips,
)
from nomarch.games.egizia.rules import tableau
from nomarch.games.egizia.words import drawn_and_paid

PLAIN = (
    *(act.PASS, act.DONE, *act.SELL, act.FEED_NOW, act.NO_JOKER, act.LEAVE, act.STOP),
    *(*act.DRAW, *act.DRAW_MORE),
)
"""Actions without a thing of their own."""


def draw(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """The prompt and the plaques; where the next part begins.

    A narrow board has room for one of them: what can be pressed, or else whom the game waits for.
    """
    if not scene.wide:  # the action bar asks, and has the buttons
        if not drawn_slots(scene):
            return y
        parts.append(drawn_cards(scene, Box(14, y + 4, 392, 84), 2))
        return y + 96 * rows(len(drawn_slots(scene)), 2) + GAP
    shape, room = scene.shape, Box(18, y + 9, 384)
    if scene.wide:
        wanted = sum(_size(scene, action)[0] + 10 for action in filter(scene.can, PLAIN))
        room = Box(max(350, 1190 - wanted), y + 9, min(832, wanted))
    buttons, bottom = _buttons(scene, room)
    height = max(54, bottom - y + 10)
    prompt = _prompt(scene, y, room.x) if scene.wide or not buttons else ""
    panel = shapes.panel(shape.edge, y, shape.room, height, active=scene.is_to_act)
    parts += panel, prompt, buttons
    y += height + GAP
    if scene.wide or not drawn_slots(scene):
        return y
    parts.append(drawn_cards(scene, Box(14, y + 4, 392, 84), 2))
    return y + 96 * rows(len(drawn_slots(scene)), 2) + GAP


def _prompt(scene: EgiziaScene, y: float, right: float) -> str:
    """The prompt with the badge of the seat to act, or of the winner."""
    ahead = scene.winners(tableau.place)[0]
    most, size = (int((right - 72) / 9.4), 17) if scene.wide else (34, 16)
    lines = shapes.wrapped(scene.prompt, most, 2)
    top = y + (33 if len(lines) == 1 else 23)
    mark = shapes.badge(
        scene.to_act[0] if scene.to_act else ahead, scene.shape.edge + 24, y + 26, 15
    )
    return mark + shapes.written(lines, 58, top, size, bold=scene.is_to_act)


def drawn_slots(scene: EgiziaScene) -> list[int]:
    """Return the slots of drawn Sphinx cards that the viewer sees."""
    return [slot for slot, index in enumerate(scene.view.drawn) if index >= 0]


def drawn_cards(scene: EgiziaScene, room: Box, columns: int) -> str:
    """The cards drawn at the Sphinx, of which some are kept."""
    slots = drawn_slots(scene)
    boxes = room.across(columns, 12)[0].repeated(len(slots), columns, 12)
    return "".join(_drawn_card(scene, *each) for each in zip(slots, boxes, strict=True))


def _drawn_card(scene: EgiziaScene, slot: int, at: Box) -> str:
    index, keep = scene.view.drawn[slot], scene.offer(act.KEEP.at(slot))
    tip = scene.tip(tips.riddle, scene.viewer, index)
    return sphinx_card(scene.canvas, f"drawn-{slot}", index, at, tip, keep)


def _buttons(scene: EgiziaScene, room: Box) -> tuple[str, float]:
    """The plaques in rows, and where they end."""
    actions = [*filter(scene.can, PLAIN)]
    boxes = flow(room, [_size(scene, action) for action in actions], 10)
    plaques = [_button(scene, *each) for each in zip(actions, boxes, strict=True)]
    return "".join(plaques), max((box.bottom for box in boxes), default=room.y)


def _is_draw(action: int) -> bool:
    return bool(act.DRAW.has(action) or act.DRAW_MORE.has(action))


def _size(scene: EgiziaScene, action: int) -> tuple[float, float]:
    return 82 if _is_draw(action) else max(54, 26 + 9.6 * len(_label(scene, action))), 36


def _label(scene: EgiziaScene, action: int) -> str:
    """Return the words on a button; for a sale only the number of stones."""
    return str(act.SELL.stones(action)) if act.SELL.has(action) else scene.label(action)


def _button(scene: EgiziaScene, action: int, at: Box) -> str:
    offer = scene.offer(action)
    if _is_draw(action):
        cards, stones = drawn_and_paid(scene.view, action)
        return _draw_plaque(scene.canvas, action, at, cards, stones, offer)
    return _plaque(scene.canvas, action, at, _label(scene, action), offer)


@drawn
def _plaque(canvas: EgiziaCanvas, action: int, at: Box, words: str, offer: PieceAction) -> str:
    face = _face(at, shapes.shorten(words, int(at.w / 9)))
    return canvas.piece(face, name=f"do-{action}", action=offer, around=at, r=11)


@drawn
def _draw_plaque(
    canvas: EgiziaCanvas, action: int, at: Box, cards: int, stones: int, offer: PieceAction
) -> str:
    face = _face(at, "") + _draw_face(at, cards, stones)
    return canvas.piece(face, name=f"do-{action}", action=offer, around=at, r=11)


def _face(at: Box, words: str) -> str:
    return space(at, words, ground="chalk", edge="line", size=17, r=8, bold=True)


def _draw_face(at: Box, cards: int, stones: int) -> str:
    """Cards to draw, and the stones they cost."""
    return (
        shapes.icon(icons.CARD_BACK, at.x, at.y + 4, 28)
        + shapes.number(at.x + 33, at.y + 25, cards, 19)
        + shapes.icon(icons.STONE, at.x + 42, at.y + 6, 24)
        + shapes.number(at.x + 73, at.y + 25, stones, 19)
    )
