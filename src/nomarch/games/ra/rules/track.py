"""The auction track: its tiles, who can still bid for them, and the call of an auction."""

from nomarch.games.ra import components as box, events as ev, state as st
from nomarch.kernel.declare.rules import ALL, emit, fill


def clear_auction(s: st.State):
    """No auction is under way."""
    s.starter = st.NO_SEAT
    s.cause = st.VOLUNTARY
    s.high = 0
    s.high_seat = st.NO_SEAT


def start_auction(s: st.State, seat, cause):
    """Auction: the starter takes the Ra figure; bidding begins to the left and ends with him."""
    emit(s, ev.INVOKED, ALL, seat, cause)
    s.phase = st.AUCTION
    s.starter = seat
    s.cause = cause
    s.high = 0
    s.high_seat = st.NO_SEAT
    s.seat = next_able(s, seat)


def remove_from_track(s: st.State, kind):
    """Takes one tile of a kind off the track; the others close up, position has no meaning."""
    at = 0
    while s.track[at] != kind:
        at += 1
    s.track_len -= 1
    for i in range(at, s.track_len):
        s.track[i] = s.track[i + 1]
    s.track[s.track_len] = 0


def clear_track(s: st.State):
    """Empties the auction track."""
    s.track_len = 0
    fill(s.track, 0)


def sweep_track(s: st.State):
    """The tiles on the track leave the game."""
    for i in range(s.track_len):
        s.gone[s.track[i]] += 1
    clear_track(s)


def can_play(s: st.State, seat):
    """Only a seat with a face-up sun takes turns and bids."""
    for i in range(box.SUNS_EACH):
        if s.up[seat][i] == 1:
            return True
    return False


def highest_up(s: st.State, seat):
    """The highest face-up sun of a seat, 0 = none."""
    highest = 0
    for i in range(box.SUNS_EACH):
        if s.up[seat][i] == 1:
            highest = max(highest, int(s.sun[seat][i]))
    return highest


def next_able(s: st.State, seat):
    """The next seat clockwise with a face-up sun, perhaps the same again; `NO_SEAT` if none."""
    for step in range(1, s.players + 1):
        other = seat + step
        if other >= s.players:
            other -= s.players
        if can_play(s, other):
            return other
    return st.NO_SEAT
