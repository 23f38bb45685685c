"""Usual lengths of games: a game's `lengths.json`.

`python -m tools.lengths --write` measures them and writes the files.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from nomarch.kernel.declare.game import Rulebook


@dataclass(frozen=True)
class Lengths:
    """How many steps a game between greedy bots takes, forced moves included."""

    games: int
    """Games played for each player count."""
    steps: dict[int, int]
    """The median, by player count."""


@cache
def usual_steps(book: Rulebook, players: int) -> int | None:
    """Return the steps of a usual game; None if nothing was measured."""
    stored = book.read_data("lengths.json") or {"steps": {}}
    steps: dict[str, int] = stored["steps"]
    return steps.get(str(players))
