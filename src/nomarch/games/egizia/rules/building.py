"""Phase 5: the sites in their order, who builds when, and with which crews."""

from nomarch.games.egizia import actions as act, components as box, events as ev, state as st
from nomarch.games.egizia.rules import cards, monuments, order, tableau
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def next_ready(s: st.State):
    """Phase 5, start: in turn order, for cards that matter before anyone builds."""
    seat = order.next_in_queue(s)
    if seat == st.NO_SEAT:
        order.begin_stage(s, st.BUILDING)
        begin_site(s, box.SPHINX)
        return
    wanted = st.CAN_BE_FIRST if s.boats[seat] != 0 else st.CAN_HIRE | st.CAN_SELL
    if cards.offers(s, seat) & wanted:
        order.ask(s, seat, st.READY)


def begin_site(s: st.State, site):
    """Phase 5: the sites are built on one after the other, from the source to the delta."""
    s.site = site
    s.stepped = 0
    if site < len(box.SITES):
        emit(s, ev.SITE_BEGAN, ALL, site)


def next_builder(s: st.State):
    """Phase 5: the next step at the site, or the moment after one, or the next site."""
    if s.half == 1:
        s.half = 0
        if cards.offers(s, s.seat) & st.PERISHABLE and not builds_later(s, int(s.seat)):
            s.phase = st.AFTER_BUILD
        return
    seat = next_at_site(s)
    if seat == st.NO_SEAT:
        begin_site(s, int(s.site) + 1)
        if s.site == len(box.SITES):
            order.begin_stage(s, st.REWARDING)
        return
    s.stepped |= 1 << seat
    s.seat = seat
    if s.waiting[s.site] == seat and not builds_first(s, seat):
        step_from_waiting(s, seat)
    else:
        begin_step(s, seat)


def builds_later(s: st.State, seat):
    """Phase 5: whether a step of the seat is still to come this round."""
    return s.boats[seat] >> (box.SITE_POS[s.site] + 1) != 0


def builds_first(s: st.State, seat):
    """First to build: whether the card holds for the seat at this site."""
    return s.first[seat] > 0 and s.first_from[seat] <= s.site


def next_at_site(s: st.State):
    """Sites: first those with the card, then the places from the Nile outwards, then who waits."""
    here = 1 << box.SITE_POS[s.site]
    best = st.NO_SEAT
    for seat in range(s.players):
        if builds_first(s, seat) and s.boats[seat] & here and s.stepped & (1 << seat) == 0:
            if best == st.NO_SEAT or s.first[seat] < s.first[best]:
                best = seat
    if best != st.NO_SEAT:
        return best
    for i in range(box.PLACES):
        holder = int(s.place[s.site][i])
        if holder != st.NO_SEAT and s.stepped & (1 << holder) == 0:
            return holder
    waiter = int(s.waiting[s.site])
    if waiter != st.NO_SEAT and s.stepped & (1 << waiter) == 0:
        return waiter
    return st.NO_SEAT


def step_from_waiting(s: st.State, seat):
    """Waiting: builds if somebody at the places did not, or by the card that allows it."""
    move_up(s, seat)
    if s.waiting[s.site] != seat:
        begin_step(s, seat)
    elif s.have[seat][box.BUILD_WAITING] > 0 and could_build(s, seat):
        s.phase = st.WAIT
    else:
        leave_site(s, seat)


def move_up(s: st.State, seat):
    """Waiting: the boat moves to the nearest place that somebody freed, if there is one."""
    for i in range(box.PLACES_OPEN[s.players]):
        if s.place[s.site][i] == st.NO_SEAT and s.waiting[s.site] == seat:
            s.place[s.site][i] = seat
            s.waiting[s.site] = st.NO_SEAT
            emit(s, ev.PROMOTED, ALL, seat, s.site)


def begin_step(s: st.State, seat):
    """Building: the seat chooses a crew, unless no stone is within its reach."""
    if could_build(s, seat):
        s.phase = st.CREW
    else:
        leave_site(s, seat)


def could_build(s: st.State, seat):
    """Building: whether a first stone is within reach, with whatever cards help towards it."""
    price = monuments.cheapest(s)
    if price == 0 or s.stones[seat] < price:
        return False
    most = strongest(s, seat, 1 if s.have[seat][box.DOUBLE_SHIFT] > 0 else int(s.shift))
    if most == 0:
        return False
    most += box.OVERTIME_STRENGTH * s.have[seat][box.OVERTIME]
    offers = cards.offers(s, seat)
    if offers & st.CAN_TRAIN:
        most += 1
    if offers & st.CAN_HIRE and s.stones[seat] >= price + box.TRAINING_COST:
        most += 1
    return most >= price


def fresh(s: st.State, seat, crew):
    """Building: a crew's strength, if it was not used this round."""
    return int(s.crew[seat][crew]) if s.used[seat][crew] == 0 else 0


