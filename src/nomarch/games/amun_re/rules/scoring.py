"""Phase 6: points, the passage between the kingdoms, and the end of the game."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, holdings, provinces
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def next_bonus(s: st.State):
    """Phase 6: from the Pharaoh clockwise, whoever holds cards may play bonus cards."""
    while s.at < s.players:
        seat = (s.pharaoh + s.at) % s.players
        if not cards.shows_no_cards(s, seat):
            s.seat = seat
            s.phase = st.BONUS_PLAY
            return
        s.at += 1
    score_kingdom(s)


def legal_bonuses(s: st.State, seat, mask):
    """Phase 6: bonus cards whose condition holds, each kind once."""
    allow(mask, act.DONE)
    for kind in range(box.FIRST_BONUS, box.CARDS):
        if earns_bonus(s, seat, kind):
            cards.allow_card(s, seat, kind, mask)
        else:
            because("Your provinces don't meet this card's condition.")


def earns_bonus(s: st.State, seat, kind):
    """Phase 6: what each bonus card asks for."""
    if kind == box.BONUS_CARDS:
        return holdings.sum_of(s, seat, box.SYMBOLS) >= box.SYMBOLS_FOR_BONUS[s.edition]
    if kind == box.BONUS_FARMERS:
        return holdings.farmers_of(s, seat) >= box.FARMERS_FOR_BONUS
    if kind == box.BONUS_EGYPT:
        return all_alike(s, seat, box.EGYPT)
    if kind == box.BONUS_BANK:
        return all_alike(s, seat, box.BANK)
    return all_alike(s, seat, box.NILE)


def all_alike(s: st.State, seat, marks):
    """Phase 6: whether all provinces of a seat, or none, have a mark."""
    marked, owned = 0, 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            owned += 1
            marked += marks[p]
    return marked == 0 or marked == owned


def score_kingdom(s: st.State):
    """Phase 6: pyramids, sets, banks, temples; after turn 6 gold as well, and the game is over."""
    last = s.turn == box.TURNS
    if last:
        sell_leftovers(s)
        show_treasures(s)
    emit(s, ev.SCORING, ALL)
    for seat in range(s.players):
        holdings.gain_points(
            s, seat, ev.PYRAMIDS, box.PYRAMID_POINTS * holdings.sum_of(s, seat, s.pyramids)
        )
        holdings.gain_points(s, seat, ev.SETS, box.SET_POINTS * sets_of(s, seat))
        banks = leads_bank(s, seat, box.WEST) + leads_bank(s, seat, box.EAST)
        holdings.gain_points(s, seat, ev.BANKS, box.BANK_POINTS * banks)
        service = box.TEMPLE_POINTS[s.box] * holdings.sum_of(s, seat, box.TEMPLES)
        holdings.gain_points(s, seat, ev.TEMPLE_SERVICE, service)
        if last:
            holdings.gain_points(s, seat, ev.WEALTH, wealth_points(s, seat))
        emit(s, ev.TOTAL, ALL, seat, s.points[seat])
    if last:
        tell_winners(s)
        s.phase = st.OVER
    else:
        start_new_kingdom(s)
        provinces.start_turn(s)


def sets_of(s: st.State, seat):
    """Phase 6: a set is one pyramid in each of the three provinces."""
    fewest, owned = -1, 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            owned += 1
            if fewest < 0 or s.pyramids[p] < fewest:
                fewest = int(s.pyramids[p])
    return fewest if owned == box.KINGDOM_TURNS else 0


def bank_strength(s: st.State, p):
    """Phase 6: pyramids of a province, bricks among equals; nothing without a pyramid."""
    if s.owner[p] == st.NO_SEAT or s.pyramids[p] == 0:
        return 0
    return int(s.pyramids[p]) * box.BRICKS_PER_PYRAMID + int(s.bricks[p])


def leads_bank(s: st.State, seat, bank):
    """Phase 6: whether a seat owns a strongest province of a bank; equals all lead, each once."""
    most, own = 0, 0
    for p in range(box.PROVINCES):
        if box.BANK[p] == bank:
            strength = bank_strength(s, p)
            most = max(most, strength)
            if s.owner[p] == seat:
                own = max(own, strength)
    return 1 if own > 0 and own == most else 0


def sell_leftovers(s: st.State):
    """Phase 6, after turn 6: cards still in hand are worth a gold each before gold is counted."""
    for seat in range(s.players):
        if s.hand_count[seat] > 0:
            emit(s, ev.LEFTOVERS_SOLD, ALL, seat, s.hand_count[seat])
        for kind in range(box.CARDS):
            for _ in range(s.hand[seat][kind]):
                emit(s, ev.LEFTOVER_SHOWN, ALL, seat, kind)
                cards.lose_card(s, seat, kind)
                s.gold[seat] += box.CARD_PRICE


def show_treasures(s: st.State):
    """Phase 6, after turn 6: gold that was hidden is counted before everybody."""
    if s.hidden == 1:
        for seat in range(s.players):
            emit(s, ev.TREASURE_SHOWN, ALL, seat, s.gold[seat])


def wealth_points(s: st.State, seat):
    """Phase 6, after turn 6: 6, 4, 2 for most gold; equals share, the next place is skipped."""
    if s.gold[seat] == 0:
        return 0
    richer = 0
    for other in range(s.players):
        if s.gold[other] > s.gold[seat]:
            richer += 1
    return box.WEALTH_POINTS[richer]


def start_new_kingdom(s: st.State):
    """Between the kingdoms: owners and farmers leave, stones stay, the same provinces return."""
    emit(s, ev.KINGDOM_ENDED, ALL)
    for p in range(box.PROVINCES):
        s.pool[p] = 1 if s.owner[p] != st.NO_SEAT else 0
    provinces.clear_land(s)


def tell_winners(s: st.State):
    """End of the game: who has won, and by what."""
    winners, equals, first = 0, 0, 0
    for seat in range(s.players):
        if place(s, seat) == 1:
            winners += 1
            first = seat
    for seat in range(s.players):
        if s.points[seat] == s.points[first]:
            equals += 1
    how = ev.BY_POINTS
    if winners > 1:
        how = ev.SHARED
    elif equals > 1:
        how = ev.BY_TIE_BREAK
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ev.ENDED, ALL, seat, how)


def place(s: st.State, seat):
    """End of the game: a seat's place is one below the number of seats that beat it."""
    above = 0
    for other in range(s.players):
        if other != seat and beats(s, other, seat):
            above += 1
    return above + 1


def beats(s: st.State, one, other):
    """End of the game: points; then pyramids, then bricks, or the tournament's longer list."""
    if s.points[one] != s.points[other]:
        return s.points[one] > s.points[other]
    more_pyramids = holdings.sum_of(s, one, s.pyramids) - holdings.sum_of(s, other, s.pyramids)
    more_bricks = holdings.sum_of(s, one, s.bricks) - holdings.sum_of(s, other, s.bricks)
    if s.edition != box.TOURNAMENT:
        return more_pyramids > 0 or (more_pyramids == 0 and more_bricks > 0)
    if more_bricks != 0:
        return more_bricks > 0
    if more_pyramids != 0:
        return more_pyramids > 0
    more_farmers = holdings.farmers_of(s, one) - holdings.farmers_of(s, other)
    if more_farmers != 0:
        return more_farmers > 0
    if s.gold[one] != s.gold[other]:
        return s.gold[one] > s.gold[other]
    return holdings.seats_after(s, int(s.first), one) > holdings.seats_after(s, int(s.first), other)
