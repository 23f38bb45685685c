"""What can happen in Egizia, as the rules tell it."""

from nomarch.kernel.events import Event

(
    ORDERED, DEALT, DEALT_CARD, ROUND_BEGAN, CARD_LAID, SAILED, TOOK, PASSED, STUCK, CREW_GREW,
    STONES_CHANGED, MARKET_FELL, FLOOD_MOVED, PLAYED, DUG, FED, PRODUCED, SITE_BEGAN, BUILDS,
    LEFT, PROMOTED, DREW, DREW_CARD, KEPT, KEPT_CARD, RETURNED, LAID, GRAVE_SHOWN, FLOOR_DONE,
    SCORED, RIDDLE, ENDED,
) = range(32)  # fmt: skip

EVENTS = (
    Event("ordered", ("seat", "tile")),
    Event("dealt", ("seat",), reveals=True),
    Event("dealt-card", ("seat", "card"), reveals=True),
    Event("round-began", ("round",)),
    Event("card-laid", ("space", "card"), reveals=True),
    Event("sailed", ("seat", "position", "how")),
    Event("took", ("seat", "card")),
    Event("passed", ("seat",)),
    Event("stuck", ("seat",)),
    Event("crew-grew", ("seat", "crew", "strength")),
    Event("stones-changed", ("seat", "change", "stones")),
    Event("market-fell", ("seat", "market", "level")),
    Event("flood-moved", ("seat", "space")),
    Event("played", ("seat", "card")),
    Event("dug", ("seat", "field", "colour")),
    Event("fed", ("seat", "need", "grain")),
    Event("produced", ("seat", "gain", "stones")),
    Event("site-began", ("site",)),
    Event("builds", ("seat", "site", "strength")),
    Event("left", ("seat", "site")),
    Event("promoted", ("seat", "site")),
    Event("drew", ("seat", "cards", "paid"), reveals=True),
    Event("drew-card", ("seat", "card"), reveals=True),
    Event("kept", ("seat", "cards")),
    Event("kept-card", ("seat", "card")),
    Event("returned", ("seat", "cards")),
    Event("laid", ("seat", "part", "value")),
    Event("grave-shown", ("space", "value"), reveals=True),
    Event("floor-done", ("seat", "floor", "stones")),
    Event("scored", ("seat", "category", "points")),
    Event("riddle", ("seat", "card", "points"), reveals=True),
    Event("ended", ("seat", "tied")),
)

CATEGORIES = (
    "obelisk", "graves", "temple", "pyramid", "floors", "riddles", "collaboration", "market",
    "cards", "hunger", "sale", "treasure", "sphinx",
)  # fmt: skip
(
    FOR_OBELISK, FOR_GRAVES, FOR_TEMPLE, FOR_PYRAMID, FOR_FLOORS, FOR_RETURNS, FOR_COLLABORATION,
    FOR_MARKET, FOR_CARDS, FOR_HUNGER, FOR_SALE, FOR_TREASURE, FOR_SPHINX,
) = range(len(CATEGORIES))  # fmt: skip
"""The first four are numbered like the structures."""
