"""Phase 1: province cards are revealed, with their gifts."""

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards
from nomarch.kernel.declare.rules import ALL, draw_from, emit


def clear_bids(s: st.State):
    """Phase 2: every pawn is off the cards."""
    for seat in range(box.MAX_SEATS):
        s.bid_on[seat], s.bid_step[seat], s.blocked[seat] = st.NO_PROVINCE, 0, 0


def add_brick(s: st.State, seat, p):
    """Action C: three bricks in a province become a pyramid at once, gifts included."""
    s.bricks[p] += 1
    if seat != st.NO_SEAT:
        emit(s, ev.BRICK_PLACED, ALL, seat, p)
    if s.bricks[p] == box.BRICKS_PER_PYRAMID:
        build(s, seat, p, box.BRICKS_PER_PYRAMID)


def build(s: st.State, seat, p, bricks):
    """Action C: bricks go back to the supply, a pyramid stands in their place."""
    s.bricks[p] -= bricks
    s.pyramids[p] += 1
    emit(s, ev.BUILT, ALL, seat, p, bricks)


def clear_land(s: st.State):
    """Preparation and between the kingdoms: nobody owns anything, all farmers are in the supply."""
    s.pool_left = 0
    s.farmer_supply = box.FARMER_SUPPLY
    for p in range(box.PROVINCES):
        s.pool_left += s.pool[p]
        s.owner[p] = st.NO_SEAT
        s.farmers[p], s.free[p] = 0, 0


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
    clear_bids(s)
    s.seat = s.pharaoh
    s.phase = st.PICK


def lay_gifts(s: st.State, p):
    """Phase 1: gifts lie on the province, power cards face down; one that is missing is lost."""
    for _ in range(box.GIFT_BRICKS[p]):
        if bricks_left(s) > 0:
            add_brick(s, st.NO_SEAT, p)
    for _ in range(box.GIFT_CARDS[p]):
        if cards.cards_left(s) > 0:
            code = cards.draw_card(s)
            s.gift[p][s.gifts[p]] = code % box.CARDS
            s.gift_by[p][s.gifts[p]] = code // box.CARDS - 1
            s.gifts[p] += 1
        else:
            emit(s, ev.GIFT_LOST, ALL, p)


def bricks_left(s: st.State):
    """Action C: bricks beside the board; without end unless the option makes the box count."""
    if s.few_bricks == 0:
        return box.MAX_BUY
    left = box.BRICK_SUPPLY
    for p in range(box.PROVINCES):
        left -= s.bricks[p]
    return left
