"""The board of Amun-Re as a picture: Egypt with its provinces, scale, auction, players and hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

from nomarch.draw import scene as draw_scene
from nomarch.draw import svg
from nomarch.draw.covers import cover as draw_cover
from nomarch.draw.palette import SEATS
from nomarch.draw.scene import Asked, Measures
from nomarch.draw.shapes import (
    badge,
    card,
    cartouche,
    heading,
    icon,
    panel,
    piece,
    plaque,
    ring,
    shorten,
    tile,
)
from nomarch.games.amun_re import layout, words
from nomarch.games.amun_re.actions import (
    BID,
    BUY,
    DONE,
    LOWER,
    OFFER,
    PLAY,
    PROVINCE,
    PUT,
    RAISE,
    RENOUNCE,
    RETURN,
    SELL,
    STEAL,
    TAKE_BRICK,
    TAKE_CARD,
    TAKE_FARMER,
    format_action,
)
from nomarch.games.amun_re.components import (
    ADJUST,
    BANK,
    BANK_POINTS,
    BID_STEPS,
    BID_TRACK,
    BLOCK,
    BONUS_BANK,
    BONUS_CARDS,
    BONUS_POINTS,
    BOX_LIMITS,
    BOXES,
    CAMEL,
    CARAVAN,
    CARD_PHASE,
    CARDS,
    COINS,
    DENOMINATIONS,
    EAST,
    EGYPT,
    EIGHT,
    EXTRA,
    FIRST_BONUS,
    GIFT_GOLD,
    HARVEST,
    INCOME,
    KINGDOM_TURNS,
    LATITUDE,
    MAX_BUY,
    NILE,
    PRINTED,
    PROVINCES,
    PYRAMID_POINTS,
    SET_POINTS,
    SPACES,
    SYMBOLS,
    TEMPLES,
    THEFT,
    TURNS,
    WEST,
)
from nomarch.games.amun_re.components import (
    LOWER as LOWER_EGYPT,
)
from nomarch.games.amun_re.icons import (
    BRICK,
    CARD_BACK,
    COIN,
    FARMER,
    GROUNDS,
    HAND,
    ICONS,
    PHARAOH,
    PYRAMID,
    TEMPLE,
)
from nomarch.games.amun_re.icons import (
    CAMEL as CAMEL_ICON,
)

ROMAN = ("I", "II", "III")
GAP = 10


@dataclass(frozen=True)
class Shape(Measures):
    """The measures of an arrangement."""

    cell_w: int
    cell_h: int
    row: int
    """Height of one of the six rows of the map."""
    river: int
    """Width of the Nile between the banks."""
    space: int
    """Between columns."""
    side: int
    """Width of the column of panels."""
    hand: int
    """Width of a power card in hand."""


WIDE = Shape(1200, 16, 164, 106, 114, 64, 8, 388, 88)
TALL = Shape(420, 8, 92, 104, 110, 22, 3, 404, 92)
ROOM = 8
"""Kinds of power cards that leave room beside them on a wide board."""
SUMMARY = 104
"""Height of the panel that tells what scores."""
SEA = 44
BORDER = 44
"""Height of the line between Lower and Upper Egypt."""


Scene = draw_scene.Scene[Any, Shape]


def draw(view: Any, **asked: Unpack[Asked]) -> svg.Svg:
    """The position as the viewer sees it; what it may do is marked with `data-action`."""
    scene = Scene(view, words, format_action, (WIDE, TALL), **asked)
    parts: list[str] = []
    height = _wide(scene, parts) if scene.shape is WIDE else _tall(scene, parts)
    return scene.drawing("Amun-Re", height, *parts)


def _wide(scene: Scene, parts: list[str]) -> float:
    """The map on the left, panels on the right, the hand below; the height of it all."""
    edge, side = scene.shape.edge, scene.shape.side
    x = scene.shape.width - edge - side
    bottom = _map(scene, parts, edge, edge)
    parts.append(_turns(scene, x, edge, side))
    parts.append(_scale(scene, x, edge + 54, side))
    y = _desk(scene, parts, x, edge + 150, side)
    y = _players(scene, parts, x, y + GAP, side)
    beside = y + GAP + SUMMARY <= bottom
    if beside:
        _summary(scene, parts, x, bottom - SUMMARY, side)
    y = max(bottom, y) + GAP
    bottom = _hand(scene, parts, edge, y)
    kinds = sum(count > 0 for count in scene.view.hand[scene.viewer]) if scene.viewer >= 0 else 0
    if not beside and kinds <= ROOM:
        bottom = max(bottom, _summary(scene, parts, x, y + 30, side))
    return bottom + edge


def _tall(scene: Scene, parts: list[str]) -> float:
    """Turn, scale, what is to be decided, map, hand, players: one below the other."""
    edge, side = scene.shape.edge, scene.shape.side
    parts.append(_turns(scene, edge, edge, side))
    parts.append(_scale(scene, edge, edge + 54, side))
    y = _desk(scene, parts, edge, edge + 150, side)
    y = _map(scene, parts, edge, y + GAP)
    y = _hand(scene, parts, edge, y + GAP)
    y = _players(scene, parts, edge, y + GAP, side)
    return _summary(scene, parts, edge, y + GAP, side) + edge


def symbols() -> dict[str, str]:
    """The pictures that a log may show, on the 48 grid, by the names that `event_icon` gives."""
    return {
        f"card-{card}": tile(markup, GROUNDS[card], 1, 1, 46) for card, markup in enumerate(ICONS)
    }


def cover() -> svg.Svg:
    """The game's cover: the Pharaoh over the fields, and what a province is made of."""
    pieces = (("malachite", FARMER), ("papyrus-deep", BRICK), ("sand", PYRAMID),
              ("turquoise", TEMPLE), ("papyrus", CAMEL_ICON), ("lapis", COIN))  # fmt: skip
    return draw_cover(
        "Amun-Re", sky="papyrus-deep", ray="turquoise", disc="lapis", emblem=PHARAOH,
        ground=("malachite", "sand"), row=[tile(m, ground, 1, 1, 46) for ground, m in pieces],
    )  # fmt: skip


