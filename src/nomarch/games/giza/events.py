"""What can happen in Giza, as the rules tell it."""

from nomarch.kernel.events import Event

(
    BEGAN, DREW, TOOK, LAID, DEMOLISHED, REMOVED, UNCOVERED, DISCARDED,
    COMPLETED, PILE_EMPTY, SCORED, TOTAL, ENDED, NEXT_FIRST,
) = range(14)  # fmt: skip

EVENTS = (
    Event("began", ("seat",), reveals=True),
    Event("drew", ("seat", "count")),
    Event("took", ("seat", "tile"), reveals=True),
    Event("laid", ("seat", "tile", "owner", "site"), reveals=True),
    Event("demolished", ("seat", "tile", "owner", "site"), reveals=True),
    Event("removed", ("seat", "site")),
    Event("uncovered", ("owner", "site", "tile"), reveals=True),
    Event("discarded", ("seat", "tile"), reveals=True),
    Event("completed", ("owner", "seat")),
    Event("pile-empty", ("seat",)),
    Event("scored", ("seat", "category", "points")),
    Event("total", ("seat", "points", "treasure")),
    Event("ended", ("seat",)),
    Event("next-first", ("seat",), reveals=True),
)

CATEGORIES = ("khufu", "khafre", "menkaure", "sphinx")
"""Points are counted site by site, so a category is a site."""
