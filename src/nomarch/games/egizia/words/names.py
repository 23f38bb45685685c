"""What things are called in Egizia, and what they do, in whatever language `t` speaks."""

from __future__ import annotations

from nomarch.games.egizia import components as box
from nomarch.games.egizia.state import State
from nomarch.i18n import Translate


def crew(t: Translate, index: int) -> str:
    """A crew's name."""
    return (t("green crew"), t("yellow crew"), t("blue crew"), t("joker crew"))[index]


def market(t: Translate, index: int) -> str:
    """A market's name."""
    return (t("stone market"), t("grain market"))[index]


def colour(t: Translate, index: int) -> str:
    """What a field's colour is called."""
    return (t("green"), t("yellow-green"), t("brown"))[index]


def flood_space(t: Translate, index: int) -> str:
    """Where the flood marker stands."""
    return (t("left"), t("centre"), t("right"))[index]


def structure(t: Translate, index: int) -> str:
    """A structure's name."""
    return (t("Obelisk"), t("Graves"), t("Temple"), t("Pyramid"))[index]


def site(t: Translate, index: int) -> str:
    """A building site's name."""
    return (t("Sphinx"), t("Obelisk and Graves"), t("Temple and Pyramid"))[index]


def part(t: Translate, index: int) -> str:
    """A part of a structure."""
    if index >= box.FLOOR_1:
        return t("Pyramid, floor {floor}").format(floor=index - box.FLOOR_1 + 1)
    return (
        *(t("Obelisk"), t("Grave"), t("Temple, left wall"), t("Temple, right wall")),
        *(t("Temple, left column"), t("Temple, right column"), t("Temple, roof")),
    )[index]


def round_space(index: int) -> str:
    """A round space's name: the same in every language."""
    return ("Edfu", "Selinon", "Thebae", "Beni Hasan", "Alyi", "Passalon", "Heliopolis")[index]


def space(t: Translate, pos: int) -> str:
    """A space of the Nile."""
    index = box.SPACE_INDEX[pos]
    if box.SPACE_KIND[pos] == box.ROUND_SPACE:
        return round_space(index)
    if box.SPACE_KIND[pos] == box.SITE_SPACE:
        return site(t, index)
    return "Ombos" if index == 0 else t("card space {number}").format(number=index + 1)


def field(t: Translate, kind: int) -> str:
    """A field's name."""
    if kind == box.START_FIELD:
        return t("Start field")
    shade = box.FIELD_COLOUR[kind]
    names = (t("Green field {grain}"), t("Yellow-green field {grain}"), t("Brown field {grain}"))
    return names[shade].format(grain=box.FIELD_GRAIN[kind])


def card(t: Translate, kind: int) -> str:
    """A Nile card's name."""
    if kind < box.START_FIELD:
        return field(t, kind)
    if kind <= box.LAST_QUARRY:
        return t("Quarry {stones}").format(stones=box.QUARRY_STONES[kind - box.FIRST_QUARRY])
    return (
        *(t("Two more riddles"), t("Training ground"), t("Paid training"), t("Stones for grain")),
        *(t("Canal"), t("Shared berth"), t("Upstream"), t("Late harvest"), t("Grave goods")),
        *(t("Overtime"), t("Grain surplus"), t("Double effect"), t("Second boat")),
        *(t("Double shift"), t("Two riddles"), t("Build while waiting"), t("First to build")),
        *(t("Stone sale"), t("Grain dealer"), t("Stone dealer"), t("Dealer of choice")),
        *(t("Six stones"), t("Green and yellow crew"), t("Green and blue crew")),
        *(t("Yellow and blue crew"), t("Recruits")),
        *(t("Tribute: Obelisk and Graves"), t("Tribute: Temple and Pyramid")),
    )[kind - box.FIRST_ACTION_CARD]


def card_type(t: Translate, kind: int) -> str:
    """When a Nile card is used."""
    return (t("permanent"), t("at any time"), t("at once"))[box.CARD_TYPE[kind]]


def _field_about(t: Translate, kind: int) -> str:
    shade = box.FIELD_COLOUR[kind]
    about = (
        t("{grain} grain, whatever the flood"),
        t("{grain} grain with the flood at the centre or right"),
        t("{grain} grain with the flood at the right"),
    )[shade].format(grain=box.FIELD_GRAIN[kind])
    extra = {
        box.FIELD_BROWN_6: t("once: stone marker 1 down"),
        box.FIELD_BROWN_7: t("once: grain marker 1 down"),
        box.FIELD_BROWN_8: t("once: 3 points"),
        box.FIELD_BROWN_9: t("once: 4 stones"),
    }
    return f"{about}; {extra[kind]}" if kind in extra else about


