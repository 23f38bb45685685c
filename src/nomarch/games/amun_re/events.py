"""What can happen in Amun-Re, as the rules tell it."""

from nomarch.kernel.events import Event

(
    DEALT, TURN_STARTED, REVEALED, GIFT_LOST, BID, WON, GOT_CARD, PLAYED, SOLD, BOUGHT, RETURNED,
    RETURNED_SECRETLY, KEPT, FARMER_PLACED, BRICK_PLACED, BUILT, PUT_IN, OFFERED, OFFER_SHOWN,
    ADJUSTED, BOX_SET, TOOK_CARD, RENOUNCED, PHARAOH_PASSED, RECEIVED, SHUFFLED, KINGDOM_ENDED,
    LEFTOVERS_SOLD, SCORED, TOTAL, ENDED,
) = range(31)  # fmt: skip

EVENTS = (
    Event("dealt", ("seat",), reveals=True),
    Event("turn-started", ("turn", "seat")),
    Event("revealed", ("province",), reveals=True),
    Event("gift-lost", ("province",)),
    Event("bid", ("seat", "province", "step", "blocked")),
    Event("won", ("seat", "province", "price")),
    Event("got-card", ("seat", "card"), reveals=True),
    Event("played", ("seat", "card"), reveals=True),
    Event("sold", ("seat", "card"), reveals=True),
    Event("bought", ("seat", "what", "count", "price")),
    Event("returned", ("seat", "card"), reveals=True),
    Event("returned-secretly", ("seat",)),
    Event("kept", ("seat", "card")),
    Event("farmer-placed", ("seat", "province", "free")),
    Event("brick-placed", ("seat", "province")),
    Event("built", ("seat", "province", "bricks")),
    Event("put-in", ("seat", "gold", "card")),
    Event("offered", ("seat",)),
    Event("offer-shown", ("seat", "gold", "card"), reveals=True),
    Event("adjusted", ("seat", "gold", "total")),
    Event("box-set", ("total", "box")),
    Event("took-card", ("seat",), reveals=True),
    Event("renounced", ("seat",)),
    Event("pharaoh-passed", ("seat",)),
    Event("received", ("seat", "province", "gold")),
    Event("shuffled", ("cards",), reveals=True),
    Event("kingdom-ended"),
    Event("leftovers-sold", ("seat", "cards"), reveals=True),
    Event("scored", ("seat", "category", "points")),
    Event("total", ("seat", "points")),
    Event("ended", ("seat", "how")),
)

CATEGORIES = ("pyramids", "sets", "banks", "temples", "bonus", "gold")
PYRAMIDS, SETS, BANKS, TEMPLE_SERVICE, BONUSES, WEALTH = range(len(CATEGORIES))

BUYS_CARDS, BUYS_FARMERS, BUYS_BRICKS = range(3)
BY_POINTS, BY_TIE_BREAK, SHARED = range(3)
