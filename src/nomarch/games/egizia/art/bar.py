"""What is asked and of whom, the plaques, and the cards in the fingers at the Sphinx."""

from nomarch.draw.box import Box, flow
from nomarch.draw.parts import space
from nomarch.draw.shapes import badge, icon, number, panel, shorten, wrapped, written
from nomarch.games.egizia import actions as act, icons
from nomarch.games.egizia.art.common import GAP, Board, sphinx_card
from nomarch.games.egizia.rules import tableau
from nomarch.games.egizia.words import drawn_and_paid, names

PLAIN = (
    *(act.PASS, act.DONE, *act.SELL, act.FEED_NOW, act.NO_JOKER, act.LEAVE, act.STOP),
    *(*act.DRAW, *act.DRAW_MORE),
)
"""Actions without a thing of their own."""


def draw(scene: Board, parts: list[str], y: float) -> float:
    """The prompt and the plaques; where the next part begins."""
    view, shape = scene.view, scene.shape
    room = Box(366, y + 8, 810) if scene.wide else Box(18, y + 70, 384)
    buttons, bottom = _buttons(scene, room)
    height = 98 if scene.wide else max(116, bottom - y + 10)
    ahead = min(range(view.players), key=lambda seat: tableau.place(view, seat))
    top, most, count = (y + 28, 30, 4) if scene.wide else (y + 24, 34, 3)
    size = 16 if scene.asked else 15
    parts += (
        panel(shape.edge, y, shape.room, height, active=scene.asked),
        badge(scene.to_act[0] if scene.to_act else ahead, shape.edge + 24, y + 26, 15),
        written(wrapped(scene.prompt, most, count), 58, top, size, bold=scene.asked),
        buttons,
    )
    return y + height + GAP


def _buttons(scene: Board, room: Box) -> tuple[str, float]:
    """The plaques in rows, and where they end."""
    keeps = [act.KEEP.at(i) for i, card in enumerate(scene.view.drawn) if card >= 0]
    actions = [*keeps, *filter(scene.can, PLAIN)]
    boxes = flow(room, [_size(scene, action) for action in actions])
    drawn = [_button(scene, *each) for each in zip(actions, boxes, strict=True)]
    return "".join(drawn), max((box.bottom for box in boxes), default=room.y)


def _size(scene: Board, action: int) -> tuple[float, float]:
    if act.KEEP.has(action):
        return 152, 78
    if act.DRAW.has(action) or act.DRAW_MORE.has(action):
        return 104, 36
    return max(54, 26 + 8.8 * len(_label(scene, action))), 36


def _label(scene: Board, action: int) -> str:
    """What is written on a plaque: of a sale, the number of stones is enough."""
    return str(act.SELL.stones(action)) if act.SELL.has(action) else scene.label(action)


def _button(scene: Board, action: int, at: Box) -> str:
    if act.KEEP.has(action):
        slot = act.KEEP.slot(action)
        index = scene.view.drawn[slot]
        face, tip = sphinx_card(scene.t, index, at), names.riddle(scene.t, index)
        return scene.piece(face, tip=tip, name=f"drawn-{slot}", action=action, around=at)
    if act.DRAW.has(action) or act.DRAW_MORE.has(action):
        face = _plaque(at, "") + _draw_face(scene, action, at)
    else:
        face = _plaque(at, shorten(_label(scene, action), int(at.w / 8)))
    return scene.piece(face, name=f"do-{action}", action=action, around=at, r=11)


def _plaque(at: Box, words: str) -> str:
    return space(at, words, ground="chalk", edge="line", size=15, r=8, bold=True)


def _draw_face(scene: Board, action: int, at: Box) -> str:
    """Cards to draw, and the stones they cost."""
    cards, stones = drawn_and_paid(scene.view, action)
    return (
        icon(icons.CARD_BACK, at.x + 4, at.y + 4, 28)
        + number(at.x + 42, at.y + 25, cards, 18)
        + icon(icons.STONE, at.x + 54, at.y + 6, 24)
        + number(at.x + 90, at.y + 25, stones, 18)
    )
