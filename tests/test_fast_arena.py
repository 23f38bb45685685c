"""The compiled arena of weak levels plays the games of the arena."""

from __future__ import annotations

import pytest
from bench.fast_arena import FastArena

from nomarch.bots import arena
from nomarch.bots.level_settings import level_settings

from .conformance.playing import SMALLEST


@pytest.mark.compiles
def test_compiled_games_are_those_of_the_arena() -> None:
    players, levels = SMALLEST.game.usual_players, level_settings(SMALLEST).oversight
    contest = arena.contest(SMALLEST.game.id, ["greedy", "easy"], players, "fast")
    fast = FastArena(SMALLEST)
    for number in range(3):
        played = fast.play(contest, number, [None, levels["easy"]])
        assert played == arena.play_one(contest, number)
