"""What a page plays when something happens."""

from collections.abc import Iterator

from nomarch.games.ra import components, events as ev, state as st
from nomarch.games.ra.art import displays
from nomarch.kernel.declare.events import EventRecord
from nomarch.kernel.declare.moments import FROM_START, Beat, Moments, effect, flip, fly, score
from nomarch.kernel.declare.stages import Stages


def _drew(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    if e.tile != components.RA:
        yield flip(f"track-{before.track_len}", "bag", back="back", sound="tile")
        return
    yield flip(f"ra-{before.ra_count}", "bag", back="back", sound="strike")
    yield effect("darken", "middle", then=True)
    yield effect("strike", f"ra-{before.ra_count}")
    yield effect("strike", f"sun-{before.centre}")


def _won(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """The suns change places, then the lot goes to the winner's display."""
    yield fly(f"sun-{e.sun}", sound="coin")
    yield fly(f"sun-{e.gets}")
    tiles = enumerate(before.track[: before.track_len])
    for i, kind in ((i, kind) for i, kind in tiles if kind < components.FIRST_DISASTER):
        home = f"have-{e.seat}-{kind}|@{e.seat}"
        yield fly(home, f"track-{i}", FROM_START, sound="tile" if i == 0 else "", then=i == 0)


def _lost(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """The disaster comes down on the tiles that it takes."""
    if e.disaster in before.track[: before.track_len]:
        start = f"track-{list(before.track).index(e.disaster)}"
        yield fly("have-{seat}-{tile}", start, FROM_START, sound="tile")
    yield effect("dust", "have-{seat}-{tile}", sound="crumble", then=True)


def _god_took(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    place = list(before.track).index(e.tile)
    yield fly("have-{seat}-{tile}|@{seat}", f"track-{place}", FROM_START, sound="tile")


_SCORED = (ev.GODS, ev.PHARAOHS, ev.RIVER, ev.GOLDS, ev.CIVILISATIONS, ev.MONUMENTS)
SCORING = dict(zip(_SCORED, displays.GROUPS, strict=True))
"""The tiles that a category counts."""


def _scored(before: st.State, e: EventRecord, viewer: int) -> Iterator[Beat]:
    """The tiles of a category light up, and its points go to the name."""
    if not e.points:
        return
    row, kinds = e.category + 1, SCORING.get(e.category, ())
    tiles = [f"have-{e.seat}-{kind}" for kind in kinds if before.have[e.seat][kind]]
    for tile in tiles:
        yield effect("light", tile, row=row, is_long=True)
    yield score(e.seat, e.points, tiles[0] if tiles else f"seat-{e.seat}", row)


MOMENTS: Moments = {
    ev.DREW: _drew,
    ev.BID: (effect("hop", "sun-{sun}", sound="coin"),),
    ev.WON: _won,
    ev.GOD_TOOK: _god_took,
    ev.SCORED: _scored,
    ev.LOST: _lost,
}

STAGES: Stages = {ev.LOST, ev.EPOCH_FULL, ev.EPOCH_SPENT, ev.SCORING, ev.EPOCH_STARTED, ev.ENDED}
