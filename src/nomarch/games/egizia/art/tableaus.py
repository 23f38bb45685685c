"""The players' tableaus: stores, crews, fields, cards and Sphinx cards."""

from functools import lru_cache

from nomarch.draw import INERT, NO_ACTION, Box, PieceAction, drawn, flow, shapes, svg
from nomarch.draw.board_parts import Mark, nameplate, placed, space, tableau
from nomarch.games.egizia.art import common
from nomarch.games.egizia.art.common import (
    GAP,
    EgiziaCanvas,
    EgiziaScene,
    act,
    box,
    component_names,
    icons,
    is_over,
    tips,
)
from nomarch.games.egizia.rules import feeding, tableau as track

CREW_H = 66


def own(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """The tableau that comes first: everything large enough to touch."""
    seat, at = scene.seats[0], Box(scene.shape.edge, y, scene.shape.room)
    if scene.wide:
        at, y = Box(6, y + 10, 1188), y + 10
    if scene.wide:
        plate, stores = at._replace(w=300), Box(at.x + 12, y + 50, 280)
        crew = Box(at.x + 12, y + 90, 64, CREW_H + 10)
        tiles, deep = _own_holdings(scene, seat, Box(at.x + 318, y + 12, 470, 150), 50)
        riddles, low = _riddles(scene, seat, Box(at.right - 386, y + 10, 376, 148))
    else:
        plate, stores = at, Box(at.x + 14, y + 50, 380)
        crew = Box(at.x + 12, y + 92, 89, CREW_H)
        room = Box(at.x + 12, crew.bottom + 16, at.w - 24, 400)
        tiles, deep = _own_holdings(scene, seat, room, 46)
        riddles, low = _riddles(scene, seat, Box(at.x + 12, deep + 10, at.w - 24, 280))
    crews = crew.repeated(len(box.CREWS), len(box.CREWS), 8)
    height = max(low, deep, crew.bottom) - y + 12
    parts.append(
        tableau(
            scene,
            seat,
            at._replace(h=height),
            _nameplate(scene, seat, plate),
            _stores(scene, seat, stores),
            *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
            *(_trainings(scene, i, where) for i, where in enumerate(crews)),
            tiles,
            riddles,
        )
    )
    return y + height + GAP


def others(scene: EgiziaScene, parts: list[str], y: float) -> float:
    """The others' tableaus, from the viewer's left; where they end."""
    seats = scene.seats[1:]
    if scene.wide:
        room = Box(1206, 6, 1600 - 1206 - 6, y - 12)
        high = (room.h - 2 * GAP - (len(seats) - 1) * 10) / max(3, len(seats)) + 4
        for i, seat in enumerate(seats):
            at = room._replace(y=room.y + i * (high + 10), h=high)
            parts.append(placed(at, _other_large(scene, seat, Box(0, 0, at.w, at.h))))
        return y
    columns = 1
    column = Box(scene.shape.edge, y, scene.shape.room, 122).across(columns, GAP)[0]
    boxes = column.repeated(len(seats), columns, GAP)
    for seat, at in zip(seats, boxes, strict=True):
        parts.append(placed(at, _other(scene, seat, Box(0, 0, at.w, at.h))))
    return boxes[-1].bottom + 6


def _other_large(scene: EgiziaScene, seat: int, at: Box) -> str:
    """Another player's tableau in the side column: the same things as one's own."""
    crews = Box(at.x + 12, at.y + 88, 64, 70).repeated(len(box.CREWS), len(box.CREWS), 8)
    tiles, _ = _own_holdings(scene, seat, Box(at.x + 12, crews[0].bottom + 12, at.w - 20, 90), 44)
    return tableau(
        scene,
        seat,
        at,
        _nameplate(scene, seat, at),
        _stores(scene, seat, Box(at.x + 12, at.y + 48, 290)),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        tiles,
        _backs(scene, seat, at.right - 84, at.y + 104),
    )


def _other(scene: EgiziaScene, seat: int, at: Box) -> str:
    """Another player's tableau, folded to what matters: stores, crews, and cards to reckon with."""
    crew = Box(at.right - 6 - 4 * 41, at.y + 41, 38, 30)
    crews = crew.repeated(len(box.CREWS), len(box.CREWS), 3)
    cards = [kind for kind in _cards(scene, seat) if kind >= box.FIRST_ACTION_CARD]
    step = min(47, (at.w - 130) / max(1, len(cards)))
    first = Box(at.x + 8, at.y + 74, 44, 44)
    return tableau(
        scene,
        seat,
        at,
        _nameplate(scene, seat, at),
        _stores(scene, seat, Box(at.x + 6, at.y + 41, crew.x - at.x - 8)),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        *(_card(scene, seat, kind, first.moved(i * step)) for i, kind in enumerate(cards)),
        _backs(scene, seat, at.right - 84, at.y + 78),
    )


def _nameplate(scene: EgiziaScene, seat: int, at: Box) -> str:
    """Name, points and boats left; the leader's points in a golden oval."""
    points, left = scene.view.points[seat], scene.view.boats_left[seat]
    place = int(track.place(scene.view, seat))
    marks = [Mark(_boats_left, 34, (seat, left))]
    tip, name = scene.tip(tips.plate, seat, scene.name_unless_own(seat), place), f"name-{seat}"
    plate = nameplate(scene, seat, at, points, marks=marks, tip=tip, name=name)
    return _leader_oval(at, points) + plate if place == 1 else plate


def _boats_left(x: float, y: float, seat: int, left: int) -> str:
    return common.boat(seat, x - 4, y, 28) + svg.text(x + 25, y + 20, left, 17, "f-ink sans")


@drawn
def _leader_oval(at: Box, points: int) -> str:
    width = 18 + shapes.breadth(points, 25)
    oval = Box(at.right - width - 3, at.y + 9, width, 31)
    return svg.rect(*oval, "f-chalk s-gold", 15, stroke_width=4)


def _stores(scene: EgiziaScene, seat: int, room: Box) -> str:
    """Stones in store, what the quarries add, and grain against hunger, side by side."""
    view = scene.view
    grain, need = int(feeding.harvested(view, seat)), int(feeding.need(view, seat))
    counts = (view.stones[seat], view.quarry[seat], grain, need)
    told = (scene.tip(tips.quarry, seat), scene.tip(tips.hunger, seat))
    return _store_row(scene.canvas, seat, room, counts, told)


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
    size = 24 if room.w < 230 else 30
    for i, (picture, words, ink, tip) in enumerate(shown):
        at = room.moved((0, 0.28, 0.6)[i] * room.w)
        face = shapes.icon(picture, at.x, at.y + 15 - size / 2, size)
        oval = Box(at.x + size - 2, at.y + 2, 11 * len(words) + 8, 26)
        face += svg.rect(*oval, "f-chalk", 13) if ink == "warning" else ""
        face += svg.text(at.x + size + 2, at.y + 21, words, 17, f"f-{ink} sans", bold=True)
        parts.append(canvas.piece(face, tip=tip, name=f"store-{seat}-{i}"))
    return "".join(parts)


def _crew(scene: EgiziaScene, seat: int, crew: int, at: Box) -> str:
    """A crew with its strength, faint when it was used this round."""
    view = scene.view
    use = act.USE_JOKER if crew == box.JOKER else act.USE_CREW.at(crew)
    return _crew_card(
        scene.canvas,
        seat,
        crew,
        at,
        view.crew[seat][crew],
        view.used[seat][crew],
        scene.tip(tips.crew, seat, crew),
        scene.offer(scene.of(seat, scene.pick(act.RAISE.at(crew), use))),
    )


@drawn
def _crew_card(
    canvas: EgiziaCanvas,
    seat: int,
    crew: int,
    at: Box,
    strength: int,
    used: int,
    tip: str,
    use: PieceAction,
) -> str:
    is_upright = at.h > at.w
    size = at.h * 0.56 if is_upright else min(at.w * 0.62, at.h - 6)
    where = (at.mid - size / 2, at.y + 3) if is_upright else (at.x - 1, at.level - size / 2)
    worker = shapes.icon(icons.worker(icons.CREW_FILLS[crew]), *where, size)
    number = (at.mid, at.bottom - 7) if is_upright else (at.right - at.w * 0.2, at.level + 7)
    return canvas.piece(
        shapes.card(*at, "papyrus-edge" if used else "chalk"),
        svg.group(worker, opacity="0.4" if used else None),
        shapes.number(*number, strength, min(26, at.h * 0.56)),
        tip=tip,
        name=f"crew-{seat}-{crew}",
        action=use,
        around=at,
    )


def _trainings(scene: EgiziaScene, crew: int, at: Box) -> str:
    """Chips at the edges of an own crew: train it for nothing, or for two stones."""
    free, paid = at._replace(y=at.y - 14, h=22), at._replace(y=at.bottom - 13, h=22)
    hire = _training(scene, act.HIRE.at(crew), paid, "+1 −2", box.PAID_TRAINING)
    return _training(scene, act.TRAIN.at(crew), free, "+1", box.TRAINING) + hire


def _training(scene: EgiziaScene, action: int, at: Box, price: str, kind: int) -> str:
    if not scene.can(action):
        return ""
    return _chip(scene.canvas, f"do-{action}", at, price, kind, scene.offer(action))


@drawn
def _chip(
    canvas: EgiziaCanvas, name: str, at: Box, price: str, kind: int, train: PieceAction
) -> str:
    letter, tip = canvas.shape.letter, component_names.card_tip(canvas.t, kind)
    face = space(at, price, ground="papyrus", edge="line", size=letter, r=8, bold=True)
    return canvas.piece(face, tip=tip, name=name, action=train, around=at)


def _cards(scene: EgiziaScene, seat: int) -> tuple[int, ...]:
    """The kinds of Nile cards that lie before a seat, but for fields."""
    have = scene.view.have[seat]
    return tuple(kind for kind in range(box.FIRST_QUARRY, box.CARD_KINDS) if have[kind])


Field = tuple[int, int]
"""A field's kind and colour."""


def _own_holdings(scene: EgiziaScene, seat: int, room: Box, size: float) -> tuple[str, float]:
    """Fields, quarries and cards as tiles; their markup and lower edge."""
    plots, cards = scene.view.plots[seat], _cards(scene, seat)
    fields = tuple(
        (kind, colour)
        for kind in (box.START_FIELD, *range(box.START_FIELD))
        for colour in range(box.COLOURS)
        if plots[kind][colour]
    )
    boxes = _holdings(room, size, len(fields), cards)
    tiles = [
        *(_field(scene, seat, *each, at) for each, at in zip(fields, boxes, strict=False)),
        *(
            _card(scene, seat, kind, at)
            for kind, at in zip(cards, boxes[len(fields) :], strict=True)
        ),
    ]
    return "".join(tiles), boxes[-1].bottom


@lru_cache(1024)
def _holdings(room: Box, size: float, fields: int, cards: tuple[int, ...]) -> list[Box]:
    """Place the tiles; action cards get room for their name while there is any."""
    for named in (164, size):
        wide = [named if kind >= box.FIRST_ACTION_CARD else size for kind in cards]
        boxes = flow(room, [(w, size) for w in (*[size] * fields, *wide)], 7, 5)
        if boxes[-1].bottom <= room.bottom:
            break
    return boxes


def _field(scene: EgiziaScene, seat: int, kind: int, colour: int, at: Box) -> str:
    """A field on the ground of the colour that it is irrigated by."""
    count, tip = scene.view.plots[seat][kind][colour], scene.tip(tips.field, kind, colour)
    dig = scene.offer(scene.of(seat, act.DIG.at(kind, colour)) if colour else NO_ACTION)
    return _field_tile(scene.canvas, seat, kind, colour, at, count, tip, dig)


@drawn
def _field_tile(
    canvas: EgiziaCanvas,
    seat: int,
    kind: int,
    colour: int,
    at: Box,
    count: int,
    tip: str,
    dig: PieceAction,
) -> str:
    return canvas.piece(
        common.field_ground(at, colour) + shapes.icon(icons.FIELD_ICONS[kind], *at.grown(-1)[:3]),
        _many(canvas, at, count),
        tip=tip,
        name=f"field-{seat}-{kind}-{colour}",
        action=dig,
        around=at,
    )


def _card(scene: EgiziaScene, seat: int, kind: int, at: Box) -> str:
    """A Nile card, which is played by touching it."""
    count, tip = scene.view.have[seat][kind], scene.tip(tips.held_card, seat, kind)
    play = scene.offer(scene.of(seat, act.PLAYS.get(kind, NO_ACTION)))
    return _card_tile(scene.canvas, seat, kind, at, count, tip, play)


@drawn
def _card_tile(
    canvas: EgiziaCanvas, seat: int, kind: int, at: Box, count: int, tip: str, play: PieceAction
) -> str:
    picture, named = at._replace(w=at.h), ""
    if at.w > at.h:
        letter = canvas.shape.letter
        lines = canvas.shape.lines(component_names.card(canvas.t, kind), at.w - at.h - 8, 2)
        low = at.level + 0.36 * letter - 0.55 * letter * (len(lines) - 1)
        words = shapes.written(lines, picture.right + 6, low, letter, leading=1.1)
        named = shapes.card(*at, "chalk") + words
    return canvas.piece(
        named + common.card_ground(picture, kind),
        shapes.icon(icons.CARD_ICONS[kind], *picture.grown(-1)[:3]),
        _many(canvas, picture, count),
        tip=tip,
        name=f"card-{seat}-{kind}",
        action=play,
        around=at,
    )


def _many(canvas: EgiziaCanvas, at: Box, count: int) -> str:
    if count < 2:
        return ""
    return shapes.cartouche(at.x + 13, at.y + 9, f"×{count}", size=canvas.shape.letter)


def _riddles(scene: EgiziaScene, seat: int, room: Box) -> tuple[str, float]:
    """A seat's Sphinx cards: faces where the viewer may look, else backs; and where they end.

    After the game they lie open elsewhere.
    """
    seen = component_names.held_riddles(scene.view, seat)
    if is_over(scene):
        return "", room.y
    if not seen:
        return _backs(scene, seat, room.x, room.y), room.y + 38
    pitch = min(33, room.h / len(seen))
    cards = []
    for i, index in enumerate(seen):
        at = Box(room.x, room.y + i * pitch, room.w, pitch - (2 if pitch < 30 else 4))
        tip, name = scene.tip(tips.riddle, seat, index), f"riddle-{index}"
        cards.append(common.sphinx_card(scene.canvas, name, index, at, tip, INERT))
    return "".join(cards), room.y + pitch * len(seen)


def _backs(scene: EgiziaScene, seat: int, x: float, y: float) -> str:
    """A seat's Sphinx cards, face down, and how many."""
    return _back_cards(scene.canvas, seat, x, y, scene.view.hand[seat])


@drawn
def _back_cards(canvas: EgiziaCanvas, seat: int, x: float, y: float, hand: int) -> str:
    backs = [shapes.icon(icons.CARD_BACK, x + 12 * i, y, 36) for i in range(min(2, hand))]
    count = shapes.cartouche(x + 62, y + 18, hand, size=canvas.shape.letter)
    tip = canvas.t.ngettext(
        "{count} face-down Sphinx card", "{count} face-down Sphinx cards", hand
    ).format(count=hand)
    return canvas.piece(*backs, count, tip=tip, name=f"riddles-{seat}")
