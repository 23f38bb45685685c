"""Phase 4: offerings to Amun-Re, and what the god gives."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, holdings, incomes
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def legal_offerings(s: st.State, seat, mask):
    """Phase 4: gold up to one's treasure, or the theft alone; nothing by an option; the card."""
    for coin in range(len(act.PUT)):
        if s.offer[seat] + box.DENOMINATIONS[coin] <= s.gold[seat]:
            allow(mask, act.PUT.at(coin))
        else:
            because("You can't offer more gold than you have.")
    if s.offer[seat] > 0:
        allow(mask, act.OFFER)
        because("You've already put in gold, so you can't steal.")
    else:
        allow(mask, act.STEAL)
        if s.empty_offers == 1:
            allow(mask, act.OFFER)
        else:
            because("Put in at least 1 gold first, or steal.")
    if s.adjusting[seat] == 0:
        cards.allow_card(s, seat, box.ADJUST, mask)
    else:
        because("Your adjustment card is already in your offering.")


def put_in(s: st.State, seat, gold):
    """Phase 4: gold is added to what lies under one's hand."""
    s.offer[seat] += gold
    emit(s, ev.PUT_IN, seat, seat, gold, 0)


def steal(s: st.State, seat):
    """Phase 4: the theft is an offering too."""
    s.offer[seat] = box.THEFT
    make_offering(s, seat)


def make_offering(s: st.State, seat):
    """Phase 4: a seat is ready; when all are, hands are opened."""
    s.offered[seat] = 1
    emit(s, ev.OFFERED, ALL, seat)
    for other in range(s.players):
        if s.offered[other] == 0:
            return
    show_offerings(s)


def show_offerings(s: st.State):
    """Phase 4: the sum of all offerings; givers pay, thieves get three gold from the bank."""
    for away in range(s.players):
        seat = (s.pharaoh + away) % s.players
        emit(s, ev.OFFER_SHOWN, ALL, seat, s.offer[seat], s.adjusting[seat])
        s.offered[seat] = st.OPENED
        if s.adjusting[seat] == 1:
            for other in range(s.players):  # all see the card, which is in hand until it is used
                s.known[other][seat][box.ADJUST] = max(1, int(s.known[other][seat][box.ADJUST]))
        s.total += s.offer[seat]
        if s.offer[seat] == box.THEFT:
            s.gold[seat] += box.THEFT_GOLD
        else:
            s.gold[seat] -= s.offer[seat]
            s.givers += 1
    s.at = 0
    next_adjustment(s)


def rank_givers(s: st.State):
    """Phase 4: once all hands are open, who gave most comes first."""
    for seat in range(s.players):
        s.offered[seat] = 1
        if s.offer[seat] != box.THEFT:
            s.order[givers_above(s, seat)] = seat


def givers_above(s: st.State, seat):
    """Phase 4: who gave more; among equals the one nearer to the Pharaoh comes first."""
    above, turns_away = 0, holdings.seats_after(s, s.pharaoh, seat)
    for other in range(s.players):
        is_nearer = holdings.seats_after(s, s.pharaoh, other) < turns_away
        if s.offer[other] > s.offer[seat] or (s.offer[other] == s.offer[seat] and is_nearer):
            above += 1
    return above


def next_adjustment(s: st.State):
    """Phase 4: from the Pharaoh clockwise, those with an adjustment card say which way."""
    while s.at < s.players:
        seat = (s.pharaoh + s.at) % s.players
        if s.adjusting[seat] == 1:
            rank_givers(s)
            s.seat = seat
            s.phase = st.ADJUSTING
            return
        s.at += 1
    set_box(s)


def adjust(s: st.State, seat, change):
    """Phase 4: the card changes the sum, never the seat's own offering; it is discarded."""
    emit(s, ev.ADJUSTED, ALL, seat, change, s.total + change)
    s.adjusting[seat] = 0
    cards.lose_card(s, seat, box.ADJUST)
    s.total += change
    s.at += 1
    next_adjustment(s)


def box_of(total):
    """Phase 4: the box of the temple scale into which a sum falls."""
    found = 1
    for i in range(box.BOXES - 1):
        if total > box.BOX_LIMITS[i]:
            found += 1
    return found


def set_box(s: st.State):
    """Phase 4: the temple marker goes to its box; then the god rewards the givers."""
    emit(s, ev.BOX_SET, ALL, s.total, box_of(int(s.total)))
    s.box = box_of(int(s.total))
    rank_givers(s)
    s.at = 0
    next_reward(s)


def next_reward(s: st.State):
    """Phase 4: by rank three units, two, and one for all other givers."""
    if s.at < s.givers:
        s.seat = s.order[s.at]
        s.owed = box.REWARDS[s.at]
        s.phase = st.REWARD
        return
    if s.givers > 0:
        emit(s, ev.PHARAOH_PASSED, ALL, s.order[0])
        s.pharaoh = s.order[0]
    incomes.start_income(s)


def count_reward(s: st.State):
    """Phase 4: one unit less is owed; after the last the next giver chooses."""
    s.owed -= 1
    if s.owed == 0:
        s.at += 1
        next_reward(s)
