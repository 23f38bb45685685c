"""The board of Egizia as a picture: the river, the monuments, the tracks and the tableaus.

Everything that can be done is done on the thing itself: a space of the river, a stone's place, a
crew, a field, a card. Only what has no thing of its own stands as a plaque beside the prompt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from nomarch.draw import scene as draw_scene, svg
from nomarch.draw.covers import cover as draw_cover
from nomarch.draw.marks import MARKS
from nomarch.draw.palette import SEATS
from nomarch.draw.scene import NO_ACTION, Asked, Measures
from nomarch.draw.shapes import (
    badge,
    card,
    cartouche,
    heading,
    icon,
    panel,
    piece,
    ring,
    shorten,
    tile,
)
from nomarch.games.egizia import actions as act, components as c, icons, phases as ph, words
from nomarch.games.egizia.actions import format_action
from nomarch.games.egizia.words import rules

GAP = 10
ROMAN = ("", "I", "II", "III", "IV", "V")
WIDE, TALL = Measures(1200, 11), Measures(420, 8)
STAGE_STEP = (0, 1, 1, 2, 3, 4, 4, 5, 6, 6)
"""Which of the seven phases a stage belongs to."""
FIELD_GROUNDS = ("malachite", "gold", "clay")
PLAQUES = (
    act.PASS, act.DONE, *range(act.SELL, act.SELL + c.SALE_MAX), act.FEED_NOW, act.NO_JOKER,
    act.LEAVE, act.STOP,
)  # fmt: skip
"""Actions without a thing of their own."""
DRAWS = (*range(act.DRAW, act.DRAW_MORE), *range(act.DRAW_MORE, act.KEEP))
PLAYS = {
    c.SECOND_BOAT: act.PLAY_SECOND,
    c.BUILD_FIRST: act.PLAY_FIRST,
    c.OVERTIME: act.PLAY_OVERTIME,
    c.DOUBLE_SHIFT: act.PLAY_SHIFT,
    c.TWO_RIDDLES: act.PLAY_TWO_RIDDLES,
    c.BUILD_WAITING: act.PLAY_WAITING,
    c.GRAIN_SURPLUS: act.PLAY_SURPLUS,
    c.STONES_FOR_GRAIN: act.EAT_STONE,
}
"""The cards that are played by touching them."""


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that `event_icon` gives."""
    return {
        f"card-{kind}": tile(markup, icons.CARD_GROUNDS[kind], 1, 1, 46)
        for kind, markup in enumerate(icons.CARD_ICONS)
    }


def cover() -> svg.Svg:
    """The game's cover: a boat on the Nile, and what it sails for."""
    pieces = (
        ("malachite", icons.EAR), ("papyrus-deep", icons.STONES), ("clay", icons.SPHINX_HEAD),
        ("sand", icons.OBELISK), ("turquoise", icons.TEMPLE), ("papyrus", icons.PYRAMID),
    )  # fmt: skip
    return draw_cover(
        "Egizia", sky="turquoise", ray="sand", disc="papyrus", emblem=icons.BOAT,
        ground=("lapis", "malachite"), row=[tile(m, ground, 1, 1, 46) for ground, m in pieces],
    )  # fmt: skip


@dataclass(frozen=True)
class Box:
    """A rectangle of the drawing."""

    x: float
    y: float
    w: float
    h: float

    @property
    def mid(self) -> float:
        """The middle, from left to right."""
        return self.x + self.w / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h


class Scene(draw_scene.Scene[Any, Measures]):
    """Everything a part of the drawing needs to know."""

    @property
    def width(self) -> int:
        """The drawing's width in units."""
        return self.shape.width

    @property
    def edge(self) -> int:
        """The margin at both sides."""
        return self.shape.edge

    @property
    def first(self) -> int:
        """The seat whose tableau comes first."""
        return max(self.viewer, 0)

    def thing(
        self, markup: str, *, tip: str, name: str, action: int = NO_ACTION,
        around: Box | None = None, r: float = 8,
    ) -> str:  # fmt: skip
        """A piece with its tip, and with a ring and an action when it can be chosen."""
        if action == NO_ACTION:
            return piece(markup, tip=tip, id_=self.id(name))
        lit = ""
        if around is not None:
            lit = ring(around.x - 3, around.y - 3, around.w + 6, around.h + 6, r)
        return piece(
            markup, lit, tip=tip, id_=self.id(name), action=format_action(action),
            label=self.label(action),
        )  # fmt: skip


def draw(view: Any, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, format_action, (WIDE, TALL), **asked)
    parts: list[str] = []
    y = _header(scene, parts)
    if scene.wide:
        y = _river_wide(scene, parts, y)
        y = _bar(scene, parts, y)
        y = _monuments_wide(scene, parts, y)
    else:
        y = _bar(scene, parts, y)
        y = _own_tableau(scene, parts, y)
        y = _river_tall(scene, parts, y) if _sailing(scene) else _river_folded(scene, parts, y)
        y = _monuments_tall(scene, parts, y)
    y = _score_track(scene, parts, y)
    if scene.wide:
        y = _own_tableau(scene, parts, y)
    y = _other_tableaus(scene, parts, y)
    return scene.drawing("Egizia", y, *parts)


# --- Small shapes -------------------------------------------------------------------------------


def _lines(text: str, most: int, count: int) -> list[str]:
    """Words broken into a few short lines, the last one cut if need be."""
    lines: list[str] = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > count:
        lines = [*lines[: count - 1], " ".join(lines[count - 1 :])]
    return [shorten(line, most) for line in lines]


def _written(
    text: str, x: float, y: float, most: int, count: int, size: float = 13,
    cls: str = "f-ink sans", anchor: str = "middle", bold: bool = False,
) -> str:  # fmt: skip
    """A few lines of text, the first baseline at y."""
    return "".join(
        svg.text(x, y + i * size * 1.12, line, size, cls, anchor, bold)
        for i, line in enumerate(_lines(text, most, count))
    )


def _boat(seat: int, x: float, y: float, size: float) -> str:
    """A seat's boat: its colour in the hull, its mark in the sail."""
    colour = SEATS[seat]
    return svg.group(
        svg.path("M20 2V36", "nofill line"),
        svg.path("M21 3C43 6 46 22 38 31H21Z", "f-chalk line"),
        svg.group(MARKS[seat], at=(22, 8), scale=0.4, class_=f"f-{colour}"),
        svg.path(icons.HULL, f"f-{colour} line"),
        at=(x, y), scale=size / 48,
    )  # fmt: skip


def _block(seat: int, box: Box) -> str:
    """A dressed stone of a seat: its colour and its mark."""
    size = min(box.h, box.w) * 0.78
    return svg.rect(box.x, box.y, box.w, box.h, f"f-{SEATS[seat]} line", 2) + svg.group(
        MARKS[seat], at=(box.mid - size / 2, box.y + (box.h - size) / 2), scale=size / 48,
        class_="f-papyrus",
    )  # fmt: skip


