"""Variant: power cards are drawn to choose from, and some go back under the pile."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, preparation, provinces, purchases
from nomarch.kernel.actions import allow
from nomarch.kernel.events import ALL, emit


def draw_to_choose(s, seat, count):
    """Variant: cards are drawn to choose from."""
    for _ in range(count):
        code = cards.draw_card(s)
        kind, by = code % box.CARDS, code // box.CARDS - 1
        s.drawn[kind] += 1
        s.drawn_left += 1
        emit(s, ev.GOT_CARD, seat, seat, kind)
        if by == st.UNSEEN:
            s.deck_most[seat][kind] -= 1
        for other in range(s.players):
            if st.is_known(by, other):
                s.drawn_known[other][kind] += 1


def legal_returns(s, mask):
    """Variant: any of the drawn cards goes back."""
    for kind in range(box.CARDS):
        if s.drawn[kind] > 0:
            allow(mask, act.RETURN.at(kind))


def return_card(s, seat, kind):
    """Variant: a card goes back under the pile, shown or not; the others are kept."""
    s.drawn[kind] -= 1
    s.drawn_left -= 1
    s.under[s.under_len] = kind
    shown = s.draft == box.DRAFT_SHOWN and s.asked == st.KEEP
    s.under_by[s.under_len] = st.SEEN_BY_ALL if shown else seat
    s.under_len += 1
    emit(s, ev.RETURNED, ALL if shown else seat, seat, kind)
    if not shown:
        emit(s, ev.RETURNED_SECRETLY, ALL, seat)
    forget_returned(s, seat, kind, shown)
    s.units -= 1
    if s.units == 0:
        keep_rest(s, seat)


def forget_returned(s, seat, kind, shown):
    """Variant: what others know of the drawn cards; a hidden return could be any of them."""
    for other in range(s.players):
        for k in range(box.CARDS):
            if s.drawn_known[other][k] > 0 and (k == kind or (other != seat and not shown)):
                s.drawn_known[other][k] -= 1


def keep_rest(s, seat):
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
    if s.asked == st.START_KEEP:
        s.at += 1
        if s.at < s.players:
            preparation.deal_two(s, (s.pharaoh + s.at) % s.players)
        else:
            provinces.start_turn(s)
    else:
        s.asked = st.CARDS_STAGE
        purchases.end_stage(s)
