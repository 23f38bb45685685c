"""The players' displays: name, points, suns, and a place for every tile."""

from functools import cache, lru_cache
from itertools import cycle
from operator import itemgetter

from nomarch.draw import INERT, NO_ACTION, Box, PieceAction, disc, drawn, shapes, square, svg
from nomarch.draw.board_parts import Mark, crown, many, nameplate, placed, space, tableau
from nomarch.games.ra.art.measures import (
    GAP,
    WIDE,
    RaCanvas,
    RaScene,
    RaShape,
    act,
    components,
    icons,
    lying,
    st,
)
from nomarch.games.ra.rules.epochs import place
from nomarch.games.ra.words import tips
from nomarch.kernel.sentences import signed

CIVILISATIONS = range(components.FIRST_CIVILISATION, components.LAST_CIVILISATION + 1)
MONUMENTS = range(components.FIRST_MONUMENT, components.LAST_MONUMENT + 1)
DISPLAY_ORDER = (
    components.GOD,
    components.PHARAOH,
    components.NILE,
    components.FLOOD,
    components.GOLD,
    *CIVILISATIONS,
    *MONUMENTS,
)
GROUPS = (
    (components.GOD,),
    (components.PHARAOH,),
    (components.NILE, components.FLOOD),
    (components.GOLD,),
    tuple(CIVILISATIONS),
    tuple(MONUMENTS),
)
"""The kinds that score together."""
NO_LOSSES = (INERT,) * len(DISPLAY_ORDER)
NO_GAINS = (0,) * len(DISPLAY_ORDER)
LEAST_FOR_WORTH = 40
"""The smallest tile with room for that value."""


def draw(scene: RaScene, parts: list[str], y: float) -> float:
    """Draw the viewer's display in full width and the others below. Returns the lower edge."""
    first, *others = scene.seats
    room = Box(scene.shape.edge, y, scene.shape.room)
    drawn, height = _display(scene, first, room, own=True)
    parts.append(drawn)
    y += height + GAP
    columns = room.across(min(len(others), scene.shape.other_columns), GAP)
    for seat, column in zip(others, cycle(columns), strict=False):
        drawn, height = _display(scene, seat, Box(0, 0, column.w))
        parts.append(placed(column._replace(y=y), drawn))
        if column is columns[-1] or seat == others[-1]:
            y += height + GAP
    return y + 4


def _display(scene: RaScene, seat: int, box: Box, *, own: bool = False) -> tuple[str, float]:
    """Draw one player's area. Returns the markup and its height."""
    display = _arranged(scene.shape, box, own)
    drawn = tableau(
        scene,
        seat,
        display.box,
        _plate(scene, seat, display.plate),
        _suns(scene, seat, box.x + 14, display.sun_y, display.radius),
        *_slots(scene, seat, display),
    )
    return drawn, display.box.h


