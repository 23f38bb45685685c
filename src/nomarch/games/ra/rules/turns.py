"""A turn: draw, play gods or invoke Ra."""

from nomarch.games.ra import actions as act, components as box, events as ev, state as st
from nomarch.games.ra.rules import epochs, track
from nomarch.kernel.declare.rules import ALL, allow, because, draw_from, emit


def legal_turn(s: st.State, seat, mask):
    """A turn: draw unless the track is full, play gods, or invoke Ra."""
    if s.track_len < box.TRACK_SPACES:
        allow(mask, act.DRAW)
    else:
        because("The track is full, so nobody may draw: invoke Ra or play a god.")
    allow(mask, act.INVOKE)
    legal_takes(s, seat, mask)


def legal_takes(s: st.State, seat, mask):
    """Gods: one tile of the track for each god."""
    if s.have[seat][box.GOD] > 0:
        for i in range(s.track_len):
            if can_be_taken(s, int(s.track[i])):
                allow(mask, act.TAKE.at(s.track[i]))
            else:
                because("Gods can't take disasters at this table (optional rule).")
    else:
        because("You need a god to take a tile from the track.")


def can_be_taken(s: st.State, kind):
    """Gods: never another god; an option spares disasters, too."""
    return kind != box.GOD and (kind < box.FIRST_DISASTER or s.gods_spare == 0)


def draw_tile(s: st.State, seat):
    """Drawing: a Ra tile calls an auction or ends the epoch, any other joins the track."""
    kind = draw_from(s, s.bag, s.bag_left)
    s.bag_left -= 1
    emit(s, ev.DREW, ALL, seat, kind)
    if kind != box.RA:
        s.track[s.track_len] = kind
        s.track_len += 1
        fill_space(s, seat)
        return
    s.ra_count += 1
    if s.ra_count == box.RA_LIMIT[s.players]:
        emit(s, ev.EPOCH_FULL, ALL, s.track_len)
        epochs.end_epoch(s)
    else:
        track.start_auction(s, seat, st.RA_DRAWN)


def fill_space(s: st.State, seat):
    """Drawing: the turn passes, unless the eighth tile starts an auction by the option."""
    if s.eighth_calls == 1 and s.track_len == box.TRACK_SPACES:
        invoke(s, seat)
    else:
        next_turn(s, seat)


def invoke(s: st.State, seat):
    """Invoking Ra: of one's own will, or because the track is full."""
    track.start_auction(s, seat, st.FORCED if s.track_len == box.TRACK_SPACES else st.VOLUNTARY)


def continue_god_turn(s: st.State, seat):
    """Gods: any number in one turn, one after the other; the turn ends when none can be used."""
    s.phase = st.GOD_TURN
    s.seat = seat
    if s.have[seat][box.GOD] > 0:
        for i in range(s.track_len):
            if can_be_taken(s, int(s.track[i])):
                return
    next_turn(s, seat)


def next_turn(s: st.State, seat):
    """The turn passes clockwise from a seat; without any face-up sun the epoch is over."""
    s.phase = st.TURN
    track.clear_auction(s)
    other = track.next_able(s, seat)
    if other == st.NO_SEAT:
        emit(s, ev.EPOCH_SPENT, ALL)
        epochs.end_epoch(s)
    else:
        s.seat = other