# --- The map ----------------------------------------------------------------------------------


def _columns(shape: Shape, x: float) -> tuple[float, float, float, float]:
    """Where the four columns begin: western desert, west bank, east bank, eastern desert."""
    step = shape.cell_w + shape.space
    east = x + shape.space + 2 * step + shape.river
    return x + shape.space, x + shape.space + step, east, east + step


def _places(shape: Shape, x: float, y: float) -> dict[int, tuple[float, float]]:
    """Each province's corner: by bank, by the Nile, by Upper or Lower Egypt, north to south."""
    columns = _columns(shape, x)
    places = {}
    for egypt in (LOWER_EGYPT, 1 - LOWER_EGYPT):
        top = y + SEA if egypt == LOWER_EGYPT else y + SEA + 3 * shape.row + BORDER
        for column, (bank, nile) in enumerate(((WEST, 0), (WEST, 1), (EAST, 1), (EAST, 0))):
            here = [
                p for p in range(PROVINCES)
                if (EGYPT[p], BANK[p], NILE[p]) == (egypt, bank, nile)
            ]  # fmt: skip
            here.sort(key=lambda p: -LATITUDE[p])
            pitch = 3 * shape.row / max(1, len(here))
            for i, p in enumerate(here):
                places[p] = (columns[column], top + (i + 0.5) * pitch - shape.cell_h / 2)
    return places


def _map(scene: Scene, parts: list[str], x: float, y: float) -> float:
    """Egypt from the sea to the south; where it ends."""
    shape = scene.shape
    columns = _columns(shape, x)
    width = columns[3] + shape.cell_w + shape.space - x
    height = SEA + 6 * shape.row + BORDER
    parts.append(_land(scene, x, y, width, height, columns[2]))
    for p, place in _places(shape, x, y).items():
        parts.append(_province(scene, p, *place))
    return y + height


def _land(scene: Scene, x: float, y: float, w: float, h: float, east: float) -> str:
    """Sea, desert, the river with its delta, and the line between the two Egypts."""
    shape = scene.shape
    mid = east - shape.space - shape.river / 2
    line = y + SEA + 3 * shape.row + BORDER / 2
    waves = "".join(f"q{w / 25:.1f} 12 {2 * w / 25:.1f} 0" for _ in range(12))
    sea = svg.path(
        f"M{x} {y + 10}q0 -10 10 -10h{w - 20}q10 0 10 10v{SEA - 22}"
        f"{''.join(f'q{-w / 24:.1f} 12 {-w / 12:.1f} 0' for _ in range(12))}z",
        "f-lapis line",
    )
    crest = svg.element(
        "path", d=f"M{x + 6} {y + 12}{waves}", class_="nofill s-turquoise", stroke_width=2,
        opacity="0.7",
    )  # fmt: skip
    t = scene.t
    labels = ((t("Lower Egypt"), -7), (t("Upper Egypt"), 18))
    return "".join((
        svg.rect(x, y, w, h, "f-sand line", 12),
        _dunes(shape, x, y, w),
        _river(shape, mid, y, h),
        sea, crest,
        svg.element("path", d=f"M{x + 4} {line}H{x + w - 4}", class_="nofill s-ink-soft",
                    stroke_width=2, stroke_dasharray="10 7"),
        *(svg.text(x + w - 10, line + dy, label, 14, "f-ink-soft serif", "end", bold=True)
          for label, dy in labels),
        *(svg.text(x + 10, line + dy, label, 14, "f-ink-soft serif", bold=True)
          for label, dy in labels),
    ))  # fmt: skip


def _dunes(shape: Shape, x: float, y: float, w: float) -> str:
    """Low lines of sand where nothing else stands."""
    reach, data = shape.cell_w * 0.3, ""
    for row in range(12):
        top = y + SEA + 30 + row * shape.row / 2
        for column in range(4):
            left = x + 20 + (column + (row % 2) * 0.4) * (w - reach * 2) / 4
            data += f"M{left:.1f} {top:.1f}q{reach / 2:.1f} -14 {reach:.1f} 0q8 6 18 3"
    return svg.element("path", d=data, class_="nofill s-papyrus-edge", stroke_width=2)


