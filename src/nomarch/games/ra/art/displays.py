"""The players' displays: name, points, suns, and a place for every tile."""

from functools import cache, lru_cache
from operator import itemgetter

from nomarch.draw import Areas, Box, disc, drawn, shapes, square, svg, textures
from nomarch.draw.board_parts import Mark, crown, many, nameplate, placed, tableau
from nomarch.draw.scene import INERT, NO_ACTION, PieceAction, Spot
from nomarch.games.ra import actions as act, components, icons, state as st
from nomarch.games.ra.art.measures import RaCanvas, RaScene, lying
from nomarch.games.ra.components import FLOOD, GOD, GOLD, NILE, PHARAOH
from nomarch.games.ra.rules.epochs import place
from nomarch.games.ra.words import tips
from nomarch.kernel.declare.sentences import signed

Row = tuple[int, ...]
"""Kinds of tiles, or a number for each."""
EVERY_EPOCH = (GOD, PHARAOH, NILE, FLOOD, GOLD)
CIVILISATIONS = tuple(range(components.FIRST_CIVILISATION, components.LAST_CIVILISATION + 1))
MONUMENTS = tuple(range(components.FIRST_MONUMENT, components.LAST_MONUMENT + 1))
DISPLAY_ORDER = (*EVERY_EPOCH, *CIVILISATIONS, *MONUMENTS)
GROUPS = ((GOD,), (PHARAOH,), (NILE, FLOOD), (GOLD,), CIVILISATIONS, MONUMENTS)
"""The kinds that score together."""
SHELVES = (EVERY_EPOCH, CIVILISATIONS, MONUMENTS[:4], MONUMENTS[4:])
"""The kinds in rows, as high displays have them; a low one has all monuments in one row."""
INSIDE, PLATE, LABEL = 14, 46, 28
"""Margin inside a display, height of the nameplate, and of a group's label."""
OWN_SUN, OWN_TILE = 60, 119
"""Radius of the viewer's own suns and size of its tiles on a wide board."""
MOST_SUN = 104
"""The largest sun of another player."""
GAP = 6
"""Room between two tiles."""
PICTURED = 60
"""The smallest empty place with a picture."""


def draw(scene: RaScene, places: Areas) -> list[str]:
    first, *others = scene.seats
    own, *boxes = places.by_seat()
    arrange = _own_wide if scene.wide else _high
    parts = [_display(scene, first, arrange(own, _count_suns(scene, first)))]
    for seat, box in zip(others, boxes, strict=True):
        display = _other(box._replace(x=0, y=0), _count_suns(scene, seat))
        parts.append(placed(box, _display(scene, seat, display)))
    return parts


def _count_suns(scene: RaScene, seat: int) -> int:
    return sum(value > 0 for value in scene.view.sun[seat])


def _display(scene: RaScene, seat: int, display: "_Display") -> str:
    parts = [
        _labels(scene.canvas, display) if display.has_labels else "",
        _plate(scene, seat, display.plate, large=display.box.w > 1000),
        _suns(scene, seat, display.suns),
        *_slots(scene, seat, display),
    ]
    return tableau(scene, seat, display.box, *parts)


@drawn
def _labels(canvas: RaCanvas, display: "_Display") -> str:
    t, size = canvas.t, canvas.shape.letter
    texts = (t("Every epoch"), t("Civilisations"), t("Monuments"))
    firsts = (display.slots[shelf[0]] for shelf in SHELVES[:3])
    return "".join(
        svg.text(at.x, at.y - 8, words, size, "f-ink-soft serif")
        for at, words in zip(firsts, texts, strict=True)
    )


class _Display:
    """Positions inside a player's area. Compared by identity, so that it hashes fast."""

    def __init__(
        self, box: Box, plate: Box, suns: list[Box], slots: dict[int, Box], has_labels: bool = False
    ) -> None:
        self.box, self.plate, self.suns, self.slots = box, plate, tuple(suns), slots
        self.has_labels = has_labels


def _shelved(
    shelves: tuple[Row, ...], first: Box, gap: float, step: float, lead: float = 0
) -> dict[int, Box]:
    """Place the kinds of each shelf in a row, `lead` below the end of the group before."""
    slots, y = dict[int, Box](), first.y
    for shelf in shelves:
        y += lead if shelf[0] not in MONUMENTS[1:] else 0
        row = first._replace(y=y).repeated(len(shelf), len(shelf), gap)
        slots |= zip(shelf, row, strict=True)
        y += step
    return slots


