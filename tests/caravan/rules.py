"""The rules of Caravan."""

from nomarch.kernel.declare.rules import ALL, allow, because, draw_from, emit
from tests.caravan import actions as act, components as box, events as ev, state as st


def setup(s: st.State, players, options):
    """Set-up: equal coins, no points, the first sack."""
    s.players = players
    s.day = 0
    for worth in range(len(box.COUNTS)):
        s.sacks[worth] = box.COUNTS[worth]
    for seat in range(box.SEATS):
        s.coins[seat] = box.COINS
        s.points[seat] = 0
    offer_sack(s)


def offer_sack(s: st.State):
    """A day: a sack is drawn, and nobody has bid yet."""
    s.sack = draw_from(s, s.sacks, box.SACKS - s.day)
    s.day += 1
    forget_bids(s)
    emit(s, ev.OFFERED, ALL, s.sack)


def forget_bids(s: st.State):
    """Bids: none is left from the day before."""
    for seat in range(box.SEATS):
        s.bid[seat] = 0
        s.has_bid[seat] = 0


def to_act(s: st.State):
    """Bids: all decide at once, each seat until it has made its bid."""
    waiting = 0
    if s.sack != st.OVER:
        for seat in range(s.players):
            if s.has_bid[seat] == 0:
                waiting |= 1 << seat
    return waiting


def legal(s: st.State, seat, mask):
    """Bids: nothing, or any number of coins that the seat has."""
    for amount in range(box.MOST + 1):
        if amount <= s.coins[seat]:
            allow(mask, act.BID.at(amount))
        else:
            because("You don't have that many coins.")


def apply(s: st.State, seat, action):
    """Bids: secret until the last one is made."""
    s.bid[seat] = act.BID.amount(action)
    s.has_bid[seat] = 1
    emit(s, ev.SEALED, ALL, seat)
    if to_act(s) == 0:
        show_bids(s)


def show_bids(s: st.State):
    """The end of a day: the highest bid takes the sack, equal ones get nothing."""
    best, winner, equal = -1, 0, 0
    for seat in range(s.players):
        emit(s, ev.SHOWN, ALL, seat, s.bid[seat])
        if s.bid[seat] > best:
            best, winner, equal = int(s.bid[seat]), seat, 0
        elif s.bid[seat] == best:
            equal = 1
    if equal == 1:
        emit(s, ev.TIED, ALL)
    else:
        s.coins[winner] -= best
        s.points[winner] += s.sack
        emit(s, ev.SCORED, ALL, winner, 0, s.sack)
    if s.day < box.DAYS:
        offer_sack(s)
    else:
        forget_bids(s)
        s.sack = st.OVER
