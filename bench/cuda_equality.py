"""CUDA against the CPU, byte for byte: `python bench/cuda_equality.py [game …] [--games N]`.

Plays the same numbered games on the graphics card and on the processor, for every player count,
and compares the final states, chance included. Exits with 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from nomarch.cli.speed import SEED
from nomarch.engine.series import Series, play_on_cpu, play_on_device
from nomarch.kernel.game import rulebook, rulebooks


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=100_000)
    options = parser.parse_args()
    for game in options.game or list(rulebooks()):
        book = rulebook(game)
        counts = sorted({setup.players for setup in book.setups() if not any(setup.options)})
        each = -(-options.games // len(counts))
        for players in counts:
            started = time.perf_counter()
            series = Series.at_random(book, players, SEED)
            device = play_on_device(series, 0, each).states
            processor = play_on_cpu(series, 0, each)
            assert device is not None
            same = sum(a.tobytes() == b.tobytes() for a, b in zip(device, processor, strict=True))
            print(
                f"{game}, {players} players: {same:,} of {each:,} final states are the same bytes "
                f"({book.layout.size} each, {time.perf_counter() - started:.0f} s)",
                flush=True,
            )
            if same != each:
                first = next(i for i in range(each) if device[i] != processor[i])
                fields = [
                    name for name in device.dtype.names
                    if not np.array_equal(device[first][name], processor[first][name])
                ]  # fmt: skip
                print(f"game {first} differs in {', '.join(fields)}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
