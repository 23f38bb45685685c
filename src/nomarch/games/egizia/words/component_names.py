"""Names and descriptions of Egizia's pieces, translated by `t`."""

from functools import cache

from nomarch.games.egizia import components as box, state as st
from nomarch.i18n import Translate

PROPER_NAMES = ("Edfu", "Selinon", "Thebae", "Beni Hasan", "Alyi", "Passalon", "Heliopolis")
"""The round spaces, the same in every language."""


def crew(t: Translate, index: int) -> str:
    return (t("green crew"), t("yellow crew"), t("blue crew"), t("joker crew"))[index]


def market(t: Translate, index: int) -> str:
    return (t("stone market"), t("grain market"))[index]


def colour(t: Translate, index: int) -> str:
    return (t("green"), t("yellow-green"), t("brown"))[index]


def flood_space(t: Translate, index: int) -> str:
    return (t("left"), t("centre"), t("right"))[index]


def structure(t: Translate, index: int) -> str:
    return (t("Obelisk"), t("Graves"), t("Temple"), t("Pyramid"))[index]


def pile(t: Translate, count: int) -> str:
    text = t.ngettext(
        "{count} Sphinx card left in the pile.", "{count} Sphinx cards left in the pile.", count
    )
    return text.format(count=count)


def site(t: Translate, index: int) -> str:
    return (t("Sphinx"), t("Obelisk and Graves"), t("Temple and Pyramid"))[index]


def part(t: Translate, index: int) -> str:
    if index >= box.FLOOR_1:
        return t("Pyramid floor {floor}").format(floor=index - box.FLOOR_1 + 1)
    return (
        *(t("Obelisk"), t("Grave"), t("Temple left wall"), t("Temple right wall")),
        *(t("Temple left column"), t("Temple right column"), t("Temple roof")),
    )[index]


def site_with_article(t: Translate, index: int) -> str:
    return (t("the Sphinx"), t("the Obelisk and Graves"), t("the Temple and Pyramid"))[index]


def part_with_article(t: Translate, index: int) -> str:
    if index >= box.FLOOR_1:
        return part(t, index)
    return (
        *(
            t("the Obelisk"),
            t("a grave"),
            t("the Temple's left wall"),
            t("the Temple's right wall"),
        ),
        *(t("the Temple's left column"), t("the Temple's right column"), t("the Temple roof")),
    )[index]


def space_with_article(t: Translate, pos: int) -> str:
    is_site = box.SPACE_KIND[pos] == box.SITE_SPACE
    return site_with_article(t, box.SPACE_INDEX[pos]) if is_site else space(t, pos)


def cards(t: Translate, count: int) -> str:
    return t.ngettext("{count} card", "{count} cards", count).format(count=count)


def stones(t: Translate, count: int) -> str:
    return t.ngettext("{count} stone", "{count} stones", count).format(count=count)


def sphinx_cards(t: Translate, count: int) -> str:
    return t.ngettext("{count} Sphinx card", "{count} Sphinx cards", count).format(count=count)


def boats(t: Translate, count: int) -> str:
    return t.ngettext("{count} boat", "{count} boats", count).format(count=count)


def spaces(t: Translate, count: int) -> str:
    return t.ngettext("{count} space", "{count} spaces", count).format(count=count)


def space(t: Translate, pos: int) -> str:
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return PROPER_NAMES[index]
    if box.SPACE_KIND[pos] == box.SITE_SPACE:
        return site(t, index)
    return t("Nile {number}").format(number=index + 1)


def field(t: Translate, kind: int) -> str:
    if kind == box.START_FIELD:
        return t("Start field")
    shade = box.FIELD_COLOUR[kind]
    names = (t("Green field {grain}"), t("Yellow-green field {grain}"), t("Brown field {grain}"))
    return names[shade].format(grain=box.FIELD_GRAIN[kind])


def card(t: Translate, kind: int) -> str:
    return _card(t, kind)[0]


