"""Compares moves by how the searched games ended: who scored how much for what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from nomarch.bots.search import MoveEstimate

    Array = np.ndarray[Any, Any]

SURE = 2.3
"""Differences below as many standard errors are noise; few of the categories are ever named."""
SURE_OF_WIN = 1.64
SURE_TWICE = 1.96
"""Standard errors of an interval that holds a mean in 95 % of cases."""
MIN_POINTS = 0.75
"""Smaller mean differences are not worth a word."""
DECIDED = 6.0
"""With fewer wins than this, in per cent, or more than all but this, points count."""
MIN_WIN = 1.5
"""The same for chances to win, in percentage points."""


@dataclass(frozen=True)
class Outcomes:
    """The final points of the games that were played after a move."""

    games: int
    sums: Array
    """By seat and category: the sum of points, and of their squares."""


@dataclass(frozen=True)
class Change:
    """How many more points a seat scores for a category, on average."""

    seat: int
    category: int
    points: float


@dataclass(frozen=True)
class Comparison:
    """How a move ends compared with others, as far as that is more than noise."""

    win: float = 0.0
    """Percentage points of games won more, or fewer."""
    changes: tuple[Change, ...] = ()
    """The largest first."""
    lead: float = field(default=0.0, compare=False)
    """The difference that was found in games won, sure or not."""
    ends: tuple[float, float] | None = field(default=None, compare=False)
    """Mean final points after the move, and after the others."""
    is_decided: bool = field(default=False, compare=False)
    """Whether hardly any or nearly all games are won: then points count instead of wins."""

    def __bool__(self) -> bool:
        return bool(self.win or self.changes)

    def direction(self, seat: int) -> int:
        """Return 1 if it speaks for the move, -1 if against it, 0 if it is about the same."""
        lead = self.win or sum(
            change.points if change.seat == seat else -change.points for change in self.changes
        )
        if not self.win and abs(lead) < MIN_POINTS:
            return 0
        return 1 if lead > 0 else -1


TOTAL = -1
"""The category of all points together."""
NO_DIFFERENCE = Comparison()


def compare(move: MoveEstimate, others: Sequence[MoveEstimate]) -> Comparison:
    """Compare a move with others, which are taken together."""
    others = [other for other in others if other.games]
    games = sum(other.games for other in others)
    if not games or not move.games:
        return NO_DIFFERENCE
    win = move.win - sum(other.win * other.games for other in others) / games
    doubt = sqrt(win_variance(move.win, move.games) + win_variance(move.win - win, games))
    is_sure = abs(win) >= max(MIN_WIN, SURE_OF_WIN * doubt)
    tallies = [other.outcomes for other in others if other.outcomes]
    changes = _changes(move.outcomes, tallies) if move.outcomes and tallies else ()
    ends = move.points, sum(other.points * other.games for other in others) / games
    won = round(win, 1) if is_sure else 0.0
    return Comparison(won, changes, lead=win, ends=ends, is_decided=is_decided(move))


def _changes(move: Outcomes, others: Sequence[Outcomes]) -> tuple[Change, ...]:
    import numpy as np

    games = sum(other.games for other in others)
    sums = sum((other.sums for other in others), np.zeros_like(move.sums))
    mean, variance = _moments(move.sums, move.games)
    other_mean, other_variance = _moments(sums, games)
    gain = mean - other_mean
    clear = np.abs(gain) >= np.maximum(MIN_POINTS, SURE * np.sqrt(variance + other_variance))
    found = [
        Change(int(seat), int(category), round(float(gain[seat, category]), 1))
        for seat, category in np.argwhere(clear)
    ]
    return tuple(sorted(found, key=lambda change: -abs(change.points)))


def _moments(sums: Array, games: int) -> tuple[Array, Array]:
    """Return the means and the squares of their standard errors."""
    import numpy as np

    mean = sums[..., 0] / games
    spread = np.maximum(0, sums[..., 1] / games - mean * mean)
    # One game more that differs by a point keeps a few equal games from looking certain.
    return mean, (spread + 1 / games) / games


def is_decided(move: MoveEstimate) -> bool:
    """Whether a move wins hardly ever, or nearly always."""
    return not DECIDED < move.win < 100 - DECIDED


def doubt_of(move: MoveEstimate) -> float:
    """Return how far a chance to win may be off, in percentage points (95 %)."""
    return SURE_TWICE * sqrt(win_variance(move.win, move.games))


def win_variance(win: float, games: int) -> float:
    """Return the squared standard error; one game more each way keeps it above zero."""
    share = (min(100.0, max(0.0, win)) / 100 * games + 1) / (games + 2)
    return 10_000 * share * (1 - share) / games
