"""Egizia in sentences: moves, events, prompts, positions and help, in whatever language `t` speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nomarch.games.egizia import (
    actions as act,
    components as c,
    events as ev,
    phases as ph,
    rules as untyped_rules,
)
from nomarch.i18n import Translate
from nomarch.kernel.events import Record
from nomarch.kernel.telling import Chapter, Position, listed

Names = Sequence[str]

rules: Any = untyped_rules
"""The dialect has no types; what its functions give is taken on trust here."""

CATEGORIES = len(ev.CATEGORIES)


# --- Names ----------------------------------------------------------------------------------------


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
    if index >= c.FLOOR_1:
        return t("Pyramid, floor {floor}").format(floor=index - c.FLOOR_1 + 1)
    return (
        t("Obelisk"), t("Grave"), t("Temple, left wall"), t("Temple, right wall"),
        t("Temple, left column"), t("Temple, right column"), t("Temple, roof"),
    )[index]  # fmt: skip


def round_space(index: int) -> str:
    """A round space's name: the same in every language."""
    return ("Edfu", "Selinon", "Thebae", "Beni Hasan", "Alyi", "Passalon", "Heliopolis")[index]


def space(t: Translate, pos: int) -> str:
    """A space of the Nile."""
    index = c.SPACE_INDEX[pos]
    if c.SPACE_KIND[pos] == c.ROUND_SPACE:
        return round_space(index)
    if c.SPACE_KIND[pos] == c.SITE_SPACE:
        return site(t, index)
    return "Ombos" if index == 0 else t("card space {number}").format(number=index + 1)


def field(t: Translate, kind: int) -> str:
    """A field's name."""
    if kind == c.START_FIELD:
        return t("Start field")
    shade = c.FIELD_COLOUR[kind]
    names = (t("Green field {grain}"), t("Yellow-green field {grain}"), t("Brown field {grain}"))
    return names[shade].format(grain=c.FIELD_GRAIN[kind])


def card(t: Translate, kind: int) -> str:
    """A Nile card's name."""
    if kind < c.START_FIELD:
        return field(t, kind)
    if kind <= c.LAST_QUARRY:
        return t("Quarry {stones}").format(stones=c.QUARRY_STONES[kind - c.FIRST_QUARRY])
    return (
        t("Two more riddles"), t("Training ground"), t("Paid training"), t("Stones for grain"),
        t("Canal"), t("Shared berth"), t("Upstream"), t("Late harvest"), t("Grave goods"),
        t("Overtime"), t("Grain surplus"), t("Double effect"), t("Second boat"),
        t("Double shift"), t("Two riddles"), t("Build while waiting"), t("First to build"),
        t("Stone sale"),
        t("Grain dealer"), t("Stone dealer"), t("Dealer of choice"), t("Six stones"),
        t("Green and yellow crew"), t("Green and blue crew"), t("Yellow and blue crew"),
        t("Recruits"), t("Tribute: Obelisk and Graves"), t("Tribute: Temple and Pyramid"),
    )[kind - c.FIRST_ACTION_CARD]  # fmt: skip


def card_type(t: Translate, kind: int) -> str:
    """When a Nile card is used."""
    return (t("permanent"), t("at any time"), t("at once"))[c.CARD_TYPE[kind]]


def _field_about(t: Translate, kind: int) -> str:
    shade = c.FIELD_COLOUR[kind]
    about = (
        t("{grain} grain, whatever the flood"),
        t("{grain} grain with the flood at the centre or right"),
        t("{grain} grain with the flood at the right"),
    )[shade].format(grain=c.FIELD_GRAIN[kind])
    extra = {
        c.FIELD_BROWN_6: t("once: stone marker 1 down"),
        c.FIELD_BROWN_7: t("once: grain marker 1 down"),
        c.FIELD_BROWN_8: t("once: 3 points"),
        c.FIELD_BROWN_9: t("once: 4 stones"),
    }
    return f"{about}; {extra[kind]}" if kind in extra else about


