"""What is asked and of whom, the plaques, and the cards in the fingers at the Sphinx."""

from nomarch.draw import Box, flow, part, rows, shapes, space
from nomarch.games.egizia.art.common import GAP, Board, act, icons, riddle_tip, sphinx_card
from nomarch.games.egizia.rules import tableau
from nomarch.games.egizia.words import drawn_and_paid

PLAIN = (
    *(act.PASS, act.DONE, *act.SELL, act.FEED_NOW, act.NO_JOKER, act.LEAVE, act.STOP),
    *(*act.DRAW, *act.DRAW_MORE),
)
"""Actions without a thing of their own."""


def draw(scene: Board, parts: list[str], y: float) -> float:
    """The prompt and the plaques; where the next part begins.

    A narrow board has room for one of them: what can be pressed, or else whom the game waits for.
    """
    shape, room = scene.shape, Box(18, y + 9, 384)
    if scene.wide:
        wanted = sum(_size(scene, action)[0] + 10 for action in filter(scene.can, PLAIN))
        room = Box(max(350, 1190 - wanted), y + 9, min(832, wanted))
    buttons, bottom = _buttons(scene, room)
    height = max(54, bottom - y + 10)
    told = _told(scene, y, room.x) if scene.wide or not buttons else ""
    panel = shapes.panel(shape.edge, y, shape.room, height, active=scene.asked)
    parts += panel, told, buttons
    y += height + GAP
    if scene.wide or not held(scene):
        return y
    parts.append(fingers(scene, Box(14, y + 4, 392, 84), 2))
    return y + 96 * rows(len(held(scene)), 2) + GAP


def _told(scene: Board, y: float, right: float) -> str:
    """Who is asked, and what; after the game, who has won."""
    view = scene.view
    ahead = min(range(view.players), key=lambda seat: tableau.place(view, seat))
    most, size = (int((right - 72) / 9.4), 17) if scene.wide else (34, 16)
    lines = shapes.wrapped(scene.prompt, most, 2)
    top = y + (33 if len(lines) == 1 else 23)
    mark = shapes.badge(
        scene.to_act[0] if scene.to_act else ahead, scene.shape.edge + 24, y + 26, 15
    )
    return mark + shapes.written(lines, 58, top, size, bold=scene.asked)


def held(scene: Board) -> list[int]:
    """Where cards are in the fingers of the one at the Sphinx, as far as the viewer sees them."""
    return [slot for slot, index in enumerate(scene.view.drawn) if index >= 0]


def fingers(scene: Board, room: Box, columns: int) -> str:
    """The cards drawn at the Sphinx, of which some are kept."""
    slots = held(scene)
    boxes = room.across(columns, 12)[0].repeated(len(slots), columns, 12)
    return "".join(_finger(scene, *each) for each in zip(slots, boxes, strict=True))


@part
def _finger(scene: Board, slot: int, at: Box) -> str:
    index = scene.view.drawn[slot]
    face, tip = sphinx_card(scene, index, at), riddle_tip(scene, scene.viewer, index)
    action = act.KEEP.at(slot)
    name = f"drawn-{slot}"
    return scene.piece(face, tip=tip, says=str(index), name=name, action=action, around=at)


def _buttons(scene: Board, room: Box) -> tuple[str, float]:
    """The plaques in rows, and where they end."""
    actions = [*filter(scene.can, PLAIN)]
    boxes = flow(room, [_size(scene, action) for action in actions], 10)
    drawn = [_button(scene, *each) for each in zip(actions, boxes, strict=True)]
    return "".join(drawn), max((box.bottom for box in boxes), default=room.y)


def _is_draw(action: int) -> bool:
    return bool(act.DRAW.has(action) or act.DRAW_MORE.has(action))


def _size(scene: Board, action: int) -> tuple[float, float]:
    return 82 if _is_draw(action) else max(54, 26 + 9.6 * len(_label(scene, action))), 36


def _label(scene: Board, action: int) -> str:
    """What is written on a plaque: of a sale, the number of stones is enough."""
    return str(act.SELL.stones(action)) if act.SELL.has(action) else scene.label(action)


@part
def _button(scene: Board, action: int, at: Box) -> str:
    if _is_draw(action):
        face = _plaque(at, "") + _draw_face(scene, action, at)
    else:
        face = _plaque(at, shapes.shorten(_label(scene, action), int(at.w / 9)))
    return scene.piece(face, name=f"do-{action}", action=action, around=at, r=11)


def _plaque(at: Box, words: str) -> str:
    return space(at, words, ground="chalk", edge="line", size=17, r=8, bold=True)


def _draw_face(scene: Board, action: int, at: Box) -> str:
    """Cards to draw, and the stones they cost."""
    cards, stones = drawn_and_paid(scene.view, action)
    return (
        shapes.icon(icons.CARD_BACK, at.x, at.y + 4, 28)
        + shapes.number(at.x + 33, at.y + 25, cards, 19)
        + shapes.icon(icons.STONE, at.x + 42, at.y + 6, 24)
        + shapes.number(at.x + 73, at.y + 25, stones, 19)
    )
