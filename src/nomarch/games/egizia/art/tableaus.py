"""The players' tableaus: stores, crews, fields, cards and Sphinx cards."""

from nomarch.draw import NO_ACTION, Box, flow, on_demand, part, question, shapes, svg
from nomarch.draw.board_parts import Mark, nameplate, placed, space, tableau
from nomarch.games.egizia.art import common
from nomarch.games.egizia.art.common import GAP, Board, act, box, icons, is_over, names, tips
from nomarch.games.egizia.rules import feeding, tableau as track

CREW_H = 66


def own(scene: Board, parts: list[str], y: float) -> float:
    """The tableau that comes first: everything large enough to touch."""
    seat, at = scene.seats[0], Box(scene.shape.edge, y, scene.shape.room)
    if scene.wide:
        plate, stores = at._replace(w=262), Box(at.x + 12, y + 48, 240)
        crew = Box(at.x + 12, y + 90, 54, CREW_H)
        tiles, deep = _own_holdings(scene, seat, Box(at.x + 274, y + 10, 508, 150), 46)
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


def others(scene: Board, parts: list[str], y: float) -> float:
    """The others' tableaus, from the viewer's left; where they end."""
    seats = scene.seats[1:]
    columns = len(seats) if scene.wide else 1
    column = Box(scene.shape.edge, y, scene.shape.room, 122).across(columns, GAP)[0]
    boxes = column.repeated(len(seats), columns, GAP)
    for seat, at in zip(seats, boxes, strict=True):
        parts.append(placed(at, _other(scene, seat, Box(0, 0, at.w, at.h))))
    return boxes[-1].bottom + 6


@part
def _other(scene: Board, seat: int, at: Box) -> str:
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


@part
def _nameplate(scene: Board, seat: int, at: Box) -> str:
    """Who it is, the points, and the boats left; the leader's points in a golden oval."""
    view, place = scene.view, _place(scene, seat)
    points, left = view.points[seat], view.boats_left[seat]
    tip = _plate_tip(scene, seat)

    def boats(x: float, y: float) -> str:
        return common.boat(seat, x - 4, y, 28) + svg.text(x + 25, y + 20, left, 17, "f-ink sans")

    wide = 18 + shapes.breadth(points, 25)
    oval = Box(at.right - wide - 3, at.y + 9, wide, 31)
    leader = svg.rect(*oval, "f-chalk s-gold", 15, stroke_width=4) if place == 1 else ""
    return leader + nameplate(
        scene, seat, at, points, marks=[Mark(boats, 34)], tip=tip, name=f"name-{seat}"
    )


@on_demand
def _plate_tip(scene: Board, seat: int) -> str:
    return tips.plate(scene.t, scene.view, seat, scene.names[seat], _place(scene, seat))


@on_demand
def _quarry_tip(scene: Board, seat: int) -> str:
    return tips.quarry(scene.t, scene.view, seat)


@on_demand
def _hunger_tip(scene: Board, seat: int) -> str:
    return tips.hunger(scene.t, scene.view, seat)


@on_demand
def _crew_tip(scene: Board, seat: int, crew: int) -> str:
    return tips.crew(scene.t, scene.view, seat, crew)


@on_demand
def _card_tip(scene: Board, seat: int, kind: int) -> str:
    told = tips.held_card(scene.t, scene.view, seat, kind)
    if kind == box.CANAL and scene.view.canals[seat]:
        return told + " " + scene.t("Touch a field to put it there.")
    return told


@on_demand
def _field_tip(scene: Board, kind: int, colour: int) -> str:
    return tips.field(scene.t, scene.view, kind, colour)


@question
def _place(scene: Board, seat: int) -> int:
    return int(track.place(scene.view, seat))


