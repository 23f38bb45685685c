"""Names and descriptions of Egizia's pieces, translated by `t`."""

from functools import cache

from nomarch.games.egizia import components as box, state as st
from nomarch.i18n import Translate


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


def site(t: Translate, index: int) -> str:
    return (t("Sphinx"), t("Obelisk and Graves"), t("Temple and Pyramid"))[index]


def part(t: Translate, index: int) -> str:
    if index >= box.FLOOR_1:
        return t("Pyramid, floor {floor}").format(floor=index - box.FLOOR_1 + 1)
    return (
        *(t("Obelisk"), t("Grave"), t("Temple, left wall"), t("Temple, right wall")),
        *(t("Temple, left column"), t("Temple, right column"), t("Temple, roof")),
    )[index]


def round_space(index: int) -> str:
    """Return a round space's name, the same in every language."""
    return ("Edfu", "Selinon", "Thebae", "Beni Hasan", "Alyi", "Passalon", "Heliopolis")[index]


def space(t: Translate, pos: int) -> str:
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return round_space(index)
    if box.SPACE_KIND[pos] == box.SITE_SPACE:
        return site(t, index)
    return t("card space {number}").format(number=index + 1)


def field(t: Translate, kind: int) -> str:
    if kind == box.START_FIELD:
        return t("Start field")
    shade = box.FIELD_COLOUR[kind]
    names = (t("Green field {grain}"), t("Yellow-green field {grain}"), t("Brown field {grain}"))
    return names[shade].format(grain=box.FIELD_GRAIN[kind])


def card(t: Translate, kind: int) -> str:
    return _card(t, kind)[0]


def card_about(t: Translate, kind: int) -> str:
    return _card(t, kind)[1]


@cache
def _card(t: Translate, kind: int) -> tuple[str, str]:
    """Return a Nile card's name and what it does."""
    if kind < box.START_FIELD:
        return field(t, kind), _field_about(t, kind)
    if kind <= box.LAST_QUARRY:
        stones = box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        name, about = t("Quarry {stones}"), t("{stones} more stones every round")
        return name.format(stones=stones), about.format(stones=stones)
    return (
        (t("Two more riddles"), t("at the Sphinx draw 2 more cards for nothing, 5 at most")),
        (t("Training ground"), t("each round one crew +1, even after feeding")),
        (t("Paid training"), t("each round one crew +1 for 2 stones, even after feeding")),
        (t("Stones for grain"), t("stones may feed crews, one stone for one grain")),
        (t("Canal"), t("put it to a field: irrigated one level better for the rest of the game")),
        (t("Shared berth"), t("once a round a boat may join another on a round space, not on Heliopolis")),
        (t("Upstream"), t("once a round a boat may go upstream of your last one")),
        (t("Late harvest"), t("after the boats, take one card that is left on the Nile")),
        (t("Grave goods"), t("counts 5 in your total of grave tiles")),
        (t("Overtime"), t("+3 strength for one build")),
        (t("Grain surplus"), t("4 grain when you feed your crews")),
        (t("Double effect"), t("double the effect of a round space; Heliopolis only if so agreed")),
        (t("Second boat"), t("after a boat, place another one at once")),
        (t("Double shift"), t("use two crews, and the joker if you like, in one build")),
        (t("Two riddles"), t("keep two Sphinx cards from one draw")),
        (t("Build while waiting"), t("build although your boat only waits")),
        (t("First to build"), t("this round you build first on every site, even from waiting")),
        (t("Stone sale"), t("sell up to 10 stones for 1 point each")),
        (t("Grain dealer"), t("grain marker 2 down")),
        (t("Stone dealer"), t("stone marker 2 down")),
        (t("Dealer of choice"), t("stone or grain marker 2 down")),
        (t("Six stones"), t("6 stones")),
        (t("Green and yellow crew"), t("green and yellow crew +1")),
        (t("Green and blue crew"), t("green and blue crew +1")),
        (t("Yellow and blue crew"), t("yellow and blue crew +1")),
        (t("Recruits"), t("two crews +1 or one crew +2")),
        (t("Tribute: Obelisk and Graves"), t("1 point for each of your stones on the Obelisk and the Graves")),
        (t("Tribute: Temple and Pyramid"), t("1 point for each of your stones on the Temple and the Pyramid")),
    )[kind - box.FIRST_ACTION_CARD]  # fmt: skip


