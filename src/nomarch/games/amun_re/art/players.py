"""The players' open components, the viewer's power cards, and the scoring summary."""

from nomarch.draw import Box, PieceAction, drawn, rows, shapes, stamp as stamp_of, svg
from nomarch.draw.board_parts import Mark, clip, nameplate, placed, tableau
from nomarch.games.amun_re.art.measures import (
    GAP,
    AmunCanvas,
    AmunScene,
    act,
    box,
    coin,
    component_names,
    count,
    icons,
    letters,
    stamp,
    tips,
)
from nomarch.games.amun_re.rules import scoring
from nomarch.i18n import Translate

SUMMARY = 102
"""Height of the scoring summary."""
CARD_H = 126
"""Height of a power card."""
SALE_H = 30


def draw_players(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """Draw an area for each player, the viewer first. Returns the lower edge."""
    high = min(118, (506 - 8 * (len(scene.seats) - 1)) / len(scene.seats)) if scene.wide else 72
    places = Box(x, y, 1588 - x if scene.wide else scene.shape.side, high).repeated(
        len(scene.seats), 1, 8 if scene.wide else 6
    )
    for seat, place in zip(scene.seats, places, strict=True):
        parts.append(placed(place, _player(scene, seat, Box(0, 0, place.w, place.h))))
    return places[-1].bottom


def _player(scene: AmunScene, seat: int, place: Box) -> str:
    """Draw name, points, the Pharaoh, and everything public."""
    view = scene.view
    tip, marks = scene.tip(tips.plate, seat, scene.name_unless_own(seat)), _marks(scene, seat)
    plate = nameplate(scene, seat, place, view.points[seat], marks=marks, tip=tip)
    facts = _facts(
        scene.canvas,
        place,
        view.gold[seat],
        view.hand_count[seat],
        scoring.sum_of(view, seat, view.pyramids),
        scoring.farmers_of(view, seat),
        scene.tip(tips.treasure, seat),
    )
    return tableau(scene, seat, place, plate, *facts)


@drawn
def _facts(
    canvas: AmunCanvas,
    place: Box,
    gold: int,
    cards: int,
    pyramids: int,
    farmers: int,
    treasure: str,
) -> tuple[str, ...]:
    facts = (
        ("coin", gold, treasure),
        ("card", cards, component_names.some(canvas.t, "card", cards)),
        ("pyramid", pyramids, component_names.some(canvas.t, "pyramid", pyramids)),
        ("farmer", farmers, component_names.some(canvas.t, "farmer", farmers)),
    )
    parts = []
    for i, (picture, number, tip) in enumerate(facts):
        big = place.h > 100
        at = place.x + 12 + i * (58 if big else 52)
        told = svg.text(
            at + (36 if big else 27),
            place.y + (92 if big else 62),
            component_names.number(number),
            22 if big else 17,
            "f-ink sans",
            bold=True,
        )
        parts.append(
            shapes.piece(
                stamp(canvas, picture, at, place.y + (66 if big else 43), 34 if big else 25),
                told,
                tip=tip,
            )
        )
    # A page shows bids and offerings here, in words.
    parts.append(
        svg.rect(
            place.right - 148, place.y + (70 if place.h > 100 else 42), 140, 26, "nofill says-here"
        )
    )
    return tuple(parts)


def _marks(scene: AmunScene, seat: int) -> list[Mark]:
    """Return a laurel for the leader, and the Pharaoh."""
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


def summary(scene: AmunScene, x: float, y: float) -> str:
    """Draw the points of the scorings after turns 3 and 6."""
    told = tuple(
        scene.tip(tips.scoring_of, scene.viewer, category, words)
        for category, words in enumerate(_sources(scene.t))
    )
    return _scoring(scene.canvas, x, y, told)


def _sources(t: Translate) -> tuple[str, ...]:
    return (
        t("Each pyramid"),
        t("One pyramid in each of your three provinces"),
        t("Most pyramids in one province, on each bank"),
        t("Each temple: the number of the marker's box"),
        t("Each bonus card"),
        t("Most gold, after turn 6 only"),
    )


def _labels(t: Translate) -> tuple[str, ...]:
    return (
        t("Pyramid"),
        t("Set of three"),
        t("Most on a bank"),
        t("Temple"),
        t("Bonus card"),
        t("Most gold"),
    )


@drawn
def _scoring(canvas: AmunCanvas, x: float, y: float, told: tuple[str, ...]) -> str:
    """Draw what scores: a picture, its name and its points, in two columns."""
    place = Box(x, y, 1588 - x if canvas.wide else canvas.shape.side, SUMMARY)
    three = "".join(stamp(canvas, "pyramid", 2 + 10 * i, 12, 26) for i in range(3))
    bank = shapes.icon(icons.ICONS[box.BONUS_BANK], 0, 2, 26) + stamp(canvas, "pyramid", 20, 14, 28)
    bonus = shapes.icon(icons.ICONS[box.BONUS_CARDS], 4, 4, 40)
    pyramid, temple, gold = (
        stamp(canvas, name, 4, 4, 40) for name in ("pyramid", "temple", "coin")
    )
    facts = (
        (pyramid, box.PYRAMID_POINTS),
        (three, box.SET_POINTS),
        (bank, box.BANK_POINTS),
        (temple, f"1–{box.BOXES}"),
        (bonus, box.BONUS_POINTS),
        (gold, "6/4/2"),
    )
    parts = [shapes.panel(*place)]
    cells = Box(x + 8, y + 6, (place.w - 22) / 2, 30).repeated(len(facts), 2, 0)
    labels = zip(cells, facts, _labels(canvas.t), told, strict=True)
    for i, (cell, (picture, points), label, tip) in enumerate(labels):
        at = cell.moved(6 * (i % 2))
        parts.append(
            shapes.piece(
                svg.group(picture, at=(at.x, at.y + 1), scale=0.6),
                letters(canvas, at.x + 34, at.y + 21, label),
                shapes.heading(at.right - 2, at.y + 21, str(points), 18, "end"),
                tip=tip,
            )
        )
    return "".join(parts)


def draw_hand(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """Draw the viewer's power cards, each kind once with its count. Returns the lower edge."""
    if scene.viewer < 0:
        return y - GAP
    shape, held = scene.shape, scene.view.hand[scene.viewer]
    own = [kind for kind in range(box.CARDS) if held[kind] > 0]
    shown = [shapes.heading(x + 2, y + 18, scene.t("Your power cards"), 18)]
    if not own:
        shown.append(svg.text(x + 2, y + 46, scene.t("None"), 17, "f-ink-soft sans"))
    per_row = int((shape.map_w + 6) / (shape.hand + 5))
    first, high = Box(x, y + 28, shape.hand, CARD_H), CARD_H + SALE_H + 12
    for i, kind in enumerate(own):
        place = first.moved(i % per_row * (shape.hand + 6), i // per_row * high)
        shown.append(face(scene, kind, place, act.PLAY.at(kind), f"hand-{kind}", held[kind]))
        shown.append(_sale(scene, kind, place))
    room = Box(x, y, shape.map_w, 28 + max(1, rows(len(own), per_row)) * high - 6)
    parts.append(clip(scene, "hand", room, *shown))
    return room.bottom


def face(scene: AmunScene, kind: int, place: Box, action: int, name: str, held: int = 1) -> str:
    """Draw a power card in hand or drawn, with its effect."""
    tip = scene.tip(tips.card_of, scene.viewer, kind)
    return _card(scene.canvas, kind, place, name, held, tip, scene.offer(action))


@drawn
def _card(
    canvas: AmunCanvas, kind: int, place: Box, name: str, held: int, tip: str, action: PieceAction
) -> str:
    """Draw a card's phase, picture, name and count."""
    x, y, size = place.x, place.y, canvas.shape.letter
    title = component_names.card(canvas.t, kind)
    lines, ground = shapes.wrapped(title, max(10, *map(len, title.split())), 3), icons.GROUNDS[kind]
    low, ink = y + 102 - 9.5 * (len(lines) - 1), f"f-{shapes.ink_on(ground)} sans"
    is_bonus = kind >= box.FIRST_BONUS
    return canvas.piece(
        shapes.card(*place, ground),
        shapes.icon(icons.ICONS[kind], place.mid - 28, y + 8, 56),
        svg.circle(x + 13, y + 14, 11, "f-papyrus hair"),
        letters(canvas, x + 13, y + 20, box.CARD_PHASE[kind], "f-ink sans", "middle", True),
        shapes.written(lines, place.mid, low, size, ink, "middle", leading=1.1),
        coin(canvas, place.right - 17, y + 18, box.BONUS_POINTS, 13) if is_bonus else "",
        count(canvas, place.right - 18, y + 54, f"×{held}") if held > 1 else "",
        tip=tip,
        name=name,
        action=action,
        around=place,
        out=1,
    )


def _sale(scene: AmunScene, kind: int, place: Box) -> str:
    sell = scene.offer(act.SELL.at(kind))
    return _sale_price(scene.canvas, kind, place, sell) if sell.label else ""


@drawn
def _sale_price(canvas: AmunCanvas, kind: int, place: Box, sell: PieceAction) -> str:
    """Draw the price a card can be sold for."""
    x, y = place.x, place.bottom + 5
    return canvas.piece(
        svg.rect(x, y, place.w, SALE_H, "f-papyrus-deep hair", 6),
        letters(canvas, place.mid - 14, y + 21, canvas.t("Sell"), anchor="middle"),
        coin(canvas, place.right - 17, y + 15, "1", 12),
        name=f"sell-{kind}",
        action=sell,
    )
