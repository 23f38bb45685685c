"""The events of Ra and their sentences."""

from nomarch.games.ra.state import FORCED, RA_DRAWN
from nomarch.kernel.declare.sentences import POINTS, SCORES, Closing, Event, Telling, tell_points


def _invoked(e: Telling) -> str:
    if e.cause == RA_DRAWN:
        return e.fill(
            e.t("Ra calls an auction. {player} bids last."),
            e.t("Ra calls an auction. You bid last."),
        )
    if e.cause == FORCED:
        return e.fill(
            e.t("The track is full: {player} invokes Ra."), e.t("The track is full: you invoke Ra.")
        )
    return e.fill(e.t("{player} invokes Ra."), e.t("You invoke Ra."))


def _won(e: Telling) -> str:
    if not e.tiles:
        return e.fill(
            e.t("{player} wins sun {gets} with sun {sun}."),
            e.t("You win sun {gets} with your {sun}."),
        )
    return e.fill(
        e.t.ngettext(
            "{player} wins {tiles} tile and sun {gets} with sun {sun}.",
            "{player} wins {tiles} tiles and sun {gets} with sun {sun}.",
            e.tiles,
        ),
        e.t.ngettext(
            "You win {tiles} tile and sun {gets} with your {sun}.",
            "You win {tiles} tiles and sun {gets} with your {sun}.",
            e.tiles,
        ),
    )


def _epoch_full(e: Telling) -> str:
    if not e.tiles:
        return e.t("The Ra track is full: the epoch ends.")
    return e.fill(
        e.t.ngettext(
            "The Ra track is full: the epoch ends, and {tiles} tile is lost.",
            "The Ra track is full: the epoch ends, and {tiles} tiles are lost.",
            e.tiles,
        )
    )


def _drew_many(e: Telling) -> str:
    return e.fill(
        e.t("{player} draws {times} {tile} tiles."),
        e.t("You draw {times} {tile} tiles."),
        tile=e.tellers["tile"](e.t, e.tile),
    )


DEALT = Event("dealt", "seat sun", reveals=True)
DREW = Event(
    "drew",
    "seat tile:a_tile",
    "{player} draws {tile}.",
    you="You draw {tile}.",
    many=_drew_many,
    icon="tile",
    reveals=True,
    clears=True,
)
EPOCH_STARTED = Event(
    "epoch-started",
    "epoch seat",
    "Epoch {epoch} begins. {player} has the highest sun and goes first.",
    you="Epoch {epoch} begins. You have the highest sun and go first.",
    closes=(Closing(POINTS, "Epoch scoring"),),
    clears=True,
)
INVOKED = Event("invoked", "seat cause", _invoked, clears=True)
BID = Event("bid", "seat sun", "{player} bids {sun}.", you="You bid {sun}.", nameplate="Bid: {sun}")
PASSED = Event("passed", "seat", "{player} passes.", you="You pass.", nameplate="Passed")
WON = Event("won", "seat sun gets tiles", _won, apart=True, clears=True)
NOBODY_BID = Event("nobody-bid", "seat", "Nobody bids.", apart=True)
SWEPT = Event("swept", "tiles", "All {tiles} tiles on the full track are lost.")
GOD_TOOK = Event(
    "god-took",
    "seat tile:a_tile",
    "{player} plays a god and takes {tile}.",
    you="You play a god and take {tile}.",
    icon="tile",
    clears=True,
)
LOST = Event(
    "lost",
    "seat tile count disaster:tile",
    (
        "{disaster}: {player} loses {count} {tile} tile.",
        "{disaster}: {player} loses {count} {tile} tiles.",
    ),
    you=("{disaster}: you lose {count} {tile} tile.", "{disaster}: you lose {count} {tile} tiles."),
    plural="count",
    sums="count",
    icon="tile",
    explained="A disaster costs whoever wins it two tiles of its kind, old or new. "
    "Then the disaster itself is gone.",
)
EPOCH_OVER = (
    "An epoch is over: everyone scores. You keep pharaohs, Niles and monuments; all other tiles "
    "go. Then all suns turn face up again."
)
EPOCH_FULL = Event("epoch-full", "tiles", _epoch_full, explained=EPOCH_OVER)
EPOCH_SPENT = Event(
    "epoch-spent", "", "The last sun is spent: the epoch ends.", explained=EPOCH_OVER
)
SCORING = Event("scoring", clears=True)
SCORED = Event("scored", "seat category points", tell_points, counts=SCORES)
TOTAL = Event(
    "total",
    "seat points net",
    ("{player} now has {points} point.", "{player} now has {points} points."),
    you=("You now have {points} point.", "You now have {points} points."),
    plural="points",
)
ENDED = Event(
    "ended",
    "seat",
    "{player} wins the game.",
    you="You win the game!",
    closes=(Closing(POINTS, "Final scoring"),),
)

GODS, PHARAOHS, RIVER, CIVILISATIONS, GOLDS, MONUMENTS, SUNS = range(7)
"""Categories of points."""