@part
def _stores(scene: Board, seat: int, room: Box) -> str:
    """Stones in store, what the quarries add, and grain against hunger, side by side."""
    view, t = scene.view, scene.t
    stones, quarry = view.stones[seat], view.quarry[seat]
    grain, need = int(feeding.harvested(view, seat)), int(feeding.need(view, seat))
    enough = "carnelian" if need > grain else "ink"
    shown = (
        (icons.STONE, f"{stones}", "ink", t("{count} of 25 stones in store").format(count=stones)),
        (icons.STONES, f"+{quarry}", "ink", _quarry_tip(scene, seat)),
        (icons.EAR, f"{grain}/{need}", enough, _hunger_tip(scene, seat)),
    )
    parts = []
    size = 24 if room.w < 230 else 30
    for i, (picture, words, ink, tip) in enumerate(shown):
        at = room.moved((0, 0.28, 0.6)[i] * room.w)
        face = shapes.icon(picture, at.x, at.y + 15 - size / 2, size)
        oval = Box(at.x + size - 2, at.y + 2, 11 * len(words) + 8, 26)
        face += svg.rect(*oval, "f-chalk", 13) if ink == "carnelian" else ""
        face += svg.text(at.x + size + 2, at.y + 21, words, 17, f"f-{ink} sans", bold=True)
        parts.append(scene.piece(face, tip=tip, says=words, name=f"store-{seat}-{i}"))
    return "".join(parts)


@part
def _crew(scene: Board, seat: int, crew: int, at: Box) -> str:
    """A crew with its strength, faint when it was used this round."""
    view = scene.view
    used, strength = view.used[seat][crew], view.crew[seat][crew]
    standing = at.h > at.w
    size = at.h * 0.56 if standing else min(at.w * 0.62, at.h - 6)
    where = (at.mid - size / 2, at.y + 3) if standing else (at.x - 1, at.level - size / 2)
    worker = shapes.icon(icons.worker(icons.CREW_FILLS[crew]), *where, size)
    told = (at.mid, at.bottom - 7) if standing else (at.right - at.w * 0.2, at.level + 7)
    use = act.USE_JOKER if crew == box.JOKER else act.USE_CREW.at(crew)
    return scene.piece(
        shapes.card(*at, "papyrus-edge" if used else "chalk"),
        svg.group(worker, opacity="0.4" if used else None),
        shapes.number(*told, strength, min(26, at.h * 0.56)),
        tip=_crew_tip(scene, seat, crew),
        says=f"{strength} {used}",
        name=f"crew-{seat}-{crew}",
        action=scene.of(seat, scene.pick(act.RAISE.at(crew), use)),
        around=at,
    )


def _trainings(scene: Board, crew: int, at: Box) -> str:
    """Chips at the edges of an own crew: train it for nothing, or for two stones."""
    free, paid = at._replace(y=at.y - 14, h=22), at._replace(y=at.bottom - 13, h=22)
    hire = _training(scene, act.HIRE.at(crew), paid, "+1 −2", box.PAID_TRAINING)
    return _training(scene, act.TRAIN.at(crew), free, "+1", box.TRAINING) + hire


@part
def _training(scene: Board, action: int, at: Box, price: str, kind: int) -> str:
    if not scene.can(action):
        return ""
    chip = space(at, price, ground="papyrus", edge="line", size=scene.shape.letter, r=8, bold=True)
    tip, name = names.card_tip(scene.t, kind), f"do-{action}"
    return scene.piece(chip, tip=tip, name=name, action=action, around=at)


def _cards(scene: Board, seat: int) -> list[int]:
    """The kinds of Nile cards that lie before a seat, but for fields."""
    have = scene.view.have[seat]
    return [kind for kind in range(box.FIRST_QUARRY, box.CARD_KINDS) if have[kind]]


