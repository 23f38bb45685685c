"""The events of Fertility and their sentences."""

from nomarch.games.fertility import components as box
from nomarch.kernel.declare.sentences import POINTS, SCORES, Closing, Event, Telling, Translate

OUTRIGHT, FEWEST_PIECES, SHARED = range(3)
"""The ways to win."""
GENERAL_SHOPS, SPECIAL_SHOPS, STATUES, MONUMENTS, GRANARY = range(5)
"""Categories of Debens."""


def _ended(e: Telling) -> str:
    if e.how == SHARED:
        return e.fill(e.t("{player} shares the victory."), e.t("You share the victory."))
    if e.how == FEWEST_PIECES:
        return e.fill(
            e.t("{player} wins on the tie-break, with the fewest resources."),
            e.t("You win on the tie-break, with the fewest resources!"),
        )
    return e.fill(e.t("{player} wins the game."), e.t("You win the game!"))


def amount(t: Translate, kind: int, count: int) -> str:
    """Some of a resource: “2 cattle”."""
    return (
        t.ngettext("{count} alabaster", "{count} alabaster", count),
        t.ngettext("{count} cattle", "{count} cattle", count),
        t.ngettext("{count} grape", "{count} grapes", count),
        t.ngettext("{count} papyrus", "{count} papyrus", count),
        t.ngettext("{count} wheat", "{count} wheat", count),
    )[kind].format(count=count)


def _laid(e: Telling) -> str:
    """The tile's scenes lie on the two cells in this order."""
    other = box.CELL_NAMES[box.CELL_OF[box.AT[e.cell] + box.STEP[e.turn]]]
    return e.fill(
        e.t("{player} lays {tile} on {cell} and {other}."),
        e.t("You lay {tile} on {cell} and {other}."),
        other=other,
    )


def _harvested(e: Telling) -> str:
    text = e.t("{player} gains {amount}."), e.t("You gain {amount}.")
    return e.fill(*text, amount=amount(e.t, e.resource, e.count))


def _quarried(e: Telling) -> str:
    text = e.t("{player} takes {amount} from a quarry."), e.t("You take {amount} from a quarry.")
    return e.fill(*text, amount=amount(e.t, e.resource, e.times))


def _paid(e: Telling) -> str:
    text = e.t("{player} pays {amount}."), e.t("You pay {amount}.")
    return e.fill(*text, amount=amount(e.t, e.resource, e.times))


def _supplied(e: Telling) -> str:
    text = e.t("{player} puts {amount} in {shop}."), e.t("You put {amount} in {shop}.")
    return e.fill(*text, amount=amount(e.t, e.resource, e.times))


def _returned(e: Telling) -> str:
    text = e.t("{player} returns {amount} unused."), e.t("You return {amount} unused.")
    return e.fill(*text, amount=amount(e.t, e.resource, e.count))


def _scored(e: Telling) -> str:
    text = e.t.ngettext(
        "{category}: {player} scores {points} Deben.",
        "{category}: {player} scores {points} Debens.",
        e.points,
    )
    you = e.t.ngettext(
        "{category}: you score {points} Deben.", "{category}: you score {points} Debens.", e.points
    )
    return e.fill(text, you) if e.points else ""


LAYING_OUT = Event(
    "laying-out", "seat", "{player} is laying out the valley.", you="You're laying out the valley."
)
BOARD_LAID = Event("board-laid", "place board turned")
START_LAID = Event(
    "start-laid", "cell turn", "The valley is laid out, with the start tile on {cell}."
)
METROPOLIS = Event("metropolis", "seat board", reveals=True)
DEALT = Event("dealt", "seat tile", reveals=True)
SHOWN_TILE = Event(
    "shown-tile", "tile", "New in the common reserve: {tile}.", lists="tile", reveals=True
)
SHOWN_DISTRICT = Event(
    "shown-district", "district", "Now on offer: {district}.", lists="district", reveals=True
)
TURN_STARTED = Event("turn-started", "seat turn")
LAID = Event("laid", "seat tile cell turn", _laid)
DISCARDED = Event(
    "discarded",
    "seat tile",
    "No tile fits, so {player} discards {tile}.",
    you="No tile fits, so you discard {tile}.",
)
HARVESTED = Event("harvested", "seat resource count", _harvested, sums="count", icon="resource")
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
QUARRIED = Event("quarried", "seat resource", _quarried, many=_quarried, icon="resource")
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
BUILT = Event(
    "built", "seat district slot", "{player} builds {district}.", you="You build {district}."
)
PAID = Event("paid", "seat resource", _paid, many=_paid, icon="resource")
SUPPLIED = Event(
    "supplied", "seat resource shop:the_shop place", _supplied, many=_supplied, icon="resource"
)
COMPLETED = Event("completed", "seat shop")
TRADED = Event(
    "traded",
    "seat resource shop",
    "{player} takes {resource} in exchange.",
    you="You take {resource} in exchange.",
    icon="resource",
)
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
SCORING = Event("scoring")
SCORED = Event("scored", "seat category points", _scored, counts=SCORES)
TOTAL = Event(
    "total",
    "seat points",
    ("{player} finishes with {points} Deben.", "{player} finishes with {points} Debens."),
    you=("You finish with {points} Deben.", "You finish with {points} Debens."),
    plural="points",
)
ENDED = Event("ended", "seat how", _ended, closes=(Closing(POINTS, "Final scoring"),))
