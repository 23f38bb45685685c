"""Ratings by maximum likelihood, from games against opponents whose ratings are known.

By the Plackett-Luce model, a bot that is g times as strong as each of its opponents wins g games
for each that one of them wins; 400 points on the Elo scale are a factor of ten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, hypot, log, log1p

from nomarch.bots.ratings import Rating

LOWEST, HIGHEST = -4000.0, 8000.0
"""The range of ratings searched."""
DROP = 3.8415 / 2
"""How far the log likelihood falls from its top to the ends of a 95 % interval."""
CHANCE = 0.05
"""How likely a result without a win, or without a loss, is at least at a one-sided bound."""


@dataclass(frozen=True)
class Score:
    """Wins of a bot in one seat against a table full of one opponent; a shared win is a part."""

    wins: float
    games: int
    players: int
    opponent: Rating


@dataclass(frozen=True)
class Estimate:
    """A rating with its 95 % interval, or a bound on one side only."""

    rating: float | None
    """The most likely rating; None if there is only a bound."""
    low: float | None
    high: float | None

    @property
    def doubt(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def __str__(self) -> str:
        if self.low is not None and self.high is not None:
            return f"{self.rating:.0f} ({self.low:.0f} – {self.high:.0f})"
        # Bounds are rounded so that they hold.
        return (
            f"below {ceil(self.high)}" if self.high is not None else f"above {floor(self.low or 0)}"
        )


def expected_share(rating: float, score: Score) -> float:
    """Return the share of games that a bot of this rating wins."""
    strength: float = 10 ** ((rating - score.opponent.rating) / 400)
    return strength / (strength + score.players - 1)


def estimate(scores: Sequence[Score]) -> Estimate | None:
    """Return the rating that makes the results most likely; None without any game.

    A bot that won nothing has an upper bound only, one that won everything a lower bound.
    """
    games, wins = sum(score.games for score in scores), sum(score.wins for score in scores)
    if not games:
        return None
    if wins <= 0:
        bound = _solve(lambda rating: log(CHANCE) - _log_likelihood(rating, scores))
        return Estimate(None, None, bound + _scale_doubt(bound, scores))
    if wins >= games:
        bound = _solve(lambda rating: _log_likelihood(rating, scores) - log(CHANCE))
        return Estimate(None, bound - _scale_doubt(bound, scores), None)
    best = _solve(lambda rating: sum(s.games * expected_share(rating, s) for s in scores) - wins)
    least, doubt = _log_likelihood(best, scores) - DROP, _scale_doubt(best, scores)
    low = _solve(lambda rating: _log_likelihood(rating, scores) - least, LOWEST, best)
    high = _solve(lambda rating: least - _log_likelihood(rating, scores), best, HIGHEST)
    return Estimate(best, best - hypot(best - low, doubt), best + hypot(high - best, doubt))


def _log_likelihood(rating: float, scores: Sequence[Score]) -> float:
    total = 0.0
    for score in scores:
        # Logs of both shares without 1 - x, which loses digits for very strong and very weak bots.
        odds = (rating - score.opponent.rating) / 400 * log(10) - log(score.players - 1)
        total += score.wins * -_softplus(-odds) + (score.games - score.wins) * -_softplus(odds)
    return total


def _softplus(x: float) -> float:
    return max(x, 0.0) + log1p(exp(-abs(x)))


def _scale_doubt(rating: float, scores: Sequence[Score]) -> float:
    """Return the half-width that the opponents' own intervals add, by the information of each."""
    shares = [expected_share(rating, score) for score in scores]
    information = [s.games * p * (1 - p) for s, p in zip(scores, shares, strict=True)]
    doubts = (i * s.opponent.doubt for i, s in zip(information, scores, strict=True))
    return hypot(*doubts) / sum(information)


def _solve(rising: Callable[[float], float], low: float = LOWEST, high: float = HIGHEST) -> float:
    """Return where a rising function is zero, by bisection."""
    while high - low > 1e-6:
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return low