def card_about(t: Translate, kind: int) -> str:
    """What a Nile card does."""
    if kind < c.START_FIELD:
        return _field_about(t, kind)
    if kind <= c.LAST_QUARRY:
        return t("{stones} more stones every round").format(
            stones=c.QUARRY_STONES[kind - c.FIRST_QUARRY]
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
    )[kind - c.FIRST_ACTION_CARD]


def card_tip(t: Translate, kind: int) -> str:
    """A Nile card explained in one line."""
    return f"{card(t, kind)} ({card_type(t, kind)}): {card_about(t, kind)}"


def space_tip(t: Translate, pos: int) -> str:
    """A fixed space of the Nile explained in one line."""
    index = c.SPACE_INDEX[pos]
    if c.SPACE_KIND[pos] == c.SITE_SPACE:
        about = (
            t("draw Sphinx cards, keep one, 1 point for each one you return"),
            t("build for points, and lower one market marker"),
            t("build for points; full floors of the Pyramid pay a bonus"),
        )[index]
    elif c.SPACE_KIND[pos] == c.ROUND_SPACE:
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
    kind, points, about, other, count = c.SPHINX_TABLE[index]
    if kind == c.BUILT:
        return t("{points} points if {goal}").format(
            points=points, goal=_built_goal(t, about, other, count)
        )
    if kind == c.OWN_STONES:
        return t("{points} points for {count} own stones: {structure}").format(
            points=points, count=count, structure=structure(t, about)
        )
    if kind == c.OWN_EACH:
        return t("{points} points for {count} own stones on every structure").format(
            points=points, count=count
        )
    if kind == c.CREW_STRENGTH:
        return t("points by the strength of your {crew}").format(crew=crew(t, about))
    if kind == c.MOST_GRAIN:
        return t("{points} points if nobody has more {colour} grain").format(
            points=points, colour=colour(t, about)
        )
    if kind == c.AT_BOTTOM:
        return t("{points} points if at the bottom: your {markers}").format(
            points=points,
            markers=(t("stone marker"), t("grain marker"), t("two markers"))[about + 2 * other - 1],
        )
    if kind == c.PLAYERS_AT_BOTTOM:
        return t("3, 5 or 7 points for one, two or more players at the bottom: {market}").format(
            market=market(t, about)
        )
    return {
        c.PER_STONE: t("1 point for each own stone on the Graves"),
        c.MOST_QUARRY: t("{points} points if nobody's quarries give more").format(points=points),
        c.PERMANENTS: t("2 points for each permanent card but fields and quarries"),
        c.PER_TEN: t("at the very end 1 point for every 10 points"),
    }[kind]


def riddle_short(t: Translate, index: int) -> str:
    """A Sphinx card's condition in a few words, for the face of the card."""
    kind, _, about, other, count = c.SPHINX_TABLE[index]
    if kind == c.BUILT:
        return _built_short(t, about, count)
    if kind == c.OWN_STONES:
        return t("{count} own: {structure}").format(count=count, structure=structure(t, about))
    if kind == c.PLAYERS_AT_BOTTOM:
        return t("all at the bottom: {market}").format(market=market(t, about))
    if kind == c.CREW_STRENGTH:
        return crew(t, about)
    if kind == c.MOST_GRAIN:
        return t("most {colour} grain").format(colour=colour(t, about))
    if kind == c.AT_BOTTOM:
        return (t("stone marker down"), t("grain marker down"), t("both markers down"))[
            about + 2 * other - 1
        ]
    return {
        c.OWN_EACH: t("{count} own everywhere").format(count=count),
        c.PER_STONE: t("own graves"),
        c.MOST_QUARRY: t("most quarries"),
        c.PERMANENTS: t("permanent cards"),
        c.PER_TEN: t("every ten points"),
    }[kind]


