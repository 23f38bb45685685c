"""Tableaus, markets and the score track, and the effects that change them."""

from nomarch.games.egizia.rules import act, box, ev, river, st
from nomarch.kernel.rules import ALL, allow, because, count, emit


def place(s: st.State, seat):
    """Winner: most points; among equals the one who stands ahead on the space."""
    above = 1
    for other in range(s.players):
        if is_ahead(s, other, seat):
            above += 1
    return above


def is_ahead(s: st.State, seat, other):
    """Score track: more points, or there earlier."""
    if s.points[seat] != s.points[other]:
        return s.points[seat] > s.points[other]
    return s.arrival[seat] < s.arrival[other]


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


def settle(s: st.State, seat):
    """Effects: asks for what is left to choose, then goes on."""
    if s.owed_steps > 0 and crews_can_grow(s, seat):
        s.phase = st.CREW_STEP
    elif s.owed_market > 0:
        s.phase = st.MARKET_STEP
    elif s.flood_reach > 0:
        s.phase = st.FLOOD_STEP
    else:
        s.owed_steps = 0
        s.phase = st.NOTHING
        if s.after == st.AFTER_PLACING:
            river.end_placement(s, seat)


def legal_raise(s: st.State, seat, mask):
    """Crews: any of the four that is not at its maximum."""
    for crew in range(len(box.CREWS)):
        if s.crew[seat][crew] < box.CREW_MAX:
            allow(mask, act.RAISE.at(crew))
        else:
            because("This crew is already at full strength.")


def choose_raise(s: st.State, seat, crew):
    """Effects: a step of choice, for whichever crew."""
    s.owed_steps -= 1
    raise_crew(s, seat, crew, 1)
    settle(s, seat)


def legal_market(mask):
    """Markets: either of them, whatever there is to gain."""
    allow(mask, act.LOWER.at(box.STONE_MARKET))
    allow(mask, act.LOWER.at(box.GRAIN_MARKET))


def choose_market(s: st.State, seat, market):
    """Markets: all steps of choice go to one of them."""
    steps = int(s.owed_market)
    s.owed_market = 0
    lower_market(s, seat, market, steps)
    settle(s, seat)


def legal_flood(s: st.State, mask):
    """Passalon and Heliopolis: the flood marker may move that far, or stay."""
    for space in range(box.COLOURS):
        if abs(int(s.flood) - space) <= s.flood_reach:
            allow(mask, act.FLOOD_TO.at(space))
        else:
            because("The flood marker can't move that far.")


def choose_flood(s: st.State, seat, space):
    """Passalon and Heliopolis: the flood marker moves, or stays."""
    s.flood_reach = 0
    if s.flood != space:
        s.flood = space
        emit(s, ev.FLOOD_MOVED, ALL, seat, s.flood)
    settle(s, seat)
