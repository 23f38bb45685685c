"""The VecEnv for Stable-Baselines3, and training with sb3-contrib's MaskablePPO."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3")

from nomarch.envs.stable_baselines3 import BatchVecEnv


def play_first_legal(env: BatchVecEnv, steps: int) -> tuple[int, float]:
    ended, paid = 0, 0.0
    env.reset()
    for _ in range(steps):
        masks = np.stack(env.env_method("action_masks"))
        observation, reward, done, infos = env.step(masks.argmax(axis=1))
        assert env.observation_space.contains(observation[0])
        assert [i for i, info in enumerate(infos) if "terminal_observation" in info] == list(
            np.flatnonzero(done)
        )
        ended += int(done.sum())
        paid += float(reward.sum())
    return ended, paid


@pytest.mark.xdist_group("compile-ra")
def test_games_end_and_restart() -> None:
    env = BatchVecEnv("ra", num_envs=8, players=3, opponents="random", seed=1)
    ended, paid = play_first_legal(env, 400)
    assert ended > 8
    assert -ended <= paid <= ended
    env.close()


@pytest.mark.xdist_group("compile-ra")
def test_the_same_seed_gives_the_same_games() -> None:
    env = BatchVecEnv("ra", num_envs=4, players=3, opponents="random")
    env.seed(7)
    first = play_first_legal(env, 100)
    env.seed(7)
    assert play_first_legal(env, 100) == first


@pytest.mark.xdist_group("compile-ra")
def test_maskable_ppo_learns_with_masks() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    env = BatchVecEnv("ra", num_envs=16, players=3, opponents="random", seed=1)
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=128, n_epochs=1)
    model.learn(1024)
    masks = env.action_masks()
    chosen, _ = model.predict(env.reset(), action_masks=masks)
    assert masks[np.arange(16), chosen].all()
