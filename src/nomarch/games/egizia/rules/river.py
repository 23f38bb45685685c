"""Phase 2: placing boats on the Nile."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import cards, order, reach, tableau
from nomarch.kernel.declare.rules import ALL, allow, because, count, emit


def next_placer(s: st.State):
    """Phase 2: in turn order, again and again, until nobody can or wants to place a boat."""
    taken = reach.taken_positions(s)
    for step in range(1, s.players + 1):
        at = (s.turn + step) % s.players
        seat = int(s.order[at])
        if s.passed[seat] == 0:
            if reach.can_sail(s, seat, taken):
                s.turn = at
                s.extra = 0
                order.ask(s, seat, st.SAIL)
                return
            s.passed[seat] = 1
            emit(s, ev.STUCK, ALL, seat)
    take_boats_back(s)


def take_boats_back(s: st.State):
    """Phase 2, end: all boats but those at the sites come back."""
    for seat in range(s.players):
        s.boats[seat] &= box.SITE_MASK
    order.begin_stage(s, st.HARVESTING)
    order.queue_by_turn(s)


def legal_sail(s: st.State, seat, mask):
    """Phase 2: a boat to any space open to the seat, or a pass; a boat by card must be placed."""
    taken = reach.taken_positions(s)
    for pos in range(box.POSITIONS):
        if reach.can_reach(s, seat, pos):
            legal_space(s, seat, pos, taken, mask)
        else:
            because("Boats can only sail downstream, past your last one.")
    if s.extra == 0:
        allow(mask, act.PASS)
    else:
        because("You must place your second boat.")
    cards.legal_offers(s, seat, mask)


def legal_space(s: st.State, seat, pos, taken, mask):
    """Phase 2: what a boat that comes here can do."""
    index = box.SPACE_INDEX[pos]
    if reach.has_room(s, seat, pos, taken):
        if box.SPACE_KIND[pos] == box.CARD_SPACE:
            allow(mask, act.GO_CARD.at(index))
        elif box.SPACE_KIND[pos] == box.ROUND_SPACE:
            legal_round(s, seat, index, mask)
        else:
            legal_places(s, index, mask)
    else:
        because("No room here: one boat per space, and one per player at each site.")


def legal_round(s: st.State, seat, index, mask):
    """Round spaces: their effect, or twice that with the card for it."""
    allow(mask, act.GO_ROUND.at(index))
    if s.have[seat][box.DOUBLE_ROUND] > 0:
        if index != box.HELIOPOLIS or s.double_last == 1:
            allow(mask, act.GO_DOUBLED.at(index))
        else:
            because("Heliopolis can't be doubled at this table.")


def legal_places(s: st.State, site, mask):
    """Sites: any empty place, or waiting when none is left; fewer places with 2 or 3 players."""
    free = 0
    for i in range(box.PLACES_OPEN[s.players]):
        if s.place[site][i] == st.NO_SEAT:
            allow(mask, act.GO_SITE.at(site, i))
            free += 1
        else:
            because("There's already a boat in that place.")
    if free == 0:
        allow(mask, act.GO_WAIT.at(site))
    else:
        because("You can only wait where every place is taken.")


def sail(s: st.State, seat, action):
    """Phase 2: the boat is placed, and what lies there happens at once; or the seat passes."""
    if action == act.PASS:
        s.passed[seat] = 1
        emit(s, ev.PASSED, ALL, seat)
        s.phase = st.NOTHING
        return
    s.offered = cards.offers(s, seat)
    s.after = st.AFTER_PLACING
    pos = act.position(action)
    index = box.SPACE_INDEX[pos]
    if act.GO_CARD.has(action):
        put_boat(s, seat, pos, ev.PLAIN)
        cards.take_card(s, seat, index)
    elif act.GO_ROUND.has(action):
        put_boat(s, seat, pos, ev.PLAIN)
        tableau.carry_out(s, seat, box.ROUND_EFFECT + index, 1)
    elif act.GO_DOUBLED.has(action):
        cards.discard(s, seat, box.DOUBLE_ROUND)
        put_boat(s, seat, pos, ev.DOUBLED)
        tableau.carry_out(s, seat, box.ROUND_EFFECT + index, 2)
    elif act.GO_SITE.has(action):
        s.place[index][act.GO_SITE.place(action)] = seat
        put_boat(s, seat, pos, act.GO_SITE.place(action))
    else:
        s.waiting[index] = seat
        put_boat(s, seat, pos, ev.WAITING)
    settle(s, seat)


def put_boat(s: st.State, seat, pos, how):
    """Phase 2: a boat upstream or on an occupied round space uses the card that allows it."""
    emit(s, ev.SAILED, ALL, seat, pos, how)
    if box.SPACE_KIND[pos] == box.ROUND_SPACE and reach.taken_positions(s) & (1 << pos):
        s.tired[seat] |= st.TIRED_BERTH
        emit(s, ev.PLAYED, ALL, seat, box.SHARED_BERTH)
    if pos < s.last[seat]:
        s.tired[seat] |= st.TIRED_UPSTREAM
        emit(s, ev.PLAYED, ALL, seat, box.UPSTREAM)
    else:
        s.last[seat] = pos
    s.boats[seat] |= 1 << pos
    s.boats_left[seat] -= 1


def end_placement(s: st.State, seat):
    """Phase 2: after the boat, asks who can do more with a card than before it."""
    s.phase = st.AFTER_BOAT
    if cards.offers(s, seat) & ~int(s.offered) == 0:
        s.phase = st.NOTHING


def next_gatherer(s: st.State):
    """Late harvest: in turn order, a card that is still on the Nile."""
    seat = order.next_in_queue(s)
    if seat == st.NO_SEAT:
        order.begin_stage(s, st.FEEDING)
        order.queue_by_score(s)
    elif s.have[seat][box.LATE_HARVEST] > 0 and count(s.row, -1) < box.CARD_SPACES:
        order.ask(s, seat, st.GATHER)


def legal_gather(s: st.State, seat, mask):
    """Late harvest: any card left, or none; other cards may be played first."""
    allow(mask, act.DONE)
    cards.legal_offers(s, seat, mask)
    for i in range(box.CARD_SPACES):
        if s.row[i] >= 0:
            allow(mask, act.HARVEST.at(i))


def gather(s: st.State, seat, action):
    """Late harvest: the card is taken as if a boat had come for it."""
    s.phase = st.NOTHING
    if act.HARVEST.has(action):
        s.after = st.AFTER_GATHERING
        cards.take_card(s, seat, act.HARVEST.space(action))
        settle(s, seat)


def settle(s: st.State, seat):
    """Effects: asks for what is left to choose, then goes on."""
    if s.owed_steps > 0 and tableau.crews_can_grow(s, seat):
        s.phase = st.CREW_STEP
    elif s.owed_market > 0:
        s.phase = st.MARKET_STEP
    elif s.flood_reach > 0:
        s.phase = st.FLOOD_STEP
    else:
        s.owed_steps = 0
        s.phase = st.NOTHING
        if s.after == st.AFTER_PLACING:
            end_placement(s, seat)


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
    tableau.raise_crew(s, seat, crew, 1)
    settle(s, seat)


def legal_market(mask):
    """Markets: either of them, whatever there is to gain."""
    allow(mask, act.LOWER.at(box.STONE_MARKET))
    allow(mask, act.LOWER.at(box.GRAIN_MARKET))


def choose_market(s: st.State, seat, market):
    """Markets: all steps of choice go to one of them."""
    steps = int(s.owed_market)
    s.owed_market = 0
    tableau.lower_market(s, seat, market, steps)
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
