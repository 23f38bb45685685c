"""The players' tableaus: stores, crews, fields, cards and Sphinx cards."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box, flow, rows
from nomarch.draw.memory import part
from nomarch.draw.parts import Mark, nameplate, space, tableau
from nomarch.draw.scene import NO_ACTION
from nomarch.draw.shapes import card, cartouche, icon, number
from nomarch.games.egizia import actions as act, components as box, icons, state as st
from nomarch.games.egizia.art.common import GAP, Board, boat, card_ground, field_ground, sphinx_card
from nomarch.games.egizia.rules import feeding, tableau as track
from nomarch.games.egizia.words import names


def own(scene: Board, parts: list[str], y: float) -> float:
    """The tableau that comes first: everything large enough to touch."""
    seat, at = scene.seats[0], Box(scene.shape.edge, y, scene.shape.room)
    have = scene.view.have[seat]
    chips = 32 * ((have[box.TRAINING] > 0) + (have[box.PAID_TRAINING] > 0))
    if scene.wide:
        plate, stores = at._replace(w=270), Box(at.x + 14, y + 56, 84)
        crew = Box(at.x + 284, y + 14, 76, 76)
        riddles, low = _riddles(scene, seat, Box(at.right - 238, y + 14, 228), 1)
        tiles, deep = _holdings(scene, seat, Box(at.x + 644, y + 14, 302), 44)
        deep = max(deep, crew.bottom + 8 + chips)
    else:
        plate, stores = at, Box(at.x + 14, y + 50, 128)
        crew = Box(at.x + 10, y + 92, 86, 76)
        room = Box(at.x + 12, crew.bottom + 14 + chips, at.w - 20)
        tiles, deep = _holdings(scene, seat, room, 42)
        riddles, low = _riddles(scene, seat, Box(at.x + 12, deep + 12, at.w - 24), 2)
    crews = crew.repeated(len(box.CREWS), len(box.CREWS), 12)
    height = max(low, deep, y + 92) - y + 14
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
    column = Box(scene.shape.edge, y, scene.shape.room).across(columns, GAP)[0]
    height = max(_other_height(scene, seat, column.w) for seat in seats)
    boxes = column._replace(h=height).repeated(len(seats), columns, GAP)
    parts += (_other(scene, seat, at) for seat, at in zip(seats, boxes, strict=True))
    return boxes[-1].bottom + GAP + 2


def _other_height(scene: Board, seat: int, w: float) -> float:
    """High enough for the seat's cards, and for its Sphinx cards when they lie open."""
    low = _holdings(scene, seat, Box(0, 134, w - 20), 34)[1]
    if scene.view.asked == st.OVER:
        low += 8 + 33 * rows(scene.view.hand[seat], 2)
    return max(190, low + 12)


@part
def _other(scene: Board, seat: int, at: Box) -> str:
    """Another player's tableau: the same things, smaller."""
    crew = Box(at.x + 12, at.y + 84, min(64, (at.w - 24 - 3 * 6 - 130) / 4), 40)
    crews = crew.repeated(len(box.CREWS), len(box.CREWS), 6)
    tiles, low = _holdings(scene, seat, Box(at.x + 12, at.y + 134, at.w - 20), 34)
    hand = Box(crews[-1].right + 12, at.y + 86, 120)
    if scene.view.asked == st.OVER:
        hand = Box(at.x + 12, low + 6, at.w - 24)
    return tableau(
        scene,
        seat,
        at,
        _nameplate(scene, seat, at),
        _stores(scene, seat, Box(at.x + 12, at.y + 46, min(112, (at.w - 110) / 2))),
        *(_crew(scene, seat, i, where) for i, where in enumerate(crews)),
        tiles,
        _riddles(scene, seat, hand, 2)[0],
    )


@part
def _nameplate(scene: Board, seat: int, at: Box) -> str:
    """Who it is, the points, and the boats left; the leader's points in a golden oval."""
    view, place = scene.view, int(track.place(scene.view, seat))
    points, left = view.points[seat], view.boats_left[seat]
    tip = scene.t("{player}: score {points}, place {place}").format(
        player=scene.names[seat], points=points, place=place
    )

    def boats(x: float, y: float) -> str:
        return boat(seat, x, y, 28) + svg.text(x + 32, y + 19, left, 15, "f-ink sans")

    wide = 22 + 14 * len(str(points))
    oval = Box(at.right - wide - 3, at.y + 9, wide, 31)
    leader = svg.rect(*oval, "f-chalk s-gold", 15, stroke_width=4) if place == 1 else ""
    return leader + nameplate(
        scene, seat, at, points, marks=[Mark(boats, 42)], tip=tip, name=f"name-{seat}"
    )


@part
def _stores(scene: Board, seat: int, first: Box) -> str:
    """Stones in store, what the quarries add, and grain against hunger, side by side."""
    view, t = scene.view, scene.t
    stones, quarry = view.stones[seat], view.quarry[seat]
    grain, need = int(feeding.harvested(view, seat)), int(feeding.need(view, seat))
    enough = "carnelian" if need > grain else "ink"
    food = t("{grain} grain irrigated now, {need} needed").format(grain=grain, need=need)
    shown = (
        (icons.STONE, f"{stones}", "ink", t("{count} of 25 stones in store")),
        (icons.STONES, f"+{quarry}", "ink", t("Stones from the quarries each round: {count}")),
        (icons.EAR, f"{grain}/{need}", enough, food),
    )
    parts = []
    for i, ((picture, words, ink, tip), at) in enumerate(
        zip(shown, first.repeated(3, 3), strict=True)
    ):
        face = icon(picture, at.x, at.y, 30)
        face += svg.text(at.x + 34, at.y + 23, words, 20, f"f-{ink} serif", bold=True)
        told = tip.format(count=words.lstrip("+"))
        parts.append(scene.piece(face, tip=told, name=f"store-{seat}-{i}"))
    return "".join(parts)


