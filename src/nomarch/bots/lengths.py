"""Usual lengths of games: a game's `lengths.json`, which `python -m tools.lengths --write` writes.

It has the median number of steps between greedy bots, forced moves included, by player count.
"""

from functools import cache

from nomarch.kernel.declare.game import Rulebook


@cache
def usual_steps(book: Rulebook, players: int) -> int | None:
    """Return the steps of a usual game; None if nothing was measured."""
    stored = book.read_data("lengths.json") or {"steps": {}}
    steps: dict[str, int] = stored["steps"]
    return steps.get(str(players))
