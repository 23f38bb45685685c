"""Single environments: `python -m bench.single_envs [game …] [--seconds 1.5]`.

Agent steps per second of processor time, random legal actions, usual player count. Gymnasium has
greedy opponents. PettingZoo is measured three times: bare (`raw_env`), with its wrappers nested as
its own games nest them, and as `env` has them, in one layer.
"""

from __future__ import annotations

import argparse
import random

import gymnasium
import numpy as np
from bench.peers import aec, rate
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

import nomarch.envs  # noqa: F401 (registers the games)
from nomarch.envs.pettingzoo import env, raw_env
from nomarch.kernel.game import rulebooks


def gym_game(single: gymnasium.Env) -> int:
    _, info = single.reset(seed=random.randrange(1 << 30))
    steps, over = 0, False
    while not over:
        legal = np.flatnonzero(info["action_mask"]).tolist()
        _, _, over, _, info = single.step(random.choice(legal))
        steps += 1
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.5)
    options = parser.parse_args()
    print("| game | Gymnasium | PettingZoo, bare | wrappers nested | `env` |")
    print("| --- | --- | --- | --- | --- |")
    for game in options.game or list(rulebooks()):
        random.seed(1)
        single = gymnasium.make(f"nomarch/{game.title().replace('-', '')}-v0")
        speeds = [rate(lambda e=single: gym_game(e), options.seconds)]
        nested = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(game)))
        for zoo in (raw_env(game), nested, env(game)):
            speeds.append(rate(lambda e=zoo: aec(e), options.seconds))
        print(f"| {game} | {' | '.join(f'{speed:,.0f}' for speed in speeds)} |", flush=True)


if __name__ == "__main__":
    main()
