"""What can happen in Ra, and how it is told."""

from nomarch.games.ra.state import FORCED, RA_DRAWN
from nomarch.kernel.sentences import POINTS, SCORES, Closing, Event, Telling, signed


def _invoked(e: Telling) -> str:
    if e.cause == RA_DRAWN:
        return e.fill(e.t("Ra calls an auction; {player} bids last."))
    if e.cause == FORCED:
        return e.fill(e.t("The track is full: {player} invokes Ra."))
    return e.fill(e.t("{player} invokes Ra."))


def _scored(e: Telling) -> str:
    if e.points == 0:
        return ""
    told = e.t("{player} scores {points} for {category}.")
    return e.fill(told, points=signed(e.points))


DEALT = Event("dealt", "seat sun", reveals=True)
DREW = Event("drew", "seat tile", "{player} draws {tile}.", icon="tile", reveals=True, clears=True)
EPOCH_STARTED = Event(
    "epoch-started",
    "epoch seat",
    "Epoch {epoch} begins; {player} has the highest sun.",
    closes=(Closing(POINTS, "The epoch is scored"),),
    clears=True,
)
INVOKED = Event("invoked", "seat cause", _invoked, clears=True)
BID = Event("bid", "seat sun", "{player} bids {sun}.", puts_up="Bid: {sun}")
PASSED = Event("passed", "seat", "{player} passes.", puts_up="Passed")
WON = Event(
    "won", "seat sun gets tiles", "{player} wins with {sun} and takes sun {gets}; tiles: {tiles}."
)
NOBODY_BID = Event("nobody-bid", "seat", "Nobody bids.")
SWEPT = Event("swept", "tiles", "The full track of {tiles} tiles is lost.")
GOD_TOOK = Event(
    "god-took", "seat tile", "{player} plays a god and takes {tile}.", icon="tile", clears=True
)
LOST = Event(
    "lost",
    "seat tile count disaster:tile",
    "{disaster}: {player} loses {count} × {tile}.",
    icon="tile",
)
EPOCH_FULL = Event(
    "epoch-full", "tiles", "The Ra track is full: the epoch ends. Tiles lost: {tiles}."
)
EPOCH_SPENT = Event("epoch-spent", "", "The last sun is spent: the epoch ends.")
SCORED = Event("scored", "seat category points", _scored, counts=SCORES)
TOTAL = Event("total", "seat points net", "{player} now has {points} points.")
ENDED = Event(
    "ended",
    "seat",
    "{player} wins the game.",
    closes=(Closing(POINTS, "The last epoch is scored"),),
)

GODS, PHARAOHS, RIVER, CIVILISATIONS, GOLDS, MONUMENTS, SUNS = range(7)
"""Categories of points."""
