"""What can happen in Fertility, as the rules tell it."""

from nomarch.kernel.events import Event

(
    BOARD_LAID, START_LAID, METROPOLIS, DEALT, SHOWN_TILE, SHOWN_DISTRICT, TURN_STARTED, LAID,
    HARVESTED, SHORT, QUARRY_CLOSED, QUARRIED, MONUMENT_PLACED, QUARRY_LEFT, DISCARDED, BUILT, PAID,
    SUPPLIED, COMPLETED, TRADED, RETURNED, TOOK, REMOVED, LAST_ROUND, SCORED, TOTAL, ENDED,
    LAYING_OUT,
) = range(28)  # fmt: skip

EVENTS = (
    Event("board-laid", ("place", "board", "turned")),
    Event("start-laid", ("cell", "turn")),
    Event("metropolis", ("seat", "board"), reveals=True),
    Event("dealt", ("seat", "tile"), reveals=True),
    Event("shown-tile", ("tile",), reveals=True),
    Event("shown-district", ("district",), reveals=True),
    Event("turn-started", ("seat", "turn")),
    Event("laid", ("seat", "tile", "cell", "turn")),
    Event("harvested", ("seat", "resource", "count")),
    Event("short", ("seat", "resource", "count")),
    Event("quarry-closed", ("seat", "cell")),
    Event("quarried", ("seat", "resource")),
    Event("monument-placed", ("seat", "cell")),
    Event("quarry-left", ("seat", "cell")),
    Event("discarded", ("seat", "tile")),
    Event("built", ("seat", "district", "slot")),
    Event("paid", ("seat", "resource")),
    Event("supplied", ("seat", "resource", "shop", "place")),
    Event("completed", ("seat", "shop")),
    Event("traded", ("seat", "resource", "shop")),
    Event("returned", ("seat", "resource", "count")),
    Event("took", ("seat", "tile")),
    Event("removed", ("seat", "tile")),
    Event("last-round"),
    Event("scored", ("seat", "category", "points")),
    Event("total", ("seat", "points")),
    Event("ended", ("seat", "how")),
    Event("laying-out", ("seat",)),
)

CATEGORIES = ("general", "specialised", "statues", "monuments", "granary")
GENERAL_SHOPS, SPECIAL_SHOPS, STATUES, MONUMENTS, GRANARY = range(len(CATEGORIES))

OUTRIGHT, FEWEST_PIECES, SHARED = range(3)
"""How a game was won."""
