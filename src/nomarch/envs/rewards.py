"""Rewards: what a finished game is worth to each of its seats."""

from __future__ import annotations

import numpy as np

from nomarch.engine.match import Match
from nomarch.envs.observations import Array
from nomarch.errors import BadOption
from nomarch.kernel import backend

KINDS = ("place", "points")
"""`place`: 1 for the first alone, -1 for the last alone, evenly between; the sum is always 0.
`points`: those that the game was played for.
"""


def check(kind: str) -> str:
    """The kind of reward, or `BadOption` with those there are."""
    if kind not in KINDS:
        raise BadOption(f"There is no reward {kind!r}; choose {' or '.join(KINDS)}.")
    return kind


def worth(players: int) -> Array:
    """What it is worth to be so many half places behind the first."""
    return np.linspace(1, -1, 2 * players - 1)


def of_match(match: Match, kind: str) -> list[float]:
    """Every seat's reward, once the match is over."""
    if kind == "points":
        return [float(points) for points in match.scores]
    places = [0] * match.players
    for standing in match.ranking:
        places[standing.seat] = standing.place
    behind = backend.interpreted(match.book.game.id).half_places
    values = worth(match.players).tolist()
    return [values[behind(places, seat, match.players)] for seat in range(match.players)]
