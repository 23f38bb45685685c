"""Tableaus, markets and the score track, and the effects that change them."""

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.kernel.declare.rules import ALL, count, emit


def end_step(s: st.State):
    """Building: the seat's step at this site is done, and nothing of it is left over."""
    s.strength = 0
    s.shift = 0
    s.laid_now = 0
    s.half = 1
    s.phase = st.NOTHING


def move_score(s: st.State, seat, category, points):
    """Score track: the stone moves on or back and goes behind all that are already there."""
    if points != 0:
        emit(s, ev.SCORED, ALL, seat, category, points)
        s.points[seat] += points
        s.arrivals += 1
        s.arrival[seat] = s.arrivals


def change_stones(s: st.State, seat, change):
    """Stone track: up to 25, the surplus is lost."""
    before = int(s.stones[seat])
    s.stones[seat] = min(box.STONES_MAX, before + change)
    if change > 0 and before < box.SALE_MAX:
        s.offered &= ~st.CAN_SELL  # more can be sold now than was on offer before
    if s.stones[seat] != before:
        emit(s, ev.STONES_CHANGED, ALL, seat, s.stones[seat] - before, s.stones[seat])


def raise_crew(s: st.State, seat, crew, steps):
    """Crews: steps to the right; those beyond the maximum are lost."""
    before = int(s.crew[seat][crew])
    s.crew[seat][crew] = min(box.CREW_MAX, before + steps)
    if s.crew[seat][crew] != before:
        emit(s, ev.CREW_GREW, ALL, seat, crew, s.crew[seat][crew])


def crews_can_grow(s: st.State, seat):
    """Tableau: whether any crew is below its maximum."""
    return count(s.crew[seat], box.CREW_MAX) < len(box.CREWS)


def lower_market(s: st.State, seat, market, steps):
    """Markets: step by step down; the bottom pays on arrival and for each step that is lost."""
    for _ in range(steps):
        if s.market[seat][market] < box.BOTTOM:
            s.market[seat][market] += 1
        emit(s, ev.MARKET_FELL, ALL, seat, market, s.market[seat][market])
        if s.market[seat][market] == box.BOTTOM:
            if market == box.STONE_MARKET:
                change_stones(s, seat, box.BOTTOM_STONES)
            else:
                move_score(s, seat, ev.FOR_MARKET, box.BOTTOM_POINTS)


def carry_out(s: st.State, seat, effect, times):
    """Effects: what a card or round space gives at once, and what it leaves to be chosen."""
    for market in range(2):
        lower_market(s, seat, market, times * box.EFFECTS[effect][box.E_MARKET + market])
    for crew in range(len(box.CREWS)):
        raise_crew(s, seat, crew, times * box.EFFECTS[effect][box.E_CREW + crew])
    change_stones(s, seat, times * box.EFFECTS[effect][box.E_STONES])
    move_score(s, seat, ev.FOR_CARDS, times * box.EFFECTS[effect][box.E_POINTS])
    s.owed_steps = times * box.EFFECTS[effect][box.E_CREW_CHOICE]
    s.owed_market = times * box.EFFECTS[effect][box.E_MARKET_CHOICE]
    s.flood_reach = times * box.EFFECTS[effect][box.E_FLOOD]
