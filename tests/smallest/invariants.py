"""What never changes in a game of Crocodile, and the ways in which one can end: for tests."""

from nomarch.kernel.declare.invariants import Records
from tests.smallest import components as box, events as ev
from tests.smallest.state import State

ENDINGS = ("crocodiles", "goal")


def broken(s: State) -> list[str]:
    """Every conservation law that a state breaks, in words."""
    fish = s.river[box.FISH] + s.boat + sum(s.points)
    return [] if fish == box.COUNTS[box.FISH] else [f"there are {fish} fish"]


def ending(events: Records) -> str:
    """How a game ended, told from its events."""
    *_, last = events
    return "goal" if last.event is ev.SCORED else "crocodiles"