def _river(shape: Shape, mid: float, y: float, h: float) -> str:
    """The Nile with green banks: two arms of the delta in the north, bends in the south."""
    swing, reach = shape.river * 0.1, shape.cell_w * 0.5
    top, fork = y + SEA - 14, y + SEA + shape.row * 1.35
    step = (y + h - 2 - fork) / 5
    bends, x_from = f"M{mid} {fork}", mid
    for i in range(5):
        x_to = mid + (swing if i % 2 else -swing)
        low = fork + (i + 1) * step
        bends += f"C{x_from} {low - step / 2:.1f} {x_to} {low - step / 2:.1f} {x_to} {low:.1f}"
        x_from = x_to
    arms = "".join(
        f"M{mid} {fork + 8}C{mid} {fork - 60} {mid + out} {fork - 50} {mid + out} {top}"
        for out in (-reach, 0, reach * 0.42)
    )
    width = shape.river
    return "".join(
        svg.element("path", d=bends + arms, class_=f"nofill s-{colour}", stroke_width=size,
                    stroke_linejoin="round")
        for colour, size in (
            ("malachite", width * 0.66), ("ink", width * 0.36), ("lapis", width * 0.36 - 3),
        )
    )  # fmt: skip


def _province(scene: Scene, p: int, x: float, y: float) -> str:
    """A province: owner, name, fields, farmers, stones, income, gifts."""
    shape, view = scene.shape, scene.view
    w, h, owner = shape.cell_w, shape.cell_h, view.owner[p]
    up = bool(view.card[p])
    out = not up and owner < 0 and not view.pool[p]
    band = SEATS[owner] if owner >= 0 else "turquoise" if up else "papyrus-edge"
    action = scene.action(PROVINCE + p)
    parts = [
        svg.rect(x, y, w, h, "f-papyrus line", 7),
        svg.path(f"M{x} {y + 24}V{y + 7}q0 -7 7 -7h{w - 14}q7 0 7 7V{y + 24}z", f"f-{band} line"),
    ]
    parts.append(_name(scene, p, x, y))
    parts.append(_leader(scene, p, x, y))
    parts.append(_inside_wide(scene, p, x, y) if shape is WIDE else _inside_tall(scene, p, x, y))
    if view.pick == p:
        parts.append(svg.element("rect", x=x - 3, y=y - 3, width=w + 6, height=h + 6, rx=9,
                                 class_="nofill s-carnelian", stroke_width=4))  # fmt: skip
    if action:
        parts.append(ring(x - 2, y - 2, w + 4, h + 4, 8))
    body = svg.group(*parts, opacity="0.45") if out else "".join(parts)
    return piece(
        body, tip=words.province_tip(scene.t, view, p, scene.names), action=action,
        id_=scene.id(f"province-{p}"), label=scene.label(PROVINCE + p),
    )  # fmt: skip


def _name(scene: Scene, p: int, x: float, y: float) -> str:
    """The band: the owner's mark, the name, the card symbols."""
    view, shape = scene.view, scene.shape
    owner = view.owner[p]
    ink = "f-papyrus" if owner >= 0 else "f-ink"
    parts = []
    left = x + 7
    if owner >= 0:
        parts.append(badge(owner, x + 13, y + 12, 10))
        left = x + 27
    size = 15 if shape is WIDE else 13
    name = shorten(words.province(scene.t, p), 14 if shape is WIDE else 9)
    parts.append(svg.text(left, y + 17.5, name, size, f"{ink} serif", bold=True))
    if shape is WIDE:
        for i in range(SYMBOLS[p]):
            parts.append(icon(CARD_BACK, x + shape.cell_w - 22 - 12 * i, y + 3, 18))
    return "".join(parts)


def _leader(scene: Scene, p: int, x: float, y: float) -> str:
    """The pawn that leads on a province card, as a small badge on the band."""
    view = scene.view
    bids = [(view.bid_step[seat], seat) for seat in range(view.players) if view.bid_on[seat] == p]
    if not bids:
        return ""
    if scene.shape is TALL:
        return badge(max(bids)[1], x + scene.shape.cell_w - 11, y + 12, 8)
    return badge(max(bids)[1], x + scene.shape.cell_w - 19 - 12 * SYMBOLS[p], y + 12, 10)


def _inside_wide(scene: Scene, p: int, x: float, y: float) -> str:
    """Fields and gifts in one row, stones, temples and income in the next."""
    view = scene.view
    parts, at = [], x + 7
    for i in range(SPACES[p]):
        parts.append(svg.rect(at, y + 31, 20, 24, "f-malachite hair", 3))
        if i < view.farmers[p]:
            parts.append(icon(FARMER, at - 1, y + 31, 22))
        at += 22
    for _ in range(PRINTED[p]):
        parts.append(icon(FARMER, at, y + 31, 22))
        at += 20
    if view.free[p]:
        parts.append(icon(FARMER, at, y + 31, 22))
        if view.free[p] > 1:
            parts.append(cartouche(at + 9, y + 54, view.free[p]))
    parts.append(_gifts(scene, p, x + scene.shape.cell_w - 6, y + 32))
    parts.append(_stones(view, p, x + 6, y + 62))
    parts.append(_yields(scene, p, x + scene.shape.cell_w - 6, y + 66))
    return "".join(parts)


