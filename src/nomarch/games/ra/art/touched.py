"""The pieces that events touch."""

from collections.abc import Iterator

from nomarch.games.ra import components, events as ev, state as st
from nomarch.kernel.events import EventRecord
from nomarch.kernel.protocols import Touched


def _drawn(before: st.State, e: EventRecord) -> Iterator[str]:
    yield f"ra-{before.ra_count}" if e.tile == components.RA else f"track-{before.track_len}"


def _won(before: st.State, e: EventRecord) -> Iterator[str]:
    yield from (f"sun-{e.sun}", f"sun-{e.gets}")
    for kind in before.track[: before.track_len]:
        yield f"have-{e.seat}-{kind}"


TOUCHED: Touched = {
    ev.DREW: _drawn,
    ev.WON: _won,
    ev.GOD_TOOK: "have-{seat}-{tile}",
    ev.LOST: "have-{seat}-{tile}",
}
