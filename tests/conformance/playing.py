"""The games that the conformance tests play, and their set-ups."""

from __future__ import annotations

import pytest

from nomarch.conformance.playing import tried_setups, usual_setups
from nomarch.kernel.game import Rulebook, Setup, include, rulebooks

SMALLEST = include("tests.smallest")
"""The game of docs/add-a-game.md passes the suite like any other."""
BOOKS = [*rulebooks().values(), SMALLEST]
CASES = [(book, setup) for book in BOOKS for setup in tried_setups(book)]
USUAL = [(book, setup) for book in BOOKS for setup in usual_setups(book)]
KINDS = ("crocodile", "ra", "amun-re")
"""A small game, one that other tests compile, and one with secret and simultaneous decisions."""
LARGEST = [(book, usual_setups(book)[-1]) for book in BOOKS if book.game.id in KINDS]
COMPLETE = ("amun-re", "egizia", "fertility", "giza", "ra")
"""Games that keep what is optional: lessons, puzzles, pictures, French and Dutch."""


def case_id(value: object) -> str | None:
    if isinstance(value, Rulebook):
        return value.game.id
    if isinstance(value, Setup):
        return f"{value.players}p-{'-'.join(map(str, value.options))}"
    return getattr(value, "__name__", None)


def thorough_unless(needed: bool) -> list[pytest.MarkDecorator]:
    return [] if needed else [pytest.mark.thorough]


each_setup = pytest.mark.parametrize(
    ("book", "setup"),
    [pytest.param(*case, marks=thorough_unless(case in LARGEST)) for case in CASES],
    ids=case_id,
)
"""A game of each kind with most players; the others are thorough. For tests of what wraps a game:
each game that is played compiles for half a minute."""
each_kind = pytest.mark.parametrize(
    "book",
    [pytest.param(book, marks=thorough_unless(book.game.id in KINDS)) for book in BOOKS],
    ids=case_id,
)
"""A game of each kind; the others are thorough. For tests of what wraps a game."""
each_game = pytest.mark.parametrize("book", BOOKS, ids=case_id)
each_complete_game = pytest.mark.parametrize(
    "book", [book for book in BOOKS if book.game.id in COMPLETE], ids=case_id
)