def _stones(view: Any, p: int, x: float, y: float) -> str:
    """Up to three pyramids as such if there is room, more as a count; bricks beside them."""
    count, at, parts = view.pyramids[p], x, []
    crowded = CARAVAN[p] or TEMPLES[p] > 1
    most = 2 if crowded and view.bricks[p] else 3
    for _ in range(count if count <= most else 1):
        parts.append(icon(PYRAMID, at, y, 38))
        at += 24
    if count > most:
        parts.append(cartouche(at + 8, y + 30, count))
        at += 8
    at = at + 16 if count else x + 2
    for i in range(view.bricks[p]):
        parts.append(icon(BRICK, at, y + 18 - 11 * i, 22))
    return "".join(parts)


def _gifts(scene: Scene, p: int, right: float, y: float) -> str:
    """What lies on a province for its winner, from the right."""
    view, parts, at = scene.view, [], right
    for _ in range(view.gifts[p]):
        at -= 16
        parts.append(icon(CARD_BACK, at - 4, y, 24))
    if view.card[p] and GIFT_GOLD[p]:
        parts.append(_coin(at - 18, y + 12, GIFT_GOLD[p]))
    return "".join(parts)


def _coin(x: float, y: float, value: object, r: float = 13, size: float = 14) -> str:
    """A gold piece with a number."""
    return icon(COIN, x - r * 1.2, y - r * 1.2, r * 2.4) + svg.text(
        x, y + size * 0.36, value, size, "f-ink sans", "middle", bold=True
    )


def _yields(scene: Scene, p: int, right: float, y: float) -> str:
    """Temples, income with or without camels, and where there is room this turn's income cards."""
    view, parts, at = scene.view, [], right
    for _ in range(TEMPLES[p]):
        at -= 30
        parts.append(icon(TEMPLE, at, y, 30))
    if INCOME[p]:
        at -= 28
        parts.append(_coin(at + 14, y + 16, INCOME[p], 14))
        if CARAVAN[p]:
            at -= 30
            parts.append(icon(CAMEL_ICON, at, y, 30))
    top = y - 36 if parts else y
    at = right
    for kind in _income_cards(view, p):
        at -= 27
        parts.append(card(at, top, 25, 25, GROUNDS[kind]) + icon(ICONS[kind], at, top, 25))
    return "".join(parts)


def _income_cards(view: Any, p: int) -> list[int]:
    """The income cards that were laid on a province this turn."""
    owner = view.owner[p]
    if owner < 0:
        return []
    return [kind for kind, laid in ((EIGHT, view.eight), (EXTRA, view.extra)) if laid[owner] == p]


