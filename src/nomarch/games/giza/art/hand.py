"""The viewer's hand, with a way out for every tile, and the pile."""

from nomarch.draw import Box, PieceAction, drawn, pile, region, shapes, space, square, svg
from nomarch.draw.board_parts import tray
from nomarch.games.giza.art.measures import GizaCanvas, GizaScene, act, components, points_of, st
from nomarch.games.giza.art.tiles import back, face
from nomarch.games.giza.words import tips

TAB = 50
"""Room below a tile of the hand for its way out."""


def draw(scene: GizaScene, box: Box) -> str:
    """Draw the viewer's tiles, each with its way out, and the pile they come from."""
    parts = [tray(scene.prefix, box)]
    if scene.wide:
        parts.append(shapes.heading(box.x + 14, box.y + 32, scene.t("Your hand"), 20))
    for slot, place in enumerate(_places(scene.wide, box)):
        parts += _tile(scene, slot, place), _discard(scene, slot, place)
    done = Box(box.right - 190, box.bottom - 54, 176, 44)
    if scene.wide:
        done = Box(box.x + 18, box.bottom - 66, 180, 46)
    parts.append(_pile(scene, box.x + 18, box.y + 96 if scene.wide else box.bottom - 58))
    parts.append(scene.plaque(act.DONE, done, name="done", ground="carnelian"))
    return region(scene, "hand", scene.t("Your hand"), box, *parts)


def draw_pile_row(scene: GizaScene, parts: list[str], y: float) -> float:
    """Draw the pile, which a spectator sees instead of a hand; return where it ends."""
    edge = scene.shape.edge
    parts += shapes.panel(edge, y, scene.shape.room, 76), _pile(scene, edge + 14, y + 18)
    return y + 76 + 12


@drawn
def _places(wide: bool, box: Box) -> tuple[Box, ...]:
    """Two rows of two on a wide drawing, else one row of four."""
    if not wide:
        first, gap = square(box.x + 12, box.y + 16, 84), (box.w - 24 - components.HAND * 84)
        return tuple(first.repeated(components.HAND, components.HAND, gap / (components.HAND - 1)))
    first = square(box.x + 240, box.y + 28, 208)
    return tuple(first.repeated(components.HAND, components.HAND, 28))


def _tile(scene: GizaScene, slot: int, box: Box) -> str:
    view, hand = scene.view, scene.view.hand[scene.viewer]
    kind, marked = hand[slot], bool(view.marked[slot])
    if kind == st.NO_TILE:
        return _no_tile(box, view.held[scene.viewer] == components.HAND)
    chosen = scene.is_placing and hand.index(view.picked) == slot
    faint = marked or (scene.is_placing and not chosen)
    tip = scene.tip(tips.in_hand, scene.viewer, scene.names, kind)
    play, points = scene.offer(act.PLAY.at(kind)), points_of(kind, view.base_points)
    return _held(scene.canvas, slot, box, kind, points, chosen, marked, faint, tip, play)


@drawn
def _no_tile(box: Box, is_covered: bool) -> str:
    return back(box) if is_covered else svg.rect(*box, "f-papyrus", 6)


@drawn
def _held(
    canvas: GizaCanvas,
    slot: int,
    box: Box,
    kind: int,
    points: int,
    chosen: bool,
    marked: bool,
    faint: bool,
    tip: str,
    play: PieceAction,
) -> str:
    """A tile of the hand: ringed if it can be played, lifted when chosen, faint when marked."""
    if chosen:
        box = box.moved(y=-9)
    shown = face(kind, points, box)
    if faint:
        shown = svg.rect(*box, "f-stone", 6) + svg.group(shown, opacity="0.5")
    return canvas.piece(
        shown,
        _cross(box.right - 22, box.y + 22) if marked else "",
        shapes.frame(*box.grown(4), 9) if chosen else "",
        tip=tip,
        name=f"hand-{slot}",
        action=play,
        around=box,
        out=4,
    )


def _cross(x: float, y: float) -> str:
    """The sign on a tile that goes."""
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
    return _discard_tab(scene.canvas, slot, tile, scene.offer(act.DISCARD.at(kind)))


@drawn
def _discard_tab(canvas: GizaCanvas, slot: int, tile: Box, discard: PieceAction) -> str:
    """The way out below a tile of the hand."""
    box, t, size = Box(tile.x, tile.bottom + 11, tile.w, 28), canvas.t, canvas.shape.letter
    return canvas.piece(
        space(box, t("Discard"), ground="papyrus", size=size, edge="", r=8),
        tip=t("Mark this tile to discard. You can discard one to four in a turn."),
        name=f"discard-{slot}",
        action=discard,
        around=box,
        out=2,
        r=9,
    )


def _pile(scene: GizaScene, x: float, y: float) -> str:
    return _pile_of(scene.canvas, x, y, scene.view.pile_left, scene.tip(tips.pile))


@drawn
def _pile_of(canvas: GizaCanvas, x: float, y: float, left: int, tip: str) -> str:
    """The tiles still to be drawn; the last of them ends the game."""
    words = canvas.t("{count} in the pile").format(count=left)
    return canvas.piece(
        pile(square(x, y, 46), left, back, "papyrus"),
        svg.text(x + 64, y + 30, words, canvas.shape.letter, "f-ink sans", bold=True),
        tip=tip,
        name="pile",
        source="pile",
    )
