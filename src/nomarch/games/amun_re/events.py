"""The events of Amun-Re and their sentences."""

from nomarch.games.amun_re import components as box
from nomarch.kernel.declare.events import POINTS, SCORES, Closing, Count, Event
from nomarch.kernel.declare.sentences import Telling, tell_points

PYRAMIDS, SETS, BANKS, TEMPLE_SERVICE, BONUSES, WEALTH = range(6)
"""Categories of points."""
BUYS_CARDS, BUYS_FARMERS, BUYS_BRICKS = range(3)
"""What is bought, in the order of the stages."""
BY_POINTS, BY_TIE_BREAK, SHARED = range(3)
"""How a game is won."""
OFFERING, HARVEST = "offering", "harvest"
"""What the log summarises as tables, beside the points."""


def _bid(e: Telling) -> str:
    text, you = e.t("{player} bids {gold} for {province}."), e.t("You bid {gold} for {province}.")
    if e.blocked:
        text = e.t("{player} bids {gold} for {province}, protected by a bid block.")
        you = e.t("You bid {gold} for {province}, protected by a bid block.")
    return e.fill(text, you, gold=box.BID_TRACK[e.step])


def _bought(e: Telling) -> str:
    text = (
        e.t.ngettext(
            "{player} buys {count} power card for {gold} gold.",
            "{player} buys {count} power cards for {gold} gold.",
            e.count,
        ),
        e.t.ngettext(
            "{player} buys {count} farmer for {gold} gold.",
            "{player} buys {count} farmers for {gold} gold.",
            e.count,
        ),
        e.t.ngettext(
            "{player} buys {count} brick for {gold} gold.",
            "{player} buys {count} bricks for {gold} gold.",
            e.count,
        ),
    )
    you = (
        e.t.ngettext(
            "You buy {count} power card for {gold} gold.",
            "You buy {count} power cards for {gold} gold.",
            e.count,
        ),
        e.t.ngettext(
            "You buy {count} farmer for {gold} gold.",
            "You buy {count} farmers for {gold} gold.",
            e.count,
        ),
        e.t.ngettext(
            "You buy {count} brick for {gold} gold.",
            "You buy {count} bricks for {gold} gold.",
            e.count,
        ),
    )
    return e.fill(text[e.what], you[e.what])


def _built(e: Telling) -> str:
    if e.builder < 0:
        return e.fill(e.t("A pyramid is built in {province}."))
    return e.fill(
        e.t("{builder} builds a pyramid in {province}."), e.t("You build a pyramid in {province}.")
    )


def _put_in(e: Telling) -> str:
    if e.adjusting:
        return e.fill(
            e.t("{player} adds an adjustment card to the offering."),
            e.t("You add an adjustment card to your offering."),
        )
    return ""  # told when all offerings are shown


def _offer_shown(e: Telling) -> str:
    text, you = e.t("{player} offers {gold} gold."), e.t("You offer {gold} gold.")
    if e.gold == box.THEFT:
        text, you = e.t("{player} steals 3 gold."), e.t("You steal 3 gold.")
    if e.gold == 0:
        text, you = e.t("{player} offers nothing."), e.t("You offer nothing.")
    shown = e.fill(text, you)
    return f"{shown} {e.t('An adjustment card comes with it.')}" if e.adjusting else shown


def _ended(e: Telling) -> str:
    if e.how == SHARED:
        return e.fill(e.t("{player} shares the victory."), e.t("You share the victory."))
    if e.how == BY_TIE_BREAK:
        return e.fill(e.t("{player} wins on the tie-break."), e.t("You win on the tie-break!"))
    return e.fill(e.t("{player} wins the game."), e.t("You win the game!"))


