"""CUDA simulations end to end: `python bench/cuda_simulate.py [game …]`.

For each game, at its usual player count and random play: the kernels alone, `simulate(on="cuda")`
from call to result, `simulate` on all cores of the CPU, and the first call with an empty cache and
with a full one. Each measurement is a separate process; 0 means that it failed.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

MEASUREMENTS = ("cold", "warm", "kernel", "end_to_end", "cpu")
SEED = "cuda simulate"


def first_call(game: str, options: argparse.Namespace) -> dict[str, Any]:
    """Seconds until the first small simulation is done: compiling, or loading compiled code."""
    import nomarch

    started = time.perf_counter()
    nomarch.simulate(game, 1024, seed=SEED, on="cuda")
    return {"seconds": time.perf_counter() - started}


def kernel(game: str, options: argparse.Namespace) -> dict[str, Any]:
    """Steps a second of the kernels alone, the best of three launches."""
    from nomarch.engine.series import DeviceSeries, Series
    from nomarch.kernel.declare.game import rulebook
    from nomarch.kernel.run.seeds import make_seed

    book = rulebook(game)
    series = Series.at_random(book, book.game.usual_players, make_seed(SEED))
    DeviceSeries(series, 1024).tally(0, 1024)
    device = DeviceSeries(series, options.games)
    best, games = 0.0, device.at_once
    for _ in range(3):
        device.target.synchronize()
        started = time.perf_counter()
        device.play(0, games)
        device.target.synchronize()
        seconds = time.perf_counter() - started
        steps = int(device.steps.copy_to_host().astype("int64").sum())
        best = max(best, steps / seconds)
    return {"steps_per_second": best, "games_at_once": games, "steps": steps}


def simulated(game: str, on: str, games: int) -> dict[str, Any]:
    """A simulation from call to result, after a first small one has compiled or loaded all."""
    import nomarch

    nomarch.simulate(game, 1024, seed=SEED, on=on)
    started = time.perf_counter()
    done = nomarch.simulate(game, games, seed=SEED, on=on)
    seconds = time.perf_counter() - started
    return {"steps_per_second": done.steps / seconds, "seconds": seconds, "games": games}


def measure(game: str, name: str, options: argparse.Namespace) -> dict[str, Any]:
    if name in ("cold", "warm"):
        return first_call(game, options)
    if name == "kernel":
        return kernel(game, options)
    if name == "end_to_end":
        return simulated(game, "cuda", options.games)
    return simulated(game, "cpu", options.cpu_games)


def run(game: str, name: str, options: argparse.Namespace, cache: str) -> dict[str, Any]:
    """Measure in a separate process; all of them share a cache that begins empty."""
    command = [sys.executable, __file__, game, "--child", name, "--games", str(options.games)]
    command += ["--cpu-games", str(options.cpu_games)]
    environment = os.environ | {"NOMARCH_CACHE": cache}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    found: dict[str, Any] = {} if done.returncode else json.loads(done.stdout.splitlines()[-1])
    return found


def row(game: str, found: dict[str, dict[str, Any]]) -> str:
    """Return a game's results as a row of a table."""
    speeds = [
        f"{found[name].get('steps_per_second', 0) / 1e6:,.0f} M" for name in MEASUREMENTS[2:5]
    ]
    times = [f"{found[name].get('seconds', 0):.1f} s" for name in MEASUREMENTS[:2]]
    return f"| {' | '.join([game, *speeds, *times])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=10_000_000, help="games on the card")
    parser.add_argument("--cpu-games", type=int, default=200_000)
    parser.add_argument("--child", choices=MEASUREMENTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure(options.game[0], options.child, options)))
        return
    from nomarch.kernel.declare.game import rulebooks

    rows = []
    with tempfile.TemporaryDirectory() as cache:
        for game in options.game or list(rulebooks()):
            found = {}
            for name in MEASUREMENTS:
                found[name] = run(game, name, options, cache)
                print(f"{game}: {name} {json.dumps(found[name])}", flush=True)
            rows.append(row(game, found))
    print("\n| game | kernel | end to end | CPU | first call | cached |")
    print("| --- | --- | --- | --- | --- | --- |", *rows, sep="\n")


if __name__ == "__main__":
    main()
