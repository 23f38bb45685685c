"""What can happen in Senet, and how it is told."""

from nomarch.kernel.declare.events import Event

BEGAN = Event("began", "seat", "{player} goes first.", you="You go first.")
THREW = Event(
    "threw",
    "seat throw",
    "{player} throws a {throw}.",
    you="You throw a {throw}.",
    icon="throw",
    reveals=True,
)
MOVED = Event(
    "moved",
    "seat piece start end",
    "{player} moves from {start} to {end}.",
    you="You move from {start} to {end}.",
)
SWAPPED = Event(
    "swapped",
    "seat other:seat piece house",
    "{player} sends {other} back to {house}.",
    you="You send {other} back to {house}.",
)
DROWNED = Event(
    "drowned",
    "seat piece house",
    "{player} falls into the water and starts again from {house}.",
    you="You fall into the water and start again from {house}.",
    icon=("house", 27),
)
SCORED = Event(
    "scored",
    "seat category points",
    "{player} brings a piece off the board.",
    you="You bring a piece off the board.",
    icon=("house", 30),
)
PASSED = Event("passed", "seat", "{player} can't move.", you="You can't move.")
