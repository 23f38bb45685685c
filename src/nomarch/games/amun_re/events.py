"""What can happen in Amun-Re, and how it is told."""

from nomarch.games.amun_re import components as box
from nomarch.kernel.sentences import POINTS, SCORES, Closing, Count, Event, Telling

PYRAMIDS, SETS, BANKS, TEMPLE_SERVICE, BONUSES, WEALTH = range(6)
"""Categories of points."""
BUYS_CARDS, BUYS_FARMERS, BUYS_BRICKS = range(3)
"""What is bought, in the order of the stages."""
BY_POINTS, BY_TIE_BREAK, SHARED = range(3)
"""How a game is won."""
OFFERING, HARVEST = "offering", "harvest"
"""What is told of as a whole, beside the points."""


def _bid(e: Telling) -> str:
    told = e.t("{player} bids {gold} for {province}.")
    if e.blocked:
        told = e.t("{player} bids {gold} for {province}, with a block.")
    return e.fill(told, gold=box.BID_TRACK[e.step])


def _bought(e: Telling) -> str:
    one = (
        e.t("{player} buys 1 power card for 1 gold."),
        e.t("{player} buys 1 farmer for 1 gold."),
        e.t("{player} buys 1 brick for 1 gold."),
    )
    many = (
        e.t("{player} buys {count} power cards for {gold} gold."),
        e.t("{player} buys {count} farmers for {gold} gold."),
        e.t("{player} buys {count} bricks for {gold} gold."),
    )
    return e.fill((one if e.count == 1 else many)[e.what])


def _put_in(e: Telling) -> str:
    if e.adjusting:
        return e.t("You add an adjustment card.")
    return e.fill(e.t("You put in {gold} gold."))


def _offer_shown(e: Telling) -> str:
    told = e.t("{player} offers {gold} gold.")
    if e.gold == box.THEFT:
        told = e.t("{player} steals 3 gold.")
    if e.gold == 0:
        told = e.t("{player} offers nothing.")
    if e.adjusting:
        told += " " + e.t("An adjustment card lies with it.")
    return e.fill(told)


def _leftovers_sold(e: Telling) -> str:
    if e.count == 1:
        return e.fill(e.t("{player} turns 1 card into gold."))
    return e.fill(e.t("{player} turns {count} cards into gold."))


def _scored(e: Telling) -> str:
    return e.fill(e.t("{player} scores {points} for {category}.")) if e.points else ""


def _ended(e: Telling) -> str:
    if e.how == SHARED:
        return e.fill(e.t("{player} shares the victory."))
    if e.how == BY_TIE_BREAK:
        return e.fill(e.t("{player} wins the game by the tie-break."))
    return e.fill(e.t("{player} wins the game."))


DEALT = Event("dealt", "seat", "{player} is dealt two starting cards.", reveals=True)
HARVESTED = Closing(HARVEST, "The harvest")
TURN_STARTED = Event(
    "turn-started",
    "turn seat",
    "Turn {turn} begins; {player} holds the Pharaoh.",
    closes=(HARVESTED,),
    clears=True,
)
REVEALED = Event("revealed", "lot", lambda e: e["lot"], reveals=True)
GIFT_LOST = Event("gift-lost", "province", "No power card is left for {province}.")
BID = Event("bid", "seat province step:track blocked", _bid, puts_up="{province}: {step}")
WON = Event("won", "seat province gold", "{player} gets {province} for {gold} gold.")
GOT_CARD = Event("got-card", "seat card", "You draw {card}.", icon="card", reveals=True)
PLAYED = Event("played", "seat card", "{player} plays {card}.", icon="card", reveals=True)
SOLD = Event("sold", "seat card", "{player} sells {card} for 1 gold.", icon="card", reveals=True)
BOUGHT = Event("bought", "seat what count gold", _bought, clears=True)
RETURNED = Event("returned", "seat card", "{player} returns {card}.", icon="card", reveals=True)
RETURNED_SECRETLY = Event("returned-secretly", "seat", "{player} returns a card face down.")
KEPT = Event("kept", "seat card", "You keep {card}.", icon="card")
FARMER_PLACED = Event(
    "farmer-placed", "seat province free", "{player} places a farmer in {province}."
)
BRICK_PLACED = Event("brick-placed", "seat province", "{player} places a brick in {province}.")
BUILT = Event("built", "builder province bricks", "A pyramid is built in {province}.")
PUT_IN = Event("put-in", "seat gold adjusting", _put_in)
OFFERED = Event("offered", "seat", "{player} has chosen an offering.", puts_up="Ready")
OFFER_SHOWN = Event(
    "offer-shown",
    "seat gold adjusting",
    _offer_shown,
    reveals=True,
    counts=(Count(OFFERING, "", "gold", title="Offering"),),
    puts_up="Offering: {gold}",
)
ADJUSTED = Event(
    "adjusted",
    "seat change:signed gold",
    "{player} changes the sum by {change} to {gold}.",
    counts=(Count(OFFERING, "", "change", title="Adjustment card"),),
)
BOX_SET = Event(
    "box-set",
    "gold box",
    "The offerings come to {gold}: the temple goes to box {box}.",
    closes=(Closing(OFFERING, "The offerings: {gold}, temple in box {box}"),),
)
TOOK_CARD = Event("took-card", "seat", "{player} takes a power card.", reveals=True)
RENOUNCED = Event("renounced", "seat", "{player} renounces a reward.")
PHARAOH_PASSED = Event("pharaoh-passed", "seat", "{player} gave most and holds the Pharaoh.")
RECEIVED = Event(
    "received",
    "seat province gold",
    "{player} receives {gold} gold from {province}.",
    counts=(Count(HARVEST, "province", "gold"),),
    clears=True,
)
SHUFFLED = Event(
    "shuffled", "count", "The {count} discarded power cards are shuffled.", reveals=True
)
KINGDOM_ENDED = Event(
    "kingdom-ended",
    "",
    "The Old Kingdom ends: owners and farmers leave, pyramids and bricks stay.",
    closes=(HARVESTED, Closing(POINTS, "The Old Kingdom is scored")),
)
LEFTOVERS_SOLD = Event("leftovers-sold", "seat count", _leftovers_sold, reveals=True)
TREASURE_SHOWN = Event("treasure-shown", "seat gold", "{player} shows {gold} gold.", reveals=True)
SCORED = Event("scored", "seat category points:signed", _scored, counts=SCORES)
TOTAL = Event("total", "seat points", "{player} now has {points} points.")
ENDED = Event(
    "ended", "seat how", _ended, closes=(HARVESTED, Closing(POINTS, "The New Kingdom is scored"))
)
