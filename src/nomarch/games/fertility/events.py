"""What can happen in Fertility, and how it is told."""

from nomarch.kernel.sentences import POINTS, SCORES, Closing, Event, Telling

OUTRIGHT, FEWEST_PIECES, SHARED = range(3)
"""How a game was won."""
GENERAL_SHOPS, SPECIAL_SHOPS, STATUES, MONUMENTS, GRANARY = range(5)
"""Categories of Debens."""


def _board_laid(e: Telling) -> str:
    told = e.t("Valley board {number} is laid.")
    if e.turned:
        told = e.t("Valley board {number} is laid, turned.")
    return e.fill(told, number=e.board + 1)


def _ended(e: Telling) -> str:
    if e.how == SHARED:
        return e.fill(e.t("{player} shares the victory."))
    if e.how == FEWEST_PIECES:
        return e.fill(e.t("{player} wins the game with the fewest resources."))
    return e.fill(e.t("{player} wins the game."))


# --- The set-up and the table -------------------------------------------------------------------

LAYING_OUT = Event("laying-out", "seat", "{player} lays out the valley.")
BOARD_LAID = Event("board-laid", "place board turned", _board_laid)
START_LAID = Event("start-laid", "cell turn", "The start tile lies on {cell}.")
METROPOLIS = Event("metropolis", "seat board", reveals=True)
DEALT = Event("dealt", "seat tile", reveals=True)
SHOWN_TILE = Event("shown-tile", "tile", "New in the common reserve: {tile}.", reveals=True)
SHOWN_DISTRICT = Event("shown-district", "district", "New: {district}.", reveals=True)
TURN_STARTED = Event("turn-started", "seat turn")

# --- The valley ---------------------------------------------------------------------------------

LAID = Event("laid", "seat tile cell turn", "{player} lays {tile} on {cell}.")
DISCARDED = Event("discarded", "seat tile", "No tile fits: {player} discards {tile}.")
HARVESTED = Event(
    "harvested", "seat resource count", "{player} gains {count} × {resource}.", icon="resource"
)
SHORT = Event(
    "short",
    "seat resource count",
    "The stock is out of {resource}: {count} too few.",
    icon="resource",
)
QUARRY_CLOSED = Event("quarry-closed", "seat cell", "{player} closes a quarry on {cell}.")
QUARRIED = Event(
    "quarried", "seat resource", "{player} takes {resource} from the quarry.", icon="resource"
)
MONUMENT_PLACED = Event(
    "monument-placed", "seat cell", "{player} places a monument on {cell}.", icon="monument:seat"
)
QUARRY_LEFT = Event("quarry-left", "seat cell", "{player} leaves the quarry empty.")

# --- The city -----------------------------------------------------------------------------------

BUILT = Event("built", "seat district slot", "{player} builds {district}.")
PAID = Event("paid", "seat resource", "{player} pays 1 {resource}.", icon="resource")
SUPPLIED = Event(
    "supplied", "seat resource shop place", "{player} supplies {resource}: {shop}.", icon="resource"
)
COMPLETED = Event("completed", "seat shop")
TRADED = Event(
    "traded", "seat resource shop", "{player} exchanges for {resource}.", icon="resource"
)

# --- The end of a turn and of the game ----------------------------------------------------------

RETURNED = Event(
    "returned", "seat resource count", "{player} returns {count} × {resource}.", icon="resource"
)
TOOK = Event("took", "seat tile", "{player} takes {tile}.")
REMOVED = Event("removed", "seat tile", "{player} removes {tile}.")
LAST_ROUND = Event(
    "last-round", "", "The common reserve cannot be refilled: one last turn for everyone."
)
SCORED = Event(
    "scored", "seat category points", "{player} scores {points} for {category}.", counts=SCORES
)
TOTAL = Event("total", "seat points", "{player} has {points} Debens.")
ENDED = Event("ended", "seat how", _ended, closes=(Closing(POINTS, "Final scoring"),))
