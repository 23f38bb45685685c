"""What a page plays when something happens."""

from collections.abc import Iterator

from nomarch.games.fertility import components as box, events as ev, state as st
from nomarch.kernel.events import Record
from nomarch.kernel.layout import Row
from nomarch.kernel.moments import FROM_START, Beat, Moments, bounce, fly


def _tile(at: int, turn: int) -> str:
    """A tile of the valley is named by one of its halves."""
    return "|".join(f"laid-{box.CELL_OF[place]}" for place in (at, at + box.STEP[turn]))


def _held(hand: Row, tile: int) -> str:
    """The end of a tile's name among those of a seat: its kind and place."""
    return f"{tile}-{sum(hand[:tile])}"


def _laid(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    start = f"tile-{e.seat}-{_held(before.hand[e.seat], e.tile)}|@{e.seat}"
    yield fly(_tile(box.AT[e.cell], e.turn), start, sound="tile")


def _harvested(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    """The harvest jumps from the new tile to the granary or beside the city."""
    home = f"wheat-{e.seat}" if e.resource == box.WHEAT else f"beside-{e.resource}|@{e.seat}"
    start = "|".join(_tile(before.at, turn) for turn in range(4))
    yield bounce(home, start, "resource-{resource}", count=e.count, then=True, sound="coin")


def _took(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    """The tile is the last of its kind in the reserve."""
    common = f"common-{e.tile}-{sum(before.common[: e.tile])}"
    home = f"tile-{e.seat}-{e.tile}-{sum(before.hand[e.seat][: e.tile + 1])}"
    yield fly(f"{home}|@{e.seat}", common, sound="tile")


def _built(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    yield fly("plot-{seat}-{slot}|@{seat}", "district-{district}", FROM_START, sound="card")


def _supplied(before: st.State, e: Record, viewer: int) -> Iterator[Beat]:
    start = f"beside-{e.resource}|@{e.seat}"
    yield fly("shop-{seat}-{place}", start, "resource-{resource}", sound="tile")


MOMENTS: Moments = {
    ev.LAID: _laid,
    ev.HARVESTED: _harvested,
    ev.QUARRIED: (bounce("beside-{resource}|@{seat}", "stock-{resource}", "resource-{resource}"),),
    ev.MONUMENT_PLACED: (fly("monument-{cell}", "monuments-{seat}", sound="stone"),),
    ev.BUILT: _built,
    ev.PAID: (fly("stock-{resource}", "beside-{resource}|@{seat}", "resource-{resource}"),),
    ev.SUPPLIED: _supplied,
    ev.TRADED: (bounce("beside-{resource}|@{seat}", "stock-{resource}", "resource-{resource}"),),
    ev.RETURNED: (fly("stock-{resource}", "@{seat}", "resource-{resource}", count=1),),
    ev.TOOK: _took,
    ev.SHOWN_TILE: (),
}
