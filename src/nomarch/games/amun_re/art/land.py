"""The map: Egypt from the sea to the south, and its provinces."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box, square
from nomarch.draw.memory import part
from nomarch.draw.palette import SEATS
from nomarch.draw.shapes import badge, card, cartouche, frame, icon, shorten
from nomarch.games.amun_re import actions as act, components as box, icons, words
from nomarch.games.amun_re.art.measures import AmunScene, Shape, coin
from nomarch.games.amun_re.rules import incomes
from nomarch.games.amun_re.state import State

SEA = 44
BORDER = 44
"""Height of the line between Lower and Upper Egypt."""
COLUMNS = ((box.WEST, 0), (box.WEST, 1), (box.EAST, 1), (box.EAST, 0))
"""Western desert, west bank, east bank, eastern desert: the bank, and whether the Nile is near."""


def draw_map(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """Egypt from the sea to the south; where it ends."""
    shape = scene.shape
    columns = _columns(shape, x)
    width = columns[3] + shape.cell_w + shape.space - x
    room = Box(x, y, width, SEA + 6 * shape.row + BORDER)
    parts.append(_land(scene, room, columns[2] - shape.space - shape.river / 2))
    for p, place in _places(shape, x, y).items():
        parts.append(_province(scene, p, place))
    return room.bottom


def _columns(shape: Shape, x: float) -> tuple[float, float, float, float]:
    """Where the four columns begin."""
    step = shape.cell_w + shape.space
    east = x + shape.space + 2 * step + shape.river
    return x + shape.space, x + shape.space + step, east, east + step


def _places(shape: Shape, x: float, y: float) -> dict[int, Box]:
    """Each province's place: by Upper or Lower Egypt, by bank, by the Nile, north to south."""
    places = {}
    for egypt, top in ((box.LOWER, y + SEA), (box.UPPER, y + SEA + 3 * shape.row + BORDER)):
        for left, (bank, nile) in zip(_columns(shape, x), COLUMNS, strict=True):
            marks = (egypt, bank, nile)
            all_ = range(box.PROVINCES)
            here = [p for p in all_ if (box.EGYPT[p], box.BANK[p], box.NILE[p]) == marks]
            here.sort(key=lambda p: -box.LATITUDE[p])
            pitch = 3 * shape.row / max(1, len(here))
            for i, p in enumerate(here):
                middle = top + (i + 0.5) * pitch
                places[p] = Box(left, middle - shape.cell_h / 2, shape.cell_w, shape.cell_h)
    return places


@part
def _land(scene: AmunScene, room: Box, mid: float) -> str:
    """Sea, desert, the river with its delta, and the line between the two Egypts."""
    x, y, w, _ = room
    line = y + SEA + 3 * scene.shape.row + BORDER / 2
    shore = f"q{-w / 24:.1f} 12 {-w / 12:.1f} 0" * 12
    waves = f"q{w / 25:.1f} 12 {2 * w / 25:.1f} 0" * 12
    sea = f"M{x} {y + 10}q0 -10 10 -10h{w - 20}q10 0 10 10v{SEA - 22}{shore}z"
    border, dashes = f"M{x + 4} {line}H{x + w - 4}", {"stroke_dasharray": "10 7"}
    crest = {"stroke_width": 2, "opacity": "0.7"}
    labels = ((scene.t("Lower Egypt"), -7), (scene.t("Upper Egypt"), 18))
    sides = ((room.right - 10, "end"), (x + 10, "start"))
    return "".join(
        (
            svg.rect(*room, "f-sand line", 12),
            _dunes(scene.shape, x, y, w),
            _river(scene.shape, mid, room),
            svg.path(sea, "f-lapis line"),
            svg.path(f"M{x + 6} {y + 12}{waves}", "nofill s-turquoise", **crest),
            svg.path(border, "nofill s-ink-soft", stroke_width=2, **dashes),
            *(
                svg.text(at, line + dy, label, 14, "f-ink-soft serif", anchor, bold=True)
                for at, anchor in sides
                for label, dy in labels
            ),
        )
    )


def _dunes(shape: Shape, x: float, y: float, w: float) -> str:
    """Low lines of sand where nothing else stands."""
    reach, data = shape.cell_w * 0.3, ""
    for row in range(12):
        top = y + SEA + 30 + row * shape.row / 2
        for column in range(4):
            left = x + 20 + (column + (row % 2) * 0.4) * (w - reach * 2) / 4
            data += f"M{left:.1f} {top:.1f}q{reach / 2:.1f} -14 {reach:.1f} 0q8 6 18 3"
    return svg.path(data, "nofill s-papyrus-edge", stroke_width=2)


