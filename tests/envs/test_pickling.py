"""Copies and pickles of matches, batches and environments continue like the original."""

import copy
import multiprocessing
import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

import nomarch
from nomarch.bots import Bot, make_bot
from nomarch.bots.play import decide
from nomarch.engine.match import SPECTATOR, Match
from nomarch.envs import Batch, gymnasium as ours, pettingzoo
from nomarch.kernel.declare.game import include, rulebook

SMALLEST = include("tests.smallest")
GAME = SMALLEST.game.id
ours.register(SMALLEST)

COPIERS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda it: pickle.loads(pickle.dumps(it)),
    "deepcopy": copy.deepcopy,
}


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


def begun_match(game: str) -> Match:
    match = nomarch.new(game, seed=1, names=("Ada", "Bo", "Cy", "Di"))
    continue_match(match)
    return match


def begun_agents() -> Any:
    env = pettingzoo.env(GAME, 3)
    env.reset(seed=3)
    return env


def begun_vectors() -> ours.GameVectorEnv:
    env = ours.GameVectorEnv(GAME, 3, 4)
    env.reset(seed=2)
    return env


def continue_vectors(env: ours.GameVectorEnv) -> list[Any]:
    return [*(env.step(env.action_masks().argmax(axis=1)) for _ in range(20)), env.reset()]


def choose(bot: Bot) -> str:
    match = nomarch.new("ra", seed=3)
    return decide(match, match.to_act[0], bot)


Case = tuple[Callable[[], Any], Callable[[Any], Any]]
CASES: dict[str, Case] = {
    **{game: (partial(begun_match, game), continue_match) for game in nomarch.games()},
    "past position": (lambda: begun_match("amun-re").past(9), lambda past: past.view(0)),
    "step": (lambda: begun_match("amun-re").steps[0], lambda step: step),
    "batch": (begun_batch, continue_batch),
    "vectors": (begun_vectors, continue_vectors),
    "agents": (begun_agents, continue_agents),
    **{
        f"environment with {bots}": (partial(begun_env, opponents=bots, seat=None), continue_env)
        for bots in ("random", "greedy", "novice")
    },
    **{
        level: (partial(make_bot, level, rulebook("ra")), choose)
        for level in ("random", "novice", "greedy")
    },
}
"""What can be copied, by name: how it begins, and all that can be read as it goes on."""


@pytest.mark.parametrize("copier", COPIERS.values(), ids=COPIERS)
@pytest.mark.parametrize("name", CASES)
def test_a_copy_continues_like_the_original(name: str, copier: Callable[[Any], Any]) -> None:
    begin, proceed = CASES[name]
    original, untouched = begin(), begin()
    there = proceed(copier(original))
    np.testing.assert_equal(there, proceed(original))
    np.testing.assert_equal(there, proceed(untouched))


@pytest.mark.compiled
def test_another_process_continues_them() -> None:
    pairs = [
        (continue_match, begun_match("ra")),
        (continue_batch, begun_batch()),
        (continue_env, begun_env()),
    ]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        sent = [pool.apply_async(proceed, (it,)) for proceed, it in pairs]
        there = [result.get() for result in sent]
    np.testing.assert_equal(there, [proceed(it) for proceed, it in pairs])
