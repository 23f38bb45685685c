"""CUDA against the CPU, byte for byte: `python bench/cuda_equality.py [game …] [--games N]`.

Plays the same numbered games on the graphics card and on the processor, for every player count,
and compares the final states, chance included. Then steps the same batch on both, compares states,
observations, masks and rewards, and measures a large batch on the card. Exits with 1 at the first
difference.
"""

import argparse
import sys
import time

from nomarch.engine.series import Series, play_on_cpu, play_on_device
from nomarch.envs import Batch
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed

SEED = make_seed("benchmark")
ARRAYS = (
    "observation", "mask", "action", "reward", "done", "seat", "refused", "_states", "_slots",
)  # fmt: skip
MIXED = {"rotate": True, "reward": "points", "reset": "next_step"}
"""Settings of a batch in which policies play other seats."""


def is_series_same(book: Rulebook, players: int, games: int) -> bool:
    """Compare the final states of numbered games."""
    started = time.perf_counter()
    series = Series.at_random(book, players, SEED)
    device = play_on_device(series, 0, games).states
    processor = play_on_cpu(series, 0, games)
    assert device is not None
    same = sum(a.tobytes() == b.tobytes() for a, b in zip(device, processor, strict=True))
    print(
        f"{book.game.id}, {players} players: {same:,} of {games:,} final states are the same bytes "
        f"({book.layout.size} each, {time.perf_counter() - started:.0f} s)",
        flush=True,
    )
    if same != games:
        first = next(i for i in range(games) if device[i] != processor[i])
        print(f"game {first} differs")
    return same == games


def is_batch_same(game: str, players: int, **settings: object) -> bool:
    """Compare every array of a batch after 300 steps of 512 games."""
    one, other = (Batch(game, players, 512, seed=1, on=on, **settings) for on in ("cpu", "cuda"))
    for batch in (one, other):
        step(batch, 300)
    differing = [
        name
        for name in ARRAYS
        if getattr(one, name).tobytes() != getattr(other, name).copy_to_host().tobytes()
    ]
    if differing:
        print(f"{game}, {players} players, {settings}: different {', '.join(differing)}")
    return not differing


def step(batch: Batch, steps: int) -> None:
    for _ in range(steps):
        batch.sample()
        batch.step()


def batch_speed(game: str, players: int, n: int, *, observe: bool) -> float:
    """Return decisions per second on the card."""
    batch, steps = Batch(game, players, n, seed=1, on="cuda", skip=False, observe=observe), 400
    step(batch, 1)
    backend.device().synchronize()
    started = time.perf_counter()
    step(batch, steps)
    backend.device().synchronize()
    return n * steps / (time.perf_counter() - started)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--n", type=int, default=1 << 19, help="games of the measured batch")
    options = parser.parse_args()
    for game in options.game or list(rulebooks()):
        book = rulebook(game)
        counts = sorted({setup.players for setup in book.setups() if not any(setup.options)})
        each = -(-options.games // len(counts))
        if not all(is_series_same(book, players, each) for players in counts):
            return 1
        players = book.game.usual_players
        policies = ["caller", "greedy"] + ["random"] * (players - 2)
        for settings in ({}, {"policies": policies, **MIXED}):
            if not is_batch_same(game, players, **settings):
                return 1
        speeds = [batch_speed(game, players, options.n, observe=seen) for seen in (True, False)]
        print(
            f"{game}: batches are the same bytes; {speeds[0] / 1e6:.1f} M decisions/s with "
            f"observations and masks, {speeds[1] / 1e6:.1f} M with masks alone",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