def the_card(t: Translate, kind: int) -> str:
    if kind < box.START_FIELD:
        text = (
            t("the green field ({grain} grain)"),
            t("the yellow-green field ({grain} grain)"),
            t("the brown field ({grain} grain)"),
        )[box.FIELD_COLOUR[kind]]
        return text.format(grain=box.FIELD_GRAIN[kind])
    if box.FIRST_QUARRY <= kind <= box.LAST_QUARRY:
        stones_each = box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        return t("the quarry ({stones} stones)").format(stones=stones_each)
    return t("“{card}”").format(card=card(t, kind))


def card_about(t: Translate, kind: int) -> str:
    return _card(t, kind)[1]


@cache
def _card(t: Translate, kind: int) -> tuple[str, str]:
    if kind < box.START_FIELD:
        return field(t, kind), _field_about(t, kind)
    if kind <= box.LAST_QUARRY:
        stones = box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        name, about = t("Quarry {stones}"), t("+{stones} stones every round")
        return name.format(stones=stones), about.format(stones=stones)
    return (
        (t("Extra riddles"), t("at the Sphinx, draw 2 extra cards free (5 at most)")),
        (t("Training ground"), t("one crew +1 each round, even after feeding")),
        (t("Paid training"), t("once per round, pay 2 stones for one crew +1, even after feeding")),
        (t("Stones for grain"), t("feed crews with stones: 1 stone = 1 grain")),
        (t("Canal"), t("improve one field by one irrigation level for good")),
        (t("Shared berth"), t("once per round, use an occupied round space (not Heliopolis)")),
        (t("Upstream"), t("once per round, sail upstream of your last boat")),
        (t("Late harvest"), t("once all boats are placed, take a card left on the Nile")),
        (t("Grave goods"), t("adds 5 to your grave total")),
        (t("Overtime"), t("+3 strength for one build")),
        (t("Grain surplus"), t("+4 grain when you feed your crews")),
        (t("Double effect"), t("double a round space; Heliopolis only if the table allows it")),
        (t("Second boat"), t("after placing a boat, place another right away")),
        (t("Double shift"), t("use two crews in one build, plus the joker if you like")),
        (t("Keep two riddles"), t("keep two Sphinx cards from one draw")),
        (t("Build while waiting"), t("build even if your boat is waiting")),
        (t("First to build"), t("build first at every site this round, even if waiting")),
        (t("Stone sale"), t("sell up to 10 stones for 1 point each")),
        (t("Grain dealer"), t("moves your grain marker down 2")),
        (t("Stone dealer"), t("moves your stone marker down 2")),
        (t("Dealer's choice"), t("moves your stone or grain marker down 2")),
        (t("Six stones"), t("6 stones")),
        (t("Green and yellow crews"), t("green and yellow crews +1")),
        (t("Green and blue crews"), t("green and blue crews +1")),
        (t("Yellow and blue crews"), t("yellow and blue crews +1")),
        (t("Recruits"), t("two crews +1 or one crew +2")),
        (t("Tribute: Obelisk and Graves"), t("1 point per stone you have on the Obelisk and Graves")),
        (t("Tribute: Temple and Pyramid"), t("1 point per stone you have on the Temple and Pyramid")),
    )[kind - box.FIRST_ACTION_CARD]  # fmt: skip


