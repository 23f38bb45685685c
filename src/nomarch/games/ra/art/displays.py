"""The players' displays: name, points, suns, and a place for every tile."""

from functools import cache, lru_cache
from itertools import cycle
from operator import itemgetter

from nomarch.draw import (
    INERT,
    NO_ACTION,
    Box,
    PieceAction,
    disc,
    drawn,
    shapes,
    square,
    svg,
    textures,
)
from nomarch.draw.board_parts import Mark, crown, many, nameplate, placed, tableau
from nomarch.games.ra.art.measures import (
    GAP,
    HEIGHT,
    LEFT,
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
    """Draw the viewer's display below the stage, the others beside it. Returns the lower edge."""
    first, *others = scene.seats
    if scene.wide:
        room = Box(12, y, LEFT - 12, HEIGHT - 12 - y)
        parts.append(_display(scene, first, room, own=True)[0])
        column = Box(LEFT + 12, 10, 1600 - LEFT - 24, HEIGHT - 22)
        high = min(300, (column.h - (len(others) - 1) * GAP) / len(others))
        high = (column.h - (len(others) - 1) * GAP) / max(3, len(others))
        for i, seat in enumerate(others):
            drawn, _ = _display(scene, seat, Box(0, 0, column.w, high))
            parts.append(placed(column._replace(y=column.y + i * (high + GAP)), drawn))
        return HEIGHT
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
    labels = ""
    if own and scene.wide:
        t = scene.t
        told = (
            (components.GOD, t("Every epoch")),
            (components.FIRST_CIVILISATION, t("Civilisations")),
            (components.FIRST_MONUMENT, t("Monuments")),
        )
        labels = "".join(
            svg.text(
                display.slots[kind].x, display.slots[kind].y - 9, words, 18, "f-ink-soft serif"
            )
            for kind, words in told
        )
    drawn = tableau(
        scene,
        seat,
        display.box,
        labels,
        svg.group(_plate(scene, seat, Box(0, 0, 226)), at=display.plate[:2], scale=1.4)
        if own and scene.wide
        else _plate(scene, seat, display.plate),
        _suns(scene, seat, display.sun_x, display.sun_y, display.radius),
        *_slots(scene, seat, display),
    )
    return drawn, display.box.h


class _Display:
    """Positions inside a player's area."""

    def __init__(self, shape: RaShape, box: Box, *, own: bool) -> None:
        wide = shape is WIDE
        beside = own and wide
        self.radius = 44 if beside else 27 if own else 28 if wide else 24
        x = box.x + 14
        y = box.y + (146 if beside else 54 + 2 * self.radius)
        room = box.right - (4 if beside else 8) - x
        most = shape.own_tile if own else shape.other_tile
        in_one_row = room // 10 - 6 >= min(most, 50 if own else 31)
        self.size = min(most, int(room // (10 if in_one_row else 5)) - 6)
        if wide and not own:
            fit = (box.h - (y - box.y) - 12) / 3 - 6
            self.size = int(min(self.size, fit, room / 8 - 5))
        self.lead = 42 if beside else 8 if wide else 3
        self.wide_other = wide and not own
        breaks = (
            {components.FIRST_MONUMENT}
            if in_one_row
            else {components.FIRST_CIVILISATION, components.FIRST_MONUMENT}
        )
        self.slots = self._slots(x, y, room, breaks)
        low = self.slots[DISPLAY_ORDER[-1]].bottom + 14 - box.y
        self.box = box._replace(h=box.h if wide else low)
        self.sun_x = box.x + (360 if beside else 14)
        self.sun_y = (box.y + 16 + self.radius) if beside else box.y + 44 + self.radius
        self.plate = self.box._replace(w=270, y=box.y + 25) if beside else self.box

    def _slots(self, x: float, y: float, room: float, breaks: set[int]) -> dict[int, Box]:
        """Place each kind: one row each for what scores at once, civilisations and monuments."""
        slots, at, step = dict[int, Box](), x, float(self.size + 6)
        if self.wide_other:
            step = (room - self.size) / 7
        if len(MONUMENTS) * step - 6 > room and not self.wide_other:
            breaks.add(components.FIRST_MONUMENT + 4)
        for kind in DISPLAY_ORDER:
            if kind in breaks:
                at, y = x, y + self.size + 6 + self.lead
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
    places = (
        disc(x + r + i * (2 * r + (18 if r > 40 else 10)), y, r)
        for i in range(components.SUNS_EACH)
    )
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
        else _shadow(kind, at, gain, canvas.shape.letter, tip, at.w > 60 or not canvas.wide)
        for (kind, at), gain, tip, loss in places
    ]
    scored = [
        (find_anchor(group, have), points) for group, points in zip(GROUPS, worths, strict=False)
    ]
    cartouches = [_worth(display.slots[kind], points, canvas.shape) for kind, points in scored]
    if canvas.wide and display.wide_other:
        cartouches = [
            _worth(display.slots[kind], points, canvas.shape)
            for kind, points in scored
            if points > 0
        ]
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
def _shadow(kind: int, box: Box, gain: int, letter: float, tip: str, pictured: bool) -> str:
    """Draw the place of a tile that the seat does not have, and what the tile would bring."""
    small = box.grown(-0.16 * box.w).moved(0, -0.09 * box.w if gain > 0 else 0)
    faint = shapes.icon(
        icons.ICONS[kind],
        *small[:3],
        opacity=("0.34" if box.w > 60 else "0.15") if gain > 0 else "0.2",
        class_="embossed",
    )
    empty = textures.pressed(*box)
    faint = faint if pictured else ""
    if gain <= 0:
        return shapes.piece(empty, faint, tip=tip, cls="slot")
    worth = svg.text(
        box.mid,
        box.bottom - 6 if box.w > 60 else box.level + 5,
        signed(gain),
        letter,
        "f-ink-soft sans",
        "middle",
        bold=True,
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
