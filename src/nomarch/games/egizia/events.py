"""The events of Egizia and their sentences."""

from nomarch.kernel.declare.sentences import POINTS, SCORES, Closing, Count, Event, Telling

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
        return e.fill(e.t("{player} waits at {space}."), e.t("You wait at {space}."))
    if e.how == DOUBLED:
        return e.fill(
            e.t("{player} sails to {space} and doubles its effect."),
            e.t("You sail to {space} and double its effect."),
        )
    if e.how >= 0:
        return e.fill(
            e.t("{player} sails to {space}, place {place}."),
            e.t("You sail to {space}, place {place}."),
            place=e.how + 1,
        )
    return e.fill(e.t("{player} sails to {space}."), e.t("You sail to {space}."))


def _stones_changed(e: Telling) -> str:
    text = e.t.ngettext("{player} gets {count} stone.", "{player} gets {count} stones.", e.count)
    you = e.t.ngettext("You get {count} stone.", "You get {count} stones.", e.count)
    return e.fill(text, you) if e.count > 0 else ""


def _market_fell(e: Telling) -> str:
    return e.fill(
        e.t("{player} moves down to space {level} of the {market}."),
        e.t("You move down to space {level} of the {market}."),
        level=e.level + 1,
    )


def _scored(e: Telling) -> str:
    if e.category < FOR_FLOORS or e.category == FOR_SPHINX:
        return ""
    points = abs(e.points)
    if e.points < 0:
        loss = e.t.ngettext(
            "{player} loses {points} point to hunger.",
            "{player} loses {points} points to hunger.",
            points,
        )
        own = e.t.ngettext(
            "You lose {points} point to hunger.", "You lose {points} points to hunger.", points
        )
        return e.fill(loss, own, points=points)
    text = {
        FOR_FLOORS: e.t("{player} scores {points} for the floor."),
        FOR_RETURNS: e.t("{player} scores {points} for returned cards."),
        FOR_COLLABORATION: e.t("{player} scores a site bonus of {points}."),
        FOR_MARKET: e.t("{player} scores {points} at the bottom of the grain market."),
        FOR_CARDS: e.t("{player} scores {points} with a Nile card."),
        FOR_SALE: e.t("{player} scores {points} for stones sold."),
        FOR_TREASURE: e.t("{player} scores {points} for grave treasure."),
    }
    you = {
        FOR_FLOORS: e.t("You score {points} for the floor."),
        FOR_RETURNS: e.t("You score {points} for returned cards."),
        FOR_COLLABORATION: e.t("You score a site bonus of {points}."),
        FOR_MARKET: e.t("You score {points} at the bottom of the grain market."),
        FOR_CARDS: e.t("You score {points} with a Nile card."),
        FOR_SALE: e.t("You score {points} for stones sold."),
        FOR_TREASURE: e.t("You score {points} for grave treasure."),
    }
    return e.fill(text[e.category], you[e.category])


def _fed(e: Telling) -> str:
    """The table of the feeding has the others; hunger is a sentence."""
    if e.grain >= e.need:
        return ""
    return e.fill(
        e.t("{player} needs {need} grain and has {grain}."),
        e.t("You need {need} grain and have {grain}."),
    )


def _produced(e: Telling) -> str:
    """The same table has the others."""
    if not e.is_you:
        return ""
    return e.fill(
        e.t.ngettext(
            "Your quarries yield {count} stone.", "Your quarries yield {count} stones.", e.count
        )
    )


def _ended(e: Telling) -> str:
    if e.tied:
        return e.fill(
            e.t("{player} wins the game on the tiebreak, ahead on the score track."),
            e.t("You win the game on the tiebreak, ahead on the score track!"),
        )
    return e.fill(e.t("{player} wins the game."), e.t("You win the game!"))


def _kept(e: Telling) -> str:
    """Whoever keeps cards is told which."""
    if not e.cards:
        return e.fill(e.t("{player} keeps no Sphinx card."), e.t("You keep no Sphinx card."))
    if e.is_you:
        return ""
    text = e.t.ngettext(
        "{player} keeps {count} Sphinx card.", "{player} keeps {count} Sphinx cards.", e.cards
    )
    return e.fill(text, count=e.cards)