def _field_about(t: Translate, kind: int) -> str:
    about = (
        t("{grain} grain, whatever the flood"),
        t("{grain} grain with the flood at the centre or right"),
        t("{grain} grain with the flood at the right"),
    )[box.FIELD_COLOUR[kind]].format(grain=box.FIELD_GRAIN[kind])
    extra = {
        box.FIELD_BROWN_6: t("once: stone marker 1 down"),
        box.FIELD_BROWN_7: t("once: grain marker 1 down"),
        box.FIELD_BROWN_8: t("once: 3 points"),
        box.FIELD_BROWN_9: t("once: 4 stones"),
    }
    return f"{about}; {extra[kind]}" if kind in extra else about


def card_tip(t: Translate, kind: int) -> str:
    """A Nile card explained in one line, with the time when it is used."""
    name, about = _card(t, kind)
    used = (t("permanent"), t("at any time"), t("at once"))[box.CARD_TYPE[kind]]
    return f"{name} ({used}): {about}"


def space_tip(t: Translate, pos: int) -> str:
    """A fixed space of the Nile explained in one line."""
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.SITE_SPACE:
        about = (
            t("draw Sphinx cards, keep one, 1 point for each one you return"),
            t("build for points, and lower one market marker"),
            t("build for points; full floors of the Pyramid pay a bonus"),
        )[index]
    elif box.SPACE_KIND[pos] == box.ROUND_SPACE:
        about = (
            t("both market markers 1 down"),
            t("green and yellow crew +1"),
            t("green and blue crew +1"),
            t("yellow and blue crew +1"),
            t("a crew of your choice +1, and 2 stones"),
            t("joker crew +1, and you may move the flood marker by 1"),
            t("joker crew +1, and you may move the flood marker by 1"),
        )[index]
    else:
        about = t("take the card that lies here")
    return f"{space(t, pos)}: {about}"


def riddle(t: Translate, index: int) -> str:
    """A Sphinx card's condition and points, in one line."""
    kind, points, _, _, count = box.SPHINX_TABLE[index]
    return {
        box.BUILT: t("{points} points if {goal}"),
        box.OWN_STONES: t("{points} points for {count} own stones: {structure}"),
        box.OWN_EACH: t("{points} points for {count} own stones on every structure"),
        box.PER_STONE: t("1 point for each own stone on the Graves"),
        box.CREW_STRENGTH: t("points by the strength of your {crew}"),
        box.MOST_QUARRY: t("{points} points if nobody's quarries give more"),
        box.MOST_GRAIN: t("{points} points if nobody has more {colour} grain"),
        box.AT_BOTTOM: t("{points} points if at the bottom: your {markers}"),
        box.PLAYERS_AT_BOTTOM: t(
            "3, 5 or 7 points for one, two or more players at the bottom: {market}"
        ),
        box.PERMANENTS: t("2 points for each permanent card but fields and quarries"),
        box.PER_TEN: t("at the very end 1 point for every 10 points"),
    }[kind].format(points=points, count=count, **_goal(t, index, 0))


def riddle_short(t: Translate, index: int) -> str:
    """A Sphinx card's condition in a few words, for the face of the card."""
    kind, _, _, _, count = box.SPHINX_TABLE[index]
    return {
        box.BUILT: "{goal}",
        box.OWN_STONES: t("{count} own: {structure}"),
        box.OWN_EACH: t("{count} own everywhere"),
        box.PER_STONE: t("own graves"),
        box.CREW_STRENGTH: "{crew}",
        box.MOST_QUARRY: t("most quarries"),
        box.MOST_GRAIN: t("most {colour} grain"),
        box.AT_BOTTOM: "{markers}",
        box.PLAYERS_AT_BOTTOM: t("all at the bottom: {market}"),
        box.PERMANENTS: t("permanent cards"),
        box.PER_TEN: t("every ten points"),
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
        name, told = things[kind]
        return {name: told(t, about)}
    if kind == box.AT_BOTTOM:
        markers = (
            (t("stone marker"), t("stone marker down")),
            (t("grain marker"), t("grain marker down")),
            (t("two markers"), t("both markers down")),
        )
        return {"markers": markers[about + 2 * other - 1][short]}
    goals = {
        box.OBELISK_PART: (t("level {level} of the Obelisk is built"), t("Obelisk level {level}")),
        box.LEFT_COLUMN: (t("both columns of the Temple are built"), t("Temple columns")),
        box.ROOF: (t("the roof of the Temple is complete"), t("Temple roof")),
    }
    floors = t("floor {floor} of the Pyramid is complete"), t("Pyramid floor {floor}")
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
    """The names of the scoring categories."""
    return (
        *(t("Obelisk"), t("Graves"), t("Temple"), t("Pyramid"), t("Pyramid floors")),
        *(t("Returned Sphinx cards"), t("Collaboration"), t("Grain market"), t("Nile cards")),
        *(t("Hunger"), t("Stones sold at the end"), t("Grave treasure"), t("Sphinx cards")),
    )
