"""Auctions: one round of bids for everything on the track."""

from nomarch.games.ra import actions as act, components as box, events as ev, state as st
from nomarch.games.ra.rules import disasters, track, turns
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def legal_bids(s: st.State, seat, mask):
    """Auction: one face-up sun above the highest bid, or pass, which a willing starter may not."""
    if must_bid(s, seat):
        because("You called this auction, so you have to pay with a sun.")
    else:
        allow(mask, act.PASS)
    for i in range(box.SUNS_EACH):
        if s.up[seat][i] == 1:
            if s.sun[seat][i] > s.high:
                allow(mask, act.BID.at(s.sun[seat][i]))
            else:
                because("You have to beat the highest bid.")
        else:
            because("This sun is spent. It comes back next epoch.")


def must_bid(s: st.State, seat):
    """Auction: who invoked Ra and was not outbid; by an option also who can outbid the others."""
    if seat != s.starter or s.cause != st.VOLUNTARY:
        return False
    if s.high == 0:
        return True
    return s.invoker_bids == 1 and track.highest_up(s, seat) > s.high


def bid(s: st.State, seat, sun):
    """Auction: a bid stands until a higher one is made."""
    emit(s, ev.BID, ALL, seat, sun)
    s.high = sun
    s.high_seat = seat
    next_bidder(s, seat)


def next_bidder(s: st.State, seat):
    """Auction: each seat with suns acts once, the starter last."""
    if seat == s.starter:
        end_auction(s)
    else:
        s.seat = track.next_able(s, seat)


def end_auction(s: st.State):
    """Auction: the highest bidder takes all; if nobody bids, a full track leaves the game."""
    if s.high_seat != st.NO_SEAT:
        win_auction(s, int(s.high_seat))
        return
    emit(s, ev.NOBODY_BID, ALL, s.starter)
    if s.track_len == box.TRACK_SPACES:
        emit(s, ev.SWEPT, ALL, s.track_len)
        track.sweep_track(s)
    turns.next_turn(s, int(s.starter))


def win_auction(s: st.State, seat):
    """Auction: the winner swaps his sun for the centre's, face down, and takes every tile."""
    emit(s, ev.WON, ALL, seat, s.high, s.centre, s.track_len)
    for i in range(box.SUNS_EACH):
        if s.sun[seat][i] == s.high:
            s.sun[seat][i] = s.centre
            s.up[seat][i] = 0
    s.centre = s.high
    take_tiles(s, seat)
    while s.track_len > 0:
        disasters.strike(s, seat, int(s.track[0]))
        track.remove_from_track(s, s.track[0])
    s.after_discard = st.AFTER_AUCTION
    disasters.resolve_losses(s, seat)


def take_tiles(s: st.State, seat):
    """The winner's display gets all tiles but disasters, which stay until they strike."""
    tiles = int(s.track_len)
    s.track_len = 0
    for i in range(tiles):
        kind = int(s.track[i])
        s.track[i] = 0
        if kind < box.FIRST_DISASTER:
            s.have[seat][kind] += 1
        else:
            s.track[s.track_len] = kind
            s.track_len += 1
