"""Rewards of a finished game."""

from functools import cache

import numpy as np

from nomarch.envs.observations import Array
from nomarch.errors import BadOption

KINDS = ("place", "points")
"""`place`: 1 for a sole first place, -1 for a sole last place, evenly spaced between; the sum is 0.
`points`: the points of the game.
"""


def check(kind: str) -> str:
    if kind not in KINDS:
        raise BadOption(f"There is no reward {kind!r}; choose {' or '.join(KINDS)}.")
    return kind


@cache
def worth(players: int) -> Array:
    """The value of being 0, 1, 2… half places behind the winner."""
    return np.linspace(1, -1, 2 * players - 1)


def of_places(places: list[int]) -> list[float]:
    """Rewards for a finished game; players who share a place share its value."""
    values: list[float] = worth(len(places)).tolist()
    return [values[2 * (place - 1) + places.count(place) - 1] for place in places]