def _river(shape: Shape, mid: float, room: Box) -> str:
    """The Nile with green banks: two arms of the delta in the north, bends in the south."""
    swing, reach, width = shape.river * 0.1, shape.cell_w * 0.5, shape.river * 0.36
    top, fork = room.y + SEA - 14, room.y + SEA + shape.row * 1.35
    step = (room.bottom - 2 - fork) / 5
    course, x_from = f"M{mid} {fork}", mid
    for i in range(5):
        x_to = mid + (swing if i % 2 else -swing)
        low = fork + (i + 1) * step
        course += f"C{x_from} {low - step / 2:.1f} {x_to} {low - step / 2:.1f} {x_to} {low:.1f}"
        x_from = x_to
    for out in (-reach, 0, reach * 0.42):
        course += f"M{mid} {fork + 8}C{mid} {fork - 60} {mid + out} {fork - 50} {mid + out} {top}"
    layers = {"malachite": shape.river * 0.66, "ink": width, "lapis": width - 3}
    return "".join(
        svg.path(course, f"nofill s-{colour}", stroke_width=size, stroke_linejoin="round")
        for colour, size in layers.items()
    )


@part
def _province(scene: AmunScene, p: int, place: Box) -> str:
    """A province: owner, name, fields, farmers, stones, income, gifts."""
    view, (x, y, w, _) = scene.view, place
    owner, up = view.owner[p], view.card[p]
    band = SEATS[owner] if owner >= 0 else "turquoise" if up else "papyrus-edge"
    parts = [
        svg.rect(*place, "f-papyrus line", 7),
        svg.path(f"M{x} {y + 24}V{y + 7}q0 -7 7 -7h{w - 14}q7 0 7 7V{y + 24}z", f"f-{band} line"),
        _name(scene, p, place),
        _inside_wide(scene, p, place) if scene.wide else _inside_tall(scene, p, place),
    ]
    if view.pick == p:
        parts.append(frame(*place.grown(3), 9))
    out = not up and owner < 0 and not view.pool[p]
    body = svg.group(*parts, opacity="0.45") if out else "".join(parts)
    tip, action = words.province_tip(scene.t, view, p, scene.names), act.PROVINCE.at(p)
    return scene.piece(body, tip=tip, name=f"province-{p}", action=action, around=place, out=2)


def _name(scene: AmunScene, p: int, place: Box) -> str:
    """The band: the owner's mark, the name, the card symbols, the pawn that leads."""
    view, (x, y, _, _) = scene.view, place
    owner, name = view.owner[p], words.province(scene.t, p)
    symbols, size, most, r = (box.SYMBOLS[p], 15, 14, 10) if scene.wide else (0, 13, 9, 8)
    parts = [badge(owner, x + 13, y + 12, 10)] if owner >= 0 else []
    left, ink = (x + 27, "papyrus") if owner >= 0 else (x + 7, "ink")
    parts.append(svg.text(left, y + 17.5, shorten(name, most), size, f"f-{ink} serif", bold=True))
    parts += (icon(icons.CARD_BACK, place.right - 22 - 12 * i, y + 3, 18) for i in range(symbols))
    bids = [(view.bid_step[seat], seat) for seat in range(view.players) if view.bid_on[seat] == p]
    if bids:
        at = place.right - (19 if scene.wide else 11) - 12 * symbols
        parts.append(badge(max(bids)[1], at, y + 12, r))
    return "".join(parts)


def _inside_wide(scene: AmunScene, p: int, place: Box) -> str:
    """Fields and gifts in one row, stones, temples and income in the next."""
    view, y, parts = scene.view, place.y + 31, []
    at = place.x + 7
    for i in range(box.SPACES[p]):
        parts.append(svg.rect(at, y, 20, 24, "f-malachite hair", 3))
        if i < view.farmers[p]:
            parts.append(icon(icons.FARMER, at - 1, y, 22))
        at += 22
    for _ in range(box.PRINTED[p]):
        parts.append(icon(icons.FARMER, at, y, 22))
        at += 20
    if view.free[p]:
        parts.append(icon(icons.FARMER, at, y, 22))
    if view.free[p] > 1:
        parts.append(cartouche(at + 9, y + 23, view.free[p]))
    parts += _gifts(view, p, place.right - 6, y + 1)
    parts += _stones(view, p, place.x + 6, y + 31)
    parts += _yields(view, p, place.right - 6, y + 35)
    return "".join(parts)


