"""The players' tableaus: stores, crews, fields, cards and Sphinx cards."""

from collections.abc import Iterator
from functools import lru_cache

from nomarch.draw import NO_ACTION, Box, Spot, drawn, flow, shapes, svg, textures
from nomarch.draw.board_parts import Areas, Mark, nameplate, placed, tableau
from nomarch.games.egizia import actions as act, components as box, icons
from nomarch.games.egizia.art import choices, common
from nomarch.games.egizia.art.common import GAP, EgiziaCanvas, EgiziaScene, is_over
from nomarch.games.egizia.rules import feeding, order
from nomarch.games.egizia.words import component_names as terms, tips

TRAINING = 28
"""Height of the strip below one's crews, in which they can be trained."""
LARGEST = 84
"""Size of the largest tiles of fields and cards."""


def wide(scene: EgiziaScene, places: Areas) -> Iterator[str]:
    first, *rest = scene.seats
    yield _across(scene, first, places.mine)
    for seat, at in zip(rest, places.others, strict=True):
        yield placed(at, _down(scene, seat, Box(0, 0, at.w, at.h)))


def _across(scene: EgiziaScene, seat: int, at: Box) -> str:
    crews = Box(at.x + 12, at.y + 96, 322, at.h - 106 - TRAINING).across(len(box.CREWS), 8)
    well = Box(at.x + 346, at.y + 10, 440, at.h - 20)
    sold = well._replace(h=32)
    tiles = (
        well if not any(map(scene.can, act.SELL)) else Box(well.x, well.y + 38, well.w, well.h - 38)
    )
    riddles = Box(well.right + 10, well.y, at.right - well.right - 20, well.h)
    parts = [
        _nameplate(scene, seat, Box(at.x, at.y, 340), large=True),
        _stores(scene, seat, Box(at.x + 12, at.y + 60, 322)),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        *(chip for i, where in enumerate(crews) for chip in _trainings(scene, i, where)),
        textures.pressed(*well, 8),
        _holdings(scene, seat, tiles.grown(-6))[0],
        choices.sales(scene, sold),
        textures.pressed(*riddles, 8),
        _riddles(scene, seat, riddles.grown(-6))[0],
    ]
    return tableau(scene, seat, at, *parts)


def _down(scene: EgiziaScene, seat: int, at: Box) -> str:
    """Another player's tableau in the column: the same things as one's own."""
    tall = at.h > 300
    crews = Box(at.x + 12, at.y + 88, 280, 90 if tall else 72).across(len(box.CREWS), 6)
    low = crews[0].bottom
    well = Box(at.x + 10, low + 10, at.w - 20, at.bottom - low - 20)
    parts = [
        _nameplate(scene, seat, at),
        _stores(scene, seat, Box(at.x + 12, at.y + 52, 330)),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        _backs(scene, seat, crews[-1].right + 8, crews[0].level - 20),
        textures.pressed(*well, 8),
        _holdings(scene, seat, well.grown(-6))[0],
    ]
    return tableau(scene, seat, at, *parts)