def _sun_places(at: Box, count: int, per_row: int, gap: float) -> list[Box]:
    """Place suns in the middle of a box, as large as they can be."""
    rows = -(-count // per_row)
    size = min((at.w + gap) / per_row - gap, (at.h + gap) / rows - gap, MOST_SUN)
    wide, high = per_row * (size + gap) - gap, rows * (size + gap) - gap
    return square(at.mid - wide / 2, at.level - high / 2, size).repeated(count, per_row, gap)


@lru_cache(64)
def _own_wide(box: Box, suns: int) -> _Display:
    first = square(box.x + INSIDE, box.y + 2 * OWN_SUN + 18 + LABEL, OWN_TILE)
    beside, step = first.moved(5 * (OWN_TILE + 6) + 24), OWN_TILE + LABEL + 6
    slots = _shelved(SHELVES[:2], first, 6, step) | _shelved(SHELVES[2:], beside, 6, step)
    last = disc(box.right - INSIDE - OWN_SUN, box.y + 14 + OWN_SUN, OWN_SUN)
    places = [last.moved(-i * (2 * OWN_SUN + 18)) for i in reversed(range(suns))]
    plate = Box(box.x, box.y + 44, 440)
    return _Display(box, plate, places, slots, has_labels=True)


@lru_cache(64)
def _other(box: Box, suns: int) -> _Display:
    if box.h > 400:
        return _high(box, suns)
    return _beside(box, suns) if box.h > 240 else _low(box, suns)


@lru_cache(64)
def _high(box: Box, suns: int) -> _Display:
    """Arrange a display with its suns below the name: in two rows where there is much room."""
    x, width = box.x + INSIDE, box.w - 2 * INSIDE
    size = (width - 4 * GAP) / 5
    spare = box.h - PLATE - 4 * (size + GAP)
    has_labels, is_long = spare > 130, spare > 400
    lead = LABEL + 20 if is_long else LABEL if has_labels else 0
    room = Box(x, box.y + PLATE, width, spare - 3 * lead - 8)
    places = _sun_places(room, suns, 2 if is_long else suns, 16)
    slots = _shelved(SHELVES, square(x, room.bottom + 4, size), GAP, size + GAP, lead)
    return _Display(box, box, places, slots, has_labels)


@lru_cache(64)
def _beside(box: Box, suns: int) -> _Display:
    """Arrange a display with its suns in a column at the right."""
    first = Box(box.x + INSIDE, box.y + PLATE, (box.h - PLATE - 10) / 4 - GAP)
    first = square(*first[:3])
    slots = _shelved(SHELVES, first, GAP, first.w + GAP)
    left = first.x + 5 * (first.w + GAP)
    room = Box(left, first.y, box.right - 6 - left, 4 * (first.w + GAP) - GAP)
    return _Display(box, box, _sun_places(room, suns, 1, 4), slots)


@lru_cache(64)
def _low(box: Box, suns: int) -> _Display:
    """Arrange a display with all monuments in one row, and the suns beside the short ones."""
    across = Box(box.x + INSIDE, 0, box.w - 2 * INSIDE).across(len(MONUMENTS), 3)
    first = square(across[0].x, box.y + PLATE, across[0].w)
    step = (box.h - PLATE - 10 - first.w) / 2
    slots = _shelved((*SHELVES[:2], MONUMENTS), first, 3, step)
    left = across[5].x
    room = Box(left, first.y - 2, box.right - 8 - left, step + first.w - 2)
    return _Display(box, box, _sun_places(room, suns, 2, 2), slots)


def _plate(scene: RaScene, seat: int, box: Box, *, large: bool) -> str:
    tip = "" if _is_over(scene) else scene.tip(tips.plate, seat, scene.name_unless_own(seat))
    points = scene.view.points[seat]
    return nameplate(scene, seat, box, points, marks=_marks(scene, seat), tip=tip, large=large)


def _marks(scene: RaScene, seat: int) -> list[Mark]:
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


def _suns(scene: RaScene, seat: int, places: tuple[Box, ...]) -> str:
    held = sorted(zip(scene.view.up[seat], scene.view.sun[seat], strict=True), reverse=True)
    return "".join(
        _sun(scene, seat, at, up, value)
        for at, (up, value) in zip(places, filter(itemgetter(1), held), strict=False)
    )


def _sun(scene: RaScene, seat: int, box: Box, up: int, value: int) -> str:
    leads, tip = bool(up) and scene.view.high == value, scene.tip(tips.own_sun, value, up)
    spot = scene.spot(box, f"sun-{value}", scene.of(seat, act.BID.at(value)), tip)
    return _sun_disc(scene.canvas, spot, bool(up), value, leads)


@drawn
def _sun_disc(canvas: RaCanvas, spot: Spot, up: bool, value: int, leads: bool) -> str:
    box, r, size = spot.at, spot.at.w / 2, canvas.shape.type.fit(0.4 * spot.at.w)
    sun = shapes.sun(box.mid, box.level, r, value, face_up=up, size=size)
    frame = shapes.frame(*box.grown(1), r + 1) if leads else ""
    return canvas.piece(sun, frame, spot=spot, r=r + 3)


def _slots(scene: RaScene, seat: int, display: _Display) -> tuple[str, ...]:
    view, is_over, is_own = scene.view, _is_over(scene), seat == scene.viewer
    tell = tips.held if is_over else tips.in_display
    worths = () if is_over else tuple([tips.worth(view, seat, group[0]) for group in GROUPS])
    facts = tuple(
        (
            scene.tip(tell, seat, kind),
            tips.gain(view, seat, kind) if is_own and not is_over else 0,
            scene.offer(_loss(kind)) if is_own else INERT,
        )
        for kind in DISPLAY_ORDER
    )
    return _tiles(scene.canvas, seat, display, tuple(view.have[seat]), worths, facts)


Facts = tuple[tuple[str, int, PieceAction], ...]
"""Of each kind: its tip, what another tile of it would bring, and how one is given up."""


@drawn
def _tiles(
    canvas: RaCanvas, seat: int, display: _Display, have: Row, worths: Row, facts: Facts
) -> tuple[str, ...]:
    """Draw each kind's tile with its count, or its empty place; then the values."""
    slots = [
        _tile(canvas, seat, kind, at, have[kind], tip, loss)
        if have[kind]
        else _empty(canvas, kind, at, gain, tip)
        for (kind, at), (tip, gain, loss) in zip(display.slots.items(), facts, strict=True)
    ]
    cartouches = [
        _worth(canvas, display.slots[find_anchor(group, have)], points)
        for group, points in zip(GROUPS, worths, strict=False)
    ]
    return (*slots, *cartouches)


def find_anchor(group: Row, have: Row) -> int:
    """Return the kind that shows the value of its group: the last that the seat has, if any."""
    return next((kind for kind in reversed(group) if have[kind]), group[-1])


def _worth(canvas: RaCanvas, at: Box, points: int) -> str:
    """Draw the current value of a group at the upper right corner of a tile."""
    if not points:
        return ""
    face, size = "malachite" if points > 0 else "carnelian", canvas.shape.letter
    words, ink = signed(points), shapes.ink_on(face)
    return shapes.cartouche(at.right - 10, at.y + 4, words, face, ink, size)


@cache
def _loss(kind: int) -> int:
    """Return the action that gives up a tile, if it can be lost by choice."""
    if kind in CIVILISATIONS:
        return act.DISCARD_CIVILISATION.at(kind)
    return act.DISCARD_MONUMENT.at(kind) if kind in MONUMENTS else NO_ACTION


@drawn
def _empty(canvas: RaCanvas, kind: int, box: Box, gain: int, tip: str) -> str:
    """Draw the place of a tile that the seat does not have; a large one shows the tile in grey.

    `gain` is what the tile would bring the viewer.
    """
    parts, size = [textures.pressed(*box)], canvas.shape.letter
    if box.w >= PICTURED:
        at = box.grown(-0.16 * box.w).moved(0, -0.09 * box.w if gain > 0 else 0)
        faint = "0.34" if gain > 0 else "0.2"
        parts.append(shapes.icon(icons.ICONS[kind], *at[:3], opacity=faint, class_="embossed"))
    if gain > 0:
        ink = "f-ink-soft sans"
        parts.append(svg.text(box.mid, box.bottom - 6, signed(gain), size, ink, "middle", True))
    return shapes.piece(*parts, tip=tip, cls="slot")


@drawn
def _tile(
    canvas: RaCanvas, seat: int, kind: int, box: Box, count: int, tip: str, loss: PieceAction
) -> str:
    spot = Spot(box, f"have-{seat}-{kind}", tip, loss)
    tile = canvas.piece(lying(kind, box), spot=spot, r=6)
    # Above the value of a tile in the row below.
    at = box if box.w == OWN_TILE else box._replace(h=box.h - 10)
    return tile + many(at, count, size=canvas.shape.letter)