@part
def _own_holdings(scene: Board, seat: int, room: Box, size: float) -> tuple[str, float]:
    """Fields, quarries and cards as tiles; their markup and lower edge.

    Cards that do something have their name beside the picture while there is room.
    """
    fields = [
        (kind, colour)
        for kind in (box.START_FIELD, *range(box.START_FIELD))
        for colour in range(box.COLOURS)
        if scene.view.plots[seat][kind][colour]
    ]
    cards = _cards(scene, seat)
    for named in (164, size):
        wide = [named if kind >= box.FIRST_ACTION_CARD else size for kind in cards]
        boxes = flow(room, [(w, size) for w in (*(size for _ in fields), *wide)], 7, 5)
        if boxes[-1].bottom <= room.bottom:
            break
    drawn = [
        *(_field(scene, seat, *each, at) for each, at in zip(fields, boxes, strict=False)),
        *(
            _card(scene, seat, kind, at)
            for kind, at in zip(cards, boxes[len(fields) :], strict=True)
        ),
    ]
    return "".join(drawn), boxes[-1].bottom


@part
def _field(scene: Board, seat: int, kind: int, colour: int, at: Box) -> str:
    """A field on the ground of the colour that it is irrigated by."""
    count = scene.view.plots[seat][kind][colour]
    return scene.piece(
        common.field_ground(at, colour) + shapes.icon(icons.FIELD_ICONS[kind], *at.grown(-1)[:3]),
        _many(scene, at, count),
        tip=_field_tip(scene, kind, colour),
        says=f"{kind} {colour} {count}",
        name=f"field-{seat}-{kind}-{colour}",
        action=scene.of(seat, act.DIG.at(kind, colour)) if colour else NO_ACTION,
        around=at,
    )


@part
def _card(scene: Board, seat: int, kind: int, at: Box) -> str:
    """A Nile card, which is played by touching it."""
    picture, named = at._replace(w=at.h), ""
    if at.w > at.h:
        lines = scene.shape.lines(names.card(scene.t, kind), at.w - at.h - 8, 2)
        letter = scene.shape.letter
        low = at.level + 0.36 * letter - 0.55 * letter * (len(lines) - 1)
        words = shapes.written(lines, picture.right + 6, low, letter, leading=1.1)
        named = shapes.card(*at, "chalk") + words
    return scene.piece(
        named + common.card_ground(picture, kind),
        shapes.icon(icons.CARD_ICONS[kind], *picture.grown(-1)[:3]),
        _many(scene, picture, scene.view.have[seat][kind]),
        tip=_card_tip(scene, seat, kind),
        says=str(scene.view.have[seat][kind]),
        name=f"card-{seat}-{kind}",
        action=scene.of(seat, act.PLAYS.get(kind, NO_ACTION)),
        around=at,
    )


def _many(scene: Board, at: Box, count: int) -> str:
    return (
        shapes.cartouche(at.x + 13, at.y + 9, f"×{count}", size=scene.shape.letter)
        if count > 1
        else ""
    )


@part
def _riddles(scene: Board, seat: int, room: Box) -> tuple[str, float]:
    """A seat's Sphinx cards: faces where the viewer may look, else backs; and where they end.

    After the game they lie open elsewhere.
    """
    seen = names.held_riddles(scene.view, seat)
    if is_over(scene):
        return "", room.y
    if not seen:
        return _backs(scene, seat, room.x, room.y), room.y + 38
    pitch = min(33, room.h / len(seen))
    drawn = []
    for i, index in enumerate(seen):
        at = Box(room.x, room.y + i * pitch, room.w, pitch - (2 if pitch < 30 else 4))
        face, tip = common.sphinx_card(scene, index, at), common.riddle_tip(scene, seat, index)
        drawn.append(scene.piece(face, tip=tip, says=str(index), name=f"riddle-{index}"))
    return "".join(drawn), room.y + pitch * len(seen)


@part
def _backs(scene: Board, seat: int, x: float, y: float) -> str:
    """A seat's Sphinx cards, face down, and how many."""
    hand, shown = scene.view.hand[seat], min(2, scene.view.hand[seat])
    backs = [shapes.icon(icons.CARD_BACK, x + 12 * i, y, 36) for i in range(shown)]
    count = shapes.cartouche(x + 62, y + 18, hand, size=scene.shape.letter)
    tip = scene.t("Sphinx cards, face down: {count}").format(count=hand)
    return scene.piece(*backs, count, tip=tip, name=f"riddles-{seat}")