@cache
def card_short(t: Translate, kind: int) -> str:
    """What a Nile card does, in as few words as its face has room for."""
    if kind < box.START_FIELD:
        when = (t("at any flood"), t("flood centre or right"), t("flood right"))
        extra = {
            box.FIELD_BROWN_6: t("stone marker −1"),
            box.FIELD_BROWN_7: t("grain marker −1"),
            box.FIELD_BROWN_8: t("3 points"),
            box.FIELD_BROWN_9: t("4 stones"),
        }
        text = when[box.FIELD_COLOUR[kind]]
        return f"{text}; {extra[kind]}" if kind in extra else text
    if kind <= box.LAST_QUARRY:
        return t("stones every round")
    return (
        *(t("2 more Sphinx cards, free"), t("one crew +1 each round")),
        *(t("each round: a crew +1 for 2 stones"), t("1 stone feeds like 1 grain")),
        *(t("one field one level better"), t("use an occupied round space")),
        *(t("once a round"), t("take a card left on the Nile"), t("+5 for your graves")),
        *(t("+3 strength for one build"), t("+4 grain when feeding"), t("at a round space")),
        *(t("place two boats at once"), t("two crews in one build")),
        *(t("from one draw"), t("build from the waiting place"), t("at every site this round")),
        *(t("up to 10 stones, 1 point each"), t("grain marker −2"), t("stone marker −2")),
        *(t("either marker −2"), t("at once"), *(t("both +1"),) * 3, t("two +1 or one +2")),
        *(t("1 point for each of your stones"),) * 2,
    )[kind - box.FIRST_ACTION_CARD]


def _field_about(t: Translate, kind: int) -> str:
    about = (
        t("{grain} grain at any flood"),
        t("{grain} grain if the flood is centre or right"),
        t("{grain} grain if the flood is right"),
    )[box.FIELD_COLOUR[kind]].format(grain=box.FIELD_GRAIN[kind])
    extra = {
        box.FIELD_BROWN_6: t("once: moves your stone marker down 1"),
        box.FIELD_BROWN_7: t("once: moves your grain marker down 1"),
        box.FIELD_BROWN_8: t("once: 3 points"),
        box.FIELD_BROWN_9: t("once: 4 stones"),
    }
    return f"{about}; {extra[kind]}" if kind in extra else about


def card_tip(t: Translate, kind: int) -> str:
    """A Nile card explained in one line, with the time when it is used."""
    name, about = _card(t, kind)
    used = (t("permanent"), t("any time"), t("immediate"))[box.CARD_TYPE[kind]]
    return f"{name} ({used}): {about}"


def space_short(t: Translate, pos: int) -> str:
    """What a round space does, in as few words as can be."""
    return (
        t("markets −1"),
        t("green and yellow +1"),
        t("green and blue +1"),
        t("yellow and blue +1"),
        t("a crew +1, 2 stones"),
        t("joker +1, flood ±1"),
        t("joker +1, flood ±1"),
    )[box.SPACE_INDEX[pos]]


def space_about(t: Translate, pos: int) -> str:
    """What a space does."""
    if box.SPACE_KIND[pos] == box.CARD_SPACE:
        return t("take the card here")
    sites = (
        t("draw Sphinx cards, keep one, score 1 point per card returned"),
        t("build for points, then move one market marker down"),
        t("build for points; full Pyramid floors pay a bonus"),
    )
    rounds = (
        t("both your market markers move down 1"),
        t("green and yellow crews +1"),
        t("green and blue crews +1"),
        t("yellow and blue crews +1"),
        t("any crew +1, and 2 stones"),
        t("joker crew +1, and you may move the flood by 1"),
        t("joker crew +1, and you may move the flood by 1"),
    )
    return (sites if box.SPACE_KIND[pos] == box.SITE_SPACE else rounds)[box.SPACE_INDEX[pos]]


def space_tip(t: Translate, pos: int) -> str:
    return f"{space(t, pos)}: {space_about(t, pos)}"


def riddle(t: Translate, index: int) -> str:
    kind, points, _, _, count = box.SPHINX_TABLE[index]
    return {
        box.BUILT: t("{points} points if {goal}"),
        box.OWN_STONES: t("{points} points if you have {count} stones on the {structure}"),
        box.OWN_EACH: t("{points} points if you have {count} stones on every structure"),
        box.PER_STONE: t("1 point per stone you have on the Graves"),
        box.CREW_STRENGTH: t("1 point per strength of your {crew}"),
        box.MOST_QUARRY: t("{points} points if no one's quarries yield more than yours"),
        box.MOST_GRAIN: t("{points} points if you grow {colour} grain and no one grows more"),
        box.AT_BOTTOM: t("{points} points if you have your {markers} at the bottom"),
        box.PLAYERS_AT_BOTTOM: t(
            "3, 5 or 7 points for 1, 2 or 3+ players at the bottom of the {market}"
        ),
        box.PERMANENTS: t("2 points per permanent card you have, except fields and quarries"),
        box.PER_TEN: t("1 point for every 10 points you have at the very end"),
    }[kind].format(points=points, count=count, **_goal(t, index, 0))


