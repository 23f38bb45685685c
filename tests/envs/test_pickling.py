"""Copies and pickles of matches, batches and environments continue like the original."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import nomarch
from nomarch.bots import make_bot
from nomarch.bots.play import decide, play_on
from nomarch.engine.match import SPECTATOR, Match
from nomarch.envs import Batch, gymnasium as ours, pettingzoo
from nomarch.kernel.declare.game import Rulebook, include, rulebooks

SMALLEST = include("tests.smallest")
GAME = SMALLEST.game.id
ours.register(SMALLEST)

COPIERS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda it: pickle.loads(pickle.dumps(it)),
    "deepcopy": copy.deepcopy,
}
each_copier = pytest.mark.parametrize("copier", COPIERS.values(), ids=COPIERS)


def continue_match(match: Match) -> tuple[Any, ...]:
    """Some random decisions: all that can be read from the match then."""
    rng = random.Random(3)
    for _ in range(12):
        if not match.over:
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
    log = [match.log(seat) for seat in range(SPECTATOR, match.players)]
    return match.save(), log, match.view(0), list(match.positions()), match.can_undo(0)


def continue_batch(batch: Batch) -> list[Any]:
    seen = [batch.reward.copy(), batch.done.copy()]
    for _ in range(30):
        batch.step(batch.sample("random"))
        names = ("observation", "mask", "reward", "done", "seat", "last", "points", "numbers")
        seen += [np.array(getattr(batch, name)) for name in names]
    return seen


def continue_env(env: gymnasium.Env[Any, Any]) -> list[Any]:
    seen: list[Any] = [env.unwrapped.table.match.save()]
    for _ in range(2):
        over = False
        mask = env.unwrapped.action_masks()
        while not over:
            row, reward, over, _, info = env.step(int(np.flatnonzero(mask)[-1]))
            mask = info["action_mask"]
            seen += [row, reward, over, mask]
        seen.append(env.unwrapped.table.match.save())
        row, info = env.reset()
        seen += [row, info["action_mask"]]
    return seen


def continue_agents(env: Any) -> list[Any]:
    seen = []
    for agent in env.agent_iter():
        row, reward, ended, _, _ = env.last()
        seen += [agent, row["observation"], row["action_mask"], reward]
        env.step(None if ended else int(np.flatnonzero(row["action_mask"])[-1]))
    return seen


def begun_env(**wishes: Any) -> gymnasium.Env[Any, Any]:
    env: gymnasium.Env[Any, Any] = gymnasium.make(ours.env_id(SMALLEST), players=3, **wishes)
    _, info = env.reset(seed=5)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    return env


def begun_batch() -> Batch:
    wishes: dict[str, Any] = {"policies": ("caller", "greedy", "random"), "rotate": True}
    batch = Batch(GAME, 3, 5, seed=[4, 5, 6, 7, 8], keep_last=True, workers=2, **wishes)
    for _ in range(20):
        batch.step(batch.sample("random"))
    return batch


@each_copier
@pytest.mark.parametrize("book", rulebooks().values(), ids=repr)
def test_matches(book: Rulebook, copier: Callable[[Match], Match]) -> None:
    match = nomarch.new(book.game.id, seed=1, names=("Ada", "Bo", "Cy", "Di"))
    continue_match(match)
    twin = copier(match)
    before = match.save()
    continued = continue_match(twin)
    assert match.save() == before
    assert continue_match(match) == continued


@each_copier
def test_past_positions(copier: Callable[[Match], Match]) -> None:
    match = nomarch.new("amun-re", seed=1)
    play_on(match, "random", 20)
    past = match.past(9)
    assert copier(past).view(0) == past.view(0)
    assert copier(past.steps[0]) == past.steps[0]


@each_copier
def test_batches(copier: Callable[[Batch], Batch]) -> None:
    batch = begun_batch()
    twin = copier(batch)
    np.testing.assert_equal(continue_batch(twin), continue_batch(batch))
    assert twin.observation is not batch.observation


@each_copier
@pytest.mark.parametrize("opponents", ["random", "greedy", "novice"])
def test_environments(opponents: str, copier: Callable[[Any], Any]) -> None:
    env = begun_env(opponents=opponents, seat=None)
    twin = copier(env)
    np.testing.assert_equal(continue_env(twin), continue_env(env))


@each_copier
def test_vector_environments(copier: Callable[[Any], Any]) -> None:
    env = ours.GameVectorEnv(GAME, 3, 4)
    env.reset(seed=2)
    twin = copier(env)
    for _ in range(20):
        action = env.action_masks().argmax(axis=1)
        np.testing.assert_equal(twin.step(action), env.step(action))
    np.testing.assert_equal(twin.reset(), env.reset())


@each_copier
def test_agents(copier: Callable[[Any], Any]) -> None:
    env = pettingzoo.env(GAME, 3)
    env.reset(seed=3)
    twin = copier(env)
    np.testing.assert_equal(continue_agents(twin), continue_agents(env))


@each_copier
@pytest.mark.parametrize("level", ["random", "novice", "greedy"])
def test_bots(level: str, copier: Callable[[Any], Any]) -> None:
    match, bot = nomarch.new("ra", seed=3), make_bot(level, rulebooks()["ra"])
    seat = match.to_act[0]
    assert decide(match, seat, copier(bot)) == decide(match, seat, bot)


def test_another_process_continues_them() -> None:
    match = nomarch.new(GAME, 3, seed=2)
    continue_match(match)
    batch, env = begun_batch(), begun_env()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        sent = [
            pool.apply_async(proceed, (it,))
            for proceed, it in (
                (continue_match, match),
                (continue_batch, batch),
                (continue_env, env),
            )
        ]
        there = [result.get() for result in sent]
    here = [continue_match(match), continue_batch(batch), continue_env(env)]
    np.testing.assert_equal(there, here)
