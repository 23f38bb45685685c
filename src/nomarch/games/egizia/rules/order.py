"""Who is next: stages, their queues, and the order of the players."""

from nomarch.games.egizia import state as st


def begin_stage(s: st.State, stage):
    """A new phase of the round begins."""
    s.stage = stage
    s.queue_at = 0
    s.half = 0


def queue_by_turn(s: st.State):
    """The seats in turn order."""
    for i in range(s.players):
        s.queue[i] = s.order[i]


def queue_by_score(s: st.State):
    """The seats from the leader on the score track backwards."""
    for seat in range(s.players):
        s.queue[place(s, seat) - 1] = seat


def next_in_queue(s: st.State):
    """The next seat of the queue, or nobody when all had their chance."""
    if s.queue_at == s.players:
        return st.NO_SEAT
    s.queue_at += 1
    return int(s.queue[s.queue_at - 1])


def ask(s: st.State, seat, question):
    """A seat has something to decide."""
    s.seat = seat
    s.phase = question


def place(s: st.State, seat):
    """Winner: most points; among equals the one who stands ahead on the space."""
    above = 1
    for other in range(s.players):
        if is_ahead(s, other, seat):
            above += 1
    return above


def is_ahead(s: st.State, seat, other):
    """Score track: more points, or there earlier."""
    if s.points[seat] != s.points[other]:
        return s.points[seat] > s.points[other]
    return s.arrival[seat] < s.arrival[other]
