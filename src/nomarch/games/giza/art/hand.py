"""The viewer's hand, with a way out for every tile, and the pile."""

from nomarch.draw import Box, Spot, drawn, pile, region, shapes, space, square, svg
from nomarch.draw.board_parts import tray
from nomarch.games.giza import actions as act, components, state as st
from nomarch.games.giza.art.measures import GizaCanvas, GizaScene, points_of
from nomarch.games.giza.art.tiles import back, face
from nomarch.games.giza.words import tips

TAB = 50
"""Room below a tile of the hand for its way out."""
PILE_ROW = 76
"""Height of the pile's row, which a spectator sees instead of a hand."""
OWN_TILE, TALL_TILE = 208, 84
"""Size of a tile of the hand."""
LEFT = 1176
"""Width of the viewer's own board; a hand that reaches further has the pile beyond."""


def draw(scene: GizaScene, box: Box) -> str:
    parts = [tray(scene.prefix, box)]
    places, pile_at = (_wide_places if scene.wide else _tall_places)(box)
    for slot, place in enumerate(places):
        parts += _tile(scene, slot, place), _discard(scene, slot, place)
    parts.append(_pile(scene, pile_at))
    return region(scene, "hand", scene.t("Your hand"), box, *parts)


def draw_pile(scene: GizaScene, box: Box) -> str:
    return shapes.panel(*box) + _pile(scene, box)


@drawn
def _wide_places(box: Box) -> tuple[tuple[Box, ...], Box]:
    """One row of four, and the pile to the left; with much room below the stacks, pile right."""
    room, pile_at = Box(box.x + 230, box.y, box.w - 230, box.h), box._replace(w=230)
    if box.w > LEFT:
        room, pile_at = box._replace(w=LEFT), Box(box.x + LEFT, box.y, box.w - LEFT, box.h)
    columns = room.across(components.HAND)
    top = box.y + (box.h - OWN_TILE - TAB) / 2 + 2
    return tuple(square(at.mid - OWN_TILE / 2, top, OWN_TILE) for at in columns), pile_at


@drawn
def _tall_places(box: Box) -> tuple[tuple[Box, ...], Box]:
    columns = Box(box.x + 4, box.y, box.w - 8).across(components.HAND)
    places = tuple(square(at.mid - TALL_TILE / 2, box.y + 16, TALL_TILE) for at in columns)
    top = places[0].bottom + TAB
    return places, Box(box.x, top, box.w, box.bottom - top)


def _tile(scene: GizaScene, slot: int, box: Box) -> str:
    view, hand = scene.view, scene.view.hand[scene.viewer]
    kind, marked = hand[slot], bool(view.marked[slot])
    if kind == st.NO_TILE:
        return _no_tile(box, view.held[scene.viewer] == components.HAND)
    chosen = scene.is_placing and hand.index(view.picked) == slot
    faint = marked or (scene.is_placing and not chosen)
    tip = scene.tip(tips.in_hand, scene.viewer, scene.names, kind)
    at = box.moved(y=-9) if chosen else box
    spot = scene.spot(at, f"hand-{slot}", act.PLAY.at(kind), tip)
    points = points_of(kind, view.base_points)
    return _held(scene.canvas, spot, kind, points, chosen, marked, faint)


@drawn
def _no_tile(box: Box, is_covered: bool) -> str:
    return back(box) if is_covered else svg.rect(*box, "f-papyrus", 6)


@drawn
def _held(
    canvas: GizaCanvas, spot: Spot, kind: int, points: int, chosen: bool, marked: bool, faint: bool
) -> str:
    """A tile of the hand: ringed if it can be played, framed when chosen, faint when marked."""
    box, sizes = spot.at, canvas.shape.type
    carved = 2 * sizes.huge if canvas.wide else sizes.huge
    shown = face(kind, points, box, carved, sizes.fit(0.2 * box.w))
    if faint:
        shown = svg.rect(*box, "f-stone", 6) + svg.group(shown, opacity="0.5")
    shown += _cross(box.right - 22, box.y + 22) if marked else ""
    shown += shapes.frame(*box.grown(4), 9) if chosen else ""
    return canvas.piece(shown, spot=spot, out=4)


def _cross(x: float, y: float) -> str:
    n = svg.number
    a, b, c, d = n(x - 12), n(y - 12), n(x + 12), n(y + 12)
    lines, cap = f"M{a} {b}L{c} {d}M{c} {b}L{a} {d}", {"stroke_linecap": "round"}
    disc = svg.circle(x, y, 19, "f-papyrus line")
    return disc + svg.path(lines, "nofill s-carnelian", stroke_width=6, **cap)


def _discard(scene: GizaScene, slot: int, tile: Box) -> str:
    view = scene.view
    kind = view.hand[scene.viewer][slot]
    if kind == st.NO_TILE or view.marked[slot] or not scene.can(act.DISCARD.at(kind)):
        return ""
    tip = scene.t("Mark this tile to discard. You can discard one to four in a turn.")
    at = Box(tile.x, tile.bottom + 11, tile.w, 30)
    spot = scene.spot(at, f"discard-{slot}", act.DISCARD.at(kind), tip)
    return _discard_tab(scene.canvas, spot)


@drawn
def _discard_tab(canvas: GizaCanvas, spot: Spot) -> str:
    words, size = canvas.t("Discard"), canvas.shape.letter
    face = space(spot.at, words, ground="papyrus", size=size, edge="", r=8)
    return canvas.piece(face, spot=spot, out=2, r=9)


def _pile(scene: GizaScene, room: Box) -> str:
    return _pile_of(scene.canvas, room, scene.view.pile_left, scene.tip(tips.pile))


@drawn
def _pile_of(canvas: GizaCanvas, room: Box, left: int, tip: str) -> str:
    """The tiles still to be drawn, with their number beside or below; the last ends the game."""
    words, size = canvas.t("{count} in the pile").format(count=left), canvas.shape.type.text
    is_high = room.h > 160
    side = 120 if is_high else min(56, room.h - 14)
    at = square(room.mid - side / 2 if is_high else room.x + 18, room.level - side / 2, side)
    if is_high:
        at = at.moved(y=-16)
        text = svg.text(at.mid, at.bottom + 36, words, size, "f-ink sans", "middle", True)
    else:
        text = svg.text(at.right + 20, at.level + 0.35 * size, words, size, "f-ink sans", bold=True)
    stack = pile(at, left, back, "papyrus")
    return canvas.piece(stack, text, tip=tip, name="pile")