def _built_short(t: Translate, first: int, count: int) -> str:
    if first == c.OBELISK_PART:
        return t("Obelisk level {level}").format(level=count)
    if first == c.LEFT_COLUMN:
        return t("Temple columns")
    if first == c.ROOF:
        return t("Temple roof")
    return t("Pyramid floor {floor}").format(floor=first - c.FLOOR_1 + 1)


def riddle_points(index: int) -> str:
    """What a Sphinx card pays, as it stands on its face."""
    kind, points, *_ = c.SPHINX_TABLE[index]
    if kind == c.PLAYERS_AT_BOTTOM:
        return "3/5/7"
    if kind in (c.PER_STONE, c.PERMANENTS):
        return f"×{points}"
    if kind == c.CREW_STRENGTH:
        return "×1"
    return "÷10" if kind == c.PER_TEN else str(points)


def _built_goal(t: Translate, first: int, last: int, count: int) -> str:
    if first == c.OBELISK_PART:
        return t("level {level} of the Obelisk is built").format(level=count)
    if first == c.LEFT_COLUMN and last == c.RIGHT_COLUMN:
        return t("both columns of the Temple are built")
    if first == c.ROOF:
        return t("the roof of the Temple is complete")
    return t("floor {floor} of the Pyramid is complete").format(floor=first - c.FLOOR_1 + 1)


def category(t: Translate, index: int) -> str:
    """A scoring category's name."""
    return (
        t("Obelisk"), t("Graves"), t("Temple"), t("Pyramid"), t("Pyramid floors"),
        t("Returned Sphinx cards"), t("Collaboration"), t("Grain market"), t("Nile cards"),
        t("Hunger"), t("Stones sold at the end"), t("Grave treasure"), t("Sphinx cards"),
    )[index]  # fmt: skip


# --- Moves ----------------------------------------------------------------------------------------


def move(t: Translate, view: Any, action: int) -> str:
    """An action as an offer to the one who may take it."""
    for first, told in _MOVES:
        if action >= first:
            return told(t, view, action - first)
    return _go_on(t, view, action)


def _go_on(t: Translate, view: Any, action: int) -> str:
    if action == act.PASS:
        return t("Pass: place no more boats")
    if view.phase == ph.SECOND_CREW:
        return t("No second crew")
    if view.phase == ph.KEEPING:
        return t("Return the rest") if view.kept_now else t("Keep none")
    if view.phase == ph.GATHER:
        return t("Take no card")
    if view.phase == ph.WAIT:
        return t("Take the boat back")
    return t("Go on")


def _to_card(t: Translate, view: Any, index: int) -> str:
    return t("Take {card}").format(card=card(t, view.row[index]))


def _to_round(t: Translate, view: Any, index: int) -> str:
    return t("Boat to {space}").format(space=round_space(index))


def _to_doubled(t: Translate, view: Any, index: int) -> str:
    return t("Boat to {space}, effect doubled").format(space=round_space(index))


