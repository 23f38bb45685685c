"""The bridge by which OpenSpiel's IS-MCTS plays at our tables."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is an extra")

from bench.ismcts import Known, Rival, ahead, told

from nomarch.bots.arena import ArenaResult
from nomarch.bots.play import bot_rng, decide
from nomarch.engine.match import Match
from nomarch.envs import openspiel
from nomarch.kernel.seeds import make_seed

from ..conformance.playing import SMALLEST

pytestmark = pytest.mark.xdist_group(f"compile-{SMALLEST.game.id}")
openspiel.register(SMALLEST)


def begin(seed: str) -> Match:
    return Match(SMALLEST, SMALLEST.setup(3), make_seed(seed))


def known(match: Match) -> Known:
    seat = match.to_act[0]
    return Known(SMALLEST, match.observe(seat), seat, bot_rng(match, seat))


def test_it_plays_a_legal_game_to_its_end() -> None:
    match, rival = begin("a whole game"), Rival(SMALLEST, "4")
    while not match.over:
        seat = match.to_act[0]
        move = decide(match, seat, rival)
        if len(match.steps) == 6:
            assert decide(match, seat, rival) == move
        match.play(seat, move)
    assert sorted(line.place for line in match.ranking)[0] == 1


def test_every_world_looks_the_same_to_the_seat_and_goes_on_differently() -> None:
    match, choice = begin("worlds"), Random(1)
    for _ in range(4):
        seat = match.to_act[0]
        match.play(seat, SMALLEST.actions[choice.choice(match.legal_actions(seat))])
    mine = known(match)
    worlds = [mine.imagine() for _ in range(8)]
    assert {world.current_player() for world in worlds} == {mine.seat}
    assert len({world.observation_string() for world in worlds}) == 1
    assert all(world.legal_actions() == match.legal_actions(mine.seat) for world in worlds)
    ends = {tuple(world.played_out()) for world in worlds}
    assert len(ends) > 1
    assert all(sum(end) == pytest.approx(0) for end in ends)


def test_a_world_is_played_to_its_end() -> None:
    world, choice = known(begin("to the end")).imagine(), Random(2)
    while not world.is_terminal():
        assert not world.is_chance_node()
        world.apply_action(choice.choice(world.legal_actions()))
    assert world.returns() == world.played_out()
    assert set(world.returns()) <= {-1, -0.5, 0, 0.5, 1}


def test_pairs_are_counted() -> None:
    first = ArenaResult(0, [0, 1, 1], [1, 2, 3], [9, 8, 7], {})
    shared = ArenaResult(1, [1, 0, 1], [1, 1, 3], [9, 9, 7], {})
    assert ahead(first, 0) == 1
    assert ahead(first, 1) == 0
    assert ahead(shared, 0) == pytest.approx(0.75)
    assert told("both", [1.0, 0.5]).startswith("| both | 2 | 75.0% (")
    assert told("one", []) == "| one | 0 | – |"
