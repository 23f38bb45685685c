"""Shared by all parts of the board: measures, boats, stones and cards."""

from nomarch import draw
from nomarch.draw import MARKS, SEATS, Box, Canvas, Measures, Scene, Spot, drawn, shapes, svg
from nomarch.games.egizia import components as box, icons, state as st
from nomarch.games.egizia.words import component_names as terms

GAP = 8


OWN = 194
"""Height of one's own tableau on a wide board."""


class EgiziaShape(Measures):
    """The measures of an arrangement."""

    def lines(self, told: str, width: float, most: int) -> list[str]:
        """Words in the smallest lettering, in at most so many lines of a width."""
        return shapes.wrapped(told, width / self.letter, most, plain_ems)


def plain_ems(told: str) -> float:
    return shapes.ems(told, bold=False)


WIDE, TALL = EgiziaShape(draw.WIDE, 12), EgiziaShape(draw.TALL, 8)
FIELD_GROUNDS = ("malachite", "gold", "clay")
FRAGMENTS = (box.UPSTREAM, box.DOUBLE_ROUND, box.TWO_RIDDLES)
"""Cards whose short effect says little without their name."""
EgiziaScene = Scene[st.State, EgiziaShape]
EgiziaCanvas = Canvas[EgiziaShape]


def is_over(scene: EgiziaScene) -> bool:
    return scene.view.phase == st.OVER


@drawn
def boat(seat: int, x: float, y: float, size: float) -> str:
    colour = f"f-{SEATS[seat]}"
    return svg.group(
        svg.path("M20 2V36", "nofill line"),
        svg.path("M21 3C43 6 46 22 38 31H21Z", "f-bone line"),
        svg.group(MARKS[seat], at=(22, 8), scale=0.4, class_=colour),
        svg.path(icons.HULL, f"{colour} line"),
        at=(x, y),
        scale=size / 48,
        class_=f"boat-{seat}",
    )


@drawn
def block(seat: int, at: Box) -> str:
    mark = shapes.icon(MARKS[seat], *at.around(min(at.h, at.w) * 0.78)[:3], class_="f-papyrus")
    return svg.rect(*at, f"f-{SEATS[seat]} line", 2) + mark


def card_ground(at: Box, kind: int) -> str:
    """A Nile card's ground; yellow-green fields are half and half."""
    if kind < box.START_FIELD:
        return field_ground(at, box.FIELD_COLOUR[kind])
    return shapes.card(*at, icons.CARD_GROUNDS[kind])


LEADING = 1.06
"""From one line of a card to the next, in letters."""


def card_words(
    canvas: EgiziaCanvas, kind: int, room: Box, anchor: str = "start", *, is_held: bool = False
) -> str:
    """A Nile card's name and what it does; in little room only one of them."""
    shape, letter = canvas.shape, canvas.shape.letter
    most = int(room.h / (LEADING * letter) + 0.2)
    name = shapes.wrapped(terms.card(canvas.t, kind), room.w / letter, 9, shapes.ems)
    about = shape.lines(terms.card_short(canvas.t, kind), room.w, 9)
    if any(line.endswith("…") for line in name):
        name = []
    if len(name) + len(about) > most:
        if (is_held or kind in FRAGMENTS) and 0 < len(name) <= most:
            about = []
        else:
            name = []
    if not name:
        full = shape.lines(terms.card_about(canvas.t, kind), room.w, 9)
        about = full if len(full) <= most else about[:most]
    first = room.level + (0.34 - LEADING / 2 * (len(name) + len(about) - 1)) * letter
    x = room.mid if anchor == "middle" else room.x
    low = first + LEADING * letter * len(name)
    return shapes.written(
        name, x, first, letter, anchor=anchor, bold=True, leading=LEADING
    ) + shapes.written(about, x, low, letter, anchor=anchor, leading=LEADING)


def field_ground(at: Box, colour: int) -> str:
    plain = shapes.card(*at, FIELD_GROUNDS[colour])
    if colour != box.YELLOW_GREEN:
        return plain
    half = f"M{at.x + 1} {at.y + 1}H{at.right - 1}L{at.x + 1} {at.bottom - 1}Z"
    return plain + svg.path(half, "f-malachite")


@drawn
def sphinx_card(canvas: EgiziaCanvas, spot: Spot, index: int) -> str:
    """Picture, condition, points; where there is little room, words come before the picture."""
    at, letter, text = spot.at, canvas.shape.letter, terms.riddle_short(canvas.t, index)
    points = terms.riddle_points(index)
    oval, count = 14 + shapes.breadth(points, letter), max(1, int(at.h / (1.1 * letter)))
    for size in (min(44, at.h - 4), 0.0):
        lines = canvas.shape.lines(text, at.w - size - oval - 13, count)
        if not lines[-1].endswith("…"):
            break
    first = at.level + (0.36 - 0.55 * (len(lines) - 1)) * letter
    return canvas.piece(
        shapes.card(*at, "chalk", "hair"),
        shapes.icon(_riddle_icon(index), at.x + 3, at.level - size / 2, size) if size else "",
        shapes.written(lines, at.x + size + 7, first, letter, leading=1.1),
        shapes.cartouche(at.right - 4 - oval / 2, at.level, points, "amethyst", "linen", letter),
        spot=spot,
    )


def _riddle_icon(index: int) -> str:
    kind, _, about, *_ = box.SPHINX_TABLE[index]
    if kind == box.BUILT:
        return icons.STRUCTURE_ICONS[box.PART_STRUCTURE[about]]
    if kind in (box.OWN_STONES, box.PER_STONE):
        return icons.STRUCTURE_ICONS[about]
    if kind == box.CREW_STRENGTH:
        return icons.worker(icons.CREW_FILLS[about])
    return {
        box.PLAYERS_AT_BOTTOM: icons.SCALES,
        box.AT_BOTTOM: icons.SCALES,
        box.OWN_EACH: icons.STONES,
        box.MOST_QUARRY: icons.STONES,
        box.MOST_GRAIN: icons.EAR,
        box.PERMANENTS: icons.CARD_ICONS[box.LATE_HARVEST],
        box.PER_TEN: icons.SCARAB,
    }[kind]
