"""A drawing that remembers its parts is the same drawing."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from nomarch.draw.memory import Album, Sketch
from nomarch.kernel.game import Rulebook
from nomarch.kernel.seeds import make_seed
from nomarch.match import SHAPES, SPECTATOR, Match

from .playing import each_game

MOVES = 40


@each_game
@pytest.mark.parametrize("shape", SHAPES)
def test_an_album_changes_no_drawing(book: Rulebook, shape: str) -> None:
    """One album for two tables and all viewers: nothing is taken for what it is not.

    A viewer has the same sketch at both tables, so that all kinds of things change in it.
    """
    album, rng, sketches = Album(most=300_000), Random(5), defaultdict[int, Sketch](Sketch)
    setups = list(book.setups())
    for number, setup in enumerate((setups[0], setups[-1])):
        match = Match(book, setup, make_seed(f"album {number}"))
        for _ in range(MOVES):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
            for viewer in (SPECTATOR, seat, rng.randrange(match.players)):
                plain = match.svg(viewer, shape=shape, standalone=False)
                album.turn_to(sketches[viewer])
                assert match.svg(viewer, shape=shape, standalone=False, album=album) == plain
