"""Collect games for TorchRL: `python examples/torchrl_rollout.py [GAME]`.

Its samplers fail where a mask allows nothing, so agents without a decision get one action more.
"""

from __future__ import annotations

import sys

from tensordict import TensorDict
from torchrl.envs import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType

from nomarch.envs.pettingzoo import parallel_env


def collect(game: str, players: int, steps: int, seed: int = 1) -> TensorDict:
    """Return a rollout of random play, with observations, masks, actions and rewards by agent."""
    env = PettingZooWrapper(
        parallel_env(game, players, idle="noop"),
        use_mask=True,
        group_map=MarlGroupMapType.ONE_GROUP_PER_AGENT,
        seed=seed,
    )
    return env.rollout(steps)


if __name__ == "__main__":
    print(collect(sys.argv[1] if len(sys.argv) > 1 else "ra", 3, 200))