def own(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """The tableau that comes first on a tall board; where it ends."""
    seat, at = scene.seats[0], Box(scene.shape.edge, y, scene.shape.room)
    crews = Box(at.x + 12, y + 82, at.w - 24, 54).across(len(box.CREWS), 8)
    sold = Box(at.x + 12, y + 146 + TRAINING, at.w - 24, 32)
    low = sold.bottom if any(map(scene.can, act.SELL)) else sold.y - GAP
    tiles, low = _holdings(scene, seat, Box(at.x + 12, low + GAP, at.w - 24, 98))
    riddles, low = _riddles(scene, seat, Box(at.x + 12, low + GAP, at.w - 24, 280))
    held = [
        _nameplate(scene, seat, at),
        _stores(scene, seat, Box(at.x + 14, y + 46, 380)),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        *(chip for i, where in enumerate(crews) for chip in _trainings(scene, i, where)),
        *(choices.sales(scene, sold), tiles, riddles),
    ]
    parts.append(tableau(scene, seat, at._replace(h=low + 10 - y), *held))
    return low + 10


def others(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """The others' tableaus on a tall board, from the viewer's left; where they end."""
    seats = scene.seats[1:]
    boxes = Box(scene.shape.edge, y, scene.shape.room, 108).repeated(len(seats), 1, 6)
    for seat, at in zip(seats, boxes, strict=True):
        parts.append(placed(at, _folded(scene, seat, Box(0, 0, at.w, at.h))))
    return boxes[-1].bottom


def _folded(scene: EgiziaScene, seat: int, at: Box) -> str:
    """Another player's tableau on a tall board: the same things as one's own, smaller."""
    crews = Box(at.right - 176, at.y + 39, 168, 30).across(len(box.CREWS), 3)
    parts = [
        _nameplate(scene, seat, at),
        _stores(scene, seat, Box(at.x + 6, at.y + 39, crews[0].x - at.x - 8)),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        _holdings(scene, seat, Box(at.x + 8, at.y + 72, at.w - 90, 32))[0],
        _backs(scene, seat, at.right - 78, at.y + 68),
    ]
    return tableau(scene, seat, at, *parts)


def _nameplate(scene: EgiziaScene, seat: int, at: Box, *, large: bool = False) -> str:
    """Name, points and boats left; the leader's points in a golden oval."""
    points, left = scene.view.points[seat], scene.view.boats_left[seat]
    place, size = int(order.place(scene.view, seat)), scene.shape.type
    marks = [Mark(_boats_left, 36, (seat, left, size.text))]
    tip, name = scene.tip(tips.plate, seat, scene.name_unless_own(seat), place), f"name-{seat}"
    plate = nameplate(scene, seat, at, points, marks=marks, tip=tip, name=name, large=large)
    if place != 1:
        return plate
    letter, figure = (size.title, size.points) if large else (size.text, size.title)
    return _leader_oval(at, points, letter, figure) + plate


def _boats_left(x: float, y: float, seat: int, left: int, size: int) -> str:
    return common.boat(seat, x - 4, y, 28) + svg.text(x + 25, y + 20, left, size, "f-ink sans")


@drawn
def _leader_oval(at: Box, points: int, letter: int, figure: int) -> str:
    width, high = 18 + shapes.breadth(points, figure), 1.25 * figure
    oval = Box(at.right - width - 5, at.y + 1.25 * letter - high / 2, width, high)
    return svg.rect(*oval, "f-chalk s-gold", high / 2, stroke_width=4)


def _stores(scene: EgiziaScene, seat: int, room: Box) -> str:
    """Stones in store, what the quarries add, and grain against hunger, side by side."""
    view = scene.view
    grain, need = int(feeding.harvested(view, seat)), int(feeding.need(view, seat))
    counts = (view.stones[seat], view.quarry[seat], grain, need)
    texts = (scene.tip(tips.quarry, seat), scene.tip(tips.hunger, seat))
    return _store_row(scene.canvas, seat, room, counts, texts)


@drawn
def _store_row(
    canvas: EgiziaCanvas, seat: int, room: Box, counts: tuple[int, ...], told: tuple[str, ...]
) -> str:
    stones, quarry, grain, need = counts
    hungry = "warning" if need > grain else "ink"
    stored = canvas.t("{count} of 25 stones in store").format(count=stones)
    shown = (
        (icons.STONE, f"{stones}", "ink", stored),
        (icons.STONES, f"+{quarry}", "ink", told[0]),
        (icons.EAR, f"{grain}/{need}", hungry, told[1]),
    )
    parts = []
    size, letter = (24, canvas.shape.letter) if room.w < 230 else (30, canvas.shape.type.text)
    for i, (picture, words, ink, tip) in enumerate(shown):
        at = room.moved((0, 0.28, 0.6)[i] * room.w)
        face = shapes.icon(picture, at.x, at.y + 15 - size / 2, size)
        oval = Box(at.x + size - 4, at.y + 2, shapes.breadth(words, letter) + 16, 26)
        face += svg.rect(*oval, "f-papyrus", 13) if ink == "warning" else ""
        low = at.y + 15 + 0.34 * letter
        face += svg.text(at.x + size + 4, low, words, letter, f"f-{ink} sans", bold=True)
        parts.append(canvas.piece(face, tip=tip, name=f"store-{seat}-{i}"))
    return "".join(parts)


def _crew(scene: EgiziaScene, seat: int, crew: int, at: Box) -> str:
    use = act.USE_JOKER if crew == box.JOKER else act.USE_CREW.at(crew)
    action = scene.of(seat, scene.pick(act.RAISE.at(crew), use))
    spot = scene.spot(at, f"crew-{seat}-{crew}", action, scene.tip(tips.crew, seat, crew))
    strength, used = scene.view.crew[seat][crew], scene.view.used[seat][crew]
    return _crew_card(scene.canvas, spot, crew, strength, used)


@drawn
def _crew_card(canvas: EgiziaCanvas, spot: Spot, crew: int, strength: int, used: int) -> str:
    at, is_upright = spot.at, spot.at.h > spot.at.w
    size = at.h * 0.58 if is_upright else min(at.w * 0.58, at.h - 4)
    where = (at.mid - size / 2, at.y + 3) if is_upright else (at.x - 1, at.level - size / 2)
    worker = shapes.icon(icons.worker(icons.CREW_FILLS[crew]), *where, size)
    number = (at.mid, at.bottom - 8) if is_upright else (at.right - at.w * 0.22, at.level + 7)
    return canvas.piece(
        shapes.card(*at, "papyrus-edge" if used else "chalk"),
        svg.group(worker, opacity="0.4" if used else None),
        shapes.number(*number, strength, canvas.shape.type.title),
        spot=spot,
    )


def _trainings(scene: EgiziaScene, crew: int, at: Box) -> Iterator[str]:
    """Chips below an own crew: train it for nothing, or for two stones."""
    ways = ((act.TRAIN, 0, box.TRAINING), (act.HIRE, 2, box.PAID_TRAINING))
    offers = [(way.at(crew), *rest) for way, *rest in ways if scene.can(way.at(crew))]
    room = Box(at.x, at.bottom + 4, at.w, TRAINING - 4)
    places = room.across(max(1, len(offers)), 4)
    for (action, price, kind), place in zip(offers, places, strict=False):
        spot = scene.spot(place, f"do-{action}", action, terms.card_tip(scene.t, kind))
        yield _chip(scene.canvas, spot, crew, price)


@drawn
def _chip(canvas: EgiziaCanvas, spot: Spot, crew: int, price: int) -> str:
    at, letter = spot.at, canvas.shape.letter
    parts, x = [], 0.0
    if at.w > 80:
        parts, x = [shapes.icon(icons.worker(icons.CREW_FILLS[crew]), 0, -13, 20)], 22
    for text in ["+1"] * (at.w > 50 or not price) + [str(price)] * (price > 0):
        if text != "+1":
            parts.append(shapes.icon(icons.STONE, x, -8, 16))
            x += 18
        parts.append(svg.text(x, 0.34 * letter, text, letter, "f-ink sans", bold=True))
        x += shapes.breadth(text, letter) + 3
    face = svg.group(*parts, at=(at.mid - (x - 3) / 2, at.level))
    return canvas.piece(svg.rect(*at, "f-papyrus line", 8), face, spot=spot, out=1)


def _cards(scene: EgiziaScene, seat: int) -> tuple[int, ...]:
    have = scene.view.have[seat]
    return tuple(kind for kind in range(box.FIRST_QUARRY, box.CARD_KINDS) if have[kind])


Field = tuple[int, int]
"""A field's kind and colour."""


def _holdings(scene: EgiziaScene, seat: int, room: Box) -> tuple[str, float]:
    """Fields, quarries and cards as tiles that fill a room; their markup and lower edge."""
    plots, cards = scene.view.plots[seat], _cards(scene, seat)
    fields = tuple(
        (kind, colour)
        for kind in (box.START_FIELD, *range(box.START_FIELD))
        for colour in range(box.COLOURS)
        if plots[kind][colour]
    )
    named = sum(kind >= box.FIRST_ACTION_CARD for kind in cards)
    boxes = _tiles(room, len(fields) + len(cards) - named, named)
    tiles = [
        *(_field(scene, seat, *each, at) for each, at in zip(fields, boxes, strict=False)),
        *(
            _card(scene, seat, kind, at)
            for kind, at in zip(cards, boxes[len(fields) :], strict=True)
        ),
    ]
    return "".join(tiles), boxes[-1].bottom


@lru_cache(1024)
def _tiles(room: Box, plain: int, named: int) -> list[Box]:
    """Place tiles as large as fit; action cards get room for their names while there is any."""
    for words, least in ((240, 60), (128, 34), (0, 16)):
        for size in range(LARGEST, least, -2):
            sizes = [(size, size)] * plain + [(size + words, size)] * named
            boxes = flow(room, sizes, 6, 5)
            if boxes[-1].bottom <= room.bottom:
                return boxes
    return boxes


def _field(scene: EgiziaScene, seat: int, kind: int, colour: int, at: Box) -> str:
    tip, dig = scene.tip(tips.field, kind, colour), act.DIG.at(kind, colour)
    action = scene.of(seat, dig) if colour else NO_ACTION
    spot = scene.spot(at, f"field-{seat}-{kind}-{colour}", action, tip)
    return _field_tile(scene.canvas, spot, kind, colour, scene.view.plots[seat][kind][colour])


@drawn
def _field_tile(canvas: EgiziaCanvas, spot: Spot, kind: int, colour: int, count: int) -> str:
    picture = shapes.icon(icons.FIELD_ICONS[kind], *spot.at.grown(-1)[:3])
    face = common.field_ground(spot.at, colour) + picture
    return canvas.piece(face, _many(canvas, spot.at, count), spot=spot)


def _card(scene: EgiziaScene, seat: int, kind: int, at: Box) -> str:
    play, tip = act.PLAYS.get(kind, NO_ACTION), scene.tip(tips.held_card, seat, kind)
    spot = scene.spot(at, f"card-{seat}-{kind}", scene.of(seat, play), tip)
    return _card_tile(scene.canvas, spot, kind, scene.view.have[seat][kind])


@drawn
def _card_tile(canvas: EgiziaCanvas, spot: Spot, kind: int, count: int) -> str:
    at = spot.at
    picture, named = at._replace(w=at.h), ""
    if at.w > at.h:
        room = Box(picture.right + 5, at.y, at.w - at.h - 8, at.h)
        named = shapes.card(*at, "chalk") + common.card_words(canvas, kind, room, is_held=True)
    return canvas.piece(
        named + common.card_ground(picture, kind),
        shapes.icon(icons.CARD_ICONS[kind], *picture.grown(-1)[:3]),
        _many(canvas, picture, count),
        spot=spot,
    )


def _many(canvas: EgiziaCanvas, at: Box, count: int) -> str:
    if count < 2:
        return ""
    return canvas.count(at.x + 13, at.y + 9, f"×{count}")


def _riddles(scene: EgiziaScene, seat: int, room: Box) -> tuple[str, float]:
    """A seat's Sphinx cards: faces where the viewer may look, else backs; and where they end.

    After the game they lie open elsewhere.
    """
    seen = terms.held_riddles(scene.view, seat)
    if is_over(scene):
        return "", room.y
    if not seen:
        return _backs(scene, seat, room.x, room.y), room.y + 38
    pitch = min(46 if scene.wide else 34, room.h / len(seen))
    cards = []
    for i, index in enumerate(seen):
        at = Box(room.x, room.y + i * pitch, room.w, pitch - (2 if pitch < 30 else 4))
        tip = scene.tip(tips.riddle, seat, index)
        cards.append(common.sphinx_card(scene.canvas, Spot(at, f"riddle-{index}", tip), index))
    return "".join(cards), room.y + pitch * len(seen)


def _backs(scene: EgiziaScene, seat: int, x: float, y: float) -> str:
    return _back_cards(scene.canvas, seat, x, y, scene.view.hand[seat])


@drawn
def _back_cards(canvas: EgiziaCanvas, seat: int, x: float, y: float, hand: int) -> str:
    backs = [shapes.icon(icons.CARD_BACK, x + 12 * i, y, 40) for i in range(min(2, hand))]
    count = canvas.count(x + 58, y + 20, hand)
    tip = canvas.t.ngettext(
        "{count} face-down Sphinx card", "{count} face-down Sphinx cards", hand
    ).format(count=hand)
    return canvas.piece(*backs, count, tip=tip, name=f"riddles-{seat}")
