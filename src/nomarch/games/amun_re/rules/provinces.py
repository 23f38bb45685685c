"""Phase 1: province cards are revealed, with their gifts."""

from nomarch.games.amun_re.rules import auction, box, cards, ev, placing, purchases, st
from nomarch.kernel.rules import ALL, draw_from, emit


def start_turn(s: st.State):
    """Phase 1: as many provinces as players are revealed, with their gifts."""
    s.turn += 1
    emit(s, ev.TURN_STARTED, ALL, s.turn, s.pharaoh)
    for _ in range(s.players):
        p = draw_from(s, s.pool, int(s.pool_left))
        s.pool_left -= 1
        s.card[p] = 1
        emit(s, ev.REVEALED, ALL, p)
        lay_gifts(s, p)
    cards.clear_played(s)
    auction.clear_bids(s)
    s.seat = s.pharaoh
    s.phase = st.PICK


def lay_gifts(s: st.State, p):
    """Phase 1: gifts lie on the province, power cards face down; one that is missing is lost."""
    for _ in range(box.GIFT_BRICKS[p]):
        if purchases.bricks_left(s) > 0:
            placing.add_brick(s, st.NO_SEAT, p)
    for _ in range(box.GIFT_CARDS[p]):
        if cards.cards_left(s) > 0:
            code = cards.draw_card(s)
            s.gift[p][s.gifts[p]] = code % box.CARDS
            s.gift_by[p][s.gifts[p]] = code // box.CARDS - 1
            s.gifts[p] += 1
        else:
            emit(s, ev.GIFT_LOST, ALL, p)
