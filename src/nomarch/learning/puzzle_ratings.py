"""Ratings of puzzles and of those who solve them: Glicko-2, one game per first try.

A puzzle starts with the rating that explains best how often bots of each level solve it.
"""

from collections.abc import Mapping
from math import exp, log, pi, sqrt

import msgspec

LEVELS = {"novice": 900, "easy": 1200, "greedy": 1500, "strong": 1900}
"""Ratings of the bots that tried each puzzle."""
SCALE = 400 / log(10)
"""Rating points of one unit of Glicko-2."""
LOWEST, HIGHEST = 600, 2400
NEW_DEVIATION, BOTS_DEVIATION, LEAST_DEVIATION = 350.0, 150.0, 45.0
"""The doubt about a person at first, about a puzzle that only bots have tried, and at least."""
TAU = 0.5
"""How much volatility may change; the middle of what Glicko-2 recommends."""
SURE = 110.0
"""A rating with a larger deviation is shown with a question mark."""


class Strength(msgspec.Struct, frozen=True):
    """A rating and how sure it is."""

    rating: float = 1500.0
    deviation: float = NEW_DEVIATION
    volatility: float = 0.06

    @property
    def is_sure(self) -> bool:
        return self.deviation <= SURE


def chance(rating: float, other: float) -> float:
    """The expected score of a rating against another."""
    return 1 / (1 + exp((other - rating) / SCALE))


def first_rating(solved: Mapping[str, int]) -> int:
    """Return a puzzle's rating from the percentage of tries in which each level solves it."""
    score = sum(solved.values()) / 100
    low, high = float(LOWEST), float(HIGHEST)
    while high - low > 1:
        rating = (low + high) / 2
        expected = sum(chance(LEVELS[level], rating) for level in solved)
        low, high = (rating, high) if expected > score else (low, rating)
    return round(low)


def new_puzzle(rating: int) -> Strength:
    return Strength(float(rating), BOTS_DEVIATION)


def rate(person: Strength, puzzle: Strength, is_solved: bool) -> tuple[Strength, Strength]:
    """Return both after a try: who solves a puzzle has won against it."""
    score = float(is_solved)
    return _after(person, puzzle, score), _after(puzzle, person, 1 - score)


def _after(one: Strength, other: Strength, score: float) -> Strength:
    """Return a strength after a single game, as in Glickman's “Example of the Glicko-2 system”."""
    phi, other_phi = one.deviation / SCALE, other.deviation / SCALE
    weight = 1 / sqrt(1 + 3 * other_phi**2 / pi**2)
    expected = 1 / (1 + exp(-weight * (one.rating - other.rating) / SCALE))
    variance = 1 / (weight**2 * expected * (1 - expected))
    volatility = _volatility(phi, variance, variance * weight * (score - expected), one.volatility)
    now = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    rating = one.rating + SCALE * now**2 * weight * (score - expected)
    return Strength(rating, max(LEAST_DEVIATION, now * SCALE), volatility)


def _volatility(phi: float, variance: float, delta: float, before: float) -> float:
    """Solve for the new volatility by the Illinois algorithm (step 5 of Glickman's paper)."""
    first = log(before**2)

    def slope(x: float) -> float:
        total = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - first) / TAU**2

    low, high = first, log(max(delta**2 - phi**2 - variance, 1e-12))
    if delta**2 <= phi**2 + variance:
        high = first - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