def _stones(view: State, p: int, x: float, y: float) -> list[str]:
    """Up to three pyramids as such if there is room, more as a count; bricks beside them."""
    count, bricks = view.pyramids[p], view.bricks[p]
    most = 2 if bricks and (box.CARAVAN[p] or box.TEMPLES[p] > 1) else 3
    shown = count if count <= most else 1
    parts = [icon(icons.PYRAMID, x + 24 * i, y, 38) for i in range(shown)]
    at = x + 24 * shown + 16 if count else x + 2
    if count > most:
        parts.append(cartouche(at - 8, y + 30, count))
        at += 8
    return parts + [icon(icons.BRICK, at, y + 18 - 11 * i, 22) for i in range(bricks)]


def _gifts(view: State, p: int, right: float, y: float) -> list[str]:
    """What lies on a province for its winner, from the right."""
    gifts = view.gifts[p]
    parts = [icon(icons.CARD_BACK, right - 20 - 16 * i, y, 24) for i in range(gifts)]
    if view.card[p] and box.GIFT_GOLD[p]:
        parts.append(coin(right - 18 - 16 * gifts, y + 12, box.GIFT_GOLD[p]))
    return parts


def _yields(view: State, p: int, right: float, y: float) -> list[str]:
    """Temples, income with or without camels, and where there is room this turn's income cards."""
    temples, income = box.TEMPLES[p], box.INCOME[p] + box.CARAVAN[p]
    parts = [icon(icons.TEMPLE, right - 30 - 30 * i, y, 30) for i in range(temples)]
    at = right - 30 * temples - 14
    if income:
        parts.append(coin(at, y + 16, income, 14))
    if box.CARAVAN[p]:
        parts.append(icon(icons.CAMEL, at - 44, y, 30))
    corner = square(right - 27, y - 36 if parts else y, 25)
    for i, kind in enumerate(_income_cards(view, p)):
        place = corner.moved(-27 * i)
        parts.append(card(*place, icons.GROUNDS[kind]) + icon(icons.ICONS[kind], *place[:3]))
    return parts


def _income_cards(view: State, p: int) -> list[int]:
    """The income cards that were laid on a province this turn."""
    owner, laid = view.owner[p], ((box.EIGHT, view.eight), (box.EXTRA, view.extra))
    return [kind for kind, on in laid if owner >= 0 and on[owner] == p]


def _inside_tall(scene: AmunScene, p: int, place: Box) -> str:
    """Counts beside icons, two a row, for a narrow board."""
    view = scene.view
    farmers, room = incomes.farmers_in(view, p), box.SPACES[p] + box.PRINTED[p] + view.free[p]
    gold = box.GIFT_GOLD[p] if view.card[p] else 0
    facts = [
        (icons.FARMER, room, f"{farmers}/{room}"),
        (icons.CARD_BACK, box.SYMBOLS[p], box.SYMBOLS[p]),
        (icons.PYRAMID, view.pyramids[p], view.pyramids[p]),
        (icons.BRICK, view.bricks[p], view.bricks[p]),
        (icons.TEMPLE, box.TEMPLES[p], box.TEMPLES[p]),
        (icons.COIN, box.INCOME[p], box.INCOME[p]),
        (icons.CAMEL, box.CARAVAN[p], box.CARAVAN[p]),
        (icons.CARD_BACK, view.gifts[p], f"+{view.gifts[p]}"),
        (icons.COIN, gold, f"+{gold}"),
        *((icons.ICONS[kind], 1, "") for kind in _income_cards(view, p)),
    ]
    # Three rows; an extra income under 8 gold, which does nothing, may be left out.
    shown = [(picture, told) for picture, count, told in facts if count][:6]
    places = Box(place.x + 3, place.y + 28, 46, 25).repeated(len(shown), 2)
    return "".join(
        icon(picture, at.x, at.y, 21)
        + svg.text(at.x + 22, at.y + 16, told, 13, "f-ink sans", bold=True)
        for at, (picture, told) in zip(places, shown, strict=True)
    )
