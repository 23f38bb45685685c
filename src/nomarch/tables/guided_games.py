"""The start of a guided first game: a position that the coach's first advice suits."""

from collections.abc import Callable

from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook, Setup

TRIES = 60
"""Games dealt at most to find a suitable one."""
LEARNER = 0


def guided_seed(book: Rulebook, setup: Setup, deal: Callable[[], str]) -> str:
    """Return a seed whose first position suits the game's `suits_first_game`, if it has that."""
    suits = getattr(book.teaching, "suits_first_game", None)
    seed = deal()
    for _ in range(TRIES):
        if suits is None or suits(Match(book, setup, seed).observe(LEARNER), LEARNER):
            break
        seed = deal()
    return seed