def card_about(t: Translate, kind: int) -> str:
    """What a Nile card does."""
    if kind < box.START_FIELD:
        return _field_about(t, kind)
    if kind <= box.LAST_QUARRY:
        return t("{stones} more stones every round").format(
            stones=box.QUARRY_STONES[kind - box.FIRST_QUARRY]
        )
    return (
        t("at the Sphinx draw 2 more cards for nothing, 5 at most"),
        t("each round one crew +1, even after feeding"),
        t("each round one crew +1 for 2 stones, even after feeding"),
        t("stones may feed crews, one stone for one grain"),
        t("put it to a field: irrigated one level better for the rest of the game"),
        t("once a round a boat may join another on a round space, not on Heliopolis"),
        t("once a round a boat may go upstream of your last one"),
        t("after the boats, take one card that is left on the Nile"),
        t("counts 5 in your total of grave tiles"),
        t("+3 strength for one build"),
        t("4 grain when you feed your crews"),
        t("double the effect of a round space, not Heliopolis"),
        t("after a boat, place another one at once"),
        t("use two crews, and the joker if you like, in one build"),
        t("keep two Sphinx cards from one draw"),
        t("build although your boat only waits"),
        t("this round you build first on every site, even from waiting"),
        t("sell up to 10 stones for 1 point each"),
        t("grain marker 2 down"),
        t("stone marker 2 down"),
        t("stone or grain marker 2 down"),
        t("6 stones"),
        t("green and yellow crew +1"),
        t("green and blue crew +1"),
        t("yellow and blue crew +1"),
        t("two crews +1 or one crew +2"),
        t("1 point for each of your stones on the Obelisk and the Graves"),
        t("1 point for each of your stones on the Temple and the Pyramid"),
    )[kind - box.FIRST_ACTION_CARD]


def card_tip(t: Translate, kind: int) -> str:
    """A Nile card explained in one line."""
    return f"{card(t, kind)} ({card_type(t, kind)}): {card_about(t, kind)}"


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
    kind, points, about, other, count = box.SPHINX_TABLE[index]
    if kind == box.BUILT:
        return t("{points} points if {goal}").format(
            points=points, goal=_built_goal(t, about, other, count)
        )
    if kind == box.OWN_STONES:
        return t("{points} points for {count} own stones: {structure}").format(
            points=points, count=count, structure=structure(t, about)
        )
    if kind == box.OWN_EACH:
        return t("{points} points for {count} own stones on every structure").format(
            points=points, count=count
        )
    if kind == box.CREW_STRENGTH:
        return t("points by the strength of your {crew}").format(crew=crew(t, about))
    if kind == box.MOST_GRAIN:
        return t("{points} points if nobody has more {colour} grain").format(
            points=points, colour=colour(t, about)
        )
    if kind == box.AT_BOTTOM:
        return t("{points} points if at the bottom: your {markers}").format(
            points=points,
            markers=(t("stone marker"), t("grain marker"), t("two markers"))[about + 2 * other - 1],
        )
    if kind == box.PLAYERS_AT_BOTTOM:
        return t("3, 5 or 7 points for one, two or more players at the bottom: {market}").format(
            market=market(t, about)
        )
    return {
        box.PER_STONE: t("1 point for each own stone on the Graves"),
        box.MOST_QUARRY: t("{points} points if nobody's quarries give more").format(points=points),
        box.PERMANENTS: t("2 points for each permanent card but fields and quarries"),
        box.PER_TEN: t("at the very end 1 point for every 10 points"),
    }[kind]


def riddle_short(t: Translate, index: int) -> str:
    """A Sphinx card's condition in a few words, for the face of the card."""
    kind, _, about, other, count = box.SPHINX_TABLE[index]
    if kind == box.BUILT:
        return _built_short(t, about, count)
    if kind == box.OWN_STONES:
        return t("{count} own: {structure}").format(count=count, structure=structure(t, about))
    if kind == box.PLAYERS_AT_BOTTOM:
        return t("all at the bottom: {market}").format(market=market(t, about))
    if kind == box.CREW_STRENGTH:
        return crew(t, about)
    if kind == box.MOST_GRAIN:
        return t("most {colour} grain").format(colour=colour(t, about))
    if kind == box.AT_BOTTOM:
        return (t("stone marker down"), t("grain marker down"), t("both markers down"))[
            about + 2 * other - 1
        ]
    return {
        box.OWN_EACH: t("{count} own everywhere").format(count=count),
        box.PER_STONE: t("own graves"),
        box.MOST_QUARRY: t("most quarries"),
        box.PERMANENTS: t("permanent cards"),
        box.PER_TEN: t("every ten points"),
    }[kind]


def _built_short(t: Translate, first: int, count: int) -> str:
    if first == box.OBELISK_PART:
        return t("Obelisk level {level}").format(level=count)
    if first == box.LEFT_COLUMN:
        return t("Temple columns")
    if first == box.ROOF:
        return t("Temple roof")
    return t("Pyramid floor {floor}").format(floor=first - box.FLOOR_1 + 1)


def riddle_points(index: int) -> str:
    """What a Sphinx card pays, as it stands on its face."""
    kind, points, *_ = box.SPHINX_TABLE[index]
    if kind == box.PLAYERS_AT_BOTTOM:
        return "3/5/7"
    if kind in (box.PER_STONE, box.PERMANENTS):
        return f"×{points}"
    if kind == box.CREW_STRENGTH:
        return "×1"
    return "÷10" if kind == box.PER_TEN else str(points)


def _built_goal(t: Translate, first: int, last: int, count: int) -> str:
    if first == box.OBELISK_PART:
        return t("level {level} of the Obelisk is built").format(level=count)
    if first == box.LEFT_COLUMN and last == box.RIGHT_COLUMN:
        return t("both columns of the Temple are built")
    if first == box.ROOF:
        return t("the roof of the Temple is complete")
    return t("floor {floor} of the Pyramid is complete").format(floor=first - box.FLOOR_1 + 1)


def held_riddles(view: State, seat: int) -> list[int]:
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
