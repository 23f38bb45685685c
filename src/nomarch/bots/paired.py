"""Paired playouts: what changes if one move is made in place of another, in the same worlds.

What a reason says of the future must show here, in worlds that the search hasn't seen: the search
chose its best move by its own worlds, which therefore flatter it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, Any

from nomarch.bots.outcomes import MIN_POINTS, TOTAL, Change
from nomarch.bots.search import GUIDED, Search, SearchRun
from nomarch.bots.search_settings import plan_of
from nomarch.kernel.declare.layout import GameState, Stream
from nomarch.kernel.run.worlds import WINS

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]
    Pair = tuple[int, Array]
    """What a move changes in one world: the share of a win, and points by seat and category."""

PAIRS = 64
FEWEST_PAIRS = 24
"""With fewer pairs, promises are not confirmed."""
SURE = 2.24
"""Standard errors for 95 % confidence in both clauses of a reason together."""


def fresh_run(search: Search, view: GameState, seat: int, stream: Stream) -> SearchRun:
    """Return an empty search to the end of the game, by the network where there is one."""
    plan = replace(plan_of(search.book), limit=0)  # only whole games give chances to win
    run = SearchRun(search.book, plan, view, seat, stream)
    network = search.prior.network(int(view.players)) if search.prior else None  # type: ignore[attr-defined]
    if network is not None:
        run.network = network.for_playouts(0, 0, GUIDED.temperature)
    return run


def confirmed_changes(run: SearchRun, best: int, other: int) -> tuple[Change, ...]:
    """Return the points that the better move surely changes."""
    return sure_changes([play_pair(run, best, other)[1] for _ in range(PAIRS)])


def play_pair(run: SearchRun, best: int, other: int) -> Pair:
    """Play both moves in their next world."""
    (won, scored), (other_won, other_scored) = (_play_one(run, move) for move in (best, other))
    return won - other_won, scored - other_scored


def _play_one(run: SearchRun, action: int) -> Pair:
    won, scored = int(run.known[action][WINS]), run.memory.outcomes[action][..., 0].copy()
    run.play(action, 1)
    return int(run.known[action][WINS]) - won, run.memory.outcomes[action][..., 0] - scored


def sure_changes(pairs: Sequence[Array]) -> tuple[Change, ...]:
    """Return the differences that are more than chance, by seat and category and in total."""
    if len(pairs) < FEWEST_PAIRS:
        return ()
    import numpy as np

    found = np.array(pairs, float)
    found = np.concatenate((found, found.sum(axis=2, keepdims=True)), axis=2)
    mean = found.mean(axis=0)
    # One pair more that differs by a point keeps a few equal pairs from looking certain.
    error = np.sqrt(found.var(axis=0, ddof=1) + 1 / len(pairs)) / sqrt(len(pairs))
    clear = np.abs(mean) >= np.maximum(MIN_POINTS, SURE * error)
    total = found.shape[2] - 1
    return tuple(
        Change(
            int(seat),
            TOTAL if category == total else int(category),
            round(float(mean[seat, category]), 1),
        )
        for seat, category in np.argwhere(clear)
    )