@part
def _crew(scene: Board, seat: int, crew: int, at: Box) -> str:
    """A crew with its strength, faint when it was used this round."""
    view, t = scene.view, scene.t
    used, strength = view.used[seat][crew], view.crew[seat][crew]
    size = min(at.w * 0.62, at.h - 8)
    worker = icon(icons.worker(icons.CREW_FILLS[crew]), at.x + 1, at.level - size / 2, size)
    tip = t("{crew}, strength {strength}")
    if used:
        tip = t("{crew}, strength {strength}, used this round")
    use = act.USE_JOKER if crew == box.JOKER else act.USE_CREW.at(crew)
    return scene.piece(
        card(*at, "papyrus-edge" if used else "chalk"),
        svg.group(worker, opacity="0.4" if used else None),
        number(at.x + at.w * 0.8, at.level + 9, strength, min(28, at.h * 0.5)),
        tip=tip.format(crew=names.crew(t, crew), strength=strength),
        name=f"crew-{seat}-{crew}",
        action=scene.of(seat, scene.pick(act.RAISE.at(crew), use)),
        around=at,
    )


@part
def _trainings(scene: Board, crew: int, above: Box) -> str:
    """Chips below an own crew: train it for nothing, or for two stones."""
    at = above._replace(y=above.bottom + 10, h=24)
    below = at.moved(0, 32) if scene.view.have[scene.seats[0]][box.TRAINING] else at
    stone = icon(icons.STONE, below.right - 24, below.y + 2, 20)
    paid = _training(scene, act.HIRE.at(crew), below, "+1 −2", box.PAID_TRAINING, stone)
    return _training(scene, act.TRAIN.at(crew), at, "+1", box.TRAINING) + paid


def _training(scene: Board, action: int, at: Box, price: str, kind: int, stone: str = "") -> str:
    if not scene.can(action):
        return ""
    chip = space(at, ground="chalk", edge="line", r=8)
    middle = at.mid - 8 if stone else at.mid
    words = svg.text(middle, at.y + 17, price, 14, "f-ink sans", "middle", bold=True)
    tip, name = names.card_tip(scene.t, kind), f"do-{action}"
    return scene.piece(chip, words, stone, tip=tip, name=name, action=action, around=at)


def _holdings(scene: Board, seat: int, room: Box, size: float) -> tuple[str, float]:
    """Fields, quarries and cards of a seat as small tiles; their markup and lower edge."""
    view = scene.view
    fields = [
        (kind, colour)
        for kind in (box.START_FIELD, *range(box.START_FIELD))
        for colour in range(box.COLOURS)
        if view.plots[seat][kind][colour]
    ]
    cards = [kind for kind in range(box.FIRST_QUARRY, box.CARD_KINDS) if view.have[seat][kind]]
    boxes = flow(room, [(size, size)] * (len(fields) + len(cards)), 8)
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
    t, count = scene.t, scene.view.plots[seat][kind][colour]
    name, shade = names.field(t, kind), names.colour(t, colour)
    return scene.piece(
        field_ground(at, colour) + icon(icons.FIELD_ICONS[kind], *at.grown(-2)[:3]),
        _many(at, count),
        tip=t("{field}, now {colour}").format(field=name, colour=shade),
        name=f"field-{seat}-{kind}-{colour}",
        action=scene.of(seat, act.DIG.at(kind, colour)) if colour else NO_ACTION,
        around=at,
    )


@part
def _card(scene: Board, seat: int, kind: int, at: Box) -> str:
    """A Nile card, which is played by touching it."""
    tip = names.card_tip(scene.t, kind)
    if kind == box.CANAL and scene.view.canals[seat]:
        tip += " " + scene.t("Touch a field to put it there.")
    return scene.piece(
        card_ground(at, kind) + icon(icons.CARD_ICONS[kind], *at.grown(-2)[:3]),
        _many(at, scene.view.have[seat][kind]),
        tip=tip,
        name=f"card-{seat}-{kind}",
        action=scene.of(seat, act.PLAYS.get(kind, NO_ACTION)),
        around=at,
    )


def _many(at: Box, count: int) -> str:
    return cartouche(at.x + 11, at.y + 8, f"×{count}") if count > 1 else ""


def _riddles(scene: Board, seat: int, room: Box, columns: int) -> tuple[str, float]:
    """A seat's Sphinx cards: faces where the viewer may look, else backs; and where they end."""
    t, seen, hand = scene.t, names.held_riddles(scene.view, seat), scene.view.hand[seat]
    if seen:
        first = room._replace(h=28).across(columns, 6)[0]
        drawn = []
        for i, index in enumerate(seen):
            at = first.moved(i % columns * (first.w + 6), i // columns * 33)
            face, tip = sphinx_card(t, index, at), names.riddle(t, index)
            drawn.append(scene.piece(face, tip=tip, name=f"riddle-{index}"))
        return "".join(drawn), room.y + 33 * rows(len(seen), columns)
    shown = min(5, hand)
    backs = [icon(icons.CARD_BACK, room.x + 14 * i, room.y, 34) for i in range(shown)]
    count = cartouche(room.x + 32 + 14 * shown, room.y + 18, hand)
    tip = t("Sphinx cards, face down: {count}").format(count=hand)
    return scene.piece(*backs, count, tip=tip, name=f"riddles-{seat}"), room.y + 34