def _to_site(t: Translate, view: Any, index: int) -> str:
    return t("Boat to {site}, place {place}").format(
        site=site(t, index // c.PLACES), place=index % c.PLACES + 1
    )


def _to_wait(t: Translate, view: Any, index: int) -> str:
    return t("Wait at {site}").format(site=site(t, index))


def _raise(t: Translate, view: Any, index: int) -> str:
    return t("{crew} +1").format(crew=crew(t, index)).capitalize()


def _lower(t: Translate, view: Any, index: int) -> str:
    return t("{market}: {steps} down").format(
        market=market(t, index).capitalize(), steps=max(1, view.owed_market)
    )


def _flood(t: Translate, view: Any, index: int) -> str:
    if index == view.flood:
        return t("Leave the flood marker")
    return t("Flood marker: {space}").format(space=flood_space(t, index))


def _harvest(t: Translate, view: Any, index: int) -> str:
    return t("Take {card}").format(card=card(t, view.row[index]))


def _train(t: Translate, view: Any, index: int) -> str:
    return t("Train: {crew} +1").format(crew=crew(t, index))


def _hire(t: Translate, view: Any, index: int) -> str:
    return t("Train for 2 stones: {crew} +1").format(crew=crew(t, index))


def _dig(t: Translate, view: Any, index: int) -> str:
    return t("Canal to {field}: {colour} from now on").format(
        field=field(t, index // 2), colour=colour(t, index % 2)
    )


def _sell(t: Translate, view: Any, index: int) -> str:
    return t("Sell stones: {count}").format(count=index + 1)


def _play(t: Translate, view: Any, index: int) -> str:
    kinds = (
        c.SECOND_BOAT, c.BUILD_FIRST, c.OVERTIME, c.DOUBLE_SHIFT, c.TWO_RIDDLES,
        c.BUILD_WAITING, c.GRAIN_SURPLUS,
    )  # fmt: skip
    return t("Play {card}").format(card=card(t, kinds[index]))


def _eat(t: Translate, view: Any, index: int) -> str:
    return t("A stone for a grain")


def _feed(t: Translate, view: Any, index: int) -> str:
    short = rules.missing(view, view.seat)
    if short == 0:
        return t("Feed the crews")
    price = c.HUNGER[view.market[view.seat][c.GRAIN_MARKET]]
    return t("Feed the crews, losing points: {points}").format(points=short * price)


def _use_crew(t: Translate, view: Any, index: int) -> str:
    return t("Build with the {crew} ({strength})").format(
        crew=crew(t, index), strength=view.crew[view.seat][index]
    )


def _joker(t: Translate, view: Any, index: int) -> str:
    return t("Add the joker crew ({strength})").format(strength=view.crew[view.seat][c.JOKER])


def _no_joker(t: Translate, view: Any, index: int) -> str:
    return t("Without the joker crew")


def _leave(t: Translate, view: Any, index: int) -> str:
    return t("Do not build here")


def _draw(t: Translate, view: Any, index: int) -> str:
    return t("Cards to draw: {cards}, stones to pay: {stones}").format(
        cards=index + 1, stones=index + 1
    )


def _draw_more(t: Translate, view: Any, index: int) -> str:
    pile = rules.pile_size(view)
    cards = min(c.MAX_DRAW, index + 1 + c.MORE_RIDDLES_CARDS, pile)
    return t("Cards to draw: {cards}, stones to pay: {stones}").format(
        cards=cards, stones=index + 1
    )


def _keep(t: Translate, view: Any, index: int) -> str:
    if view.drawn[index] < 0:
        return t("Keep a card")
    return t("Keep: {riddle}").format(riddle=riddle(t, view.drawn[index]))


def _lay(t: Translate, view: Any, index: int) -> str:
    return t("{part}: lay a stone for {value}").format(
        part=part(t, index), value=rules.next_value(view, index)
    )


def _stop(t: Translate, view: Any, index: int) -> str:
    return t("Stop building")


_Told = Callable[[Translate, Any, int], str]
_MOVES: tuple[tuple[int, _Told], ...] = (
    (act.STOP, _stop), (act.LAY, _lay), (act.KEEP, _keep), (act.DRAW_MORE, _draw_more),
    (act.DRAW, _draw), (act.LEAVE, _leave), (act.NO_JOKER, _no_joker), (act.USE_JOKER, _joker),
    (act.USE_CREW, _use_crew), (act.FEED_NOW, _feed), (act.EAT_STONE, _eat),
    (act.PLAY_SECOND, _play), (act.SELL, _sell), (act.DIG, _dig), (act.HIRE, _hire),
    (act.TRAIN, _train), (act.HARVEST, _harvest), (act.FLOOD_TO, _flood), (act.LOWER, _lower),
    (act.RAISE, _raise), (act.GO_WAIT, _to_wait), (act.GO_SITE, _to_site),
    (act.GO_DOUBLED, _to_doubled), (act.GO_ROUND, _to_round), (act.GO_CARD, _to_card),
)  # fmt: skip
"""How every block of actions is told, the last block first."""


# --- Prompts --------------------------------------------------------------------------------------


def prompt(t: Translate, view: Any, seat: int, to_act: Sequence[int], names: Names) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.phase == ph.OVER:
        winner = min(range(view.players), key=lambda other: rules.place_of(view, other))
        return t("The game is over: {player} wins.").format(player=names[winner])
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.phase in (ph.SAIL, ph.AFTER_BOAT, ph.GATHER):
        return _river_prompt(t, view)
    if view.phase in (ph.CREW_STEP, ph.MARKET_STEP, ph.FLOOD_STEP):
        return _choice_prompt(t, view)
    if view.phase in (ph.FEED, ph.AFTER_FEED, ph.READY, ph.AFTER_BUILD, ph.LAST_MOMENT):
        return _moment_prompt(t, view, seat)
    return _build_prompt(t, view, seat)


def _waiting(t: Translate, view: Any, name: str) -> str:
    if view.stage == ph.PLACING:
        return t("{player} is placing a boat.").format(player=name)
    if view.stage == ph.BUILDING:
        return t("{player} is building: {site}.").format(player=name, site=site(t, view.site))
    if view.stage == ph.FEEDING:
        return t("{player} is feeding the crews.").format(player=name)
    return t("{player} is to act.").format(player=name)


def _river_prompt(t: Translate, view: Any) -> str:
    if view.phase == ph.GATHER:
        return t("Late harvest: take a card that is left on the Nile, or none.")
    if view.phase == ph.AFTER_BOAT:
        return t("You may play a card now, or go on.")
    if view.extra:
        return t("Place your second boat.")
    if view.again:
        return t("Place a boat; your second boat follows at once.")
    return t("Place a boat further downstream, or pass.")


def _choice_prompt(t: Translate, view: Any) -> str:
    if view.phase == ph.CREW_STEP:
        return t("Choose a crew to grow by 1 ({count} left).").format(count=view.owed_steps)
    if view.phase == ph.MARKET_STEP:
        return t("Choose the market on which your marker goes down by {steps}.").format(
            steps=view.owed_market
        )
    return t("You may move the flood marker by up to {steps}.").format(steps=view.flood_reach)


def _moment_prompt(t: Translate, view: Any, seat: int) -> str:
    if view.phase == ph.FEED:
        return t("Grain missing: {count}, each costs {points}. Help with cards, or feed.").format(
            count=rules.missing(view, seat), points=c.HUNGER[view.market[seat][c.GRAIN_MARKET]]
        )
    if view.phase == ph.AFTER_FEED:
        return t("The crews are fed: you may train now, or go on.")
    if view.phase == ph.READY:
        return t("Before anyone builds: you may play a card, or go on.")
    if view.phase == ph.AFTER_BUILD:
        return t("Your building is done: you may still train this round, or go on.")
    return t("The last moment to play cards before the final scoring.")


def _build_prompt(t: Translate, view: Any, seat: int) -> str:
    where = site(t, view.site)
    if view.phase == ph.WAIT:
        return t("{site}: nobody gave way. Play the card, or take your boat back.").format(
            site=where
        )
    if view.phase == ph.CREW:
        return t("{site}: choose a crew to build with, or do not build.").format(site=where)
    if view.phase == ph.SECOND_CREW:
        return t("{site}: choose a second crew, or none.").format(site=where)
    if view.phase == ph.JOKER_TOO:
        return t("{site}: strength {strength}. Add the joker crew?").format(
            site=where, strength=view.strength
        )
    if view.phase == ph.RIDDLES:
        return t(
            "Sphinx: how many cards do you pay for? Strength {strength}, stones {stones}."
        ).format(strength=view.strength, stones=view.stones[seat])
    if view.phase == ph.KEEPING:
        return t("Sphinx: keep up to {count}; each card you return scores 1 point.").format(
            count=view.keep_most - view.kept_now
        )
    return t("{site}: lay stones. Strength left: {strength}, stones: {stones}.").format(
        site=where, strength=view.strength, stones=view.stones[seat]
    )


# --- Events ---------------------------------------------------------------------------------------


def event(t: Translate, names: Names, record: Record) -> str:
    """An event as a sentence; empty for those that need no words."""
    kind = record[0]
    if kind < ev.CREW_GREW:
        return _river_event(t, names, record)
    if kind < ev.SITE_BEGAN:
        return _tableau_event(t, names, record)
    if kind < ev.LAID:
        return _site_event(t, names, record)
    return _score_event(t, names, record)


def _river_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c_, _ = record
    if kind == ev.ORDERED:
        return t("{player} gets order tile {tile}.").format(player=names[a], tile=b)
    if kind == ev.DEALT_CARD:
        return t("Your Sphinx card: {riddle}.").format(riddle=riddle(t, b))
    if kind == ev.ROUND_BEGAN:
        return t("Round {round} begins.").format(round=a)
    if kind == ev.SAILED:
        return _sailed(t, names[a], b, c_)
    if kind == ev.TOOK:
        return t("{player} takes {card}.").format(player=names[a], card=card(t, b))
    if kind == ev.PASSED:
        return t("{player} passes.").format(player=names[a])
    if kind == ev.STUCK:
        return t("{player} can place no more boats.").format(player=names[a])
    return ""


def _sailed(t: Translate, player: str, pos: int, how: int) -> str:
    if how == ph.WAITING:
        return t("{player} waits at {space}.").format(player=player, space=space(t, pos))
    if how == ph.DOUBLED:
        return t("{player} sails to {space} and doubles it.").format(
            player=player, space=space(t, pos)
        )
    if how >= 0:
        return t("{player} sails to {space}, place {place}.").format(
            player=player, space=space(t, pos), place=how + 1
        )
    return t("{player} sails to {space}.").format(player=player, space=space(t, pos))


def _tableau_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c_, _ = record
    player = names[a]
    if kind == ev.CREW_GREW:
        return t("{player}: {crew} now {strength}.").format(
            player=player, crew=crew(t, b), strength=c_
        )
    if kind == ev.STONES_CHANGED and b > 0:
        return t("{player} gets stones: {count}.").format(player=player, count=b)
    if kind == ev.MARKET_FELL:
        return t("{player}: {market} down to space {level}.").format(
            player=player, market=market(t, b), level=c_ + 1
        )
    if kind == ev.FLOOD_MOVED:
        return t("{player} moves the flood marker: {space}.").format(
            player=player, space=flood_space(t, b)
        )
    if kind == ev.PLAYED:
        return t("{player} uses {card}.").format(player=player, card=card(t, b))
    if kind == ev.DUG:
        return t("{player} digs a canal: {field} is {colour} now.").format(
            player=player, field=field(t, b), colour=colour(t, c_)
        )
    if kind == ev.FED:
        return t("{player} needs {need} grain and has {grain}.").format(
            player=player, need=b, grain=c_
        )
    if kind == ev.PRODUCED:
        return t("{player}'s quarries give stones: {count}.").format(player=player, count=b)
    return ""


def _site_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c_, _ = record
    if kind == ev.SITE_BEGAN:
        return t("Building begins: {site}.").format(site=site(t, a))
    player = names[a]
    if kind == ev.BUILDS:
        return t("{player} builds with strength {strength}.").format(player=player, strength=c_)
    if kind == ev.LEFT:
        return t("{player} does not build: {site}.").format(player=player, site=site(t, b))
    if kind == ev.PROMOTED:
        return t("{player} moves up from waiting: {site}.").format(player=player, site=site(t, b))
    if kind == ev.DREW:
        return t("{player} draws at the Sphinx: cards {cards}, stones paid {stones}.").format(
            player=player, cards=b, stones=c_
        )
    if kind == ev.DREW_CARD:
        return t("You draw: {riddle}.").format(riddle=riddle(t, b))
    if kind == ev.KEPT:
        return t("{player} keeps Sphinx cards: {cards}.").format(player=player, cards=b)
    if kind == ev.KEPT_CARD:
        return t("You keep: {riddle}.").format(riddle=riddle(t, b))
    return t("{player} puts cards under the pile: {cards}.").format(player=player, cards=b)


def _score_event(t: Translate, names: Names, record: Record) -> str:
    kind, _, a, b, c_, _ = record
    if kind == ev.LAID:
        return t("{player} lays a stone for {value}: {part}.").format(
            player=names[a], value=c_, part=part(t, b)
        )
    if kind == ev.GRAVE_SHOWN:
        return t("A grave of value {value} is turned up.").format(value=b)
    if kind == ev.FLOOR_DONE:
        return t(
            "Floor {floor} of the Pyramid is complete: {player} has most stones, {count}."
        ).format(floor=b, player=names[a], count=c_)
    if kind == ev.SCORED and b >= ev.FOR_FLOORS and b != ev.FOR_SPHINX:
        return t("{player} scores {points}: {category}.").format(
            player=names[a], points=f"{c_:+d}", category=category(t, b)
        )
    if kind == ev.RIDDLE:
        return t("{player}'s Sphinx card scores {points}: {riddle}.").format(
            player=names[a], points=c_, riddle=riddle(t, b)
        )
    if kind == ev.ENDED and b:
        return t("{player} wins the game, ahead on the score track.").format(player=names[a])
    if kind == ev.ENDED:
        return t("{player} wins the game.").format(player=names[a])
    return ""


def event_icon(record: Record) -> tuple[str, int] | None:
    """The card that illustrates an event in a log, as the name of an icon set and an index."""
    if record[0] in (ev.TOOK, ev.PLAYED):
        return "card", record[3]
    return None


# --- A position -----------------------------------------------------------------------------------


def position(t: Translate, view: Any, names: Names) -> Position:
    """The position as a table: for terminals and screen readers."""
    cards = [
        f"{i + 1} {card(t, kind)}" for i, kind in enumerate(view.row) if kind >= 0
    ]  # fmt: skip
    graves = [str(view.grave[i]) for i in range(view.laid[c.GRAVE_PART], view.graves_up)]
    lines = (
        t("Round {round} of 5, flood marker: {space}.").format(
            round=view.round, space=flood_space(t, view.flood)
        ),
        t("On the Nile: {cards}.").format(cards=listed(cards, t("nothing"))),
        t("Obelisk {obelisk} of 9, graves taken {graves} of 12, open ones: {values}.").format(
            obelisk=view.laid[0], graves=view.laid[1], values=listed(graves)
        ),
        t("Temple {temple} of 13, Pyramid {pyramid} of 21 stones.").format(
            temple=sum(view.laid[c.LEFT_WALL : c.FLOOR_1]), pyramid=sum(view.laid[c.FLOOR_1 :])
        ),
        *_site_lines(t, view, names),
    )
    columns = (
        t("Player"), t("Points"), t("Crews"), t("Stones"), t("Quarries"), t("Grain"),
        t("Markets"), t("Boats"), t("Cards"), t("Sphinx cards"),
    )  # fmt: skip
    rows = tuple(_row(t, view, seat, names) for seat in range(view.players))
    return Position(lines, columns, rows)


def _site_lines(t: Translate, view: Any, names: Names) -> list[str]:
    lines = []
    for index in range(len(c.SITES)):
        holders = [names[seat] for seat in view.place[index] if seat >= 0]
        if view.waiting[index] >= 0:
            holders.append(t("{player} waiting").format(player=names[view.waiting[index]]))
        if holders:
            lines.append(
                t("Boats at {site}: {players}.").format(
                    site=site(t, index), players=listed(holders)
                )
            )
    return lines


def _row(t: Translate, view: Any, seat: int, names: Names) -> tuple[str, ...]:
    crews = [
        f"{view.crew[seat][i]}{'*' if view.used[seat][i] else ''}" for i in range(len(c.CREWS))
    ]  # fmt: skip
    boats = [space(t, pos) for pos in range(c.POSITIONS) if view.boats[seat] >> pos & 1]
    held = []
    for kind in range(c.CARD_KINDS):
        count = view.have[seat][kind]
        if count:
            held.append(card(t, kind) if count == 1 else f"{count} {card(t, kind)}")
    return (
        names[seat],
        str(view.points[seat]),
        " ".join(crews),
        str(view.stones[seat]),
        str(view.quarry[seat]),
        f"{rules.harvested(view, seat)}/{rules.need(view, seat)}",
        f"{view.market[seat][0] + 1} {view.market[seat][1] + 1}",
        listed(boats),
        listed(held),
        listed(own_riddles(t, view, seat)) if own_riddles(t, view, seat) else str(view.hand[seat]),
    )


def own_riddles(t: Translate, view: Any, seat: int) -> list[str]:
    """The Sphinx cards of a seat that the viewer may see, in words."""
    return [
        riddle(t, index)
        for index in range(c.SPHINX_CARDS)
        if 0 <= view.where[index] < c.FIRST_PILE and view.where[index] // c.HAND_SLOTS == seat
    ]


# --- Help -----------------------------------------------------------------------------------------


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("In five rounds you send boats down the Nile, strengthen and feed your crews, and build. Most points after the fifth round win."),
        )),
        Chapter(t("Boats on the Nile"), (
            t("In turn order everyone places one boat at a time, always downstream of their own last boat, on a free space. Whoever passes is out for the round."),
            t("A boat on a card space takes the card. A boat on a round space does what it shows. At a site a boat takes any empty place; when all are taken it may wait there. One boat each at every site."),
            t("With two or three players each site has only two places."),
        )),
        Chapter(t("Feeding"), (
            t("The strength of all four crews must be matched by grain. The flood marker says which fields are irrigated: left only green ones, centre green and yellow-green ones, right all of them."),
            t("Each missing grain costs 3, 2 or 1 points, by your marker on the grain market. The score may fall below zero. Grain left over is lost."),
        )),
        Chapter(t("Stones"), (
            t("Your quarries give stones every round. You can store 25."),
        )),
        Chapter(t("Building"), (
            t("The sites are built from the source down: Sphinx, Obelisk and Graves, Temple and Pyramid. At a site the place nearest the Nile begins. A waiting boat builds only if somebody at the places did not."),
            t("For each build use one basic crew, and the joker crew if you like, each of them once a round. What you build may cost no more than their strength and your stones, and scores as many points as it costs."),
            t("Sphinx: draw up to five cards for a stone each, keep one, and score 1 point for each card you return under the pile."),
            t("Obelisk and Graves: the Obelisk from the bottom up, the graves in their order. Then lower one of your market markers by one."),
            t("Temple: both walls from the bottom up, then the columns, then the roof. Pyramid: every floor from left to right, each stone on two others. Whoever has most stones on a full floor scores 1 point for each of them; ties go to the leftmost."),
        )),
        Chapter(t("End of a round"), (
            t("Building at one, two or three sites scores 1, 3 or 6 points. The last on the score track begins the next round; on one space the one who came last counts as behind."),
        )),
        Chapter(t("Markets"), (
            t("Reaching the bottom of the stone market gives 3 stones, of the grain market 2 points, and so does every further step."),
        )),
        Chapter(t("Cards"), (
            t("Permanent cards stay with you. Cards for any time are played at a moment of your own and then leave the game. Cards for at once happen when you take them."),
            t("The board offers a card whenever it can be played; the game asks only when something new can be done."),
        )),
        Chapter(t("The end of the game"), (
            t("From the leader backwards: on the two lowest spaces of the stone market sell stones, two for a point. Grave tiles of 1, 11 or 21 in all score 2, 5 or 9. Then your Sphinx cards. Ties go to the one ahead on the score track."),
        )),
    )  # fmt: skip
