"""The stages of buying, their limits, and the start of the offerings."""

from nomarch.games.amun_re import components as box, state as st
from nomarch.games.amun_re.rules import cards, holdings, provinces


def start_offerings(s: st.State):
    """Phase 4: all seats choose in secret and together."""
    cards.clear_played(s)
    s.phase = st.OFFERING
    s.seat = s.pharaoh
    clear_offerings(s)


def clear_offerings(s: st.State):
    """Phase 4: nothing is offered."""
    s.total, s.givers = 0, 0
    for seat in range(box.MAX_SEATS):
        s.offered[seat], s.offer[seat], s.adjusting[seat] = 0, 0, 0
        s.order[seat] = st.NO_SEAT


def start_actions(s: st.State):
    """Phase 3: from the Pharaoh clockwise, each buys cards, then farmers, then bricks."""
    cards.clear_played(s)
    s.at = -1
    s.phase = st.BRICKS_STAGE  # as if somebody before the first seat had finished
    end_stage(s)


def end_stage(s: st.State):
    """Phase 3: on to what comes next, without stopping where nothing can be done."""
    next_stage(s)
    skip_empty_stages(s)


def next_stage(s: st.State):
    """Phase 3: cards, farmers, bricks, and on to the next seat; after the last, the offerings."""
    s.bought = 0
    if s.phase < st.BRICKS_STAGE:
        s.phase += 1
        return
    s.at += 1
    if s.at == s.players:
        start_offerings(s)
        return
    s.seat = (s.pharaoh + s.at) % s.players
    s.phase = st.CARDS_STAGE


def skip_empty_stages(s: st.State):
    """Phase 3: a stage is passed over if everybody can see that there is nothing to decide."""
    while st.CARDS_STAGE <= s.phase <= st.BRICKS_STAGE and is_empty_stage(s, int(s.seat)):
        next_stage(s)


def is_empty_stage(s: st.State, seat):
    """Phase 3: nothing to buy, and no card in hand that could be played or sold."""
    if s.phase == st.CARDS_STAGE and card_limit(s, seat) == 0:
        return True
    return cards.shows_no_cards(s, seat) and most_to_buy(s, seat) == 0


def price(count):
    """Prices: 1, 3, 6, 10 and so on, beyond the printed table too."""
    return count * (count + 1) // 2


def card_limit(s: st.State, seat):
    """Action A: as many cards as the best of one's provinces shows symbols, or all together."""
    if s.sum_limit == 1:
        return holdings.sum_of(s, seat, box.SYMBOLS)
    limit = 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            limit = max(limit, int(box.SYMBOLS[p]))
    return limit


def room_for_farmers(s: st.State, seat):
    """Action B: free green spaces in one's provinces, as far as there are farmers."""
    room = holdings.sum_of(s, seat, box.SPACES) - holdings.sum_of(s, seat, s.farmers)
    return min(room, int(s.farmer_supply))


def most_to_buy(s: st.State, seat):
    """Actions A to C: how many units of the stage's kind can be bought and paid."""
    if s.bought == 1:
        return 0
    if s.phase == st.CARDS_STAGE:
        most = min(card_limit(s, seat), cards.cards_left(s))
    elif s.phase == st.FARMERS_STAGE:
        most = room_for_farmers(s, seat)
    else:
        most = min(box.MAX_BUY, provinces.bricks_left(s))
    count = 0
    while count < most and price(count + 1) <= s.gold[seat]:
        count += 1
    return count
