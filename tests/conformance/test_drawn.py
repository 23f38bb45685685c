"""Cached parts of a board."""

from __future__ import annotations

from random import Random

import pytest

from nomarch.draw.caching import clear_drawn, drawn
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed

from .playing import each_game

MOVES = 40


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_drawings_are_the_same_without_the_cache(book: Rulebook, shape: str) -> None:
    """Two tables share the cache, so that one could be taken for the other."""
    positions, rng, setups = [], Random(5), list(book.setups())
    for number, setup in enumerate((setups[0], setups[-1])):
        match = Match(book, setup, make_seed(f"drawn {number}"))
        for _ in range(MOVES):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
            for viewer in (SPECTATOR, seat, rng.randrange(match.players)):
                cached = match.svg(viewer, shape=shape, standalone=False)
                positions.append((match.snapshot(), viewer, cached))
    for match, viewer, cached in positions[::3]:
        clear_drawn()
        assert match.svg(viewer, shape=shape, standalone=False) == cached


def test_a_part_is_drawn_once_for_equal_values() -> None:
    calls = []

    @drawn
    def part(values: tuple[int, ...], size: float, flag: object = None) -> str:
        calls.append((values, size))
        return f"{values} {size} {flag}"

    assert part((1, 2), 3) == part((1, 2), 3)
    assert len(calls) == 1
    assert part((1, 2), 3, True) != part((1, 2), 3, 1)
    clear_drawn()
    part((1, 2), 3)
    assert len(calls) == 4


def test_a_scene_or_a_view_is_refused() -> None:
    class Position:
        players = 2

    @drawn
    def part(position: object) -> str:
        return str(position)

    with pytest.raises(TypeError, match="takes no Position"):
        part(Position())
