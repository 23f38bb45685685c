"""The players' open components, the viewer's power cards, and the scoring summary."""

from collections.abc import Iterator

from nomarch.draw import Box, drawn, rows, shapes, stamp as stamp_of, svg, textures
from nomarch.draw.board_parts import Mark, clip, nameplate, placed, tableau
from nomarch.draw.scene import PieceAction, Spot
from nomarch.games.amun_re import actions as act, components as box, icons
from nomarch.games.amun_re.art.measures import GAP, AmunCanvas, AmunScene, coin, stamp
from nomarch.games.amun_re.rules import holdings
from nomarch.games.amun_re.words import component_names as terms, tips
from nomarch.i18n import Translate

SUMMARY = 98
"""Height of the scoring summary."""
SALE_H = 26
PLATE_H, PLATES = 92, 2
"""Height of another player's area on a tall board, and how many stand in a row."""
IN_A_ROW, LOW_CARD = 4, 83
"""Cards side by side on a tall board, and their height in two rows. More than eight overlap."""
LANDS = 3
"""Provinces that a player gets in a kingdom."""


def draw_own(scene: AmunScene, at: Box) -> str:
    seat, top = scene.seats[0], 50 if scene.wide else 74
    well = Box(at.x + 8, at.y + top, at.w - 16, at.h - top - 6)
    facts, says = Box(at.x + 8, at.y + 42, 240, 28), Box(at.right - 152, at.y + 42, 140, 26)
    lands = ""
    if scene.wide:
        side = Box(at.right - 208, well.y, 200, well.h - 32)
        well = well._replace(w=well.w - side.w - 8)
        facts, lands = Box(at.x + 320, at.y + 8, 280, 34), _lands(scene, seat, side)
        says = Box(side.x, side.bottom + 4, side.w, 26)
    parts = [
        _plate(scene, seat, at, large=scene.wide),
        *_facts_of(scene, seat, facts),
        textures.pressed(*well, 8),
        clip(scene, "hand", well, *_hand(scene, well.grown(-3))),
        lands,
        svg.rect(*says, "nofill says-here"),
    ]
    return tableau(scene, seat, at, *parts)


def own_height(scene: AmunScene) -> float:
    held = scene.view.hand[scene.viewer] if scene.viewer >= 0 else ()
    kinds = sum(count > 0 for count in held)
    lines = 1 + (kinds > IN_A_ROW)
    return 78 + lines * (_card_height(scene, kinds) + SALE_H + 8)


def _card_height(scene: AmunScene, kinds: int) -> float:
    """Return the height of the cards in hand: lower in two rows, so that a phone shows more."""
    return LOW_CARD if not scene.wide and kinds > IN_A_ROW else scene.shape.card_h


def draw_others(scene: AmunScene, room: Box) -> Iterator[str]:
    """Draw an area for each other player, from the viewer's left."""
    seats = scene.seats[1:]
    places = room.down(len(seats), GAP)
    if not scene.wide:
        plate = room.across(PLATES, 6)[0]._replace(h=PLATE_H)
        places = plate.repeated(len(seats), PLATES, 6)
    for seat, place in zip(seats, places, strict=True):
        yield placed(place, _player(scene, seat, Box(0, 0, place.w, place.h)))


def others_height(scene: AmunScene) -> float:
    lines = rows(scene.view.players - 1, PLATES)
    return lines * (PLATE_H + 6) - 6


def _player(scene: AmunScene, seat: int, place: Box) -> str:
    """Draw name, points, the Pharaoh, everything public, and the provinces if there is room."""
    facts = Box(place.x + 10, place.y + (46 if scene.wide else 36), 208 if scene.wide else 186, 30)
    lands = Box(place.x + 10, facts.bottom + 6, place.w - 20, place.bottom - facts.bottom - 14)
    level = facts.y + 2 if scene.wide else facts.bottom
    parts = [
        _plate(scene, seat, place),
        *_facts_of(scene, seat, facts),
        _lands(scene, seat, lands) if scene.wide else "",
        # A page shows bids and offerings here, in words.
        svg.rect(place.right - 148, level, 140, 26, "nofill says-here"),
    ]
    return tableau(scene, seat, place, *parts)


def _plate(scene: AmunScene, seat: int, place: Box, *, large: bool = False) -> str:
    tip, marks = scene.tip(tips.plate, seat, scene.name_unless_own(seat)), _marks(scene, seat)
    points, below, x = scene.view.points[seat], "", place.x + 12
    if place.w < 300:
        for mark in marks:
            below += mark.draw(x, place.bottom - 26, *mark.values)
            x += mark.width + 4
        marks = []
    return nameplate(scene, seat, place, points, marks=marks, tip=tip, large=large) + below


def _facts_of(scene: AmunScene, seat: int, place: Box) -> tuple[str, ...]:
    view = scene.view
    pyramids, farmers = holdings.sum_of(view, seat, view.pyramids), holdings.farmers_of(view, seat)
    counts = {"card": view.hand_count[seat], "pyramid": pyramids, "farmer": farmers}
    treasure = view.gold[seat], scene.tip(tips.treasure, seat)
    return _facts(scene.canvas, place, treasure, tuple(counts.items()))


