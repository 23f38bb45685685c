"""Conservation laws of Ra and the ways a game can end, for tests."""

from nomarch.games.ra import components as box, events as ev, state as st
from nomarch.kernel.declare.invariants import Laws, Records, complaints

ENDINGS = ("ra-track-full", "suns-spent")


def broken(s: st.State) -> list[str]:
    return complaints(_tiles(s), _suns(s))


def _tiles(s: st.State) -> Laws:
    for kind, count in enumerate(box.TILE_COUNTS):
        found = s.bag[kind] + s.gone[kind] + s.track[: s.track_len].count(kind)
        if kind == box.RA:
            found += s.ra_count
        if kind < box.OWNED_KINDS:
            found += sum(s.have[seat][kind] for seat in range(s.players))
        yield found != count, f"{found} tiles of kind {kind}, not {count}"
    counted = sum(s.bag) == s.bag_left and 0 <= s.bag_left <= box.NUM_TILES
    yield not counted, "the bag's count is wrong"
    yield not 0 <= s.track_len <= box.TRACK_SPACES, "the auction track is overfull"


def _suns(s: st.State) -> Laws:
    suns = sorted(v for row in s.sun for v in row if v)
    sets = (
        (box.SUN_SETS[s.players], box.SMALL_SUNS) if s.players == 2 else (box.SUN_SETS[s.players],)
    )
    dealt = [sorted([box.CENTRE_SUN, *(v for row in rows for v in row if v)]) for rows in sets]
    wrong = sorted([*suns, s.centre]) not in dealt
    yield wrong, f"suns {suns} and {s.centre} are not the ones dealt"
    pairs = [pair for rows in zip(s.up, s.sun, strict=True) for pair in zip(*rows, strict=True)]
    yield any(up and not sun for up, sun in pairs), "a sun that does not exist lies face up"
    yield min(s.points) < 0, "a score below zero"


def ending(events: Records) -> str:
    how = ""
    for event in events:
        if event.event is ev.EPOCH_FULL:
            how = "ra-track-full"
        elif event.event is ev.EPOCH_SPENT:
            how = "suns-spent"
    return how
