"""What the rules say of the numbers in `ideas.py`."""

from collections.abc import Iterator
from typing import Any

from nomarch.games.egizia import events as ev
from nomarch.games.egizia.rules import act, box, feeding, moments, monuments, scoring, st, tableau
from nomarch.games.egizia.words import component_names
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.ideas import PlayedMove

BOATS = (act.GO_CARD, act.GO_ROUND, act.GO_DOUBLED, act.GO_SITE, act.GO_WAIT)


def quarry(played: PlayedMove) -> list[int]:
    """What the quarries give more, and how often they will."""
    seat = played.seat
    more = int(played.after.quarry[seat] - played.view.quarry[seat])
    rounds = box.ROUNDS - int(played.view.round) + 1
    return [more] if rounds == 1 else [more, rounds]


def hunger(played: PlayedMove) -> list[int]:
    """Grain that is missing, and its price; nothing is said of it if nobody is hungry."""
    then = played.engine.copy(played.view)
    then.trace = []
    feeding.feed(then, played.seat)
    fed = next(one for one in then.trace if one.event is ev.FED)
    missing = fed.need - fed.grain
    cost = int(played.view.points[played.seat] - then.points[played.seat])
    return [missing, cost] if missing > 0 else []


def dry(played: PlayedMove) -> list[int] | None:
    before, after = (
        int(feeding.harvested(one, played.seat)) for one in (played.view, played.after)
    )
    return [] if before == after else None


def flood(played: PlayedMove) -> list[int]:
    """What hunger costs the player, or the rival whom it costs most."""
    then = played.engine.copy(played.view)
    then.flood, costs = act.FLOOD_TO.flood(played.move.action), dict[int, int]()
    for seat in range(then.players):
        before = int(then.points[seat])
        extra, then.trace = then.grain_extra, []
        feeding.feed(then, seat)
        then.grain_extra = extra
        costs[seat] = before - int(then.points[seat])
    own = costs.pop(played.seat)
    return [max(costs.values()) if played.is_for else own]


def canal(played: PlayedMove) -> list[int]:
    before, after = (
        int(feeding.harvested(one, played.seat)) for one in (played.view, _dug(played))
    )
    return [after - before] if after > before else []


def _dug(played: PlayedMove) -> Any:
    """The position after a canal; what follows in the round does not count."""
    then, action = played.engine.copy(played.view), played.move.action
    then.trace = []
    moments.dig_canal(then, played.seat, act.DIG.field(action), act.DIG.colour(action))
    return then


def stronger(played: PlayedMove) -> list[int] | None:
    """The crew's strength afterwards, or the price of hunger."""
    then, seat, action = played.engine.copy(played.view), played.seat, played.move.action
    then.trace = []
    block = next(one for one in (act.RAISE, act.TRAIN, act.HIRE) if one.has(action))
    tableau.raise_crew(then, seat, block.crew(action), 1)
    # after feeding, a seat isn't asked for grain again before the next round
    is_over = then.stage not in (st.LAYING, st.PLACING, st.HARVESTING, st.FEEDING)
    is_over = is_over or (then.stage == st.FEEDING and then.half == 2)
    is_fed = is_over or bool(feeding.need(then, seat) <= feeding.harvested(then, seat))
    if is_fed != played.is_for:
        return None
    price = int(feeding.hunger_price(then, seat))
    return [int(then.crew[seat][block.crew(action)])] if is_fed else [price]


def draw(played: PlayedMove) -> list[int]:
    """Cards drawn, stones paid, and the point of a card that is returned."""
    then, seat = played.after, played.seat
    return [int(then.drawn_left), int(played.view.stones[seat] - then.stones[seat]), 1]


def points_now(played: PlayedMove) -> list[int]:
    return [sum(one.points for one in _scored(played, played.after, ev.FOR_CARDS))]


def _scored(played: PlayedMove, then: Any, *categories: int) -> list[EventRecord]:
    return [
        one
        for one in then.trace
        if one.event is ev.SCORED
        and one.seat == played.seat
        and (not categories or one.category in categories)
    ]


def market(played: PlayedMove) -> list[int]:
    """What a step at the bottom of the grain market pays."""
    found = _scored(played, played.after, ev.FOR_MARKET)
    return sorted({one.points for one in found})


