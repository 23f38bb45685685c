"""Playing, selling and returning power cards."""

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, holdings, passing, placing, provinces, stages
from nomarch.kernel.declare.rules import ALL, emit


def play_card(s: st.State, seat, kind):
    """Power cards: each in its phase; shown and discarded, and its like barred for the phase."""
    if kind == box.ADJUST:
        s.adjusting[seat] = 1
        emit(s, ev.PUT_IN, seat, seat, 0, 1)
        return
    s.played[seat] = int(s.played[seat]) | (1 << kind)
    cards.lose_card(s, seat, kind)
    emit(s, ev.PLAYED, ALL, seat, kind)
    if kind == box.BLOCK:
        s.blocking = 1
    elif kind == box.SAME:
        s.pick = s.bid_on[seat]
        s.phase = st.STEP
    elif kind >= box.FIRST_BONUS:
        holdings.gain_points(s, seat, ev.BONUSES, box.BONUS_POINTS)
        if cards.shows_no_cards(s, seat):
            passing.done(s, seat)
    else:
        s.site_card, s.back, s.phase = kind, s.phase, st.SITE
        placing.choose_only_site(s, seat)


def sell_card(s: st.State, seat, kind):
    """Selling: one gold for a card, which is discarded."""
    cards.lose_card(s, seat, kind)
    s.gold[seat] += box.CARD_PRICE
    emit(s, ev.SOLD, ALL, seat, kind)
    if cards.shows_no_cards(s, seat):
        passing.continue_without_cards(s, seat)


def return_card(s: st.State, seat, kind):
    """Variant: a card goes back under the pile, shown or not; the others are kept."""
    s.drawn[kind] -= 1
    s.drawn_left -= 1
    s.under[s.under_len] = kind
    shown = s.draft == box.DRAFT_SHOWN and s.phase == st.KEEP
    s.under_by[s.under_len] = st.SEEN_BY_ALL if shown else seat
    s.under_len += 1
    emit(s, ev.RETURNED, ALL if shown else seat, seat, kind)
    if not shown:
        emit(s, ev.RETURNED_SECRETLY, ALL, seat)
    cards.forget_returned(s, seat, kind, shown)
    s.units -= 1
    if s.units == 0:
        keep_rest(s, seat)


def keep_rest(s: st.State, seat):
    """Variant: the cards that were not returned join the hand."""
    for kind in range(box.CARDS):
        for _ in range(s.drawn[kind]):
            emit(s, ev.KEPT, seat, seat, kind)
        s.hand[seat][kind] += s.drawn[kind]
        s.drawn[kind] = 0
        for other in range(s.players):
            s.known[other][seat][kind] += s.drawn_known[other][kind]
            s.drawn_known[other][kind] = 0
    s.hand_count[seat] += s.drawn_left
    s.drawn_left = 0
    if s.phase == st.START_KEEP:
        s.at += 1
        if s.at < s.players:
            cards.deal_two(s, (s.pharaoh + s.at) % s.players)
        else:
            provinces.start_turn(s)
    else:
        s.phase = st.CARDS_STAGE
        stages.end_stage(s)
