"""What a player owns: sums over provinces."""

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.kernel.declare.rules import ALL, emit


def sum_of(s: st.State, seat, things):
    """What a seat's provinces hold or show together: pyramids, temples, symbols and so on."""
    total = 0
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            total += things[p]
    return total


def farmers_of(s: st.State, seat):
    """Farmers in a seat's provinces, printed ones too."""
    return sum_of(s, seat, s.farmers) + sum_of(s, seat, s.free) + sum_of(s, seat, box.PRINTED)


def gain_points(s: st.State, seat, category, points):
    """Points for a seat, told with their reason."""
    emit(s, ev.SCORED, ALL, seat, category, points)
    s.points[seat] += points


def seats_after(s: st.State, start, seat):
    """How many steps clockwise a seat sits from another."""
    return (int(seat) - int(start) + int(s.players)) % int(s.players)