def skipped(played: PlayedMove) -> list[int] | None:
    """Spaces that could be sailed to before, and not after."""
    legal, here = played.engine.legal(played.view, played.seat), act.position(played.move.action)
    open_before = {
        act.position(action) for action in legal if any(block.has(action) for block in BOATS)
    }
    if played.view.have[played.seat][box.UPSTREAM]:
        return None
    return [sum(pos < here for pos in open_before)]


def build(played: PlayedMove) -> list[int]:
    """Stones when the sites are built on, and the bonus if all of one's sites are."""
    then = played.engine.copy(played.view)
    feeding.produce(then)
    boats = int(played.after.boats[played.seat] | played.view.boats[played.seat])
    boats |= 1 << act.position(played.move.action)
    sites = (boats & box.SITE_MASK).bit_count()
    return [int(then.stones[played.seat]), box.COLLABORATION[sites]]


def _settled(played: PlayedMove, state: st.State) -> Iterator[st.State]:
    """All positions after the choices that an effect leaves to the player."""
    choices = (st.CREW_STEP, st.MARKET_STEP, st.FLOOD_STEP)
    if state.phase not in choices or state.seat != played.seat:
        yield state
        return
    for action in played.engine.legal(state, played.seat):
        yield from _settled(played, played.engine.play(state, played.seat, action))


def grain(played: PlayedMove) -> list[int] | None:
    """Whether the crews can be fed after a space, and with how much grain at most."""
    ends = list(_settled(played, played.after))
    is_fed = any(
        feeding.need(one, played.seat) <= feeding.harvested(one, played.seat) for one in ends
    )
    if is_fed != played.is_for:
        return None
    return [] if is_fed else [max(int(feeding.harvested(one, played.seat)) for one in ends)]


def boats(played: PlayedMove) -> list[int]:
    return [int(played.view.boats_left[played.seat])]


def _laid(played: PlayedMove) -> Any:
    """The position after a stone; what follows in the round does not count."""
    then = played.engine.copy(played.view)
    then.trace = []
    monuments.lay_stone(then, played.seat, act.LAY.part(played.move.action))
    return then


def stone(played: PlayedMove) -> list[int]:
    structure = box.PART_STRUCTURE[act.LAY.part(played.move.action)]
    return [one.points for one in _scored(played, _laid(played), structure)]


def floor(played: PlayedMove) -> list[int] | None:
    done = [one for one in _laid(played).trace if one.event is ev.FLOOR_DONE]
    if not done or (done[0].seat == played.seat) != played.is_for:
        return None
    return [done[0].count] if played.is_for else []


def graves(played: PlayedMove) -> list[int]:
    before, after = (
        int(scoring.grave_total(one, played.seat)) for one in (played.view, _laid(played))
    )
    points = scoring.treasure_points(after) - scoring.treasure_points(before)
    return [after, points]


def riddles(played: PlayedMove) -> list[int]:
    """What Sphinx cards in hand are worth more."""
    held = component_names.held_riddles(played.view, played.seat)
    before, after = (
        sum(int(scoring.riddle_points(one, played.seat, card)) for card in held)
        for one in (played.view, _laid(played))
    )
    return [abs(after - before)]


def crew(played: PlayedMove) -> list[int]:
    """Strength that the stones allow, of all stones."""
    if not played.is_for:
        return []
    strength = int(played.view.crew[played.seat][act.USE_CREW.crew(played.move.action)])
    stones = int(played.view.stones[played.seat])
    return [min(strength, stones), stones]


def kept(played: PlayedMove) -> list[int]:
    card = int(played.view.drawn[act.KEEP.slot(played.move.action)])
    then = played.after
    assert then.where[card] // box.HAND_SLOTS == played.seat or then.phase != st.KEEPING
    return [int(scoring.riddle_points(played.view, played.seat, card))]


def racing(played: PlayedMove) -> list[int]:
    """Others who could place a boat there if it were their turn."""
    here, found = act.position(played.move.action), 0
    for seat in range(played.view.players):
        then = played.engine.copy(played.view)
        then.seat, then.phase = seat, st.SAIL
        if seat == played.seat or then.passed[seat] or not then.boats_left[seat]:
            continue
        legal = played.engine.legal(then, seat)
        boats_to = [one for one in legal if any(block.has(one) for block in BOATS)]
        found += any(act.position(one) == here for one in boats_to)
    return [found]
