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
COMPLETE = ("amun-re", "egizia", "fertility", "giza", "ra")
"""Games that keep what is optional: lessons, puzzles, pictures, French and Dutch."""


def case_id(value: object) -> str | None:
    if isinstance(value, Rulebook):
        return value.game.id
    if isinstance(value, Setup):
        return f"{value.players}p-{'-'.join(map(str, value.options))}"
    return getattr(value, "__name__", None)


each_setup = pytest.mark.parametrize(
    ("book", "setup"),
    [pytest.param(*case, marks=[] if case in USUAL else [pytest.mark.thorough]) for case in CASES],
    ids=case_id,
)
"""Set-ups with changed options are thorough: for tests that read the same state in each of them."""
each_game = pytest.mark.parametrize("book", BOOKS, ids=case_id)
each_complete_game = pytest.mark.parametrize(
    "book", [book for book in BOOKS if book.game.id in COMPLETE], ids=case_id
)
