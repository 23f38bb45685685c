"""*Why can't I?* names a rule for every piece that a player may click."""

import random
import re

import pytest

from nomarch import new
from nomarch.i18n import LANGUAGES
from nomarch.kernel.declare.game import Rulebook
from nomarch.learning.illegal_moves import explain_illegal

from .playing import each_complete_game

POSITIONS, EVERY = 12, 25


@pytest.mark.compiled
@each_complete_game
def test_pieces_that_cannot_be_chosen_name_a_rule(book: Rulebook) -> None:
    rng, seen, games, silent = random.Random(7), 0, 0, list[str]()
    while seen < POSITIONS:
        games += 1
        match = new(book.game.id, seed=f"why {games}")
        while not match.over and seen < POSITIONS:
            seat = match.to_act[0]
            if rng.randrange(EVERY) == 0:
                seen += 1
                drawn = "".join(match.svg(seat, shape="tall", standalone=False).parts)
                language = rng.choice(sorted(LANGUAGES))
                question = match.prompt(seat, language)
                silent += [
                    f"{question} {move}"
                    for move in sorted(set(re.findall(r'data-not="([^"]*)"', drawn)))
                    if question in explain_illegal(match, seat, move, language)
                ]
            match.play(seat, rng.choice(match.legal(seat)))
    assert silent == []
