"""What can happen in Ra, as the rules tell it."""

from nomarch.kernel.events import Event

(
    DEALT, DREW, EPOCH_STARTED, INVOKED, BID, PASSED, WON, NOBODY_BID, SWEPT, GOD_TOOK,
    LOST, EPOCH_FULL, EPOCH_SPENT, SCORED, TOTAL, ENDED,
) = range(16)  # fmt: skip

EVENTS = (
    Event("dealt", ("seat", "sun"), reveals=True),
    Event("drew", ("seat", "tile"), reveals=True),
    Event("epoch-started", ("epoch", "seat")),
    Event("invoked", ("seat", "cause")),
    Event("bid", ("seat", "sun")),
    Event("passed", ("seat",)),
    Event("won", ("seat", "sun", "gets", "tiles")),
    Event("nobody-bid", ("seat",)),
    Event("swept", ("tiles",)),
    Event("god-took", ("seat", "tile")),
    Event("lost", ("seat", "tile", "count", "disaster")),
    Event("epoch-full", ("tiles",)),
    Event("epoch-spent"),
    Event("scored", ("seat", "category", "points")),
    Event("total", ("seat", "points", "net")),
    Event("ended", ("seat",)),
)

CATEGORIES = ("gods", "pharaohs", "nile", "civilisations", "gold", "monuments", "suns")
GODS, PHARAOHS, RIVER, CIVILISATIONS, GOLDS, MONUMENTS, SUNS = range(len(CATEGORIES))
