"""The events of Egizia and their sentences."""

from nomarch.kernel.sentences import POINTS, SCORES, Closing, Count, Event, Telling

PLAIN, DOUBLED, WAITING = -1, -2, -3
"""How a boat was placed; 0 to 2 is the place at a site."""

FOR_OBELISK, FOR_GRAVES, FOR_TEMPLE, FOR_PYRAMID, FOR_FLOORS, FOR_RETURNS = range(6)
FOR_COLLABORATION, FOR_MARKET, FOR_CARDS, FOR_HUNGER = range(6, 10)
FOR_SALE, FOR_TREASURE, FOR_SPHINX = range(10, 13)
"""Categories of points; the first four are numbered like the structures."""

FEEDING, SPHINX = "feeding", "sphinx"
"""Gains that are summed up beside the points."""
FED_AND_PRODUCED = Closing(FEEDING, "Feeding and quarries")


def _sailed(e: Telling) -> str:
    if e.how == WAITING:
        return e.fill(e.t("{player} waits at {space}."))
    if e.how == DOUBLED:
        return e.fill(e.t("{player} sails to {space} and doubles it."))
    if e.how >= 0:
        return e.fill(e.t("{player} sails to {space}, place {place}."), place=e.how + 1)
    return e.fill(e.t("{player} sails to {space}."))


def _stones_changed(e: Telling) -> str:
    return e.fill(e.t("{player} gets stones: {count}.")) if e.count > 0 else ""


def _market_fell(e: Telling) -> str:
    return e.fill(e.t("{player}: {market} down to space {level}."), level=e.level + 1)


def _scored(e: Telling) -> str:
    if e.category < FOR_FLOORS or e.category == FOR_SPHINX:
        return ""
    return e.fill(e.t("{player} scores {points}: {category}."), points=f"{e.points:+d}")


def _ended(e: Telling) -> str:
    if e.tied:
        return e.fill(e.t("{player} wins the game, ahead on the score track."))
    return e.fill(e.t("{player} wins the game."))


ORDERED = Event(
    "ordered",
    "seat tile",
    "{player} gets order tile {tile}.",
    closes=(FED_AND_PRODUCED, Closing(POINTS, "The points of the round")),
)
DEALT = Event("dealt", "seat", reveals=True)
DEALT_CARD = Event("dealt-card", "seat riddle", "Your Sphinx card: {riddle}.", reveals=True)
ROUND_BEGAN = Event("round-began", "round", "Round {round} begins.", clears=True)
CARD_LAID = Event("card-laid", "index card", reveals=True)
SAILED = Event("sailed", "seat space how", _sailed)
TOOK = Event("took", "seat card", "{player} takes {card}.", icon="card")
PASSED = Event("passed", "seat", "{player} passes.", puts_up="Passed")
STUCK = Event("stuck", "seat", "{player} can place no more boats.")
CREW_GREW = Event("crew-grew", "seat crew strength", "{player}: {crew} now {strength}.")
STONES_CHANGED = Event("stones-changed", "seat count stones", _stones_changed)
MARKET_FELL = Event("market-fell", "seat market level", _market_fell)
FLOOD_MOVED = Event("flood-moved", "seat space:flood", "{player} moves the flood marker: {space}.")
PLAYED = Event("played", "seat card", "{player} uses {card}.", icon="card")
DUG = Event("dug", "seat field colour", "{player} digs a canal: {field} is {colour} now.")
FED = Event(
    "fed",
    "seat need grain",
    "{player} needs {need} grain and has {grain}.",
    counts=(
        Count(FEEDING, "", "need", title="Grain needed"),
        Count(FEEDING, "", "grain", title="Grain harvested"),
    ),
    clears=True,
)
PRODUCED = Event(
    "produced",
    "seat count stones",
    "{player}'s quarries give stones: {count}.",
    counts=(Count(FEEDING, "", "count", title="Stones from quarries"),),
)
SITE_BEGAN = Event("site-began", "site", "Building begins: {site}.", closes=(FED_AND_PRODUCED,))
BUILDS = Event("builds", "seat site strength", "{player} builds with strength {strength}.")
LEFT = Event("left", "seat site", "{player} does not build: {site}.")
PROMOTED = Event("promoted", "seat site", "{player} moves up from waiting: {site}.")
DREW = Event(
    "drew",
    "seat cards stones",
    "{player} draws at the Sphinx: cards {cards}, stones paid {stones}.",
    reveals=True,
)
DREW_CARD = Event("drew-card", "seat riddle", "You draw: {riddle}.", reveals=True)
KEPT = Event("kept", "seat cards", "{player} keeps Sphinx cards: {cards}.")
KEPT_CARD = Event("kept-card", "seat riddle", "You keep: {riddle}.")
RETURNED = Event("returned", "seat cards", "{player} puts cards under the pile: {cards}.")
LAID = Event("laid", "seat part value", "{player} lays a stone for {value}: {part}.")
GRAVE_SHOWN = Event(
    "grave-shown", "grave value", "A grave of value {value} is turned up.", reveals=True
)
FLOOR_DONE = Event(
    "floor-done",
    "seat floor count",
    "Floor {floor} of the Pyramid is complete: {player} has most stones, {count}.",
)
SCORED = Event("scored", "seat category points", _scored, counts=SCORES)
RIDDLE = Event(
    "riddle",
    "seat riddle points",
    "{player}'s Sphinx card scores {points}: {riddle}.",
    reveals=True,
    counts=(Count(SPHINX, "riddle", "points"),),
)
ENDED = Event(
    "ended",
    "seat tied",
    _ended,
    closes=(Closing(SPHINX, "The Sphinx cards"), Closing(POINTS, "Final scoring")),
)