@drawn
def _facts(
    canvas: AmunCanvas, place: Box, gold: tuple[int, str], counts: tuple[tuple[str, int], ...]
) -> tuple[str, ...]:
    """Draw gold, which comes with its tip, and counts of other things."""
    facts = [("coin", *gold)]
    facts += [(thing, count, terms.some(canvas.t, thing, count)) for thing, count in counts]
    size, letter = 23 if not canvas.wide else 34 if place.w > 250 else 28, canvas.shape.type.text
    if place.w < 250:
        letter = canvas.shape.letter
    parts = []
    for at, (picture, count, tip) in zip(place.across(4), facts, strict=True):
        x, low, words = at.x + size + 3, at.level + 0.36 * letter, terms.number(count)
        face = stamp(canvas, picture, at.x, at.level - size / 2, size)
        text = svg.text(x, low, words, letter, "f-ink sans", bold=True)
        parts.append(shapes.piece(face, text, tip=tip))
    return tuple(parts)


def _lands(scene: AmunScene, seat: int, room: Box) -> str:
    view = scene.view
    own = tuple(
        (p, view.farmers[p] + view.free[p], view.pyramids[p])
        for p in range(box.PROVINCES)
        if view.owner[p] == seat
    )
    return _land_list(scene.canvas, room, own)


@drawn
def _land_list(canvas: AmunCanvas, room: Box, own: tuple[tuple[int, int, int], ...]) -> str:
    in_rows, is_low = room.h >= LANDS * 34, room.h < 58
    slots = room.down(LANDS, 6) if in_rows else room._replace(h=min(62, room.h)).across(LANDS, 6)
    parts, letter = [textures.pressed(*slot) for slot in slots[len(own) :]], canvas.shape.letter
    for slot, (p, farmers, pyramids) in zip(slots, own, strict=False):
        name, low = terms.province(canvas.t, p), slot.level + 0.34 * letter
        x, anchor = (slot.x + 12, "start") if in_rows else (slot.mid, "middle")
        above, shares = (0, (0.5, 0.75)) if in_rows else (0 if is_low else 13, (0.1, 0.55))
        parts.append(svg.rect(*slot, "f-chalk hair", 6))
        parts.append(svg.text(x, low - above, name, letter, "f-ink serif", anchor))
        counts = () if is_low else (("farmer", farmers), ("pyramid", pyramids))
        for (picture, number), share in zip(counts, shares, strict=False):
            at, size = slot.x + share * slot.w, 30 if in_rows else 26
            parts.append(stamp(canvas, picture, at, slot.level - size / 2 + above, size))
            parts.append(canvas.letters(at + size + 4, low + above, number, bold=True))
    return "".join(parts)


def _marks(scene: AmunScene, seat: int) -> list[Mark]:
    view, marks = scene.view, []
    if view.points[seat] == max(view.points[: view.players]) > 0:
        marks.append(Mark(_laurel, 24, (scene.t("Leading on points"),)))
    if seat == view.pharaoh:
        player = scene.name_unless_own(seat)
        tip = scene.t("You're Pharaoh and go first.")
        if player:
            tip = scene.t("{player} is Pharaoh and goes first.").format(player=player)
        marks.append(Mark(_pharaoh, 32, (scene.prefix, tip)))
    return marks


def _laurel(x: float, y: float, tip: str) -> str:
    shape = svg.path(f"M{x + 3} {y + 17}l-3 -13l7 6l5 -9l5 9l7 -6l-3 13z", "f-gold line")
    return shapes.piece(shape, tip=tip)


def _pharaoh(x: float, y: float, prefix: str, tip: str) -> str:
    return shapes.piece(stamp_of(prefix, "pharaoh", x, y - 5, 32), tip=tip)


def summary(scene: AmunScene, place: Box) -> str:
    text = tuple(
        scene.tip(tips.scoring_of, scene.viewer, category, words)
        for category, (_, words) in enumerate(_sources(scene.t))
    )
    return _scoring(scene.canvas, place._replace(h=SUMMARY), text)


def _sources(t: Translate) -> tuple[tuple[str, str], ...]:
    """Return what scores, in short and in full."""
    return (
        (t("Pyramid"), t("Each pyramid")),
        (t("Set of three"), t("One pyramid in each of your three provinces")),
        (t("Most on a bank"), t("Most pyramids in one province, on each bank")),
        (t("Temple"), t("Each temple: the number of the marker's box")),
        (t("Bonus card"), t("Each bonus card")),
        (t("Most gold"), t("Most gold, after turn 6 only")),
    )


