"""Gods: taking a tile from the track."""

from nomarch.games.ra import components as box, events as ev, state as st
from nomarch.games.ra.rules import disasters, track
from nomarch.kernel.declare.rules import ALL, emit


def take_with_god(s: st.State, seat, kind):
    """Gods: the god leaves the game, the tile joins the display; a disaster strikes at once."""
    emit(s, ev.GOD_TOOK, ALL, seat, kind)
    s.have[seat][box.GOD] -= 1
    s.gone[box.GOD] += 1
    track.remove_from_track(s, kind)
    if kind >= box.FIRST_DISASTER:
        disasters.strike(s, seat, kind)
    else:
        s.have[seat][kind] += 1
    s.after_discard = st.AFTER_GOD
    disasters.resolve_losses(s, seat)
