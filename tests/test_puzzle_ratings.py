"""Ratings of puzzles: from bots at first, then Glicko-2."""

import pytest

from nomarch.learning.puzzle_ratings import (
    LEAST_DEVIATION,
    LEVELS,
    Strength,
    first_rating,
    new_puzzle,
    rate,
)


def test_a_puzzle_is_rated_by_who_solves_it() -> None:
    def solved(*shares: int) -> dict[str, int]:
        return dict(zip(LEVELS, shares, strict=True))

    everybody, some, strong = solved(90, 95, 100, 100), solved(10, 40, 80, 100), solved(0, 0, 0, 90)
    assert first_rating(everybody) < 900 < first_rating(some) < 1500 < first_rating(strong)
    assert new_puzzle(first_rating(some)).deviation < Strength().deviation, "bots have tried it"


def test_glicko_2_agrees_with_glickmans_numbers() -> None:
    """The first game of the example in “Example of the Glicko-2 system”: g 0.9955, E 0.639."""
    player, _ = rate(Strength(1500, 200, 0.06), Strength(1400, 30, 0.06), is_solved=True)
    assert player.rating == pytest.approx(1563.56, abs=0.01)
    assert player.deviation == pytest.approx(175.40, abs=0.01)
    assert player.volatility == pytest.approx(0.06, abs=0.0001)


def test_a_surprise_raises_volatility_and_games_lower_doubt() -> None:
    person = Strength(2200, 50, 0.06)
    assert rate(person, Strength(900, 50), False)[0].volatility > 0.06
    for _ in range(300):
        person, _ = rate(person, Strength(person.rating, 60), True)
    assert LEAST_DEVIATION <= person.deviation < 80