def strongest(s: st.State, seat, shift):
    """Building: the most strength that fresh crews and the joker give; 0 without a basic crew."""
    best, second = 0, 0
    for crew in range(box.BASIC_CREWS):
        strength = fresh(s, seat, crew)
        if strength > best:
            best, second = strength, best
        elif strength > second:
            second = strength
    if best == 0:
        return 0
    return int(s.strength) + best + shift * second + fresh(s, seat, box.JOKER)


def leave_site(s: st.State, seat):
    """Building: not to build is allowed; the boat goes back to its owner and frees its place."""
    emit(s, ev.LEFT, ALL, seat, s.site)
    s.boats[seat] &= ~(1 << box.SITE_POS[s.site])
    for i in range(box.PLACES):
        if s.place[s.site][i] == seat:
            s.place[s.site][i] = st.NO_SEAT
    waiter = int(s.waiting[s.site])
    if waiter == seat:
        s.waiting[s.site] = st.NO_SEAT
    elif waiter != st.NO_SEAT and s.at_once == 1 and s.stepped & (1 << waiter) == 0:
        move_up(s, waiter)
    tableau.end_step(s)


def legal_crew(s: st.State, seat, mask):
    """Building: a fresh basic crew that can lay a stone, alone or with help, or leave."""
    allow(mask, act.LEAVE)
    cards.legal_offers(s, seat, mask)
    price, ready = monuments.cheapest(s), 0
    if s.stones[seat] < price:
        because("You don't have enough stones to build anything here.")
        return
    for crew in range(box.BASIC_CREWS):
        strength = fresh(s, seat, crew)
        if strength > 0:
            ready += 1
            strength += s.strength + fresh(s, seat, box.JOKER)
            if s.shift == 1:
                strength += best_other_crew(s, seat, crew)
            if strength >= price:
                allow(mask, act.USE_CREW.at(crew))
            else:
                because("This crew is too weak to build anything here, even with help.")
        else:
            because("This crew has already worked this round.")
    if s.have[seat][box.OVERTIME] > 0:
        allow(mask, act.PLAY_OVERTIME)
    if s.have[seat][box.DOUBLE_SHIFT] > 0 and s.shift == 0 and ready > 1:
        allow(mask, act.PLAY_SHIFT)


def best_other_crew(s: st.State, seat, crew):
    """Double shift: the strongest fresh basic crew besides one."""
    best = 0
    for other in range(box.BASIC_CREWS):
        if other != crew:
            best = max(best, fresh(s, seat, other))
    return best


def legal_second_crew(s: st.State, seat, mask):
    """Double shift: a second basic crew, or none if the first can do something without it."""
    price, ready = monuments.cheapest(s), s.strength + fresh(s, seat, box.JOKER)
    for crew in range(box.BASIC_CREWS):
        if s.used[seat][crew] == 0 and ready + s.crew[seat][crew] >= price:
            allow(mask, act.USE_CREW.at(crew))
    if ready >= price:
        allow(mask, act.DONE)


def legal_joker(s: st.State, mask):
    """Building: with the joker, or without it if the strength suffices for anything."""
    allow(mask, act.USE_JOKER)
    if s.strength >= monuments.cheapest(s):
        allow(mask, act.NO_JOKER)
    else:
        because("Without the joker crew, you're too weak to build anything here.")


def choose_crew(s: st.State, seat, action):
    """Building: crews are used once a round; the joker never alone; or the site is left."""
    if action == act.LEAVE:
        leave_site(s, seat)
    elif action == act.DONE:
        ask_joker(s, seat)
    elif action == act.NO_JOKER:
        open_site(s, seat)
    elif action == act.USE_JOKER:
        use_crew(s, seat, box.JOKER)
        open_site(s, seat)
    else:
        crew = act.USE_CREW.crew(action)
        use_crew(s, seat, crew)
        if s.phase == st.CREW and s.shift == 1 and best_other_crew(s, seat, crew) > 0:
            s.phase = st.SECOND_CREW
        else:
            ask_joker(s, seat)


def use_crew(s: st.State, seat, crew):
    """Building: the crew adds its strength and is turned over."""
    s.used[seat][crew] = 1
    s.strength += s.crew[seat][crew]


def ask_joker(s: st.State, seat):
    """Building: the joker may help once a round."""
    if s.used[seat][box.JOKER] == 0:
        s.phase = st.JOKER_TOO
    else:
        open_site(s, seat)


def open_site(s: st.State, seat):
    """Building: the crews are at the site; a stone at least is spent from here on."""
    emit(s, ev.BUILDS, ALL, seat, s.site, s.strength)
    if s.waiting[s.site] != seat or s.waiting_counts == 1:
        s.built[seat] += 1
    s.phase = st.RIDDLES if s.site == box.SPHINX else st.STONES