def _ground(box: Box, kind: int) -> str:
    """A Nile card's ground; yellow-green fields are half and half."""
    if kind < c.START_FIELD:
        return _field_ground(box, c.FIELD_COLOUR[kind])
    return card(box.x, box.y, box.w, box.h, icons.CARD_GROUNDS[kind])


def _field_ground(box: Box, colour: int) -> str:
    plain = card(box.x, box.y, box.w, box.h, FIELD_GROUNDS[colour])
    if colour != c.YELLOW_GREEN:
        return plain
    half = f"M{box.x + 1} {box.y + 1}H{box.x + box.w - 1}L{box.x + 1} {box.bottom - 1}Z"
    return plain + svg.path(half, "f-malachite")


def _number(x: float, y: float, value: object, size: float = 22, anchor: str = "middle") -> str:
    return svg.text(x, y, value, size, "f-ink serif", anchor, bold=True)


def _riddle_icon(index: int) -> str:
    """The picture of a Sphinx card."""
    kind, _, about, *_ = c.SPHINX_TABLE[index]
    if kind == c.BUILT:
        return icons.STRUCTURE_ICONS[c.PART_STRUCTURE[about]]
    if kind in (c.OWN_STONES, c.PER_STONE):
        return icons.STRUCTURE_ICONS[about]
    if kind == c.CREW_STRENGTH:
        return icons.worker(icons.CREW_FILLS[about])
    return {
        c.PLAYERS_AT_BOTTOM: icons.SCALES,
        c.AT_BOTTOM: icons.SCALES,
        c.OWN_EACH: icons.STONES,
        c.MOST_QUARRY: icons.STONES,
        c.MOST_GRAIN: icons.EAR,
        c.PERMANENTS: icons.CARD_ICONS[c.LATE_HARVEST],
        c.PER_TEN: icons.SCARAB,
    }[kind]


# --- The header ---------------------------------------------------------------------------------


def _header(scene: Scene, parts: list[str]) -> float:
    """Round, phase, turn order and flood; where the next part begins."""
    if scene.wide:
        parts.append(_rounds(scene, 11, 12))
        parts.append(_phases(scene, 216, 14, 84))
        parts.append(_order(scene, 822, 12))
        parts.append(_flood(scene, Box(1010, 8, 179, 44)))
        return 66
    parts.append(_rounds(scene, 8, 8))
    parts.append(_order(scene, 232, 8))
    parts.append(_phases(scene, 8, 52, 58))
    parts.append(_flood(scene, Box(8, 92, 404, 44)))
    return 146


def _rounds(scene: Scene, x: float, y: float) -> str:
    """Five discs, the round that is played filled."""
    marks = []
    for number in range(1, c.ROUNDS + 1):
        on = number == scene.view.round
        at = x + 17 + (number - 1) * 38
        marks.append(
            svg.circle(at, y + 17, 16, f"{'f-carnelian' if on else 'f-papyrus-deep'} line")
        )
        ink = "f-papyrus" if on else "f-ink-soft"
        marks.append(svg.text(at, y + 22, ROMAN[number], 15, f"{ink} serif", "middle", bold=True))
    tip = scene.t("Round {round} of 5").format(round=scene.view.round)
    return scene.thing("".join(marks), tip=tip, name="rounds")


def _phases(scene: Scene, x: float, y: float, step: float) -> str:
    """The seven phases of a round, the present one marked."""
    t = scene.t
    titles = (
        t("Cards"), t("Boats"), t("Food"), t("Stones"), t("Build"), t("Bonus"), t("Order"),
    )  # fmt: skip
    now = STAGE_STEP[scene.view.stage]
    marks = []
    for i, title in enumerate(titles):
        on = i == now and scene.view.phase != ph.OVER
        box = Box(x + i * step, y, step - 4, 30)
        marks.append(
            svg.rect(box.x, box.y, box.w, box.h, f"{'f-lapis' if on else 'f-papyrus-deep'}", 6)
        )
        ink = "f-papyrus" if on else "f-ink-soft"
        room = int(step / 7.2)
        marks.append(
            svg.text(
                box.mid,
                y + 20,
                shorten(title, room),
                13,
                f"{ink} sans",
                "middle",
                on and scene.wide,
            )
        )
    tip = t("Phase {number} of 7: {phase}").format(number=now + 1, phase=titles[now])
    return scene.thing("".join(marks), tip=tip, name="phases")


def _order(scene: Scene, x: float, y: float) -> str:
    """The seats by order tile; whoever passed is faint."""
    marks = []
    for i in range(scene.view.players):
        seat = scene.view.order[i]
        at = x + 18 + i * 44
        faint = scene.view.stage == ph.PLACING and scene.view.passed[seat]
        tile = badge(seat, at, y + 17, 15) + cartouche(at + 14, y + 30, i + 1)
        tip = scene.t("{player} has order tile {tile}.").format(
            player=scene.names[seat], tile=i + 1
        )
        if faint:
            tip = scene.t("{player} has passed.").format(player=scene.names[seat])
        marks.append(
            scene.thing(
                svg.group(tile, opacity="0.35" if faint else None), tip=tip, name=f"order-{i}"
            )
        )
    return "".join(marks)


def _flood(scene: Scene, box: Box) -> str:
    """Three spaces for the flood marker, each showing the fields that it waters."""
    t, marks = scene.t, []
    w = (box.w - 2 * 6) / 3
    for space in range(c.COLOURS):
        at = Box(box.x + space * (w + 6), box.y, w, box.h)
        here = space == scene.view.flood
        shapes = [
            svg.rect(at.x, at.y, at.w, at.h, "f-chalk line" if here else "f-papyrus-deep hair", 6)
        ]
        for colour in range(space + 1):
            field = Box(at.x + 5 + colour * 15, at.y + 6, 12, at.h - 12)
            shapes.append(_field_ground(field, colour))
        if here:
            shapes.append(icon(icons.WATER, at.x + at.w - 34, at.y + 6, 31))
        tip = (
            t("Flood left: only green fields give grain."),
            t("Flood at the centre: green and yellow-green fields give grain."),
            t("Flood right: all fields give grain."),
        )[space]
        marks.append(
            scene.thing(
                "".join(shapes), tip=tip, name=f"flood-{space}", around=at,
                action=scene.pick(act.FLOOD_TO + space),
            )
        )  # fmt: skip
    return "".join(marks)


# --- The river ----------------------------------------------------------------------------------


