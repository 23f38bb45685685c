"""The result of a game: a tie says why one of the players is ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

import nomarch
from nomarch.engine.match import Match
from nomarch.i18n import LANGUAGES
from nomarch.web.table.scores import result

GOLDEN = Path(__file__).parents[1] / "golden"


def tied(game: str) -> Match:
    """A finished game in which everybody has as many points."""
    match = nomarch.load(sorted((GOLDEN / game).glob("*.txt"))[0].read_text())
    for seat in range(match.players):
        match.state.points[seat] = 20
    if game == "giza":
        match.state.treasure[0] += 9  # type: ignore[attr-defined]
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("ra", "a higher sun"),
        ("giza", "more from treasures"),
        ("amun-re", "more pyramids"),
        ("egizia", "there first on the score track"),
    ],
)
def test_a_tie_says_why(game: str, reason: str, language: str) -> None:
    match = tied(game)
    first, second, *_ = result(match, language).ranking
    assert first.points == second.points
    assert (first.place, second.place) == (1, 2)
    assert first.tie.startswith(reason) == (language == "en")
    assert first.tie


def test_a_tie_in_fertility_counts_resources() -> None:
    match = nomarch.load((GOLDEN / "fertility" / "fewest-pieces.txt").read_text())
    first, second, *_ = result(match, "en").ranking
    assert first.points == second.points
    assert first.tie.startswith("fewer resources (")
    assert second.tie == ""


def test_no_tie_needs_no_reason() -> None:
    match = nomarch.load(sorted((GOLDEN / "ra").glob("*.txt"))[0].read_text())
    lines = result(match, "en").ranking
    points = [line.points for line in lines]
    assert len(set(points)) == len(points)
    assert [line.tie for line in lines] == [""] * len(lines)
