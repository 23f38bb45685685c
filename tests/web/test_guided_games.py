"""Guided first games begin with a position that suits the coach's advice."""

from itertools import count

import pytest

from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed
from nomarch.tables.guided_games import LEARNER, guided_seed
from tests.conformance.playing import SMALLEST

DEALS = 12
TAUGHT = [book for book in rulebooks().values() if hasattr(book.teaching, "suits_first_game")]


def test_every_game_says_what_suits_a_first_game() -> None:
    assert list(rulebooks().values()) == TAUGHT


@pytest.mark.parametrize("book", TAUGHT, ids=lambda book: book.game.id)
def test_the_first_position_suits_the_first_advice(book: Rulebook) -> None:
    setup, numbers = book.setup(book.game.usual_players), count()
    for _ in range(DEALS):
        seed = guided_seed(book, setup, lambda: make_seed(f"guided {next(numbers)}"))
        match = Match(book, setup, seed)
        assert book.teaching.suits_first_game(match.observe(LEARNER), LEARNER)  # type: ignore[union-attr]
        assert match.to_act == (LEARNER,) or book.game.id == "giza"
    assert next(numbers) > DEALS, "some deals were refused"


def test_games_without_such_a_wish_take_the_first_deal() -> None:
    book, dealt = SMALLEST, []

    def deal() -> str:
        dealt.append(make_seed(f"guided {len(dealt)}"))
        return dealt[-1]

    assert guided_seed(book, book.setup(3), deal) == dealt[0]
    assert len(dealt) == 1
