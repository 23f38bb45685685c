"""MaskablePPO of sb3-contrib on the Gymnasium environment: one agent against bots.

    pip install '.[envs]' sb3-contrib
    python examples/sb3_maskable_ppo.py ra --steps 1_000_000

Masks come from `GameEnv.action_masks()`; observations are scaled to 0 to 1.
"""

from __future__ import annotations

import argparse

import numpy as np
from gymnasium import spaces
from gymnasium.wrappers import TransformObservation
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from nomarch.envs.gymnasium import GameEnv


def make_env(game, players, opponents):
    """One game in which the agent's seat is drawn."""
    env = GameEnv(game, players, opponents=opponents, seat=None)
    low, high = (
        bound.astype(np.float32)
        for bound in (env.observation_space.low, env.observation_space.high)
    )
    space = spaces.Box(0.0, 1.0, low.shape, np.float32)
    return TransformObservation(env, lambda row: (row - low) / (high - low), space)


def make_envs(game, players, opponents, num_envs, seed):
    made = {"game": game, "players": players, "opponents": opponents}
    return make_vec_env(make_env, num_envs, seed=seed, env_kwargs=made)


def win_rate(game, players, model, opponent, games):
    """How often the agent wins one seat against copies of an opponent."""
    envs = make_envs(game, players, opponent, 64, seed=99)
    obs, wins, finished = envs.reset(), 0, 0
    while finished < games:
        masks = get_action_masks(envs)
        action, _ = model.predict(obs, action_masks=masks, deterministic=True)
        obs, reward, done, _ = envs.step(action)
        wins += int((reward[done] == 1).sum())
        finished += int(done.sum())
    return wins / finished


class Report(BaseCallback):
    """Prints the win rate against random play at the end of each rollout."""

    def __init__(self, game, players):
        super().__init__()
        self.game, self.players = game, players

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        rate = win_rate(self.game, self.players, self.model, "random", 256)
        print(f"{self.num_timesteps:>12,} decisions  {rate:.1%} against random", flush=True)


def train(game="ra", players=None, steps=1_000_000, num_envs=64, num_steps=128, seed=1):
    envs = make_envs(game, players, "random", num_envs, seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=num_steps,
        batch_size=256,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        seed=seed,
        device="cpu",
    )
    return model.learn(steps, callback=Report(game, players))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="ra")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=1_000_000)
    options = parser.parse_args()
    train(options.game, options.players, options.steps)
