"""Phases 3 and 4: feeding the crews, and the stones of the quarries."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import cards, order, tableau
from nomarch.kernel.declare.rules import ALL, allow, because, emit, total


def next_feeder(s: st.State):
    """Phase 3: from the leader backwards; cards may be played before and after the result."""
    if s.queue_at == s.players:
        order.begin_stage(s, st.PRODUCING)
        return
    if s.queue_at == 0 and s.half == 0:
        emit(s, ev.FEEDING_BEGAN, ALL)
    seat = int(s.queue[s.queue_at])
    s.seat = seat
    s.half += 1
    if s.half == 1:
        s.grain_extra = 0
        if can_help_feeding(s, seat):
            s.phase = st.FEED
    elif s.half == 2:
        feed(s, seat)
        wanted = st.PERISHABLE
        if s.boats[seat] != 0 and cards.is_contested(s, seat):
            wanted |= st.CAN_BE_FIRST
        if cards.offers(s, seat) & wanted:
            s.phase = st.AFTER_FEED
    else:
        s.half = 0
        s.queue_at += 1


def need(s: st.State, seat):
    """Feeding: the strength of all four crews."""
    return total(s.crew[seat], 0, len(box.CREWS))


def harvested(s: st.State, seat):
    """Feeding: the grain of all irrigated fields, the start field among them."""
    return irrigated(s, seat, s.flood)


def irrigated(s: st.State, seat, flood):
    """Feeding: flood left waters green fields, at the centre yellow-green ones too, right all."""
    return total(s.grain[seat], 0, flood + 1)


def missing(s: st.State, seat):
    """Feeding: grain that is still missing; surplus counts for nothing."""
    return max(0, need(s, seat) - harvested(s, seat) - s.grain_extra)


def hunger_price(s: st.State, seat):
    """Feeding: the points that each missing grain costs, by the grain market."""
    return int(box.HUNGER[s.market[seat][box.GRAIN_MARKET]])


def can_help_feeding(s: st.State, seat):
    """Feeding: whether a hungry seat has any card that could help."""
    if missing(s, seat) == 0:
        return False
    dry = s.flood + 1
    within_reach = min(box.COLOURS, dry + s.canals[seat])
    if s.have[seat][box.GRAIN_SURPLUS] > 0 or total(s.grain[seat], dry, within_reach) > 0:
        return True
    return s.have[seat][box.STONES_FOR_GRAIN] > 0 and s.stones[seat] > 0


def legal_feed(s: st.State, seat, mask):
    """Feeding: grain surplus, stones for what is missing, other cards, or let it be."""
    allow(mask, act.FEED_NOW)
    if s.have[seat][box.GRAIN_SURPLUS] > 0:
        allow(mask, act.PLAY_SURPLUS)
    if s.have[seat][box.STONES_FOR_GRAIN] > 0 and s.stones[seat] > 0 and missing(s, seat) > 0:
        allow(mask, act.EAT_STONE)
    else:
        because("Stones can replace only missing grain, and only with the Stones for grain card.")
    cards.legal_offers(s, seat, mask)


def feed(s: st.State, seat):
    """Feeding: each missing grain costs points by the grain market; the score may fall below 0."""
    emit(s, ev.FED, ALL, seat, need(s, seat), harvested(s, seat) + s.grain_extra)
    tableau.move_score(s, seat, ev.FOR_HUNGER, -missing(s, seat) * hunger_price(s, seat))
    s.grain_extra = 0


def produce(s: st.State):
    """Phase 4: in turn order every seat's quarries give their stones."""
    emit(s, ev.QUARRYING, ALL)
    for i in range(s.players):
        seat = int(s.order[i])
        before = int(s.stones[seat])
        stones = min(box.STONES_MAX, before + s.quarry[seat])
        emit(s, ev.PRODUCED, ALL, seat, stones - before, stones)
        s.stones[seat] = stones
    order.begin_stage(s, st.READYING)
    order.queue_by_turn(s)
