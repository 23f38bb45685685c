"""The events of Fertility and their sentences."""

from nomarch.kernel.sentences import POINTS, SCORES, Closing, Event, Telling

OUTRIGHT, FEWEST_PIECES, SHARED = range(3)
"""The ways to win."""
GENERAL_SHOPS, SPECIAL_SHOPS, STATUES, MONUMENTS, GRANARY = range(5)
"""Categories of Debens."""


def _board_laid(e: Telling) -> str:
    told = e.t("Valley board {number} is laid.")
    if e.turned:
        told = e.t("Valley board {number} is laid, rotated.")
    return e.fill(told, number=e.board + 1)


def _ended(e: Telling) -> str:
    if e.how == SHARED:
        return e.fill(e.t("{player} shares the victory."), e.t("You share the victory."))
    if e.how == FEWEST_PIECES:
        return e.fill(
            e.t("{player} wins on the tie-break, with the fewest resources."),
            e.t("You win on the tie-break, with the fewest resources!"),
        )
    return e.fill(e.t("{player} wins the game."), e.t("You win the game!"))


def _resources(e: Telling) -> str:
    return e.tellers["resource" if e.count == 1 else "resources"](e.t, e.resource)


def _harvested(e: Telling) -> str:
    return e.fill(
        e.t("{player} gains {count} {resource}."),
        e.t("You gain {count} {resource}."),
        resource=_resources(e),
    )


def _returned(e: Telling) -> str:
    return e.fill(
        e.t("{player} returns {count} unused {resource}."),
        e.t("You return {count} unused {resource}."),
        resource=_resources(e),
    )


def _scored(e: Telling) -> str:
    told = e.t.ngettext(
        "{category}: {player} scores {points} Deben.",
        "{category}: {player} scores {points} Debens.",
        e.points,
    )
    you = e.t.ngettext(
        "{category}: you score {points} Deben.", "{category}: you score {points} Debens.", e.points
    )
    return e.fill(told, you) if e.points else ""


# --- The set-up and the table -------------------------------------------------------------------

LAYING_OUT = Event(
    "laying-out", "seat", "{player} is laying out the valley.", you="You're laying out the valley."
)
BOARD_LAID = Event("board-laid", "place board turned", _board_laid)
START_LAID = Event("start-laid", "cell turn", "The start tile goes on {cell}.")
METROPOLIS = Event("metropolis", "seat board", reveals=True)
DEALT = Event("dealt", "seat tile", reveals=True)
SHOWN_TILE = Event("shown-tile", "tile", "New in the common reserve: {tile}.", reveals=True)
SHOWN_DISTRICT = Event("shown-district", "district", "Now on offer: {district}.", reveals=True)
TURN_STARTED = Event("turn-started", "seat turn")

# --- The valley ---------------------------------------------------------------------------------

LAID = Event(
    "laid",
    "seat tile cell turn",
    "{player} lays {tile} on {cell}.",
    you="You lay {tile} on {cell}.",
)
DISCARDED = Event(
    "discarded",
    "seat tile",
    "No tile fits, so {player} discards {tile}.",
    you="No tile fits, so you discard {tile}.",
)
HARVESTED = Event("harvested", "seat resource count", _harvested, icon="resource")
SHORT = Event(
    "short",
    "seat resource count",
    "The stock is out of {resource}: {player} gets {count} fewer.",
    you="The stock is out of {resource}: you get {count} fewer.",
    icon="resource",
)
QUARRY_CLOSED = Event(
    "quarry-closed",
    "seat cell",
    "{player} closes a quarry at {cell}.",
    you="You close a quarry at {cell}.",
    explained="A single empty desert cell shut in by a tile becomes a quarry. Whoever closed it "
    "takes any one resource or places a monument there.",
)
QUARRIED = Event(
    "quarried",
    "seat resource",
    "{player} takes 1 {resource} from the quarry.",
    you="You take 1 {resource} from the quarry.",
    icon="resource",
)
MONUMENT_PLACED = Event(
    "monument-placed",
    "seat cell",
    "{player} places a monument on {cell}.",
    you="You place a monument on {cell}.",
    icon="monument:seat",
)
QUARRY_LEFT = Event(
    "quarry-left",
    "seat cell",
    "{player} leaves the quarry empty.",
    you="You leave the quarry empty.",
)

# --- The city -----------------------------------------------------------------------------------

BUILT = Event(
    "built", "seat district slot", "{player} builds {district}.", you="You build {district}."
)
PAID = Event(
    "paid",
    "seat resource",
    "{player} pays 1 {resource}.",
    you="You pay 1 {resource}.",
    icon="resource",
)
SUPPLIED = Event(
    "supplied",
    "seat resource shop place",
    "{player} supplies {resource} to a shop: {shop}.",
    you="You supply {resource} to a shop: {shop}.",
    icon="resource",
)
COMPLETED = Event("completed", "seat shop")
TRADED = Event(
    "traded",
    "seat resource shop",
    "{player} takes {resource} in exchange.",
    you="You take {resource} in exchange.",
    icon="resource",
)

# --- The end of a turn and of the game ----------------------------------------------------------

RETURNED = Event("returned", "seat resource count", _returned, icon="resource")
TOOK = Event("took", "seat tile", "{player} takes {tile}.", you="You take {tile}.")
REMOVED = Event(
    "removed",
    "seat tile",
    "{player} removes {tile} from the reserve.",
    you="You remove {tile} from the reserve.",
)
LAST_ROUND = Event(
    "last-round",
    "",
    "The common reserve can't be refilled: everyone has one last turn.",
    explained="The game is ending: everyone takes one more turn, then the shops, statues, "
    "monuments and wheat are counted.",
)
SCORED = Event("scored", "seat category points", _scored, counts=SCORES)
TOTAL = Event(
    "total",
    "seat points",
    ("{player} finishes with {points} Deben.", "{player} finishes with {points} Debens."),
    you=("You finish with {points} Deben.", "You finish with {points} Debens."),
    plural="points",
)
ENDED = Event("ended", "seat how", _ended, closes=(Closing(POINTS, "Final scoring"),))
