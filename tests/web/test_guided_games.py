"""Guided first games begin with a position that suits the coach's advice."""

from itertools import count

from nomarch.engine.match import Match
from nomarch.games.giza.lessons import suits_first_game
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed
from nomarch.tables.guided_games import LEARNER, guided_seed


def test_a_first_hand_of_giza_can_start_pyramids() -> None:
    book = rulebook("giza")
    setup, numbers = book.setup(4), count()
    for _ in range(8):
        seed = guided_seed(book, setup, lambda: make_seed(f"guided {next(numbers)}"))
        view = Match(book, setup, seed).observe(LEARNER)
        assert suits_first_game(view, LEARNER)
    assert next(numbers) > 8, "some deals were refused"


def test_other_games_take_the_first_deal() -> None:
    book, dealt = rulebook("ra"), []

    def deal() -> str:
        dealt.append(make_seed(f"guided {len(dealt)}"))
        return dealt[-1]

    assert guided_seed(book, book.setup(3), deal) == dealt[0]
    assert len(dealt) == 1
