"""A turn: draw, play gods or invoke Ra; and the auction track."""

from nomarch.games.ra.rules import act, auctions, box, disasters, epochs, ev, st
from nomarch.kernel.rules import ALL, allow, because, draw_from, emit


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
        auctions.start_auction(s, seat, st.RA_DRAWN)


def fill_space(s: st.State, seat):
    """Drawing: the turn passes, unless the eighth tile starts an auction by the option."""
    if s.eighth_calls == 1 and s.track_len == box.TRACK_SPACES:
        invoke(s, seat)
    else:
        next_turn(s, seat)


def invoke(s: st.State, seat):
    """Invoking Ra: of one's own will, or because the track is full."""
    auctions.start_auction(s, seat, st.FORCED if s.track_len == box.TRACK_SPACES else st.VOLUNTARY)


def take_with_god(s: st.State, seat, kind):
    """Gods: the god leaves the game, the tile joins the display; a disaster strikes at once."""
    emit(s, ev.GOD_TOOK, ALL, seat, kind)
    s.have[seat][box.GOD] -= 1
    s.gone[box.GOD] += 1
    remove_from_track(s, kind)
    if kind >= box.FIRST_DISASTER:
        disasters.strike(s, seat, kind)
    else:
        s.have[seat][kind] += 1
    s.after_discard = st.AFTER_GOD
    disasters.resolve_losses(s, seat)


def continue_god_turn(s: st.State, seat):
    """Gods: any number in one turn, one after the other; the turn ends when none can be used."""
    s.phase = st.GOD_TURN
    s.seat = seat
    if s.have[seat][box.GOD] > 0:
        for i in range(s.track_len):
            if can_be_taken(s, int(s.track[i])):
                return
    next_turn(s, seat)


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
    for i in range(box.TRACK_SPACES):
        s.track[i] = 0


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


def next_turn(s: st.State, seat):
    """The turn passes clockwise from a seat; without any face-up sun the epoch is over."""
    s.phase = st.TURN
    auctions.clear_auction(s)
    other = next_able(s, seat)
    if other == st.NO_SEAT:
        emit(s, ev.EPOCH_SPENT, ALL)
        epochs.end_epoch(s)
    else:
        s.seat = other