def _river_wide(scene: Scene, parts: list[str], y: float) -> float:
    """From the source on the left to the delta on the right: cards above, fixed spaces below."""
    pitch, w, top = 114, 102, y
    parts.append(_water_across(y + 120))
    for pos in range(c.POSITIONS):
        index = c.SPACE_INDEX[pos]
        if c.SPACE_KIND[pos] == c.CARD_SPACE:
            parts.append(_card_space(scene, index, Box(11 + pos // 2 * pitch, top, w, 112)))
        else:
            box = Box(11 + 57 + pos // 2 * pitch, top + 166, w, 112)
            parts.append(_fixed_space(scene, pos, box))
    return y + 290


def _water_across(y: float) -> str:
    """The Nile as a band, with its bends and the direction of its flow."""
    bends = "".join(f"q28.5 {-14 if i % 2 else 14} 57 0" for i in range(22))
    back = "".join(f"q-28.5 {14 if i % 2 else -14} -57 0" for i in range(22))
    band = f"M-20 {y}{bends}v38{back}Z"
    arrows = "".join(f"M{x} {y + 12}l8 7l-8 7" for x in range(60, 1200, 114))
    waves = "".join(f"M{x} {y + 19}q7 -6 14 0t14 0" for x in range(94, 1200, 114))
    return (
        svg.path(band, "f-lapis line")
        + svg.element("path", d=arrows, class_="nofill s-papyrus", stroke_width=3)
        + svg.element("path", d=waves, class_="nofill s-turquoise", stroke_width=2)
    )


def _river_tall(scene: Scene, parts: list[str], y: float) -> float:
    """From the source at the top to the delta: cards on the left, fixed spaces on the right."""
    pitch = 74
    parts.append(_water_down(y, 10.5 * pitch))
    for pos in range(c.POSITIONS):
        index = c.SPACE_INDEX[pos]
        at = y + pos // 2 * pitch
        if c.SPACE_KIND[pos] == c.CARD_SPACE:
            parts.append(_card_space(scene, index, Box(8, at, 184, 68)))
        else:
            parts.append(_fixed_space(scene, pos, Box(228, at + pitch / 2, 184, 68)))
    return y + 10.5 * pitch + 8


def _sailing(scene: Scene) -> bool:
    """Whether the whole river matters: cards lie there to be taken."""
    return bool(scene.view.stage in (ph.PLACING, ph.HARVESTING))


def _river_folded(scene: Scene, parts: list[str], y: float) -> float:
    """When nobody sails a small drawing shows only the boats at the sites."""
    parts.append(svg.path(f"M0 {y}h420v14H0Z", "f-lapis hair"))
    for site in range(len(c.SITES)):
        parts.append(_site_space(scene, site, Box(8 + site * 138, y + 20, 128, 112)))
    return y + 142


def _water_down(y: float, h: float) -> str:
    steps = int(h / 37)
    bends = "".join(f"q{-12 if i % 2 else 12} 18.5 0 37" for i in range(steps))
    back = "".join(f"q{12 if i % 2 else -12} -18.5 0 -37" for i in range(steps))
    arrows = "".join(f"M203 {y + 30 + i * 74}l7 8l7 -8" for i in range(10))
    return svg.path(f"M198 {y}{bends}h24{back}Z", "f-lapis line") + svg.element(
        "path", d=arrows, class_="nofill s-papyrus", stroke_width=3
    )


def _boats_at(scene: Scene, pos: int) -> list[int]:
    return [seat for seat in range(scene.view.players) if scene.view.boats[seat] >> pos & 1]


def _card_space(scene: Scene, index: int, box: Box) -> str:
    """A card on the Nile, or the boat of whoever took it."""
    kind = scene.view.row[index]
    if kind >= 0:
        action = scene.pick(act.GO_CARD + index, act.HARVEST + index)
        return scene.thing(
            _nile_card(scene, kind, box), tip=words.card_tip(scene.t, kind),
            name=f"nile-{index}", action=action, around=box,
        )  # fmt: skip
    shapes = [svg.rect(box.x, box.y, box.w, box.h, "f-papyrus-deep hair", 6)]
    boats = _boats_at(scene, c.CARD_POS[index])
    for seat in boats:
        shapes.append(_boat(seat, box.mid - 27, box.y + box.h / 2 - 27, 54))
    if not boats:
        name = words.space(scene.t, c.CARD_POS[index])
        shapes.append(_written(name, box.mid, box.y + box.h / 2, 14, 2, 13, "f-ink-soft sans"))
    tip = scene.t("{space}: the card is gone.").format(
        space=words.space(scene.t, c.CARD_POS[index])
    )
    return scene.thing("".join(shapes), tip=tip, name=f"nile-{index}")


def _nile_card(scene: Scene, kind: int, box: Box) -> str:
    """A card's picture on its ground, and its name."""
    name = words.card(scene.t, kind)
    if box.w > box.h * 1.5:
        picture = Box(box.x, box.y, box.h, box.h)
        return (
            card(box.x, box.y, box.w, box.h, "chalk")
            + _ground(picture, kind)
            + icon(icons.CARD_ICONS[kind], picture.x + 7, picture.y + 7, box.h - 14)
            + _written(name, box.x + box.h + 8, box.y + 24, 14, 3, 13, anchor="start")
        )
    picture = Box(box.x, box.y, box.w, box.h - 38)
    size = picture.h - 10
    return (
        card(box.x, box.y, box.w, box.h, "chalk")
        + _ground(picture, kind)
        + icon(icons.CARD_ICONS[kind], picture.mid - size / 2, picture.y + 5, size)
        + _written(name, box.mid, box.bottom - 22, 14, 2, 13)
    )


def _fixed_space(scene: Scene, pos: int, box: Box) -> str:
    index = c.SPACE_INDEX[pos]
    if c.SPACE_KIND[pos] == c.ROUND_SPACE:
        return _round_space(scene, index, box)
    return _site_space(scene, index, box)


def _round_space(scene: Scene, index: int, box: Box) -> str:
    """A round space with its effect; beside it the chance to double it."""
    t, pos = scene.t, c.ROUND_POS[index]
    lying = box.w > box.h * 1.5
    r = 32 if lying else 42
    x, y = (box.x + 34, box.y + 34) if lying else (box.mid, box.y + 44)
    edge = "stone" if index == c.HELIOPOLIS else "sand"
    shapes = [svg.circle(x, y, r, f"f-{edge} line")]
    if index == c.HELIOPOLIS:
        shapes.append(svg.circle(x, y, r - 5, "f-sand hair"))
    shapes.append(icon(icons.ROUND_ICONS[index], x - r * 0.68, y - r * 0.68, r * 1.36))
    name = words.round_space(index)
    if lying:
        shapes.append(svg.text(box.x + 74, y + 5, name, 15, "f-ink sans", bold=True))
    else:
        shapes.append(svg.text(box.mid, box.bottom - 8, name, 14, "f-ink sans", "middle", True))
    for i, seat in enumerate(_boats_at(scene, pos)):
        shapes.append(_boat(seat, x - 24 + 14 * i, y - 18, 52))
    ring_box = Box(x - r, y - r, 2 * r, 2 * r)
    space = scene.thing(
        "".join(shapes), tip=words.space_tip(t, pos), name=f"round-{index}",
        action=scene.pick(act.GO_ROUND + index), around=ring_box, r=r + 3,
    )  # fmt: skip
    doubled = scene.pick(act.GO_DOUBLED + index)
    if doubled == NO_ACTION:
        return space
    at = Box(x + r - 14, y - r - 4, 34, 24)
    chip = svg.rect(at.x, at.y, at.w, at.h, "f-chalk line", 8) + svg.text(
        at.mid, at.y + 17, "×2", 15, "f-ink sans", "middle", bold=True
    )
    return space + scene.thing(
        chip, tip=words.card_tip(t, c.DOUBLE_ROUND), name=f"double-{index}", action=doubled,
        around=at,
    )  # fmt: skip


def _site_space(scene: Scene, site: int, box: Box) -> str:
    """A site on the bank: its places from the Nile outwards, and the place to wait."""
    t, view = scene.t, scene.view
    lying = box.w > box.h * 1.5
    title = (t("Sphinx"), t("Obelisk"), t("Temple"))[site]
    parts = [
        scene.thing(
            svg.rect(box.x, box.y, box.w, box.h, "f-clay line", 8)
            + (icon(icons.SITE_ICONS[site], box.x + 5, box.y + 8, 40) if lying
               else icon(icons.SITE_ICONS[site], box.x + 8, box.y + 62, 46))
            + (svg.text(box.x + 6, box.y + 62, title, 13, "f-ink sans", bold=True) if lying
               else svg.text(box.mid, box.y + 54, title, 14, "f-ink sans", "middle", True)),
            tip=words.space_tip(t, c.SITE_POS[site]), name=f"site-{site}",
        )
    ]  # fmt: skip
    for place in range(c.PLACES_OPEN[view.players]):
        at = Box(box.x + (60 if lying else 3) + place * 33, box.y + (2 if lying else 4), 30, 30)
        parts.append(_place(scene, site, place, at))
    at = Box(box.x + (93 if lying else 66), box.y + (36 if lying else 84), 30, 26)
    parts.append(_waiting(scene, site, at))
    return "".join(parts)


def _place(scene: Scene, site: int, place: int, at: Box) -> str:
    seat = scene.view.place[site][place]
    shape = svg.circle(at.mid, at.y + 15, 15, "f-papyrus hair")
    if seat >= 0:
        shape += _boat(seat, at.x - 1, at.y - 3, 33)
        tip = scene.t("Place {place}: {player}").format(place=place + 1, player=scene.names[seat])
    else:
        shape += svg.text(at.mid, at.y + 20, place + 1, 14, "f-ink-soft sans", "middle", True)
        tip = scene.t("Place {place} of {site}: empty").format(
            place=place + 1, site=words.site(scene.t, site)
        )
    return scene.thing(
        shape, tip=tip, name=f"place-{site}-{place}", around=at, r=18,
        action=scene.pick(act.GO_SITE + site * c.PLACES + place),
    )  # fmt: skip


def _waiting(scene: Scene, site: int, at: Box) -> str:
    seat, action = scene.view.waiting[site], scene.pick(act.GO_WAIT + site)
    if seat < 0 and action == NO_ACTION:
        return ""
    shape = svg.rect(at.x, at.y, at.w, at.h, "f-papyrus-deep hair", 8)
    tip = scene.t("Here a boat waits until somebody at the places does not build.")
    if seat >= 0:
        shape += _boat(seat, at.x - 1, at.y - 5, 32)
        tip = scene.t("{player} is waiting here.").format(player=scene.names[seat])
    else:
        shape += icon(icons.HOURGLASS, at.x + 4, at.y + 2, 22)
    return scene.thing(shape, tip=tip, name=f"wait-{site}", action=action, around=at)


# --- The prompt and the plaques -----------------------------------------------------------------


def _bar(scene: Scene, parts: list[str], y: float) -> float:
    """What is asked and of whom, the plaques, and the cards in the fingers at the Sphinx."""
    told = words.prompt(scene.t, scene.view, scene.viewer, scene.to_act, scene.names)
    mine = scene.viewer in scene.to_act
    if scene.wide:
        box = Box(11, y, 1178, 98)
        text, plaques = Box(58, y + 28, 270, 60), Box(366, y + 8, 810, 80)
    else:
        box = Box(8, y, 404, 0)
        text, plaques = Box(58, y + 24, 340, 46), Box(18, y + 70, 384, 0)
    buttons, bottom = _buttons(scene, plaques)
    height = box.h if scene.wide else max(116, bottom - y + 10)
    parts.append(panel(box.x, y, box.w, height, active=mine))
    ahead = min(range(scene.view.players), key=lambda seat: rules.place_of(scene.view, seat))
    parts.append(badge(scene.to_act[0] if scene.to_act else ahead, box.x + 24, y + 26, 15))
    most, count = (30, 4) if scene.wide else (34, 3)
    parts.append(_written(told, text.x, text.y, most, count, 16 if mine else 15,
                          "f-ink sans", "start", mine))  # fmt: skip
    parts.append(buttons)
    return y + height + GAP


def _buttons(scene: Scene, box: Box) -> tuple[str, float]:
    """The plaques in rows; their markup and lower edge."""
    shapes: list[tuple[float, float, str, int]] = []
    for action in PLAQUES:
        if action in scene.legal:
            label = scene.label(action)
            if act.SELL <= action < act.SELL + c.SALE_MAX:
                label = str(action - act.SELL + 1)
            shapes.append((max(54, 26 + 8.8 * len(label)), 36, label, action))
    shapes += [(104, 36, "", action) for action in DRAWS if action in scene.legal]
    keeps = [i for i in range(c.MAX_DRAW) if scene.view.drawn[i] >= 0]
    shapes += [(152, 78, "", act.KEEP + i) for i in keeps]
    parts, x, y, row = [], box.x, box.y, 0.0
    for w, h, label, action in sorted(shapes, key=lambda shape: -shape[1]):
        if x + w > box.x + box.w and x > box.x:
            x, y, row = box.x, y + row + 8, 0.0
        parts.append(_button(scene, Box(x, y, min(w, box.w), h), label, action))
        x, row = x + w + 12, max(row, h)
    return "".join(parts), y + row


def _button(scene: Scene, box: Box, label: str, action: int) -> str:
    if action >= act.KEEP and action < act.LAY:
        index = scene.view.drawn[action - act.KEEP]
        return scene.thing(
            _sphinx_card(scene, index, box), tip=words.riddle(scene.t, index),
            name=f"drawn-{action - act.KEEP}", action=scene.pick(action), around=box,
        )  # fmt: skip
    shape = svg.rect(box.x, box.y, box.w, box.h, "f-chalk line", 8)
    if action in DRAWS:
        shape += _draw_face(scene, box, action)
    else:
        shape += svg.text(
            box.mid, box.y + box.h / 2 + 5.5, shorten(label, int(box.w / 8)), 15, "f-ink sans",
            "middle", bold=True,
        )  # fmt: skip
    return scene.thing(
        shape, tip=scene.label(action), name=f"do-{format_action(action).replace(' ', '-')}",
        action=action, around=box, r=11,
    )  # fmt: skip


def _draw_face(scene: Scene, box: Box, action: int) -> str:
    """Cards to draw, and the stones they cost."""
    paid = (action - act.DRAW) % c.MAX_DRAW + 1
    cards = paid
    if action >= act.DRAW_MORE:
        paid = action - act.DRAW_MORE + 1
        cards = min(c.MAX_DRAW, paid + c.MORE_RIDDLES_CARDS, rules.pile_size(scene.view))
    return (
        icon(icons.CARD_BACK, box.x + 4, box.y + 4, 28)
        + _number(box.x + 42, box.y + 25, cards, 18)
        + icon(icons.STONE, box.x + 54, box.y + 6, 24)
        + _number(box.x + 90, box.y + 25, paid, 18)
    )


def _sphinx_card(scene: Scene, index: int, box: Box) -> str:
    """A Sphinx card's face: picture, condition, points."""
    size = min(40, box.h - 6)
    text = box.x + size + 8
    most = int((box.w - size - 10) / 7.2)
    lines = 1 if box.h < 34 else 2 if box.h < 60 else 4
    first = box.y + (box.h / 2 + 4.5 if lines == 1 else 18)
    points = words.riddle_points(index)
    room = most - (len(points) + 3 if lines == 1 else 0)
    return (
        card(box.x, box.y, box.w, box.h, "chalk")
        + icon(_riddle_icon(index), box.x + 3, box.y + (box.h - size) / 2, size)
        + _written(words.riddle_short(scene.t, index), text, first, room, lines, 13, anchor="start")
        + cartouche(box.x + box.w - 10 - 4 * len(points), box.bottom - 12, points, "amethyst")
    )


# --- The monuments ------------------------------------------------------------------------------


def _monuments_wide(scene: Scene, parts: list[str], y: float) -> float:
    """The three sites from left to right, and the markets."""
    height = 252
    parts.append(_sphinx_site(scene, Box(11, y, 150, height)))
    parts.append(_obelisk_site(scene, Box(171, y, 372, height)))
    parts.append(_temple_site(scene, Box(553, y, 470, height)))
    parts.append(_markets(scene, Box(1033, y, 156, height)))
    return y + height + GAP


def _monuments_tall(scene: Scene, parts: list[str], y: float) -> float:
    """The sites and the markets one below the other."""
    parts.append(_sphinx_site(scene, Box(8, y, 197, 250)))
    parts.append(_markets(scene, Box(215, y, 197, 250)))
    y += 260
    parts.append(_obelisk_site(scene, Box(8, y, 404, 252)))
    y += 262
    parts.append(_temple_site(scene, Box(8, y, 404, 252)))
    return y + 262


def _site_panel(scene: Scene, site: int, box: Box) -> str:
    building = scene.view.stage == ph.BUILDING and scene.view.site == site
    return panel(box.x, box.y, box.w, box.h, active=building) + heading(
        box.x + 12, box.y + 24, words.site(scene.t, site), 17
    )


def _sphinx_site(scene: Scene, box: Box) -> str:
    """The Sphinx and its pile; its tip tells what the viewer knows to lie in it."""
    t, view = scene.t, scene.view
    left = rules.pile_size(view)
    size = 112
    shapes = icon(icons.SPHINX_HEAD, box.mid - size / 2, box.y + 34, size)
    for i in range(min(3, left)):
        shapes += icon(icons.CARD_BACK, box.mid - 40 + 5 * i, box.y + 160 - 3 * i, 76)
    shapes += cartouche(box.mid + 34, box.y + 226, left)
    tip = t("Sphinx cards in the pile: {count}.").format(count=left)
    known = _known_in_pile(scene)
    if known:
        tip += " " + t("You know of: {cards}.").format(
            cards=", ".join(words.riddle_short(t, index) for index in known)
        )
    return _site_panel(scene, c.SPHINX, box) + scene.thing(shapes, tip=tip, name="pile")


def _known_in_pile(scene: Scene) -> list[int]:
    """Sphinx cards that the viewer knows to lie in the pile: it put them there."""
    if scene.viewer < 0:
        return []
    pile = ((1 << c.PILE_PARTS) - 1) << c.FIRST_PILE
    return [
        index
        for index in range(c.SPHINX_CARDS)
        if scene.view.maybe[scene.viewer][index] & ~pile == 0
    ]


def _stone(scene: Scene, part: int, number: int, box: Box, value: int, ground: str) -> str:
    """A space of a monument: empty with its value, or with somebody's stone."""
    view, t = scene.view, scene.t
    owner = view.stone[c.PART_START[part] + number]
    name = words.part(t, part)
    action = scene.pick(act.LAY + part) if number == view.laid[part] else NO_ACTION
    if owner >= 0:
        shape = _block(owner, box)
        tip = t("{part}: a stone of {player}").format(part=name, player=scene.names[owner])
    else:
        shape = svg.rect(box.x, box.y, box.w, box.h, f"f-{ground} hair", 2) + svg.text(
            box.mid, box.y + box.h / 2 + 5, value, 14, "f-ink-soft sans", "middle", bold=True
        )
        tip = t("{part}: empty, value {value}").format(part=name, value=value)
    return scene.thing(
        shape, tip=tip, name=f"stone-{c.PART_START[part] + number}", action=action, around=box, r=5
    )


def _obelisk_site(scene: Scene, box: Box) -> str:
    """The obelisk level by level, and the twelve graves."""
    parts = [_site_panel(scene, c.OBELISK_GRAVES, box)]
    mid, level = box.x + 66, 21
    base = box.bottom - 18
    parts.append(svg.rect(mid - 48, base, 96, 10, "f-stone line", 2))
    levels = [
        Box(mid - 38 + 2 * i, base - (i + 1) * level, 76 - 4 * i, level)
        for i in range(c.PART_SIZE[c.OBELISK_PART])
    ]
    parts += _in_order(scene, c.OBELISK_PART, levels, "chalk")
    left, w, h = box.x + 130, (box.w - 130 - 12 - 3 * 7) / 4, 62
    for number in range(c.GRAVE_SPACES):
        at = Box(left + number % 4 * (w + 7), box.y + 36 + number // 4 * (h + 7), w, h)
        parts.append(_grave(scene, number, at))
    return "".join(parts)


def _grave(scene: Scene, number: int, box: Box) -> str:
    """A grave: face down, open, or taken."""
    view, t = scene.view, scene.t
    value = view.grave[number]
    owner = view.stone[c.PART_START[c.GRAVE_PART] + number]
    if owner >= 0:
        shape = svg.rect(box.x, box.y, box.w, box.h, "f-papyrus hair", 6) + _block(
            owner, Box(box.mid - 19, box.y + 8, 38, 28)
        ) + cartouche(box.mid, box.bottom - 14, value)  # fmt: skip
        tip = t("Grave of value {value}, taken by {player}").format(
            value=value, player=scene.names[owner]
        )
        return scene.thing(shape, tip=tip, name=f"grave-{number}")
    if value == 0:
        shape = svg.rect(box.x, box.y, box.w, box.h, "f-stone hair", 6) + svg.group(
            icon(icons.GRAVE, box.mid - 16, box.y + 14, 32), opacity="0.45"
        )
        return scene.thing(shape, tip=t("A grave that is still hidden"), name=f"grave-{number}")
    next_ = number == view.laid[c.GRAVE_PART]
    shape = (
        svg.rect(box.x, box.y, box.w, box.h, "f-sand line", 6)
        + icon(icons.GRAVE, box.mid - 26, box.y + 6, 34)
        + _number(box.x + box.w - 16, box.y + 32, value, 24)
    )
    tip = t("Grave of value {value}").format(value=value)
    action = scene.pick(act.LAY + c.GRAVE_PART) if next_ else NO_ACTION
    return scene.thing(shape, tip=tip, name=f"grave-{number}", action=action, around=box)


def _temple_site(scene: Scene, box: Box) -> str:
    """The temple on the left, the pyramid on the right."""
    parts: list[str] = [_site_panel(scene, c.TEMPLE_PYRAMID, box)]
    temple_w = 176 if scene.wide else 152
    stone_w = (box.w - temple_w - 42) / 6
    parts += _temple(scene, Box(box.x + 12, box.y + 38, temple_w, box.h - 58))
    parts += _pyramid(scene, Box(box.x + temple_w + 28, box.y + 38, 6 * stone_w, box.h - 58))
    return "".join(parts)


def _in_order(scene: Scene, part: int, boxes: list[Box], ground: str) -> list[str]:
    """A part's spaces; the next one last, so that its ring lies on top."""
    values = c.PART_VALUES[part]
    order = sorted(range(len(boxes)), key=lambda number: number == scene.view.laid[part])
    return [_stone(scene, part, i, boxes[i], values[i], ground) for i in order]


def _temple(scene: Scene, box: Box) -> list[str]:
    wall_w, roof_h = box.w * 0.27, 28
    h = (box.h - roof_h - 8) / 4
    base = box.bottom
    parts = [svg.rect(box.x - 3, base, box.w + 6, 8, "f-stone line", 2)]
    for part, x in ((c.LEFT_WALL, box.x), (c.RIGHT_WALL, box.x + box.w - wall_w)):
        walls = [Box(x, base - (i + 1) * h, wall_w, h) for i in range(4)]
        parts += _in_order(scene, part, walls, "chalk")
    column_w = box.w * 0.16
    for part, at in ((c.LEFT_COLUMN, 0.31), (c.RIGHT_COLUMN, 0.53)):
        column = Box(box.x + box.w * at, base - 4 * h, column_w, 4 * h)
        parts += _in_order(scene, part, [column], "sand")
    roof = [
        Box(box.x + i * box.w / 3, base - 4 * h - roof_h - 3, box.w / 3, roof_h) for i in range(3)
    ]
    parts += _in_order(scene, c.ROOF, roof, "papyrus")
    return parts


def _pyramid(scene: Scene, box: Box) -> list[str]:
    w, h = box.w / 6, box.h / 6
    parts = [svg.rect(box.x - 3, box.bottom, box.w + 6, 8, "f-stone line", 2)]
    later: list[str] = []
    for floor in range(6):
        part, size = c.FLOOR_1 + floor, 6 - floor
        boxes = [
            Box(box.x + floor * w / 2 + i * w, box.bottom - (floor + 1) * h, w, h)
            for i in range(size)
        ]
        spaces = _in_order(scene, part, boxes, "chalk")
        if scene.view.laid[part] < size:
            later.append(spaces.pop())
        parts += spaces
    return parts + later


def _markets(scene: Scene, box: Box) -> str:
    """Two ladders with everyone's markers; the bottom pays."""
    t = scene.t
    parts = [panel(box.x, box.y, box.w, box.h), heading(box.x + 12, box.y + 24, t("Markets"), 17)]
    w = (box.w - 30) / 2
    for market in range(2):
        parts.append(
            _market(scene, market, Box(box.x + 10 + market * (w + 10), box.y + 34, w, box.h - 44))
        )
    return "".join(parts)


def _market(scene: Scene, market: int, box: Box) -> str:
    view, t = scene.view, scene.t
    head = 34
    rung = (box.h - head) / (c.BOTTOM + 1)
    goods = icons.STONE if market == c.STONE_MARKET else icons.EAR
    shapes = [
        svg.rect(box.x, box.y, box.w, box.h, "f-chalk line", 6),
        icon(goods, box.mid - 15, box.y + 2, 30),
    ]
    for level in range(c.BOTTOM + 1):
        y = box.y + head + level * rung
        shapes.append(svg.path(f"M{box.x} {y}h{box.w}", "nofill hair"))
        if market == c.GRAIN_MARKET:
            sign = f"−{c.HUNGER[level]}"
        else:
            sign = "2:1" if level >= c.SALE_LEVEL else ""
        if level == c.BOTTOM:
            sign += " +3" if market == c.STONE_MARKET else " +2"
        shapes.append(
            svg.text(box.mid, y + 12, sign.strip(), 13, "f-ink-soft sans", "middle", True)
        )
        seats = [seat for seat in range(view.players) if view.market[seat][market] == level]
        step = min(19.0, (box.w - 16) / max(1, len(seats)))
        for i, seat in enumerate(seats):
            at = box.mid + (i - (len(seats) - 1) / 2) * step
            shapes.append(badge(seat, at, y + rung - 9.5, 8))
    tip = (
        t("Stone market: the two lowest spaces sell stones at the end; the bottom gives 3 stones."),
        t("Grain market: points lost for each missing grain; the bottom gives 2 points."),
    )[market]  # fmt: skip
    return scene.thing(
        "".join(shapes), tip=tip, name=f"market-{market}", around=box,
        action=scene.pick(act.LOWER + market),
    )  # fmt: skip


# --- The score track ----------------------------------------------------------------------------


def _score_track(scene: Scene, parts: list[str], y: float) -> float:
    """Fifty spaces and one for scores below zero; on a space the one ahead stands on top."""
    view, rows = scene.view, 1 if scene.wide else 2
    per_row = c.SCARAB // rows
    low = 40.0
    cell = (scene.width - 2 * scene.edge - low) / per_row
    height = 66
    shapes = []
    for row in range(rows):
        top = y + row * height
        for i in range(per_row):
            number = row * per_row + i
            x = scene.edge + low + i * cell
            strong = number % 5 == 0
            shapes.append(
                svg.rect(x, top + height - 24, cell, 20, f"f-{'sand' if strong else 'chalk'} hair")
            )
            if strong:
                shapes.append(
                    svg.text(x + cell / 2, top + height - 9.5, number, 13, "f-ink sans", "middle")
                )
    shapes.append(svg.rect(scene.edge, y + height - 24, low - 4, 20, "f-clay hair", 4))
    shapes.append(
        svg.text(
            scene.edge + low / 2 - 2, y + height - 9.5, "< 0", 13, "f-ink sans", "middle", True
        )
    )
    ahead = sorted(range(view.players), key=lambda seat: rules.place_of(view, seat), reverse=True)
    stacked: dict[int, int] = {}
    for seat in ahead:
        points = view.points[seat]
        spot = -1 if points < 0 else points % c.SCARAB
        level = stacked.get(spot, 0)
        stacked[spot] = level + 1
        row = max(0, spot) // per_row
        x = scene.edge + (low / 2 - 2 if spot < 0 else low + (spot % per_row + 0.5) * cell)
        stone = badge(seat, x, y + row * height + height - 34 - 11 * level, 10)
        laps = points // c.SCARAB if points > 0 else 0
        if laps:
            stone += icon(icons.SCARAB, x + 6, y + row * height + height - 52 - 11 * level, 15)
        tip = scene.t("{player}: score {points}, place {place}").format(
            player=scene.names[seat], points=points, place=rules.place_of(view, seat)
        )
        shapes.append(scene.thing(stone, tip=tip, name=f"score-{seat}"))
    parts.append(svg.group(*shapes, id=scene.id("score")))
    return y + rows * height + GAP


# --- The tableaus -------------------------------------------------------------------------------


def _other_tableaus(scene: Scene, parts: list[str], y: float) -> float:
    """The others' tableaus, from the viewer's left; where they end."""
    players, edge = scene.view.players, scene.edge
    width = scene.width - 2 * edge
    others = [(scene.first + step) % players for step in range(1, players)]
    columns = len(others) if scene.wide else 1
    w = (width - (columns - 1) * GAP) / columns
    height = _other_height(scene, others, w)
    for i, seat in enumerate(others):
        at = Box(edge + i % columns * (w + GAP), y + i // columns * (height + GAP), w, height)
        parts.append(_other_tableau(scene, seat, at))
    return y + -(-len(others) // columns) * (height + GAP) + 2


def _other_height(scene: Scene, seats: list[int], w: float) -> float:
    """High enough for the seat with most cards, and for its Sphinx cards when they lie open."""
    height = 190.0
    for seat in seats:
        low = _holdings(scene, seat, Box(0, 134, w - 20, 0), 34)[1]
        if scene.view.phase == ph.OVER:
            low += 8 + 33 * -(-scene.view.hand[seat] // 2)
        height = max(height, low + 12)
    return height


def _nameplate(scene: Scene, seat: int, box: Box) -> str:
    """Who it is, the points, and the boats left."""
    view, t = scene.view, scene.t
    tip = t("{player}: score {points}, place {place}").format(
        player=scene.names[seat], points=view.points[seat], place=rules.place_of(view, seat)
    )
    room = int((box.w - 150) / 8.6)
    leader = ""
    if rules.place_of(view, seat) == 1:
        wide = 22 + 14 * len(str(view.points[seat]))
        leader = svg.element(
            "rect", x=box.x + box.w - wide - 3, y=box.y + 9, width=wide, height=31, rx=15,
            class_="f-chalk s-gold", stroke_width=4,
        )  # fmt: skip
    shapes = (
        badge(seat, box.x + 24, box.y + 24, 15)
        + svg.text(
            box.x + 46, box.y + 30, shorten(scene.names[seat], room), 17, "f-ink sans", bold=True
        )
        + leader
        + _number(box.x + box.w - 14, box.y + 33, view.points[seat], 26, "end")
        + _boat(seat, box.x + box.w - 112, box.y + 9, 28)
        + svg.text(box.x + box.w - 80, box.y + 29, view.boats_left[seat], 15, "f-ink sans")
    )
    return piece(shapes, tip=tip, cls="piece nameplate", id_=scene.id(f"name-{seat}"))


def _stores(scene: Scene, seat: int, x: float, y: float, step: float) -> str:
    """Stones in store, what the quarries add, and grain against hunger."""
    view, t = scene.view, scene.t
    grain, need = rules.harvested(view, seat), rules.need(view, seat)
    hungry = need > grain
    stone = icon(icons.STONE, x, y, 30) + _number(x + 34, y + 23, view.stones[seat], 20, "start")
    quarry = icon(icons.STONES, x + step, y, 30) + _number(
        x + step + 34, y + 23, f"+{view.quarry[seat]}", 20, "start"
    )
    food = icon(icons.EAR, x + 2 * step - 2, y, 30) + svg.text(
        x + 2 * step + 28, y + 23, f"{grain}/{need}", 20,
        "f-carnelian serif" if hungry else "f-ink serif", bold=True,
    )  # fmt: skip
    tips = (
        t("{count} of 25 stones in store").format(count=view.stones[seat]),
        t("Stones from the quarries each round: {count}").format(count=view.quarry[seat]),
        t("{grain} grain irrigated now, {need} needed").format(grain=grain, need=need),
    )
    return "".join(
        scene.thing(shape, tip=tip, name=f"store-{seat}-{i}")
        for i, (shape, tip) in enumerate(zip((stone, quarry, food), tips, strict=True))
    )


def _crew(scene: Scene, seat: int, crew: int, box: Box) -> str:
    """A crew with its strength, faint when it was used this round; below it the ways to train."""
    view, t, mine = scene.view, scene.t, seat == scene.viewer
    used = view.used[seat][crew]
    strength = view.crew[seat][crew]
    fill = icons.CREW_FILLS[crew]
    size = min(box.w * 0.62, box.h - 8)
    ground = "papyrus-edge" if used else "chalk"
    worker = icon(icons.worker(fill), box.x + 1, box.y + (box.h - size) / 2, size)
    shape = card(box.x, box.y, box.w, box.h, ground) + svg.group(
        worker, opacity="0.4" if used else None
    )
    shape += _number(box.x + box.w * 0.8, box.y + box.h / 2 + 9, strength, min(28, box.h * 0.5))
    tip = t("{crew}, strength {strength}").format(crew=words.crew(t, crew), strength=strength)
    if used:
        tip = t("{crew}, strength {strength}, used this round").format(
            crew=words.crew(t, crew), strength=strength
        )
    use = act.USE_JOKER if crew == c.JOKER else act.USE_CREW + crew
    action = scene.pick(act.RAISE + crew, use) if mine else NO_ACTION
    return scene.thing(shape, tip=tip, name=f"crew-{seat}-{crew}", action=action, around=box)


def _trainings(scene: Scene, crew: int, box: Box) -> str:
    """Chips below an own crew: train it for nothing, or for two stones."""
    parts = []
    for i, (first, kind, price) in enumerate(
        ((act.TRAIN, c.TRAINING, "+1"), (act.HIRE, c.PAID_TRAINING, "+1 −2"))
    ):
        action = scene.pick(first + crew)
        if action == NO_ACTION:
            continue
        row = 1 if i and scene.view.have[scene.viewer][c.TRAINING] else 0
        at = Box(box.x, box.y + row * 32, box.w, 24)
        shape = svg.rect(at.x, at.y, at.w, at.h, "f-chalk line", 8) + svg.text(
            at.mid - (8 if i else 0), at.y + 17, price, 14, "f-ink sans", "middle", bold=True
        )
        if i:
            shape += icon(icons.STONE, at.x + at.w - 24, at.y + 2, 20)
        parts.append(
            scene.thing(
                shape, tip=words.card_tip(scene.t, kind), name=f"train-{crew}-{i}",
                action=action, around=at,
            )
        )  # fmt: skip
    return "".join(parts)


def _holdings(scene: Scene, seat: int, box: Box, size: float) -> tuple[str, float]:
    """Fields, quarries and cards of a seat as small tiles; their markup and lower edge."""
    shapes = [*_fields(scene, seat, size), *_cards(scene, seat, size)]
    parts, x, y = [], box.x, box.y
    for make in shapes:
        if x + size > box.x + box.w:
            x, y = box.x, y + size + 8
        parts.append(make(x, y))
        x += size + 8
    return "".join(parts), y + size


def _fields(scene: Scene, seat: int, size: float) -> list[Any]:
    view, t = scene.view, scene.t
    makers = []
    for kind in (c.START_FIELD, *range(c.START_FIELD)):
        for colour in range(c.COLOURS):
            count = view.field[seat][kind][colour]
            if count:
                dig = NO_ACTION
                if colour and seat == scene.viewer:
                    dig = scene.pick(act.DIG + kind * 2 + colour - 1)
                tip = t("{field}, now {colour}").format(
                    field=words.field(t, kind), colour=words.colour(t, colour)
                )
                face = icons.EAR + (
                    icons.CARD_ICONS[kind][len(icons.EAR) :] if kind < c.START_FIELD else icons.SIX
                )
                makers.append(_tile(scene, f"field-{seat}-{kind}-{colour}", face, tip, count, dig,
                                    size, colour))  # fmt: skip
    return makers


def _cards(scene: Scene, seat: int, size: float) -> list[Any]:
    view, t = scene.view, scene.t
    makers = []
    for kind in range(c.FIRST_QUARRY, c.CARD_KINDS):
        count = view.have[seat][kind]
        if count:
            action = NO_ACTION
            if seat == scene.viewer and kind in PLAYS:
                action = scene.pick(PLAYS[kind])
            tip = words.card_tip(t, kind)
            if kind == c.CANAL and view.canals[seat]:
                tip += " " + t("Touch a field to put it there.")
            makers.append(_tile(scene, f"card-{seat}-{kind}", icons.CARD_ICONS[kind], tip, count,
                                action, size, kind + c.COLOURS))  # fmt: skip
    return makers


def _tile(
    scene: Scene, name: str, face: str, tip: str, count: int, action: int, size: float, ground: int
) -> Any:
    """A maker of one small tile, once its place is known; grounds 0 to 2 are a field's colours."""

    def make(x: float, y: float) -> str:
        box = Box(x, y, size, size)
        back = (
            _field_ground(box, ground) if ground < c.COLOURS else _ground(box, ground - c.COLOURS)
        )
        many = cartouche(x + 11, y + 8, f"×{count}") if count > 1 else ""
        return scene.thing(
            back + icon(face, x + 2, y + 2, size - 4) + many, tip=tip, name=name, action=action,
            around=box,
        )  # fmt: skip

    return make


def _riddles(scene: Scene, seat: int, box: Box, columns: int) -> tuple[str, float]:
    """A seat's Sphinx cards: faces where the viewer may look, else backs."""
    view, t = scene.view, scene.t
    seen = [
        index
        for index in range(c.SPHINX_CARDS)
        if 0 <= view.where[index] < c.FIRST_PILE and view.where[index] // c.HAND_SLOTS == seat
    ]
    parts = []
    w, h = (box.w - (columns - 1) * 6) / columns, 28
    for i, index in enumerate(seen):
        at = Box(box.x + i % columns * (w + 6), box.y + i // columns * (h + 5), w, h)
        tip = words.riddle(t, index)
        parts.append(scene.thing(_sphinx_card(scene, index, at), tip=tip, name=f"riddle-{index}"))
    if seen:
        return "".join(parts), box.y + -(-len(seen) // columns) * (h + 5)
    for i in range(min(5, view.hand[seat])):
        parts.append(icon(icons.CARD_BACK, box.x + 14 * i, box.y, 34))
    parts.append(cartouche(box.x + 32 + 14 * min(5, view.hand[seat]), box.y + 18, view.hand[seat]))
    tip = t("Sphinx cards, face down: {count}").format(count=view.hand[seat])
    return scene.thing("".join(parts), tip=tip, name=f"riddles-{seat}"), box.y + 34


def _own_tableau(scene: Scene, parts: list[str], y: float) -> float:
    """The tableau that comes first: everything large enough to touch."""
    seat, box = scene.first, Box(scene.edge, y, scene.width - 2 * scene.edge, 0)
    content: list[str] = []
    have = scene.view.have[seat]
    chips = 32 * ((have[c.TRAINING] > 0) + (have[c.PAID_TRAINING] > 0))
    if scene.wide:
        left, crews_x, crew_w = Box(box.x, y, 270, 0), box.x + 284, 76
        stores_y, crews_y = y + 56, y + 14
        cards_box = Box(box.x + 284 + 4 * 88 + 8, y + 14, 302, 0)
        riddle_box = Box(box.x + box.w - 238, y + 14, 228, 0)
        riddles, low = _riddles(scene, seat, riddle_box, 1)
        tiles, deep = _holdings(scene, seat, cards_box, 44)
        crews_low = crews_y + 84 + chips
    else:
        left, crews_x, crew_w = Box(box.x, y, box.w, 0), box.x + 10, 86
        stores_y, crews_y = y + 50, y + 92
        cards_box = Box(box.x + 12, crews_y + 90 + chips, box.w - 20, 0)
        tiles, deep = _holdings(scene, seat, cards_box, 42)
        riddles, low = _riddles(scene, seat, Box(box.x + 12, deep + 12, box.w - 24, 0), 2)
        crews_low = deep
    content.append(_nameplate(scene, seat, left))
    content.append(_stores(scene, seat, box.x + 14, stores_y, 84 if scene.wide else 128))
    for crew in range(len(c.CREWS)):
        at = Box(crews_x + crew * (crew_w + 12), crews_y, crew_w, 76)
        content.append(_crew(scene, seat, crew, at))
        if seat == scene.viewer:
            content.append(_trainings(scene, crew, Box(at.x, at.bottom + 10, at.w, 0)))
    height = max(low, deep, crews_low, y + 92) - y + 14
    ground = panel(box.x, y, box.w, height, active=seat in scene.to_act)
    parts.append(
        svg.group(
            ground, *content, tiles, riddles, id=scene.id(f"seat-{seat}"), class_="seat",
            data_seat=seat,
        )
    )  # fmt: skip
    return float(y + height + GAP)


def _other_tableau(scene: Scene, seat: int, box: Box) -> str:
    """Another player's tableau: the same things, smaller."""
    content = [panel(box.x, box.y, box.w, box.h, active=seat in scene.to_act)]
    content.append(_nameplate(scene, seat, box))
    content.append(_stores(scene, seat, box.x + 12, box.y + 46, min(112, (box.w - 110) / 2)))
    crew_w = min(64, (box.w - 24 - 3 * 6 - 130) / 4)
    for crew in range(len(c.CREWS)):
        at = Box(box.x + 12 + crew * (crew_w + 6), box.y + 84, crew_w, 40)
        content.append(_crew(scene, seat, crew, at))
    hand = Box(box.x + 12 + 4 * (crew_w + 6) + 6, box.y + 86, 120, 0)
    over = scene.view.phase == ph.OVER
    tiles, low = _holdings(scene, seat, Box(box.x + 12, box.y + 134, box.w - 20, 0), 34)
    if over:
        hand = Box(box.x + 12, low + 6, box.w - 24, 0)
    content.append(tiles)
    content.append(_riddles(scene, seat, hand, 2)[0])
    return svg.group(*content, id=scene.id(f"seat-{seat}"), class_="seat", data_seat=seat)
