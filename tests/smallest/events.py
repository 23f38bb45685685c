"""What can happen in Crocodile, and how it is told."""

from nomarch.kernel.declare.events import Event

BEGAN = Event("began", "seat", "{player} casts first.")
CAUGHT = Event("caught", "seat kind", "{player} catches {kind}.", icon="kind", reveals=True)
SCORED = Event("scored", "seat category points", "{player} lands {points} fish.")