ORDERED = Event(
    "ordered",
    "seat tile",
    "Turn order: {seat}.",
    lists="seat tile",
    closes=(FED_AND_PRODUCED, Closing(POINTS, "Points this round")),
    apart=True,
)
DEALT = Event("dealt", "seat", reveals=True)
DEALT_CARD = Event("dealt-card", "seat riddle", "Your Sphinx card: {riddle}.", reveals=True)
ROUND_BEGAN = Event("round-began", "round", "Round {round} begins.", clears=True)
CARD_LAID = Event("card-laid", "index card", reveals=True)
SAILED = Event("sailed", "seat space how", _sailed)
TOOK = Event(
    "took", "seat card:the_card", "{player} takes {card}.", you="You take {card}.", icon="card"
)
PASSED = Event("passed", "seat", "{player} passes.", you="You pass.", nameplate="Passed")
STUCK = Event("stuck", "seat", "No more boats for {player}.", lists="seat", apart=True)
CREW_GREW = Event(
    "crew-grew",
    "seat crew strength",
    "{player}'s {crew} grows to {strength}.",
    you="Your {crew} grows to {strength}.",
    latest="strength",
)
STONES_CHANGED = Event("stones-changed", "seat count stones", _stones_changed, sums="count stones")
MARKET_FELL = Event("market-fell", "seat market level", _market_fell, latest="level")
FLOOD_MOVED = Event(
    "flood-moved",
    "seat space:flood",
    "{player} moves the flood to the {space}.",
    you="You move the flood to the {space}.",
)
PLAYED = Event("played", "seat card", "{player} uses {card}.", you="You use {card}.", icon="card")
DUG = Event(
    "dug",
    "seat field:the_card colour",
    "{player} digs a canal: {field} now counts as {colour}.",
    you="You dig a canal: {field} now counts as {colour}.",
)
FED = Event(
    "fed",
    "seat need grain",
    _fed,
    counts=(
        Count(FEEDING, "", "need", title="Grain needed"),
        Count(FEEDING, "", "grain", title="Grain harvested"),
    ),
    clears=True,
    explained="The boats are home: now everyone feeds their crews. You need as much grain as your "
    "crews' total strength; every grain short costs points.",
    apart=True,
)
PRODUCED = Event(
    "produced",
    "seat count stones",
    _produced,
    counts=(Count(FEEDING, "", "count", title="Stones from quarries"),),
    apart=True,
)
SITE_BEGAN = Event(
    "site-began",
    "site",
    "Building begins at {site}.",
    lists="site",
    closes=(FED_AND_PRODUCED,),
    explained="Building goes downstream, one site at a time: Sphinx, then Obelisk and Graves, then"
    " Temple and Pyramid. At each site, the place nearest the Nile goes first.",
    apart=True,
)
BUILDS = Event(
    "builds",
    "seat site strength",
    "{player} builds with strength {strength}.",
    you="You build with strength {strength}.",
)
LEFT = Event(
    "left", "seat site", "{player} doesn't build at {site}.", you="You don't build at {site}."
)
PROMOTED = Event(
    "promoted",
    "seat site",
    "{player} moves up into a free place at {site}.",
    you="You move up into a free place at {site}.",
)
DREW = Event(
    "drew",
    "seat cards stones",
    "{player} draws {cards} at the Sphinx for {stones}.",
    you="You draw {cards} at the Sphinx for {stones}.",
    reveals=True,
)
DREW_CARD = Event("drew-card", "seat riddle", "You draw: {riddle}.", reveals=True)
KEPT = Event("kept", "seat cards", _kept)
KEPT_CARD = Event("kept-card", "seat riddle", "You keep: {riddle}.")
RETURNED = Event(
    "returned",
    "seat cards",
    "{player} puts {cards} back under the pile.",
    you="You put {cards} back under the pile.",
)
LAID = Event(
    "laid",
    "seat part value",
    (
        "{player} lays a stone on {part} for {value} point.",
        "{player} lays a stone on {part} for {value} points.",
    ),
    you=(
        "You lay a stone on {part} for {value} point.",
        "You lay a stone on {part} for {value} points.",
    ),
    plural="value",
    sums="value",
    many="{player} lays {times} stones on {part} for {value} points.",
    you_many="You lay {times} stones on {part} for {value} points.",
)
GRAVE_SHOWN = Event(
    "grave-shown",
    "grave value",
    "A grave worth {value} is revealed.",
    lists="value grave",
    many="Graves worth {value} are revealed.",
    you_many="Graves worth {value} are revealed.",
    reveals=True,
)
FLOOR_DONE = Event(
    "floor-done",
    "seat floor count",
    (
        "Pyramid floor {floor} is complete. {player} wins it with {count} stone.",
        "Pyramid floor {floor} is complete. {player} wins it with {count} stones.",
    ),
    you=(
        "Pyramid floor {floor} is complete. You win it with {count} stone.",
        "Pyramid floor {floor} is complete. You win it with {count} stones.",
    ),
    plural="count",
    explained="A Pyramid floor is full: whoever has the most stones on it scores 1 point for each "
    "of them. In a tie, the leftmost stone decides.",
)
FEEDING_BEGAN = Event("feeding-began")
QUARRYING = Event("quarrying")
SCORING = Event("scoring")
SCORED = Event("scored", "seat category points", _scored, sums="points", counts=SCORES)
RIDDLE = Event(
    "riddle",
    "seat riddle:riddle_short points",
    "{player}'s Sphinx card scores {points} ({riddle}).",
    you="Your Sphinx card scores {points} ({riddle}).",
    reveals=True,
    counts=(Count(SPHINX, "riddle", "points"),),
)
ENDED = Event(
    "ended",
    "seat tied",
    _ended,
    closes=(Closing(SPHINX, "Sphinx cards"), Closing(POINTS, "Final scoring")),
)