class _Display:
    """Positions inside a player's area."""

    def __init__(self, shape: RaShape, box: Box, *, own: bool) -> None:
        beside = own and shape is WIDE
        self.radius = 34 if beside else 27 if own else 24
        x = box.x + (330 if beside else 14)
        y = box.y + (22 if beside else 54 + 2 * self.radius)
        room = box.right - 8 - x
        most = shape.own_tile if own else shape.other_tile
        in_one_row = room // 10 - 6 >= min(most, 50 if own else 31)
        self.size = min(most, int(room // (10 if in_one_row else 5)) - 6)
        breaks = (
            {components.FIRST_MONUMENT}
            if in_one_row
            else {components.FIRST_CIVILISATION, components.FIRST_MONUMENT}
        )
        self.slots = self._slots(x, y, room, breaks)
        self.box = box._replace(h=self.slots[DISPLAY_ORDER[-1]].bottom + 14 - box.y)
        self.sun_y = (self.box.bottom - 28 - self.radius) if beside else box.y + 44 + self.radius
        self.plate = self.box._replace(w=314) if box.w > 700 else self.box

    def _slots(self, x: float, y: float, room: float, breaks: set[int]) -> dict[int, Box]:
        """Place each kind: one row each for what scores at once, civilisations and monuments."""
        slots, at, step = dict[int, Box](), x, self.size + 6
        if len(MONUMENTS) * step - 6 > room:
            breaks.add(components.FIRST_MONUMENT + 4)
        for kind in DISPLAY_ORDER:
            if kind in breaks:
                at, y = x, y + step + 3
            slots[kind] = square(at, y, self.size)
            at += step
        return slots


@lru_cache(256)
def _arranged(shape: RaShape, box: Box, own: bool) -> _Display:
    return _Display(shape, box, own=own)


# --- Who it is ------------------------------------------------------------------------------------


def _plate(scene: RaScene, seat: int, box: Box) -> str:
    tip = "" if _is_over(scene) else scene.tip(tips.plate, seat, scene.name_unless_own(seat))
    points = scene.view.points[seat]
    return nameplate(scene, seat, box, points, marks=_marks(scene, seat), tip=tip)


def _marks(scene: RaScene, seat: int) -> list[Mark]:
    """Return the idol for the seat that called the auction, and the winner's crown."""
    marks = []
    if scene.view.starter == seat:
        player = scene.name_unless_own(seat)
        tip = scene.t("You called this auction and bid last.")
        if player:
            tip = scene.t("{player} called this auction and bids last.").format(player=player)
        marks.append(Mark(_idol, values=(tip,)))
    if _is_over(scene) and seat in scene.winners(place):
        marks.append(crown(scene))
    return marks


def _idol(x: float, y: float, tip: str) -> str:
    return shapes.piece(shapes.tile(icons.ICONS[components.RA], "carnelian", x, y, 28), tip=tip)


def _is_over(scene: RaScene) -> bool:
    return scene.view.phase == st.OVER


def _suns(scene: RaScene, seat: int, x: float, y: float, r: float) -> str:
    """Draw a seat's suns: face up in gold and first, spent ones dull."""
    places = (disc(x + r + i * (2 * r + 10), y, r) for i in range(components.SUNS_EACH))
    held = sorted(zip(scene.view.up[seat], scene.view.sun[seat], strict=True), reverse=True)
    return "".join(
        _sun(scene, seat, at, up, value)
        for at, (up, value) in zip(places, filter(itemgetter(1), held), strict=False)
    )


def _sun(scene: RaScene, seat: int, box: Box, up: int, value: int) -> str:
    leads, tip = bool(up) and scene.view.high == value, scene.tip(tips.own_sun, value, up)
    bid = scene.offer(scene.of(seat, act.BID.at(value)))
    return _sun_disc(scene.canvas, box, up, value, leads, tip, bid)


@drawn
def _sun_disc(
    canvas: RaCanvas, box: Box, up: int, value: int, leads: bool, tip: str, bid: PieceAction
) -> str:
    r = box.w / 2
    return canvas.piece(
        shapes.sun(box.mid, box.level, r, value, face_up=bool(up)),
        shapes.frame(*box.grown(3), r + 3) if leads else "",
        tip=tip,
        name=f"sun-{value}",
        action=bid,
        around=box,
        out=4,
        r=r + 4,
    )


# --- What it has ----------------------------------------------------------------------------------


def _slots(scene: RaScene, seat: int, display: _Display) -> tuple[str, ...]:
    """Draw a seat's tiles and what they are worth."""
    view, is_over = scene.view, _is_over(scene)
    tell = tips.held if is_over else tips.in_display
    told = tuple([scene.tip(tell, seat, kind) for kind in DISPLAY_ORDER])
    losses = NO_LOSSES
    if seat == scene.viewer:
        losses = tuple([scene.offer(_loss(kind)) for kind in DISPLAY_ORDER])
    worths = () if is_over else tuple([tips.worth(view, seat, group[0]) for group in GROUPS])
    gains = NO_GAINS
    if seat == scene.viewer and not is_over:
        gains = tuple([tips.gain(view, seat, kind) for kind in DISPLAY_ORDER])
    have = tuple(view.have[seat])
    return _tiles(scene.canvas, seat, display, have, worths, gains, told, losses)


@drawn
def _tiles(
    canvas: RaCanvas,
    seat: int,
    display: _Display,
    have: tuple[int, ...],
    worths: tuple[int, ...],
    gains: tuple[int, ...],
    told: tuple[str, ...],
    losses: tuple[PieceAction, ...],
) -> tuple[str, ...]:
    """Draw each kind's tile with its count, or its shadow; then the values."""
    places = zip(display.slots.items(), gains, told, losses, strict=True)
    slots = [
        _tile(canvas, seat, kind, at, have[kind], tip, loss)
        if have[kind]
        else _shadow(kind, at, gain, canvas.shape.letter, tip)
        for (kind, at), gain, tip, loss in places
    ]
    scored = [
        (find_anchor(group, have), points) for group, points in zip(GROUPS, worths, strict=False)
    ]
    cartouches = [_worth(display.slots[kind], points, canvas.shape) for kind, points in scored]
    return (*slots, *cartouches)


def find_anchor(group: tuple[int, ...], have: tuple[int, ...]) -> int:
    """Return the kind that shows the value of its group: the last that the seat has, if any."""
    return next((kind for kind in reversed(group) if have[kind]), group[-1])


def _worth(at: Box, points: int, shape: RaShape) -> str:
    """Draw the current value of a group at the upper right corner of a tile."""
    if not points or at.w < LEAST_FOR_WORTH:
        return ""
    face = "malachite" if points > 0 else "carnelian"
    words, ink = signed(points), shapes.ink_on(face)
    return shapes.cartouche(at.right - 8, at.y + 3, words, face, ink, shape.letter)


@cache
def _loss(kind: int) -> int:
    """Return the action that gives up a tile, if it can be lost by choice."""
    if kind in CIVILISATIONS:
        return act.DISCARD_CIVILISATION.at(kind)
    return act.DISCARD_MONUMENT.at(kind) if kind in MONUMENTS else NO_ACTION


@drawn
def _shadow(kind: int, box: Box, gain: int, letter: float, tip: str) -> str:
    """Draw the place of a tile that the seat does not have, and what the tile would bring."""
    faint = shapes.icon(icons.ICONS[kind], *box[:3], opacity="0.3" if gain > 0 else "0.13")
    empty = svg.rect(*box, "nofill s-papyrus-edge", 4, pointer_events="all")
    if gain <= 0:
        return shapes.piece(empty, faint, tip=tip, cls="slot")
    worth = space(
        Box(box.x + 1, box.bottom - letter - 4, box.w - 2, letter + 3),
        signed(gain),
        ground="papyrus",
        edge="",
        size=letter,
    )
    return shapes.piece(empty, faint, worth, tip=tip, cls="slot")


@drawn
def _tile(
    canvas: RaCanvas, seat: int, kind: int, box: Box, count: int, tip: str, loss: PieceAction
) -> str:
    tile = canvas.piece(
        lying(kind, box),
        tip=tip,
        name=f"have-{seat}-{kind}",
        what=f"tile-{kind}",
        count=count,
        action=loss,
        around=box,
        r=6,
    )
    return tile + many(box, count, size=canvas.shape.letter)
