"""What a page plays when something happens."""

from collections.abc import Iterator

from nomarch.games.giza import components, events as ev, state as st
from nomarch.games.giza.rules import ending
from nomarch.kernel.declare.events import FADED, EventRecord
from nomarch.kernel.declare.moments import FROM_START, Beat, Moments, effect, flip, fly, score
from nomarch.kernel.declare.stages import Stages


def _slots(before: st.State, seat: int, tile: int) -> Iterator[int]:
    """The slots of the hand with a tile that is played now; it is the first unmarked one."""
    for slot, held in enumerate(before.hand[seat]):
        if held == tile and not before.marked[slot]:
            yield slot


def _hand(before: st.State, e: EventRecord, viewer: int, tile: int) -> str:
    """Where a tile comes from: only its owner sees the hand."""
    slot = next(_slots(before, e.seat, tile), None) if viewer == e.seat else None
    return f"@{e.seat}" if slot is None else f"hand-{slot}"


def _laid(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    start = _hand(before, e, viewer, e.tile)
    look = "" if e.tile == FADED else f"tile-{e.tile}"
    site = f"site-{e.owner}-{e.site}"
    if viewer == e.seat == e.owner:
        look = ""  # the stone that is drawn there
    elif start.startswith("hand"):
        look = FROM_START
    if e.tile == components.SCARAB:
        yield Beat("scuttle", site, start, look=look, sound="crumble")
        return
    yield fly(site, start, look, sound="stone")
    if e.level:
        yield effect("press", f"{site}/*", then=True)
    if e.tile != FADED and ending.is_peak(e.tile):
        yield effect("gleam", site, then=True)


def _demolished(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    start = _hand(before, e, viewer, components.DEMOLITION)
    yield fly("site-{owner}-{site}", start, f"tile-{components.DEMOLITION}", sound="crumble")
    yield effect("shake", "site-{owner}-{site}", look=FROM_START, then=True)
    yield effect("dust", "site-{owner}-{site}", look=FROM_START, then=True)


def _drew(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """New tiles come from the pile, into the free slots of one's own hand."""
    if viewer != e.seat:
        yield fly("@{seat}", "pile", "back", count=e.count, sound="card")
        return
    left = [slot for slot, marked in enumerate(before.marked) if marked]
    if before.phase == st.PLACING:
        left = list(_slots(before, e.seat, before.picked))[:1]
    for slot in left:
        yield flip(f"hand-{slot}", "pile", back="back", sound="card")


def _scored(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """A pyramid is counted stone by stone."""
    site = f"site-{e.seat}-{e.category}"
    if before.height[e.seat][e.category]:
        yield effect("climb", f"{site}/*", row=e.category + 1, is_long=True)
        yield score(e.seat, e.points, site, e.category + 1)


DUSK = (effect("darken", "", sound="reveal", then=True, is_long=True),)

MOMENTS: Moments = {
    ev.LAID: _laid,
    ev.DEMOLISHED: _demolished,
    ev.REMOVED: (effect("dust", "site-{seat}-{site}", look=FROM_START, sound="crumble"),),
    ev.DREW: _drew,
    ev.COMPLETED: DUSK,
    ev.PILE_EMPTY: DUSK,
    ev.SCORED: _scored,
}

STAGES: Stages = {ev.COMPLETED, ev.PILE_EMPTY, ev.SCORING, ev.ENDED}
