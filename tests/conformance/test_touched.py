"""The pieces that a step touched, which a page highlights."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.engine.match_log import touched_pieces
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed

from .playing import each_game

GAMES = 2
MOST_MARKS = 24
"""More marks of one turn a page does not show."""


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_what_a_step_touches_is_on_the_board_after_it(book: Rulebook, shape: str) -> None:
    """All kinds of events that touch something are seen, and hardly ever name nothing."""
    found, missing = Counter[str](), Counter[str]()
    for number in range(GAMES):
        match = Match(book, list(book.setups())[-1], make_seed(f"touched {number}"))
        rng = Random(number)
        while not match.over:
            seat = rng.choice(match.to_act)
            steps = match.play(seat, rng.choice(match.legal(seat)))
            drawing = match.svg(shape=shape, standalone=False)
            assert len(touched_pieces(book, steps[0], steps[0].events)) <= MOST_MARKS
            if len(steps) > 1 or any(record.event.closes for record in steps[0].events):
                continue  # later steps and scorings turn things over
            for record in match.may_tell(steps[0].events, SPECTATOR):
                names = touched_pieces(book, steps[0], [record])
                if names:
                    is_there = any(f'id="board-{name}"' in drawing for name in names)
                    (found if is_there else missing)[record.name] += 1
    rules = {event.name for event in getattr(book.art, "TOUCHED", {})}
    assert missing.total() * 10 <= found.total(), missing
    assert len(found) * 3 >= len(rules) * 2, rules - found.keys()
