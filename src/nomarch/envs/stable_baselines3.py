"""A Stable-Baselines3 `VecEnv` over a batch, with masks for sb3-contrib's MaskablePPO.

from sb3_contrib import MaskablePPO
from nomarch.envs.stable_baselines3 import BatchVecEnv

env = BatchVecEnv("ra", num_envs=64)
model = MaskablePPO("MlpPolicy", env, n_steps=256, batch_size=2048)
model.learn(1_000_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from nomarch.envs.batch import CALLER, Batch
from nomarch.envs.observations import Array
from nomarch.kernel.game import rulebook

Indices = None | int | Iterable[int]


class BatchVecEnv(VecEnv):  # type: ignore[misc]
    """One agent against policies of `Batch` in many games; the agent's seat rotates.

    Observations are floats between 0 and 1. Finished games restart in the same step, with the final
    observation in `infos[i]["terminal_observation"]`.
    """

    render_mode = None

    def __init__(
        self,
        game: str,
        num_envs: int = 256,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] = "greedy",
        options: Mapping[str, str] | None = None,
        reward: str = "place",
        seed: int | None = None,
        workers: int | None = None,
    ) -> None:
        players = players or rulebook(game).game.usual_players
        others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        self.batch = Batch(
            game,
            players,
            num_envs,
            seed=seed,
            options=options,
            policies=[CALLER, *others],
            rotate=True,
            reward=reward,
            keep_last=True,
            workers=workers,
        )
        size = self.batch.seen.size
        super().__init__(
            num_envs,
            spaces.Box(0.0, 1.0, (size,), np.float32),
            spaces.Discrete(len(self.batch.actions)),
        )

    def reset(self) -> Array:
        self.batch.reset(self._seeds[0])
        self._reset_seeds()
        return self._observe(self.batch.observation)

    def step_async(self, actions: Array) -> None:
        self.batch.action[:] = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        batch = self.batch
        batch.step()
        done = batch.done.astype(bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(done)
        for i, final in zip(ended.tolist(), self._observe(batch.last[ended]), strict=True):
            infos[i] = {"terminal_observation": final, "TimeLimit.truncated": False}
        # With rotating policies the caller's reward is in the first column.
        return self._observe(batch.observation), batch.reward[:, 0].copy(), done, infos

    def _observe(self, rows: Array) -> Array:
        return self.batch.seen.scaled(rows)

    def action_masks(self) -> Array:
        masks: Array = self.batch.mask.astype(bool)
        return masks

    def close(self) -> None:
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *arguments: Any, indices: Indices = None, **keywords: Any
    ) -> list[Any]:
        """Call a method of the whole batch and return its rows."""
        rows = getattr(self, method_name)(*arguments, **keywords)
        return [rows[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Indices = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))
