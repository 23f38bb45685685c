"""What ideas state in numbers is what the rules say after the move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nomarch.bots import reasons
from nomarch.conformance import idea_checks
from nomarch.conformance.idea_checks import check_ideas
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.ideas import Ideas

BOOKS = [book for book in rulebooks().values() if reasons.ideas_of(book).ideas]
each_game = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)


@each_game
def test_no_idea_states_a_false_number(book: Rulebook) -> None:
    assert list(check_ideas(book)) == []


@pytest.mark.thorough
@each_game
def test_no_idea_states_a_false_number_in_2000_positions(book: Rulebook) -> None:
    assert list(check_ideas(book, 2_000)) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"check": None}, "states numbers without a check"),
        ({"check": lambda played: [99]}, "has other numbers than the rules ((99,))"),
        ({"check": lambda played: None}, "says what is not so"),
    ],
)
def test_a_false_number_is_found(
    change: dict[str, object], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = rulebook("fertility")
    swap = next(idea for idea in reasons.ideas_of(book).ideas if idea.check)
    planted = Ideas((replace(swap, **change),))  # type: ignore[arg-type]
    monkeypatch.setattr(idea_checks, "ideas_of", lambda book: planted)
    problem = next(check_ideas(book))
    assert told in problem.sentence
    assert problem.path is not None
    assert problem.path.name == "ideas.py"