DEALT = Event(
    "dealt",
    "seat",
    "{player} is dealt two starting cards.",
    you="You're dealt two starting cards.",
    reveals=True,
)
HARVESTED = Closing(HARVEST, "This turn's income")
TURN_STARTED = Event(
    "turn-started",
    "turn seat",
    "Turn {turn}: {player} is Pharaoh and goes first.",
    you="Turn {turn}: you're Pharaoh and go first.",
    closes=(HARVESTED,),
    clears=True,
)
REVEALED = Event("revealed", "lot", "Up for auction: {lot}.", lists="lot", reveals=True)
GIFT_LOST = Event("gift-lost", "province", "No power card left to add to {province}.")
BID = Event("bid", "seat province step:track blocked", _bid, nameplate="{province}: {step}")
WON = Event(
    "won",
    "seat province gold",
    "{player} wins {province} for {gold} gold.",
    you="You win {province} for {gold} gold.",
    apart=True,
)
GOT_CARD = Event(
    "got-card",
    "seat card",
    "{player} draws {card}.",
    you="You draw {card}.",
    many="{player} draws {times} {card} cards.",
    you_many="You draw {times} {card} cards.",
    icon="card",
    reveals=True,
)
PLAYED = Event(
    "played",
    "seat card",
    "{player} plays {card}.",
    you="You play {card}.",
    icon="card",
    reveals=True,
)
SOLD = Event(
    "sold",
    "seat card",
    "{player} sells {card} for 1 gold.",
    you="You sell {card} for 1 gold.",
    many="{player} sells {times} {card} cards for {times} gold.",
    you_many="You sell {times} {card} cards for {times} gold.",
    icon="card",
    reveals=True,
)
BOUGHT = Event("bought", "seat what count gold", _bought, clears=True)
RETURNED = Event(
    "returned",
    "seat card",
    "{player} puts {card} back under the pile.",
    you="You put {card} back under the pile.",
    icon="card",
    reveals=True,
)
RETURNED_SECRETLY = Event(
    "returned-secretly",
    "seat",
    "{player} puts a card back face down.",
    you="You put a card back face down.",
    many="{player} puts {times} cards back face down.",
    you_many="You put {times} cards back face down.",
)
KEPT = Event("kept", "seat card", "{player} keeps {card}.", you="You keep {card}.", icon="card")
FARMER_PLACED = Event(
    "farmer-placed",
    "seat province free",
    "{player} places a farmer in {province}.",
    you="You place a farmer in {province}.",
    many="{player} places {times} farmers in {province}.",
    you_many="You place {times} farmers in {province}.",
)
BRICK_PLACED = Event(
    "brick-placed",
    "seat province",
    "{player} places a brick in {province}.",
    you="You place a brick in {province}.",
    many="{player} places {times} bricks in {province}.",
    you_many="You place {times} bricks in {province}.",
)
BUILT = Event("built", "builder:seat province bricks", _built)
PUT_IN = Event("put-in", "seat gold adjusting", _put_in)
OFFERED = Event(
    "offered",
    "seat",
    "{player} has made an offering.",
    you="You've made your offering.",
    nameplate="Ready",
)
OFFER_SHOWN = Event(
    "offer-shown",
    "seat gold adjusting",
    _offer_shown,
    reveals=True,
    counts=(Count(OFFERING, "", "gold", title="Offering"),),
    nameplate="Offering: {gold}",
    apart=True,
)
ADJUSTED = Event(
    "adjusted",
    "seat change:signed gold",
    "{player} changes the total by {change}, to {gold}.",
    you="You change the total by {change}, to {gold}.",
    counts=(Count(OFFERING, "", "change", title="Adjustment card"),),
)
BOX_SET = Event(
    "box-set",
    "gold box",
    "The offerings total {gold}: the temple marker moves to box {box}.",
    closes=(Closing(OFFERING, "Offerings: {gold} in total, temple in box {box}"),),
    explained="All offerings together move the temple marker. Its box sets what each farmer earns "
    "this turn, what temples score, and whether caravans pay.",
)
TOOK_CARD = Event(
    "took-card",
    "seat",
    "{player} takes a power card.",
    you="You take a power card.",
    many="{player} takes {times} power cards.",
    you_many="You take {times} power cards.",
    reveals=True,
)
RENOUNCED = Event(
    "renounced",
    "seat",
    "{player} declines a reward.",
    you="You decline a reward.",
    many="{player} declines {times} rewards.",
    you_many="You decline {times} rewards.",
)
PHARAOH_PASSED = Event(
    "pharaoh-passed",
    "seat",
    "{player} gave the most and is now Pharaoh.",
    you="You gave the most and are now Pharaoh.",
    explained="The Pharaoh goes first in auctions and actions, and wins ties between offerings.",
    apart=True,
)
RECEIVED = Event(
    "received",
    "seat province gold",
    "{player} collects {gold} gold from {province}.",
    you="You collect {gold} gold from {province}.",
    counts=(Count(HARVEST, "province", "gold"),),
    clears=True,
    apart=True,
)
SHUFFLED = Event(
    "shuffled",
    "count",
    (
        "{count} discarded power card is shuffled into a new pile.",
        "{count} discarded power cards are shuffled into a new pile.",
    ),
    plural="count",
    reveals=True,
)
KINGDOM_ENDED = Event(
    "kingdom-ended",
    "",
    "The Old Kingdom ends. Owners and farmers leave the board; pyramids and bricks stay.",
    closes=(HARVESTED, Closing(POINTS, "Old Kingdom scoring")),
    explained="The New Kingdom begins: nobody owns a province any more, and all farmers are gone. "
    "Provinces are auctioned again, with the pyramids and bricks that stand there. You "
    "keep your gold and cards.",
)
LEFTOVER_SHOWN = Event("leftover-shown", "seat card")
LEFTOVERS_SOLD = Event(
    "leftovers-sold",
    "seat count",
    (
        "{player} cashes in {count} leftover card for {count} gold.",
        "{player} cashes in {count} leftover cards for {count} gold.",
    ),
    you=(
        "You cash in {count} leftover card for {count} gold.",
        "You cash in {count} leftover cards for {count} gold.",
    ),
    plural="count",
    reveals=True,
)
TREASURE_SHOWN = Event(
    "treasure-shown",
    "seat gold",
    "{player} reveals {gold} gold.",
    you="You reveal {gold} gold.",
    reveals=True,
)
SCORING = Event("scoring")
SCORED = Event("scored", "seat category points", tell_points, counts=SCORES)
TOTAL = Event(
    "total",
    "seat points",
    ("{player} now has {points} point.", "{player} now has {points} points."),
    you=("You now have {points} point.", "You now have {points} points."),
    plural="points",
)
ENDED = Event(
    "ended", "seat how", _ended, closes=(HARVESTED, Closing(POINTS, "New Kingdom scoring"))
)
