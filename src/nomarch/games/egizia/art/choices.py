"""Choices without a place of their own: cards to draw and keep at the Sphinx, stones to sell."""

from nomarch.draw import Box, PieceAction, drawn, shapes, space
from nomarch.games.egizia import actions as act, icons
from nomarch.games.egizia.art.common import EgiziaCanvas, EgiziaScene, sphinx_card
from nomarch.games.egizia.words import drawn_and_paid, tips

DRAWS = (*act.DRAW, *act.DRAW_MORE)


def is_at_sphinx(scene: EgiziaScene) -> bool:
    """Return whether the viewer draws Sphinx cards or sees drawn ones."""
    return any(index >= 0 for index in scene.view.drawn) or any(map(scene.can, DRAWS))


def at_sphinx(scene: EgiziaScene, room: Box, columns: int) -> tuple[str, float]:
    """The cards that were drawn, or how many can be drawn; and where they end."""
    slots = [slot for slot, index in enumerate(scene.view.drawn) if index >= 0]
    draws = [] if slots else [*filter(scene.can, DRAWS)]
    count = len(slots) or len(draws)
    boxes = room.across(columns, 12)[0].repeated(count, columns, 12)
    shown = [
        *(_drawn_card(scene, *each) for each in zip(slots, boxes, strict=False)),
        *(_draw(scene, *each) for each in zip(draws, boxes, strict=False)),
    ]
    return "".join(shown), boxes[-1].bottom


def _drawn_card(scene: EgiziaScene, slot: int, at: Box) -> str:
    index, keep = scene.view.drawn[slot], scene.offer(act.KEEP.at(slot))
    tip = scene.tip(tips.riddle, scene.viewer, index)
    return sphinx_card(scene.canvas, f"drawn-{slot}", index, at, tip, keep)


def _draw(scene: EgiziaScene, action: int, at: Box) -> str:
    return _price(
        scene.canvas, action, at, *drawn_and_paid(scene.view, action), scene.offer(action)
    )


@drawn
def _price(
    canvas: EgiziaCanvas, action: int, at: Box, cards: int, stones: int, offer: PieceAction
) -> str:
    size, figure = min(48, at.h - 8), canvas.shape.type.title
    half, low = at.w / 2, at.level + 0.34 * figure
    face = shapes.card(*at, "chalk")
    for x, picture, count in ((at.x, icons.CARD_BACK, cards), (at.x + half, icons.STONE, stones)):
        face += shapes.icon(picture, x + half / 2 - size + 6, at.level - size / 2, size)
        face += shapes.number(x + half / 2 + 20, low, count, figure)
    return canvas.piece(face, name=f"do-{action}", action=offer, around=at)


def sales(scene: EgiziaScene, room: Box) -> str:
    """How many stones the stone sale can sell, in a row; nothing while it can't."""
    offers = [action for action in act.SELL if scene.can(action)]
    places = room.across(len(act.SELL), 6)
    return "".join(_sale(scene, action, at) for action, at in zip(offers, places, strict=False))


def _sale(scene: EgiziaScene, action: int, at: Box) -> str:
    return _number(scene.canvas, action, at, act.SELL.stones(action), scene.offer(action))


@drawn
def _number(canvas: EgiziaCanvas, action: int, at: Box, stones: int, offer: PieceAction) -> str:
    face = space(at, stones, ground="chalk", edge="line", size=canvas.shape.letter, bold=True)
    return canvas.piece(face, name=f"do-{action}", action=offer, around=at, out=1)
