"""What never changes in a game of Ra, and the ways in which one can end: for tests."""

from nomarch.games.ra import components as box, events as ev, state as st
from nomarch.kernel.events import Records

ENDINGS = ("ra-track-full", "suns-spent")


def broken(s: st.State) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    complaints = []
    for kind in range(box.KINDS):
        found = s.bag[kind] + s.gone[kind] + sum(s.track[i] == kind for i in range(s.track_len))
        if kind == box.RA:
            found += s.ra_count
        if kind < box.OWNED_KINDS:
            found += sum(s.have[seat][kind] for seat in range(s.players))
        if found != box.TILE_COUNTS[kind]:
            complaints.append(f"{found} tiles of kind {kind}, not {box.TILE_COUNTS[kind]}")
    if sum(s.bag) != s.bag_left or not 0 <= s.bag_left <= box.NUM_TILES:
        complaints.append("the bag's count is wrong")
    suns = sorted(v for row in s.sun for v in row if v)
    dealt = sorted(v for row in box.SUN_SETS[s.players] for v in row if v)
    if sorted([*suns, s.centre]) != sorted([*dealt, 1]):
        complaints.append(f"suns {suns} and {s.centre} are not the ones dealt")
    if any(s.up[seat][i] and not s.sun[seat][i] for seat in range(5) for i in range(box.SUNS_EACH)):
        complaints.append("a sun that does not exist lies face up")
    if not 0 <= s.track_len <= box.TRACK_SPACES:
        complaints.append("the auction track is overfull")
    if min(s.points) < 0:
        complaints.append("a score below zero")
    return complaints


def ending(events: Records) -> str:
    """How a game ended, told from its events."""
    how = ""
    for event in events:
        if event.event is ev.EPOCH_FULL:
            how = "ra-track-full"
        elif event.event is ev.EPOCH_SPENT:
            how = "suns-spent"
    return how
