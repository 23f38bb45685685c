"""The players with what lies open, the viewer's hand of power cards, and what scores."""

from __future__ import annotations

from nomarch.draw import svg
from nomarch.draw.box import Box, rows
from nomarch.draw.memory import part
from nomarch.draw.parts import Mark, nameplate, tableau
from nomarch.draw.shapes import card, cartouche, heading, icon, panel, piece, wrapped, written
from nomarch.games.amun_re import actions as act, components as box, icons, state as st, words
from nomarch.games.amun_re.art.measures import GAP, AmunScene, coin
from nomarch.games.amun_re.rules import scoring

SUMMARY = 104
"""Height of the panel that tells what scores."""


def draw_players(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """An area for each player, the viewer first; where they end."""
    places = Box(x, y, scene.shape.side, 68).repeated(len(scene.seats), 1, 8)
    parts += (_player(scene, *each) for each in zip(scene.seats, places, strict=True))
    return places[-1].bottom + 8 - GAP


@part
def _player(scene: AmunScene, seat: int, place: Box) -> str:
    """Who it is, points, the Pharaoh, and everything that lies open."""
    view, t = scene.view, scene.t
    gold, cards = view.gold[seat], view.hand_count[seat]
    pyramids, farmers = scoring.sum_of(view, seat, view.pyramids), scoring.farmers_of(view, seat)
    facts = (
        (icons.COIN, gold, t("{count} gold").format(count=gold)),
        (icons.CARD_BACK, cards, words.some(t, "card", cards)),
        (icons.PYRAMID, pyramids, words.some(t, "pyramid", pyramids)),
        (icons.FARMER, farmers, words.some(t, "farmer", farmers)),
    )
    parts = [nameplate(scene, seat, place, view.points[seat], marks=_marks(scene, seat))]
    for i, (picture, count, tip) in enumerate(facts):
        at = place.x + 12 + i * 62
        told = svg.text(at + 27, place.y + 59, count, 16, "f-ink sans", bold=True)
        parts.append(piece(icon(picture, at, place.y + 41, 23), told, tip=tip))
    return tableau(
        scene, seat, place, *parts, _offered(scene, seat, place.right - 12, place.y + 58)
    )


def _marks(scene: AmunScene, seat: int) -> list[Mark]:
    """A laurel for whoever leads, and the Pharaoh."""
    view, points = scene.view, scene.view.points[seat]
    told = scene.t("{player} holds the Pharaoh and goes first.")

    def laurel(x: float, y: float) -> str:
        return svg.path(f"M{x + 3} {y + 17}l-3 -13l7 6l5 -9l5 9l7 -6l-3 13z", "f-gold line")

    def pharaoh(x: float, y: float) -> str:
        tip = told.format(player=scene.names[seat])
        return piece(icon(icons.PHARAOH, x, y - 5, 32), tip=tip)

    leads = points == max(view.points[: view.players]) > 0
    return [Mark(laurel, 24)] * leads + [Mark(pharaoh, 32)] * (seat == view.pharaoh)


def _offered(scene: AmunScene, seat: int, right: float, y: float) -> str:
    """A hand that is closed while offerings are secret, and what it gave once they are shown."""
    view, t, name, given = scene.view, scene.t, scene.names[seat], scene.view.offer[seat]
    if view.asked == st.OFFERING:
        tip = t("{player} has chosen an offering.").format(player=name)
        return (
            piece(icon(icons.HAND, right - 30, y - 21, 28), tip=tip) if view.offered[seat] else ""
        )
    if given == 0 or not st.ADJUSTING <= view.asked <= st.INCOME_CARDS:
        return ""
    told = t("{player} steals 3 gold.") if given == box.THEFT else t("{player} offers {gold} gold.")
    tip = told.format(player=name, gold=given)
    hand = icon(icons.HAND, right - 62, y - 20, 26)
    parts = [hand, svg.text(right, y, f"{given:+d}", 16, "f-ink sans", "end", bold=True)]
    if view.adjusting[seat] == 1:
        parts.append(icon(icons.ICONS[box.ADJUST], right - 92, y - 20, 26))
        tip += " " + t("An adjustment card lies with it.")
    return piece(*parts, tip=tip)


@part
def summary(scene: AmunScene, x: float, y: float) -> str:
    """What gives points after the third and the sixth turn, as on a summary card."""
    t, place = scene.t, Box(x, y, scene.shape.side, SUMMARY)
    three = "".join(icon(icons.PYRAMID, 4 + 11 * i, 10, 26) for i in range(3))
    bank = icon(icons.ICONS[box.BONUS_BANK], 0, 0, 24) + icon(icons.PYRAMID, 22, 12, 26)
    bonus = icon(icons.ICONS[box.BONUS_CARDS], 8, 4, 38)
    pyramid, temple, gold = (
        icon(picture, 8, 6, 34) for picture in (icons.PYRAMID, icons.TEMPLE, icons.COIN)
    )
    facts = (
        (pyramid, box.PYRAMID_POINTS, t("Each pyramid")),
        (three, box.SET_POINTS, t("One pyramid in each of your three provinces")),
        (bank, box.BANK_POINTS, t("Most pyramids in a province of each bank")),
        (temple, f"1–{box.BOXES}", t("Each temple: the number of the box")),
        (bonus, box.BONUS_POINTS, t("Each bonus card")),
        (gold, "6/4/2", t("Most gold, after the sixth turn only")),
    )
    parts = [panel(*place), heading(x + 12, y + 24, t("Points"), 17)]
    columns = Box(x + 6, y, place.w - 12).across(len(facts))
    for at, (picture, points, tip) in zip(columns, facts, strict=True):
        shown = svg.group(picture, at=(at.mid - 25, y + 30))
        parts.append(piece(shown, heading(at.mid, y + 93, str(points), 16, "middle"), tip=tip))
    return "".join(parts)


def draw_hand(scene: AmunScene, parts: list[str], x: float, y: float) -> float:
    """The viewer's power cards, each kind once with its count; where they end."""
    if scene.viewer < 0:
        return y - GAP
    size, held = scene.shape.hand, scene.view.hand[scene.viewer]
    own = [kind for kind in range(box.CARDS) if held[kind] > 0]
    parts.append(heading(x + 2, y + 18, scene.t("Your power cards"), 18))
    if not own:
        parts.append(svg.text(x + 2, y + 44, scene.t("None"), 14, "f-ink-soft sans"))
        return y + 52
    per_row = int((scene.shape.room + 9) / (size + 9))
    for i, kind in enumerate(own):
        place = Box(x + i % per_row * (size + 9), y + 30 + i // per_row * 158, size, 114)
        parts.append(face(scene, kind, place, act.PLAY.at(kind), f"hand-{kind}", held[kind]))
        parts.append(_sale(scene, kind, place))
    return y + 30 + rows(len(own), per_row) * 158


@part
def face(scene: AmunScene, kind: int, place: Box, action: int, name: str, count: int = 1) -> str:
    """A power card: the phase it belongs to, its picture and its name; how many there are."""
    x, y = place[:2]
    title, tip = words.card(scene.t, kind), words.card_tip(scene.t, scene.view, kind)
    lines = wrapped(title, max(9, *map(len, title.split())), 3)
    low = y + 95.5 - 7.5 * len(lines)
    return scene.piece(
        card(*place, icons.GROUNDS[kind]),
        icon(icons.ICONS[kind], place.mid - 26, y + 8, 52),
        svg.circle(x + 11, y + 12, 9, "f-papyrus hair"),
        svg.text(x + 11, y + 16.5, box.CARD_PHASE[kind], 13, "f-ink sans", "middle", bold=True),
        written(lines, place.mid, low, 13, anchor="middle", bold=True),
        coin(place.right - 15, y + 16, box.BONUS_POINTS, 11) if kind >= box.FIRST_BONUS else "",
        cartouche(place.right - 14, y + 52, f"×{count}") if count > 1 else "",
        tip=tip,
        name=name,
        action=action,
        label=f"{scene.label(action)} – {tip}",
        around=place,
        out=2,
    )


def _sale(scene: AmunScene, kind: int, place: Box) -> str:
    """Below a card, what it can be sold for."""
    if not scene.can(act.SELL.at(kind)):
        return ""
    x, y = place.x, place.bottom + 6
    return scene.piece(
        svg.rect(x, y, place.w, 28, "f-papyrus-deep hair", 6),
        svg.text(place.mid - 14, y + 19, scene.t("Sell"), 13, "f-ink sans", "middle"),
        coin(place.right - 14, y + 14, "1", 10, 13),
        name=f"sell-{kind}",
        action=act.SELL.at(kind),
    )
