"""`CompiledGame`: the games of `Match`, with undo and clones."""

import pickle
from random import Random

import numpy as np
import pytest

import nomarch
from nomarch.envs import Batch, CompiledGame
from nomarch.errors import GameOver, IllegalMove, NothingToUndo
from nomarch.kernel.declare.game import include

GAME = include("tests.smallest").game.id
pytestmark = pytest.mark.xdist_group(f"compile-{GAME}")


def play_out(game: CompiledGame, rng: Random) -> int:
    decisions = 0
    while not game.is_over:
        game.apply(rng.choice(game.legal()))
        decisions += 1
    return decisions


def test_it_is_the_game_of_a_match_and_of_a_batch() -> None:
    game, rng = CompiledGame(GAME, 3, seed=7), Random(1)
    match = nomarch.new(GAME, players=3, seed=7)
    batch = Batch(GAME, 3, 1, seed=[7], reset="next_step")
    while not game.is_over:
        seat = game.seat
        assert seat == match.to_act[0] == batch.seat[0]
        assert [match.book.actions[action] for action in game.legal()] == match.legal(seat)
        assert (game.observe() == batch.observation[0]).all()
        assert np.flatnonzero(batch.mask[0]).tolist() == game.legal()
        assert game.state == batch.states[0].tobytes() == match.book.layout.pack(match.state)
        action = rng.choice(game.legal())
        game.apply(action)
        match.play(seat, match.book.actions[action])
        batch.step(np.array([action]))
    assert match.over
    assert game.seat == -1
    assert game.legal() == []
    assert game.points == list(match.scores)
    assert game.places == batch.places[0].tolist()
    assert game.rewards() == pytest.approx(batch.reward[0].tolist(), abs=1e-6)
    with pytest.raises(GameOver):
        game.apply(0)


def test_undo_and_reset_return_to_earlier_positions() -> None:
    game, rng = CompiledGame(GAME, seed=2), Random(2)
    seen = []
    while not game.is_over:
        seen.append((game.state, game.seat, game.legal(), game.observe(0).tolist()))
        game.apply(rng.choice(game.legal()))
    for position in reversed(seen):
        game.undo()
        assert (game.state, game.seat, game.legal(), game.observe(0).tolist()) == position
    assert game.points == [0] * game.book.game.usual_players
    with pytest.raises(NothingToUndo):
        game.undo()
    play_out(game, Random(6))
    game.reset(2)
    assert game.state == seen[0][0]


def test_clones_and_pickles_go_their_own_way() -> None:
    game, rng = CompiledGame(GAME, 3, seed=3), Random(3)
    for _ in range(5):
        game.apply(rng.choice(game.legal()))
    before, legal = game.state, game.legal()
    for other in (game.clone(), pickle.loads(pickle.dumps(game))):
        assert (other.state, other.legal()) == (before, legal)
        play_out(other, Random(4))
        assert (game.state, game.legal(), game.is_over) == (before, legal, False)
    twins = [game.clone(), game.clone()]
    assert play_out(twins[0], Random(5)) == play_out(twins[1], Random(5))
    assert twins[0].state == twins[1].state


def test_an_illegal_action_changes_nothing() -> None:
    game = CompiledGame(GAME, 3, seed=4)
    before = game.state
    illegal = min(set(range(len(game.book.actions))) - set(game.legal()))
    for action in (illegal, -1, 10**6):
        with pytest.raises(IllegalMove, match="not legal here"):
            game.apply(action)
    assert game.state == before
    with pytest.raises(NothingToUndo):
        game.undo()
