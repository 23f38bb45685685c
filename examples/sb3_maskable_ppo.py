"""MaskablePPO of sb3-contrib on a `Batch`: one agent against random or greedy opponents.

    pip install '.[sb3]'
    python examples/sb3_maskable_ppo.py ra --steps 1_000_000

The environment is `nomarch.envs.stable_baselines3.BatchVecEnv`, which rotates the agent's seat.
"""

from __future__ import annotations

import argparse

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from nomarch.envs.stable_baselines3 import BatchVecEnv


def win_rate(game, players, model, opponent, games):
    """How often the agent wins one seat against copies of an opponent."""
    env = BatchVecEnv(game, 256, players, opponents=opponent, seed=99)
    obs, wins, finished = env.reset(), 0, 0
    while finished < games:
        action, _ = model.predict(obs, action_masks=env.action_masks(), deterministic=True)
        obs, reward, done, _ = env.step(action)
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


def train(game="ra", players=None, steps=1_000_000, num_envs=64, num_steps=256, seed=1):
    env = BatchVecEnv(game, num_envs, players, opponents="random", seed=seed)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=num_steps, batch_size=2048, n_epochs=4, seed=seed, device="cpu"
    )
    return model.learn(steps, callback=Report(game, players))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="ra")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=1_000_000)
    options = parser.parse_args()
    train(options.game, options.players, options.steps)
