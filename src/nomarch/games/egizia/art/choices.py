"""Choices without a place of their own: cards to draw and keep at the Sphinx, stones to sell."""

from nomarch.draw import Box, Spot, drawn, shapes, space
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
    index = scene.view.drawn[slot]
    tip = scene.tip(tips.riddle, scene.viewer, index)
    spot = scene.spot(at, f"drawn-{slot}", act.KEEP.at(slot), tip)
    return sphinx_card(scene.canvas, spot, index)


def _draw(scene: EgiziaScene, action: int, at: Box) -> str:
    spot = scene.spot(at, f"do-{action}", action)
    return _price(scene.canvas, spot, *drawn_and_paid(scene.view, action))


@drawn
def _price(canvas: EgiziaCanvas, spot: Spot, cards: int, stones: int) -> str:
    at, size, figure = spot.at, min(48, spot.at.h - 8), canvas.shape.type.title
    half, low = at.w / 2, at.level + 0.34 * figure
    face = shapes.card(*at, "chalk")
    for x, picture, count in ((at.x, icons.CARD_BACK, cards), (at.x + half, icons.STONE, stones)):
        face += shapes.icon(picture, x + half / 2 - size + 6, at.level - size / 2, size)
        face += shapes.number(x + half / 2 + 20, low, count, figure)
    return canvas.piece(face, spot=spot)


def sales(scene: EgiziaScene, room: Box) -> str:
    """How many stones the stone sale can sell, in a row; nothing while it can't."""
    offers = [action for action in act.SELL if scene.can(action)]
    places = room.across(len(act.SELL), 6)
    return "".join(_sale(scene, action, at) for action, at in zip(offers, places, strict=False))


def _sale(scene: EgiziaScene, action: int, at: Box) -> str:
    return _number(scene.canvas, scene.spot(at, f"do-{action}", action), act.SELL.stones(action))


@drawn
def _number(canvas: EgiziaCanvas, spot: Spot, stones: int) -> str:
    letter = canvas.shape.letter
    face = space(spot.at, stones, ground="chalk", edge="line", size=letter, bold=True)
    return canvas.piece(face, spot=spot, out=1)