def riddle_short(t: Translate, index: int) -> str:
    """A Sphinx card's condition in a few words, for the face of the card."""
    kind, _, _, _, count = box.SPHINX_TABLE[index]
    return {
        box.BUILT: "{goal}",
        box.OWN_STONES: t("{count} stones: {structure}"),
        box.OWN_EACH: t("{count} stones everywhere"),
        box.PER_STONE: t("your graves"),
        box.CREW_STRENGTH: "{crew}",
        box.MOST_QUARRY: t("most quarry stones"),
        box.MOST_GRAIN: t("most {colour} grain"),
        box.AT_BOTTOM: "{markers}",
        box.PLAYERS_AT_BOTTOM: t("players at bottom: {market}"),
        box.PERMANENTS: t("permanent cards"),
        box.PER_TEN: t("per 10 points"),
    }[kind].format(count=count, **_goal(t, index, 1))


def _goal(t: Translate, index: int, short: int) -> dict[str, str]:
    """Return the values for the placeholders of a Sphinx card's sentence."""
    kind, _, about, other, level = box.SPHINX_TABLE[index]
    things = {
        box.OWN_STONES: ("structure", structure),
        box.CREW_STRENGTH: ("crew", crew),
        box.MOST_GRAIN: ("colour", colour),
        box.PLAYERS_AT_BOTTOM: ("market", market),
    }
    if kind in things:
        name, text = things[kind]
        return {name: text(t, about)}
    if kind == box.AT_BOTTOM:
        markers = (
            (t("stone marker"), t("stone marker at bottom")),
            (t("grain marker"), t("grain marker at bottom")),
            (t("two market markers"), t("both markers at bottom")),
        )
        return {"markers": markers[about + 2 * other - 1][short]}
    goals = {
        box.OBELISK_PART: (t("Obelisk level {level} is built"), t("Obelisk level {level}")),
        box.LEFT_COLUMN: (t("both Temple columns are built"), t("Temple columns")),
        box.ROOF: (t("the Temple roof is complete"), t("Temple roof")),
    }
    floors = t("Pyramid floor {floor} is complete"), t("Pyramid floor {floor}")
    goal = goals.get(about, floors)[short]
    return {"goal": goal.format(level=level, floor=about - box.FLOOR_1 + 1)}


def riddle_points(index: int) -> str:
    """Return what a Sphinx card pays, as printed on it."""
    kind, points, *_ = box.SPHINX_TABLE[index]
    if kind in (box.PER_STONE, box.PERMANENTS, box.CREW_STRENGTH):
        return f"×{points}"
    return {box.PLAYERS_AT_BOTTOM: "3/5/7", box.PER_TEN: "÷10"}.get(kind, str(points))


def held_riddles(view: st.State, seat: int) -> list[int]:
    """The Sphinx cards of a seat that the viewer may see."""
    first = seat * box.HAND_SLOTS
    slots = range(first, first + box.HAND_SLOTS)
    return [index for index in range(box.SPHINX_CARDS) if view.where[index] in slots]


def categories(t: Translate) -> tuple[str, ...]:
    return (
        *(t("Obelisk"), t("Graves"), t("Temple"), t("Pyramid"), t("Pyramid floors")),
        *(t("Returned Sphinx cards"), t("Site bonus"), t("Grain market"), t("Nile cards")),
        *(t("Hunger"), t("Stones sold"), t("Grave treasure"), t("Sphinx cards")),
    )