@drawn
def _scoring(canvas: AmunCanvas, place: Box, told: tuple[str, ...]) -> str:
    three = "".join(stamp(canvas, "pyramid", 2 + 10 * i, 12, 26) for i in range(3))
    bank = shapes.icon(icons.ICONS[box.BONUS_BANK], 0, 2, 26) + stamp(canvas, "pyramid", 20, 14, 28)
    bonus = shapes.icon(icons.ICONS[box.BONUS_CARDS], 4, 4, 40)
    pyramid, temple, gold = (
        stamp(canvas, name, 4, 4, 40) for name in ("pyramid", "temple", "coin")
    )
    pictures = (pyramid, three, bank, temple, bonus, gold)
    temples, wealth = f"1–{box.BOXES}", "6/4/2"
    pays = (box.PYRAMID_POINTS, box.SET_POINTS, box.BANK_POINTS, temples, box.BONUS_POINTS, wealth)
    parts = [shapes.panel(*place)]
    cells = Box(place.x + 8, place.y + 6, (place.w - 22) / 2, 29).repeated(len(pictures), 2, 0)
    facts = zip(cells, pictures, pays, _sources(canvas.t), told, strict=True)
    for i, (cell, picture, points, (label, _), tip) in enumerate(facts):
        at = cell.moved(6 * (i % 2))
        parts.append(
            shapes.piece(
                svg.group(picture, at=(at.x, at.y + 1), scale=0.6),
                canvas.letters(at.x + 34, at.y + 21, label),
                canvas.letters(at.right - 2, at.y + 21, points, anchor="end", bold=True),
                tip=tip,
            )
        )
    return "".join(parts)


def _hand(scene: AmunScene, room: Box) -> Iterator[str]:
    """Draw the viewer's power cards, each kind once with its count; for a spectator their backs."""
    if scene.viewer < 0:
        size, hidden = room.h / 1.6, scene.view.hand_count[scene.seats[0]]
        for at in Box(room.x + 8, room.level - size / 2, size).repeated(hidden, 9, -0.4 * size):
            yield stamp(scene.canvas, "card", *at[:2], size)
        return
    shape, held = scene.shape, scene.view.hand[scene.viewer]
    own = [kind for kind in range(box.CARDS) if held[kind] > 0]
    per_row = len(own) if scene.wide else max(IN_A_ROW, rows(len(own), 2))
    pitch = min(shape.hand + 4.0, (room.w - shape.hand) / max(1, per_row - 1))
    for i, kind in enumerate(own):
        at = Box(room.x, room.y, shape.hand, _card_height(scene, len(own)))
        place = at.moved(i % per_row * pitch, i // per_row * (at.h + SALE_H + 8))
        yield face(scene, kind, place, act.PLAY.at(kind), f"hand-{kind}", held[kind])
        yield _sale(scene, kind, place)


def face(scene: AmunScene, kind: int, place: Box, action: int, name: str, held: int = 1) -> str:
    spot = scene.spot(place, name, action, scene.tip(tips.card_of, scene.viewer, kind))
    return _card(scene.canvas, spot, kind, held)


@drawn
def _card(canvas: AmunCanvas, spot: Spot, kind: int, held: int) -> str:
    place, (x, y, *_), size = spot.at, spot.at, canvas.shape.letter
    title, ground, picture = (
        terms.card(canvas.t, kind),
        icons.GROUNDS[kind],
        (0.46 if place.h > LOW_CARD else 0.36) * place.h,
    )
    lines = shapes.wrapped(title, (place.w - 4) / size, 3, _plain)
    room = place.h - picture - 14
    low = place.bottom - room / 2 + (0.36 - 0.53 * (len(lines) - 1)) * size
    ink, is_bonus = f"f-{shapes.ink_on(ground)} sans", kind >= box.FIRST_BONUS
    return canvas.piece(
        shapes.card(*place, ground),
        shapes.icon(icons.ICONS[kind], place.mid - picture / 2, y + 8, picture),
        svg.circle(x + 13, y + 14, 11, "f-papyrus hair"),
        canvas.letters(
            x + 13, y + 14 + 0.34 * size, box.CARD_PHASE[kind], anchor="middle", bold=True
        ),
        shapes.written(lines, place.mid, low, size, ink, "middle", leading=1.06),
        coin(canvas, place.right - 17, y + 18, box.BONUS_POINTS, 13) if is_bonus else "",
        canvas.count(place.right - 18, y + 54, f"×{held}") if held > 1 else "",
        spot=spot,
        out=1,
    )


def _plain(words: str) -> float:
    return shapes.ems(words, bold=False)


def _sale(scene: AmunScene, kind: int, place: Box) -> str:
    sell = scene.offer(act.SELL.at(kind))
    return _sale_price(scene.canvas, kind, place, sell) if sell.label else ""


@drawn
def _sale_price(canvas: AmunCanvas, kind: int, place: Box, sell: PieceAction) -> str:
    x, y = place.x, place.bottom + 3
    return canvas.piece(
        svg.rect(x, y, place.w, SALE_H, "f-papyrus hair", 6),
        canvas.letters(place.mid - 14, y + 19, canvas.t("Sell"), anchor="middle"),
        coin(canvas, place.right - 17, y + 13, "1", 11),
        name=f"sell-{kind}",
        action=sell,
    )
