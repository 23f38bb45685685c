"""Table duplicate: where everything is drawn from one pile, choices do not change what comes."""

from random import Random

import pytest

from nomarch import new
from nomarch.kernel.declare.game import Rulebook, rulebooks

ONE_PILE = [book for book in rulebooks().values() if book.game.draw_pile]


def contents(game: str, pile: str, seed: int, choices: int) -> dict[int, tuple[int, ...]]:
    """Plays a game at random; what the pile held, by how much was left in it."""
    match, rng = new(game, seed=seed), Random(choices)
    found = {}
    while not match.over:
        held = tuple(int(count) for count in getattr(match.state, pile))
        found.setdefault(sum(held), held)
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return found


def differences(game: str, pile: str) -> int:
    """In how many of some pairs of games, with other choices, the same draw gave another thing."""
    found = 0
    for seed in range(3):
        one, two = (contents(game, pile, seed, choices) for choices in (1, 2))
        shared = one.keys() & two.keys()
        assert len(shared) > 1
        found += any(one[left] != two[left] for left in shared)
    return found


def test_some_games_have_one_pile() -> None:
    assert {book.game.id for book in ONE_PILE} >= {"ra", "giza"}


@pytest.mark.parametrize("book", ONE_PILE, ids=lambda book: book.game.id)
def test_draws_do_not_depend_on_choices(book: Rulebook) -> None:
    assert differences(book.game.id, book.game.draw_pile) == 0
