"""The pieces that events touch."""

from collections.abc import Iterator

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.kernel.events import EventRecord
from nomarch.kernel.protocols import Touched


def _laid(before: st.State, e: EventRecord) -> Iterator[str]:
    """A tile is named by one of its halves."""
    for place in (box.AT[e.cell], box.AT[e.cell] + box.STEP[e.turn]):
        yield f"laid-{box.CELL_OF[place]}"


def _harvested(before: st.State, e: EventRecord) -> Iterator[str]:
    if e.resource == box.WHEAT:
        yield f"wheat-{e.seat}"


def _took(before: st.State, e: EventRecord) -> Iterator[str]:
    """The tile is the last of its kind in the reserve."""
    yield f"tile-{e.seat}-{e.tile}-{sum(before.hand[e.seat][: e.tile + 1])}"


TOUCHED: Touched = {
    ev.START_LAID: "start",
    ev.LAID: _laid,
    ev.HARVESTED: _harvested,
    ev.QUARRY_CLOSED: "cell-{cell}",
    ev.MONUMENT_PLACED: "monument-{cell}",
    ev.BUILT: "plot-{seat}-{slot}",
    ev.SUPPLIED: "shop-{seat}-{place}",
    ev.TOOK: _took,
}
