"""Batches on a card: `python bench/batch_cuda.py [game …] [--n N] [--steps N]`.

First steps the same batch on the card and on the processor and compares every byte: states, slots,
observations, masks, rewards. Then measures random play with observations and masks on the card.
Exits with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time

from nomarch.envs import Batch
from nomarch.kernel import backend
from nomarch.kernel.game import rulebook, rulebooks

SEEN = ("observation", "mask", "action", "reward", "done", "seat", "refused", "_states", "_slots")
MIXED = {"rotate": True, "reward": "points", "reset": "next_step"}


def differences(game: str, players: int, n: int, steps: int, **manner: object) -> list[str]:
    """Return the arrays that differ between CPU and card after some steps."""
    one, other = (Batch(game, players, n, seed=1, on=on, **manner) for on in ("cpu", "cuda"))
    for _ in range(steps):
        for batch in (one, other):
            batch.sample()
            batch.step()
    return [
        name
        for name in SEEN
        if getattr(one, name).tobytes() != getattr(other, name).copy_to_host().tobytes()
    ]


def speed(game: str, players: int, n: int, steps: int, **manner: object) -> tuple[float, float]:
    """Return decisions per second on the card, and seconds until the first."""
    started = time.perf_counter()
    batch = Batch(game, players, n, seed=1, on="cuda", skip=False, **manner)
    batch.sample()
    batch.step()
    device = backend.device()
    device.synchronize()
    first = time.perf_counter() - started
    started = time.perf_counter()
    for _ in range(steps):
        batch.sample()
        batch.step()
    device.synchronize()
    return n * steps / (time.perf_counter() - started), first


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--n", type=int, default=1 << 16)
    parser.add_argument("--steps", type=int, default=400)
    options = parser.parse_args()
    for game in options.game or list(rulebooks()):
        players = rulebook(game).game.usual_players
        policies = ["caller", "greedy"] + ["random"] * (players - 2)
        for manner in ({}, {"policies": policies, **MIXED}):
            found = differences(game, players, 512, 300, **manner)
            if found:
                print(f"{game}, {players} players, {manner}: different {', '.join(found)}")
                return 1
        seen, first = speed(game, players, options.n, options.steps)
        blind, _ = speed(game, players, options.n, options.steps, observe=False)
        print(
            f"{game}, {players} players: the same bytes; {options.n:,} games, "
            f"{seen / 1e6:.1f} M steps/s with observations and masks, "
            f"{blind / 1e6:.1f} M with masks alone; first step after {first:.0f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
