"""The games that the conformance tests play, and their set-ups."""

import pytest

from nomarch.conformance.playing import tried_setups, usual_setups
from nomarch.i18n import DEFAULT, LANGUAGES
from nomarch.kernel.declare.game import Rulebook, Setup, include, rulebooks

SMALLEST = include("tests.smallest")
"""The game of docs/add-a-game.md passes the suite like any other."""
CARAVAN = include("tests.caravan")
BOOKS = [*rulebooks().values(), SMALLEST]
CASES = [(book, setup) for book in BOOKS for setup in tried_setups(book)]
FEWEST_AND_MOST = [(book, usual_setups(book)[end]) for book in BOOKS for end in (0, -1)]
MOST = FEWEST_AND_MOST[1::2]
WRAPPED = [*BOOKS, CARAVAN]
"""The games for tests of what wraps a game."""
KINDS = [SMALLEST, CARAVAN]
"""A game of turns and draws, and one of secret decisions that all make at once."""
LARGEST = [(book, usual_setups(book)[-1]) for book in KINDS]
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


def marks_of(book: Rulebook, *, is_tried: bool = True) -> list[pytest.MarkDecorator]:
    """The smallest game always, Caravan after a change."""
    if is_tried and book is CARAVAN:
        return [pytest.mark.compiled]
    return thorough_unless(is_tried and book is SMALLEST)


each_setup = pytest.mark.parametrize(
    ("book", "setup"),
    [
        pytest.param(book, setup, marks=marks_of(book, is_tried=(book, setup) in LARGEST))
        for book in WRAPPED
        for setup in tried_setups(book)
    ],
    ids=case_id,
)
"""A small game of each kind with most players; the others are thorough. For tests of what wraps a
game: a large one compiles for half a minute."""
each_kind = pytest.mark.parametrize(
    "book", [pytest.param(book, marks=marks_of(book)) for book in WRAPPED], ids=case_id
)
"""A small game of each kind; the others are thorough. For tests of what wraps a game."""
each_language = pytest.mark.parametrize(
    "language", [pytest.param(one, marks=thorough_unless(one == DEFAULT)) for one in LANGUAGES]
)
"""English; the other languages are thorough."""
each_game = pytest.mark.parametrize("book", BOOKS, ids=case_id)
each_complete_game = pytest.mark.parametrize(
    "book", [book for book in BOOKS if book.game.id in COMPLETE], ids=case_id
)
