"""What never changes in a game of Caravan, and how one ends: for tests."""

from nomarch.kernel.declare.invariants import Records
from tests.caravan import components as box
from tests.caravan.state import State

ENDINGS = ("sold out",)


def broken(s: State) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    sacks = sum(s.sacks) + s.day
    return [] if sacks == box.SACKS else [f"there are {sacks} sacks"]


def ending(events: Records) -> str:
    """How a game ended, told from its events."""
    return "sold out"
