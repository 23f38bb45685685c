"""The players with what lies open, the viewer's hand of power cards, and what scores."""

from nomarch.draw import Box, on_demand, part, question, rows, shapes, svg
from nomarch.draw.board_parts import Mark, clip, nameplate, placed, tableau
from nomarch.games.amun_re.art.measures import GAP, AmunScene, act, box, icons, names, tips
from nomarch.games.amun_re.rules import scoring

SUMMARY = 88
"""Height of the panel that tells what scores."""
CARD_H = 126
"""Height of a power card."""
SALE_H = 30


def draw_players(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """An area for each player, the viewer first; where they end."""
    places = Box(x, y, scene.shape.side, 72).repeated(len(scene.seats), 1, 6)
    for seat, place in zip(scene.seats, places, strict=True):
        parts.append(placed(place, _player(scene, seat, Box(0, 0, place.w, place.h))))
    return places[-1].bottom


@part
def _player(scene: AmunScene, seat: int, place: Box) -> str:
    """Who it is, points, the Pharaoh, and everything that lies open."""
    view, t = scene.view, scene.t
    gold, cards = view.gold[seat], view.hand_count[seat]
    pyramids, farmers = scoring.sum_of(view, seat, view.pyramids), scoring.farmers_of(view, seat)
    facts = (
        ("coin", gold, _treasure_tip(scene, seat)),
        ("card", cards, names.some(t, "card", cards)),
        ("pyramid", pyramids, names.some(t, "pyramid", pyramids)),
        ("farmer", farmers, names.some(t, "farmer", farmers)),
    )
    tip, marks = _plate_tip(scene, seat), _marks(scene, seat)
    parts = [nameplate(scene, seat, place, view.points[seat], marks=marks, tip=tip)]
    for i, (picture, count, tip) in enumerate(facts):
        at = place.x + 12 + i * 58
        told = svg.text(at + 27, place.y + 62, names.number(count), 17, "f-ink sans", bold=True)
        parts.append(shapes.piece(scene.stamp(picture, at, place.y + 43, 25), told, tip=tip))
    # A page shows bids and offerings here, in words.
    parts.append(svg.rect(place.right - 148, place.y + 42, 140, 26, "nofill says-here"))
    return tableau(scene, seat, place, *parts)


@on_demand
def _treasure_tip(scene: AmunScene, seat: int) -> str:
    told = scene.t("{count} gold").format(count=names.number(scene.view.gold[seat]))
    return tips.treasure(scene.t, scene.view, seat, told)


@on_demand
def _plate_tip(scene: AmunScene, seat: int) -> str:
    return tips.plate(scene.t, scene.view, seat, scene.names[seat], is_you=scene.is_own(seat))


@on_demand
def _card_tip(scene: AmunScene, kind: int) -> str:
    return tips.card_of(scene.t, scene.view, scene.viewer, kind)


def _marks(scene: AmunScene, seat: int) -> list[Mark]:
    """A laurel for whoever leads, and the Pharaoh."""
    holds = scene.t("{player} holds the Pharaoh and goes first.").format(player=scene.names[seat])

    def laurel(x: float, y: float) -> str:
        shape = svg.path(f"M{x + 3} {y + 17}l-3 -13l7 6l5 -9l5 9l7 -6l-3 13z", "f-gold line")
        return shapes.piece(shape, tip=scene.t("Nobody has more points."))

    def pharaoh(x: float, y: float) -> str:
        return shapes.piece(scene.stamp("pharaoh", x, y - 5, 32), tip=holds)

    return [Mark(laurel, 24)] * _leads(scene, seat) + [Mark(pharaoh, 32)] * (
        seat == scene.view.pharaoh
    )


@question
def _leads(scene: AmunScene, seat: int) -> bool:
    """Whether nobody has more points, and there are any."""
    points = scene.view.points[: scene.view.players]
    return points[seat] == max(points) > 0


@on_demand
def _scoring_tip(scene: AmunScene, category: int, told: str) -> str:
    return tips.scoring_of(scene.t, scene.view, scene.viewer, category, told)


@part
def summary(scene: AmunScene, x: float, y: float) -> str:
    """What gives points after the third and the sixth turn, as on a summary card."""
    t, place, stamp = scene.t, Box(x, y, scene.shape.side, SUMMARY), scene.stamp
    three = "".join(stamp("pyramid", 4 + 11 * i, 10, 28) for i in range(3))
    bank = shapes.icon(icons.ICONS[box.BONUS_BANK], 0, 0, 26) + stamp("pyramid", 22, 12, 28)
    bonus = shapes.icon(icons.ICONS[box.BONUS_CARDS], 8, 4, 38)
    pyramid, temple, gold = (stamp(name, 8, 4, 36) for name in ("pyramid", "temple", "coin"))
    facts = (
        (pyramid, box.PYRAMID_POINTS, t("Each pyramid")),
        (three, box.SET_POINTS, t("One pyramid in each of your three provinces")),
        (bank, box.BANK_POINTS, t("Most pyramids in a province of each bank")),
        (temple, f"1–{box.BOXES}", t("Each temple: the number of the box")),
        (bonus, box.BONUS_POINTS, t("Each bonus card")),
        (gold, "6/4/2", t("Most gold, after the sixth turn only")),
    )
    parts = [shapes.panel(*place)]
    columns = Box(x + 6, y, place.w - 12).across(len(facts))
    for category, (at, (picture, points, told)) in enumerate(zip(columns, facts, strict=True)):
        tip = _scoring_tip(scene, category, told)
        shown = svg.group(picture, at=(at.mid - 25, y + 8))
        parts.append(
            shapes.piece(shown, shapes.heading(at.mid, y + 75, str(points), 18, "middle"), tip=tip)
        )
    return "".join(parts)


def draw_hand(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """The viewer's power cards, each kind once with its count; where they end."""
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


@part
def face(scene: AmunScene, kind: int, place: Box, action: int, name: str, count: int = 1) -> str:
    """A power card: the phase it belongs to, its picture and its name; how many there are."""
    x, y, size = place.x, place.y, scene.shape.letter
    title = names.card(scene.t, kind)
    lines, ground = shapes.wrapped(title, max(10, *map(len, title.split())), 3), icons.GROUNDS[kind]
    low = y + 102 - 9.5 * (len(lines) - 1)
    return scene.piece(
        shapes.card(*place, ground),
        shapes.icon(icons.ICONS[kind], place.mid - 28, y + 8, 56),
        svg.circle(x + 13, y + 14, 11, "f-papyrus hair"),
        scene.letters(x + 13, y + 20, box.CARD_PHASE[kind], "f-ink sans", "middle", True),
        shapes.written(
            lines, place.mid, low, size, f"f-{shapes.ink_on(ground)} sans", "middle", leading=1.1
        ),
        scene.coin(place.right - 17, y + 18, box.BONUS_POINTS, 13) if _is_bonus(kind) else "",
        scene.count(place.right - 18, y + 54, f"×{count}") if count > 1 else "",
        tip=_card_tip(scene, kind),
        says=f"{title} {count}",
        name=name,
        action=action,
        around=place,
        out=1,
    )


def _is_bonus(kind: int) -> bool:
    return kind >= box.FIRST_BONUS


@part
def _sale(scene: AmunScene, kind: int, place: Box) -> str:
    """Below a card, what it can be sold for."""
    if not scene.can(act.SELL.at(kind)):
        return ""
    x, y = place.x, place.bottom + 5
    return scene.piece(
        svg.rect(x, y, place.w, SALE_H, "f-papyrus-deep hair", 6),
        scene.letters(place.mid - 14, y + 21, scene.t("Sell"), anchor="middle"),
        scene.coin(place.right - 17, y + 15, "1", 12),
        name=f"sell-{kind}",
        action=act.SELL.at(kind),
    )