def _inside_tall(scene: Scene, p: int, x: float, y: float) -> str:
    """Counts beside icons, two a row, for a narrow board."""
    view = scene.view
    facts: list[tuple[str, object]] = []
    if SPACES[p] + words.farmers(view, p):
        room = SPACES[p] + PRINTED[p] + view.free[p]
        facts.append((FARMER, f"{words.farmers(view, p)}/{room}"))
    if SYMBOLS[p]:
        facts.append((CARD_BACK, SYMBOLS[p]))
    if view.pyramids[p]:
        facts.append((PYRAMID, view.pyramids[p]))
    if view.bricks[p]:
        facts.append((BRICK, view.bricks[p]))
    if TEMPLES[p]:
        facts.append((TEMPLE, TEMPLES[p]))
    if INCOME[p]:
        facts.append((CAMEL_ICON if CARAVAN[p] else COIN, INCOME[p]))
    if view.gifts[p]:
        facts.append((CARD_BACK, f"+{view.gifts[p]}"))
    if view.card[p] and GIFT_GOLD[p]:
        facts.append((COIN, f"+{GIFT_GOLD[p]}"))
    facts += [(ICONS[kind], "") for kind in _income_cards(view, p)]
    del facts[6:]  # three rows; an extra income under 8 gold, which does nothing, may be left out
    parts = []
    for i, (picture, count) in enumerate(facts):
        at = (x + 3 + (i % 2) * 46, y + 28 + (i // 2) * 25)
        parts.append(icon(picture, *at, 21))
        parts.append(svg.text(at[0] + 22, at[1] + 16, count, 13, "f-ink sans", bold=True))
    return "".join(parts)


# --- Turn and temple scale ----------------------------------------------------------------------


def _turns(scene: Scene, x: float, y: float, w: float) -> str:
    """Two kingdoms of three turns, the present one filled; the phase in words."""
    view, t = scene.view, scene.t
    parts = []
    for turn in range(1, TURNS + 1):
        on, past = turn == view.turn, turn < view.turn
        kingdom = (turn - 1) // KINGDOM_TURNS
        at = x + w - 18 - (TURNS - turn) * 31 - (1 - kingdom) * 12
        ground = "carnelian" if on else "papyrus-edge" if past else "papyrus-deep"
        parts.append(svg.circle(at, y + 22, 14, f"f-{ground} line"))
        ink = "f-papyrus" if on else "f-ink"
        roman = ROMAN[(turn - 1) % KINGDOM_TURNS]
        parts.append(svg.text(at, y + 27, roman, 14, f"{ink} serif", "middle", bold=True))
    name = t("Old Kingdom") if view.turn <= KINGDOM_TURNS else t("New Kingdom")
    tip = t("Turn {turn} of 6").format(turn=view.turn)
    parts.append(heading(x + 2, y + 20, name, 19))
    parts.append(svg.text(x + 2, y + 40, words.phase(t, view), 14, "f-ink-soft sans"))
    return piece(*parts, tip=f"{name}: {tip}", id_=scene.id("turns"))


def _scale(scene: Scene, x: float, y: float, w: float) -> str:
    """The temple scale: sums of offerings, what farmers and temples bring, camels, the marker."""
    view, parts = scene.view, []
    step = w / (BOXES + 1)
    for box in range(BOXES + 1):
        at, here = x + box * step, box == view.box
        ground, edge = ("gold", "line") if here else ("papyrus-deep", "hair")
        parts.append(svg.rect(at + 2, y, step - 4, 86, f"f-{ground} {edge}", 7))
        mid = at + step / 2
        if here:
            parts.append(icon(TEMPLE, at + step - 42, y + 24, 34))
        if box == 0:
            parts.append(icon(PHARAOH, mid - 16 if not here else at + 4, y + 24, 32))
            parts.append(svg.text(mid, y + 17, "Amun-Re", 13, "f-ink serif", "middle", bold=True))
            continue
        parts.append(svg.text(mid, y + 17, _range(box), 14, "f-ink sans", "middle", bold=True))
        number = mid if not here else at + 20
        parts.append(svg.text(number, y + 52, HARVEST[box], 28, "f-ink serif", "middle", bold=True))
        if CAMEL[box]:
            parts.append(icon(CAMEL_ICON, mid - 13, y + 58, 26))
    return piece(*parts, tip=words.marker(scene.t, view), id_=scene.id("scale"))


def _range(box: int) -> str:
    """The offerings that fall into a box."""
    if box == 1:
        return f"≤ {BOX_LIMITS[0]}"
    if box == BOXES:
        return f"≥ {BOX_LIMITS[-1] + 1}"
    return f"{BOX_LIMITS[box - 2] + 1}–{BOX_LIMITS[box - 1]}"


# --- What is to be decided ------------------------------------------------------------------------


def _desk(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """The panel of the phase, with the question that is asked; where it ends."""
    inner: list[str] = []
    told = words.prompt(scene.t, scene.view, scene.viewer, scene.to_act, scene.names)
    at = y + 26
    for line in _wrapped(told, int((w - 24) / 9.8), 2):
        inner.append(svg.text(x + 12, at, line, 16, "f-ink sans", bold=True))
        at += 21
    at -= 8
    phase = scene.view.phase
    if phase in (layout.PICK, layout.STEP):
        at = _auction(scene, inner, x + 8, at, w - 16)
    elif phase in (layout.KEEP, layout.START_KEEP):
        at = _choices(scene, inner, x + 8, at, w - 16)
    elif phase == layout.OFFERING:
        at = _altar(scene, inner, x + 12, at, w - 24)
    else:
        at = _purchases(scene, inner, x + 12, at, w - 24)
    at = _buttons(scene, inner, x + 12, at, w - 24)
    mine = scene.viewer in scene.to_act
    # As high as the auction makes it, so that nothing below jumps from phase to phase.
    room = 54 + 40 * float(scene.view.players) if phase != layout.OVER else 0
    bottom = max(at + 6, y + room)
    parts.append(panel(x, y, w, bottom - y, active=mine))
    parts.extend(inner)
    return bottom


def _wrapped(text: str, width: int, most: int) -> list[str]:
    """Words in lines of a width; the last line is cut if they are too many."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= width or not lines[-1] or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [shorten(line, width + 3) for line in lines]


def _auction(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """The province cards that are up, each with its nine steps and the pawns on it."""
    view = scene.view
    name_w, box = 88, (w - 92) / BID_STEPS
    up = [p for p in range(PROVINCES) if view.card[p]]
    for row, p in enumerate(up):
        top = y + row * 40
        action = scene.action(PROVINCE + p)
        picked = view.pick == p
        name = shorten(words.province(scene.t, p), 10)
        plate = [
            svg.rect(x, top + 2, name_w, 34, f"f-{'gold' if picked else 'papyrus'} line", 6),
            svg.text(x + 8, top + 24, name, 15, "f-ink serif", bold=True),
        ]
        if action:
            plate.append(ring(x - 1, top + 1, name_w + 2, 36, 7))
        parts.append(piece(
            *plate, tip=words.province_tip(scene.t, view, p, scene.names), action=action,
            id_=scene.id(f"card-{p}"), label=scene.label(PROVINCE + p),
        ))  # fmt: skip
        for step in range(BID_STEPS):
            at = x + name_w + 4 + step * box
            parts.append(_step(scene, p, step, at, top + 2, box - 2))
    return y + len(up) * 40 + 4


def _step(scene: Scene, p: int, step: int, x: float, y: float, w: float) -> str:
    """One space of a bid track, with the pawn that stands there."""
    view, t = scene.view, scene.t
    action = scene.action(BID + step) if view.pick == p else None
    parts = [
        svg.rect(x, y, w, 34, f"f-{'chalk' if action else 'papyrus-deep'} hair", 4),
        svg.text(x + w / 2, y + 22, BID_TRACK[step], 14, "f-ink sans", "middle", bold=True),
    ]
    tip = t("{province}: {gold} gold").format(province=words.province(t, p), gold=BID_TRACK[step])
    for seat in range(view.players):
        if view.bid_on[seat] == p and view.bid_step[seat] == step:
            parts.append(badge(seat, x + w / 2, y + 17, min(14, w / 2)))
            tip = t("{player} bids {gold} for {province}.").format(
                player=scene.names[seat], gold=BID_TRACK[step], province=words.province(t, p)
            )
            if view.blocked[seat]:
                parts.append(icon(ICONS[BLOCK], x + w - 14, y + 19, 18))
    if action:
        parts.append(ring(x - 1, y - 1, w + 2, 36, 6))
    return piece(*parts, tip=tip, action=action, id_=scene.id(f"step-{p}-{step}"),
                 label=scene.label(BID + step) if action else None)  # fmt: skip


def _choices(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """The cards that were drawn to choose from; others see their backs."""
    view = scene.view
    drawn = [kind for kind in range(CARDS) for _ in range(max(0, view.drawn[kind]))]
    if not drawn:
        parts += [icon(CARD_BACK, x + i * 44, y, 56) for i in range(view.drawn_left)]
        return y + 66
    step = scene.shape.hand + 6
    per_row = int((w + 6) / step)
    for i, kind in enumerate(drawn):
        at = (x + (i % per_row) * step, y + 2 + (i // per_row) * 124)
        action = scene.action(RETURN + kind)
        lit = ring(at[0] - 2, at[1] - 2, step - 2, 118, 8) if action else ""
        parts.append(piece(
            *_face(scene, kind, *at), lit,
            tip=words.card_tip(scene.t, view, kind), action=action,
            id_=scene.id(f"drawn-{i}"), label=scene.label(RETURN + kind),
        ))  # fmt: skip
    return y + 2 + -(-len(drawn) // per_row) * 124


def _altar(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """The viewer's own offering: gold to add, what lies there, and who is ready."""
    view, t, viewer = scene.view, scene.t, scene.viewer
    if viewer not in scene.to_act:
        return y + 4
    given = max(0, view.offer[viewer])
    for coin in range(COINS):
        value, at = DENOMINATIONS[coin], x + 30 + coin * 56
        action = scene.action(PUT + coin)
        shown = _coin(at, y + 30, f"+{value}", 22, 17)
        parts.append(piece(
            shown if action else svg.group(shown, opacity="0.35"),
            ring(at - 28, y + 2, 56, 56, 28) if action else "",
            tip=t("Put in {gold} gold").format(gold=value), action=action,
            id_=scene.id(f"put-{value}"), label=scene.label(PUT + coin),
        ))  # fmt: skip
    tip = t("Your offering so far: {gold} gold").format(gold=given)
    held = [icon(HAND, x + w - 64, y + 2, 56), cartouche(x + w - 36, y + 34, given)]
    if view.adjusting[viewer] == 1:
        held.append(icon(ICONS[ADJUST], x + w - 32, y - 4, 30))
        tip = t("Your offering so far: {gold} gold and an adjustment card").format(gold=given)
    parts.append(piece(*held, tip=tip, id_=scene.id("offering")))
    return y + 70


def _purchases(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """How many units, with their price; six a row."""
    phase = scene.view.phase
    counts = [count for count in range(1, MAX_BUY + 1) if BUY + count in scene.legal]
    if not counts:
        return y
    pictures = {layout.CARDS_STAGE: CARD_BACK, layout.FARMERS_STAGE: FARMER}
    picture = pictures.get(phase, BRICK)
    step = w / 6
    for i, count in enumerate(counts):
        at = (x + (i % 6) * step, y + (i // 6) * 48)
        parts.append(piece(
            svg.rect(at[0], at[1], step - 8, 40, "f-chalk line", 6),
            icon(picture, at[0] + step - 34, at[1] + 1, 22),
            svg.text(at[0] + 8, at[1] + 20, count, 18, "f-ink serif", bold=True),
            _price(at[0] + 8, at[1] + 34, words.cost(count)),
            ring(at[0] - 2, at[1] - 2, step - 4, 44, 8),
            tip=scene.label(BUY + count) or "", action=format_action(BUY + count),
            id_=scene.id(f"buy-{count}"), label=scene.label(BUY + count),
        ))  # fmt: skip
    return y + -(-len(counts) // 6) * 48 + 4


def _price(x: float, y: float, gold: int) -> str:
    """A price in small: a gold piece and its number."""
    return svg.circle(x + 4, y - 4, 5, "f-gold hair") + svg.text(
        x + 13, y + 1, gold, 13, "f-ink sans"
    )


def _buttons(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """Actions without a piece of their own, two a row."""
    looks = {
        OFFER: ("carnelian", "papyrus"), STEAL: ("papyrus", "ink"), DONE: ("gold", "ink"),
        RAISE: ("gold", "ink"), LOWER: ("gold", "ink"), TAKE_CARD: ("gold", "ink"),
        TAKE_FARMER: ("gold", "ink"), TAKE_BRICK: ("gold", "ink"), RENOUNCE: ("papyrus", "ink"),
    }  # fmt: skip
    offered = [action for action in looks if action in scene.legal]
    half = (w - 12) / 2
    for i, action in enumerate(offered):
        ground, ink = looks[action]
        parts.append(plaque(
            x + (i % 2) * (half + 12), y + 6 + (i // 2) * 52, half, scene.label(action) or "",
            action=format_action(action), ground=ground, ink=ink, id_=scene.id(f"do-{action}"),
        ))  # fmt: skip
    return y + -(-len(offered) // 2) * 52 + 6


# --- The players ----------------------------------------------------------------------------------


def _players(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """A line for each player, the viewer first; where they end."""
    players = int(scene.view.players)
    first = max(scene.viewer, 0)
    for i in range(players):
        parts.append(_player(scene, (first + i) % players, x, y + i * 76, w))
    return y + players * 76 - GAP


def _player(scene: Scene, seat: int, x: float, y: float, w: float) -> str:
    """Who it is, points, the Pharaoh, and everything that lies open."""
    view, t, name = scene.view, scene.t, scene.names[seat]
    best = max(view.points[: view.players])
    parts = [
        panel(x, y, w, 68, active=seat in scene.to_act),
        badge(seat, x + 24, y + 22, 15),
        svg.text(x + 46, y + 28, shorten(name, 18), 17, "f-ink sans", bold=True),
        svg.text(x + w - 12, y + 31, view.points[seat], 26, "f-ink serif", "end", bold=True),
    ]
    if view.points[seat] == best > 0:
        left = x + w - 34 - 14 * len(str(best))
        parts.append(svg.path(_laurel(left, y + 14), "f-gold line"))
    if seat == view.pharaoh:
        tip = t("{player} holds the Pharaoh and goes first.").format(player=name)
        parts.append(piece(icon(PHARAOH, x + w - 108, y + 5, 32), tip=tip))
    pyramids, farmers = words.holdings(view, seat)
    facts: list[tuple[str, object, str]] = [
        (COIN, view.gold[seat], t("{count} gold").format(count=view.gold[seat])),
        (CARD_BACK, view.hand_count[seat], words.card_count(t, view.hand_count[seat])),
        (PYRAMID, pyramids, words.pyramid_count(t, pyramids)),
        (FARMER, farmers, words.farmer_count(t, farmers)),
    ]  # fmt: skip
    for i, (picture, count, tip) in enumerate(facts):
        at = x + 12 + i * 62
        parts.append(piece(
            icon(picture, at, y + 41, 23),
            svg.text(at + 27, y + 59, count, 16, "f-ink sans", bold=True), tip=tip,
        ))  # fmt: skip
    parts.append(_offered(scene, seat, x + w - 12, y + 58))
    tip = t("{player} has {points} points.").format(player=name, points=view.points[seat])
    return svg.group(
        piece(*parts, tip=tip, cls="piece nameplate"), id=scene.id(f"seat-{seat}"), class_="seat",
        data_seat=seat,
    )  # fmt: skip


def _laurel(x: float, y: float) -> str:
    """A small crown for whoever leads."""
    return f"M{x} {y + 16}l-3 -13l7 6l5 -9l5 9l7 -6l-3 13z"


def _offered(scene: Scene, seat: int, right: float, y: float) -> str:
    """A hand that is closed while offerings are secret, and what it gave once they are shown."""
    view, t = scene.view, scene.t
    if view.phase == layout.OFFERING:
        if not view.offered[seat]:
            return ""
        tip = t("{player} has chosen an offering.").format(player=scene.names[seat])
        return piece(icon(HAND, right - 30, y - 21, 28), tip=tip)
    given = view.offer[seat]
    if given == 0 or not layout.ADJUSTING <= view.phase <= layout.INCOME_CARDS:
        return ""
    tip = t("{player} offers {gold} gold.").format(player=scene.names[seat], gold=given)
    if given == THEFT:
        tip = t("{player} steals 3 gold.").format(player=scene.names[seat])
    parts = [icon(HAND, right - 62, y - 20, 26),
             svg.text(right, y, f"{given:+d}", 16, "f-ink sans", "end", bold=True)]  # fmt: skip
    if view.adjusting[seat] == 1:
        parts.append(icon(ICONS[ADJUST], right - 92, y - 20, 26))
        tip = f"{tip} {t('An adjustment card lies with it.')}"
    return piece(*parts, tip=tip)


# --- What scores ----------------------------------------------------------------------------------


def _summary(scene: Scene, parts: list[str], x: float, y: float, w: float) -> float:
    """What gives points after the third and the sixth turn, as on a summary card."""
    t = scene.t
    three = "".join(icon(PYRAMID, 4 + 11 * i, 10, 26) for i in range(3))
    bank = icon(ICONS[BONUS_BANK], 0, 0, 24) + icon(PYRAMID, 22, 12, 26)
    facts = (
        (icon(PYRAMID, 8, 6, 34), PYRAMID_POINTS, t("Each pyramid")),
        (three, SET_POINTS, t("One pyramid in each of your three provinces")),
        (bank, BANK_POINTS, t("Most pyramids in a province of each bank")),
        (icon(TEMPLE, 8, 6, 34), f"1–{BOXES}", t("Each temple: the number of the box")),
        (icon(ICONS[BONUS_CARDS], 8, 4, 38), BONUS_POINTS, t("Each bonus card")),
        (icon(COIN, 8, 6, 34), "6/4/2", t("Most gold, after the sixth turn only")),
    )
    step = (w - 12) / len(facts)
    parts.append(panel(x, y, w, SUMMARY))
    parts.append(heading(x + 12, y + 24, t("Points"), 17))
    for i, (picture, points, tip) in enumerate(facts):
        at = x + 6 + i * step
        parts.append(piece(
            svg.group(picture, at=(at + step / 2 - 25, y + 30)),
            svg.text(at + step / 2, y + 93, points, 16, "f-ink serif", "middle", bold=True),
            tip=tip,
        ))  # fmt: skip
    return y + SUMMARY


# --- The hand -------------------------------------------------------------------------------------


def _hand(scene: Scene, parts: list[str], x: float, y: float) -> float:
    """The viewer's power cards, each kind once with its count; where they end."""
    shape, view = scene.shape, scene.view
    if scene.viewer < 0:
        return y - GAP
    own = [kind for kind in range(CARDS) if view.hand[scene.viewer][kind] > 0]
    parts.append(heading(x + 2, y + 18, scene.t("Your power cards"), 18))
    if not own:
        parts.append(svg.text(x + 2, y + 44, scene.t("None"), 14, "f-ink-soft sans"))
        return y + 52
    step = shape.hand + 9
    per_row = int((shape.width - 2 * x + 9) / step)
    for i, kind in enumerate(own):
        at = (x + (i % per_row) * step, y + 30 + (i // per_row) * 158)
        parts.append(_held(scene, kind, *at))
    return y + 30 + -(-len(own) // per_row) * 158


def _face(scene: Scene, kind: int, x: float, y: float) -> list[str]:
    """A power card: the phase it belongs to, its picture and its name."""
    w = scene.shape.hand
    face = [
        card(x, y, w, 114, GROUNDS[kind]),
        icon(ICONS[kind], x + w / 2 - 26, y + 8, 52),
        svg.circle(x + 11, y + 12, 9, "f-papyrus hair"),
        svg.text(x + 11, y + 16.5, CARD_PHASE[kind], 13, "f-ink sans", "middle", bold=True),
    ]
    lines = _wrapped(words.card(scene.t, kind), 9, 3)
    for i, line in enumerate(lines):
        at = y + 84 + (i - (len(lines) - 1) / 2) * 15
        face.append(svg.text(x + w / 2, at + 4, line, 13, "f-ink sans", "middle", bold=True))
    if kind >= FIRST_BONUS:
        face.append(_coin(x + w - 15, y + 16, BONUS_POINTS, 11))
    return face


def _held(scene: Scene, kind: int, x: float, y: float) -> str:
    """A card in hand: press it to play it; below it, what it can be sold for."""
    view, w, t = scene.view, scene.shape.hand, scene.t
    count = view.hand[scene.viewer][kind]
    action, sale = scene.action(PLAY + kind), scene.action(SELL + kind)
    face = _face(scene, kind, x, y)
    if count > 1:
        face.append(cartouche(x + w - 14, y + 52, f"×{count}"))
    if action:
        face.append(ring(x - 2, y - 2, w + 4, 118, 8))
    tip = words.card_tip(t, view, kind)
    parts = [piece(*face, tip=tip, action=action, id_=scene.id(f"hand-{kind}"),
                   label=f"{scene.label(PLAY + kind)} – {tip}" if action else None)]  # fmt: skip
    if sale:
        parts.append(piece(
            svg.rect(x, y + 120, w, 28, "f-papyrus-deep hair", 6),
            svg.text(x + w / 2 - 14, y + 139, t("Sell"), 13, "f-ink sans", "middle"),
            _coin(x + w - 14, y + 134, "1", 10, 13),
            tip=scene.label(SELL + kind) or "", action=sale, id_=scene.id(f"sell-{kind}"),
            label=scene.label(SELL + kind),
        ))  # fmt: skip
    return "".join(parts)
