"""The rules of Crocodile."""

from nomarch.kernel.declare.rules import ALL, allow, draw_from, emit
from tests.smallest import actions as act, components as box, events as ev, state as st


def setup(s: st.State, players, options):
    """Set-up: everything swims in the river, the boat is empty, the first seat begins."""
    s.players = players
    s.seat = 0
    s.boat = 0
    for kind in range(2):
        s.river[kind] = box.COUNTS[kind]
    for seat in range(box.SEATS):
        s.points[seat] = 0
    emit(s, ev.BEGAN, ALL, s.seat)


def legal(s: st.State, seat, mask):
    """A turn: cast up to three times, and again; or land what is in the boat."""
    for times in range(1, box.CASTS + 1):
        allow(mask, act.CAST.at(times))
    if s.boat > 0:
        allow(mask, act.LAND)


def apply(s: st.State, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if action == act.LAND:
        emit(s, ev.SCORED, ALL, seat, box.FISH, s.boat)
        s.points[seat] += s.boat
        end_turn(s, seat)
    else:
        cast(s, seat, act.CAST.times(action))


def cast(s: st.State, seat, times):
    """Casting: fish go into the boat; a crocodile frees them all and ends the turn."""
    for _ in range(times):
        kind = draw_from(s, s.river, s.river[box.FISH] + s.river[box.CROCODILE])
        emit(s, ev.CAUGHT, ALL, seat, kind)
        if kind == box.CROCODILE:
            s.river[box.FISH] += s.boat
            end_turn(s, seat)
            return
        s.boat += 1


def end_turn(s: st.State, seat):
    """The end: when the last crocodile has come, or somebody has enough points."""
    s.boat = 0
    s.seat = (seat + 1) % s.players
    if s.river[box.CROCODILE] == 0 or s.points[seat] >= box.GOAL:
        s.seat = -1
