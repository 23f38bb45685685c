"""PettingZoo's parallel environments: all who decide at the same time do so in one step."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from nomarch.envs.pettingzoo import parallel_env
from nomarch.errors import BadOption, IllegalMove
from nomarch.kernel.declare.game import Rulebook, Setup

from ..conformance.playing import CARAVAN, SMALLEST, each_kind, each_setup

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
"""The suites warn about observations that are dicts, which is what masks need."""
SMALL, JOINT = SMALLEST.game.id, CARAVAN.game.id
compiles_small = pytest.mark.xdist_group(f"compile-{SMALL}")
compiles_joint = pytest.mark.xdist_group(f"compile-{JOINT}")


def make(book: Rulebook, setup: Setup) -> parallel_env:
    return parallel_env(book.game.id, setup.players, options=book.option_ids(setup))


@each_setup
def test_the_api(book: Rulebook, setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(make(book, setup), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


def deciding(seen: dict[str, dict[str, Any]]) -> dict[str, list[int]]:
    """The legal actions of every agent that has some."""
    legal = {agent: np.flatnonzero(row["action_mask"]).tolist() for agent, row in seen.items()}
    return {agent: actions for agent, actions in legal.items() if actions}


def play(env: parallel_env, seed: int) -> Iterator[tuple[dict[str, Any], dict[str, int]]]:
    """Plays at random to the end; yields observations and the chosen actions before each step."""
    rng, seen = Random(seed), env.reset(seed=seed)[0]
    while env.agents:
        chosen = {agent: rng.choice(actions) for agent, actions in deciding(seen).items()}
        yield seen, chosen
        seen = env.step(chosen)[0]


@each_kind
def test_a_game_is_the_same_match(book: Rulebook) -> None:
    """A match that is played move by move ends the same."""
    env = make(book, next(book.setups()))
    steps = sum(1 for _ in play(env, 1))
    match = env.table.match
    assert match.over
    assert 0 < steps <= sum(not step.auto for step in match.steps)
    assert book.layout.pack(match.state) == env.table.batch.states[0].tobytes()


@compiles_joint
def test_joint_decisions_are_made_in_one_step() -> None:
    """All decide together, nobody knows more, and every action stays legal."""
    env = parallel_env(JOINT, 3)
    together = 0
    for seen, chosen in play(env, 2):
        if len(chosen) < 2:
            continue
        together += 1
        table = env.table
        kept, masks = table.keep(), [table.mask(seat) for seat in table.seats]
        first, *others = table.seats
        table.play_for(first, chosen[f"player_{first}"])
        for seat, mask in zip(others, masks[1:], strict=True):
            assert (table.mask(seat) == mask).all()
        table.return_to(kept)
        again = {f"player_{seat}": table.observe(seat) for seat in range(3)}
        np.testing.assert_equal(again, {agent: part["observation"] for agent, part in seen.items()})
    assert together > 5


@compiles_joint
def test_seeds() -> None:
    """PettingZoo's `parallel_seed_test` does not read masks, so it can't play these games."""
    seen = []
    for _ in range(2):
        env = parallel_env(JOINT, 3)
        seen.append([*play(env, 8), env.reset(), env.reset()])
    np.testing.assert_equal(seen[0], seen[1])
    first, *_, last = seen[0]
    assert (first[0]["player_0"]["observation"] != last[0]["player_0"]["observation"]).any()


@compiles_small
def test_every_agent_is_paid_in_the_last_step() -> None:
    env = parallel_env(SMALL, 3)
    rng, seen = Random(3), env.reset(seed=3)[0]
    paid: dict[str, float] = {}
    while env.agents:
        assert not any(paid.values())
        chosen = {agent: rng.choice(actions) for agent, actions in deciding(seen).items()}
        seen, paid, ended, cut, _ = env.step(chosen)
    assert set(paid) == set(ended) == set(cut) == set(env.possible_agents)
    assert all(ended.values())
    assert list(paid.values()) == env.table.rewards()


@compiles_small
def test_actions_of_idle_agents_are_ignored() -> None:
    env, twin = parallel_env(SMALL, 3), parallel_env(SMALL, 3)
    seen = env.reset(seed=1)[0]
    twin.reset(seed=1)
    chosen = {agent: actions[0] for agent, actions in deciding(seen).items()}
    assert len(chosen) == 1
    idle = {agent: len(SMALLEST.actions) - 1 for agent in env.agents if agent not in chosen}
    np.testing.assert_equal(env.step(chosen | idle), twin.step(chosen))


@compiles_joint
def test_a_bad_action_changes_nothing() -> None:
    env = parallel_env(JOINT, 3)
    for seen, chosen in play(env, 8):
        if seen["player_2"]["action_mask"].all():
            continue  # it can pay any bid
        before = env.table.batch.states.tobytes()
        forbidden = int(np.flatnonzero(seen["player_2"]["action_mask"] == 0)[0])
        with pytest.raises(IllegalMove):
            env.step(chosen | {"player_2": forbidden})
        with pytest.raises(BadOption, match="are 0 to 5, not 6"):
            env.step(chosen | {"player_1": 6})
        with pytest.raises(BadOption, match="player_0 has to decide"):
            env.step({"player_1": chosen["player_1"], "player_2": chosen["player_2"]})
        assert env.table.batch.states.tobytes() == before
        return
    raise AssertionError("every bid was allowed")


@compiles_joint
@pytest.mark.parametrize("copier", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_continue_alike(copier: Any) -> None:
    env = parallel_env(JOINT, 3)
    game = play(env, 5)
    for _ in range(4):
        _, chosen = next(game)
    np.testing.assert_equal(copier(env).step(chosen), env.step(chosen))
