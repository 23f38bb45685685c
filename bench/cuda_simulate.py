"""CUDA simulations end to end: `python bench/cuda_simulate.py [game …] [--out FILE]`.

For each game, at its usual player count and random play: the kernels alone, `simulate(on="cuda")`
from call to result, `simulate` on all cores of the CPU, the first call with an empty cache and with
a full one, and whether the totals of the card equal the CPU's, with rotating greedy bots as well.

Each measurement is a separate process with a time limit. Results are written to `--out` as JSON
after each of them; a run that was interrupted goes on from there, and errors are recorded.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

MEASUREMENTS = ("cold", "warm", "kernel", "end_to_end", "cpu", "equal", "equal_greedy")
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
        steps = int(device.memory.steps.copy_to_host().astype("int64").sum())
        best = max(best, steps / seconds)
    return {"steps_per_second": best, "games_at_once": games, "steps": steps}


def simulated(game: str, on: str, games: int, **more: Any) -> dict[str, Any]:
    """A simulation from call to result, after a first small one has compiled or loaded all."""
    import nomarch

    nomarch.simulate(game, 1024, seed=SEED, on=on, **more)
    started = time.perf_counter()
    done = nomarch.simulate(game, games, seed=SEED, on=on, **more)
    seconds = time.perf_counter() - started
    return {"steps_per_second": done.steps / seconds, "seconds": seconds, "games": games}


def compared(game: str, games: int, **more: Any) -> dict[str, Any]:
    """Whether card and CPU give the same result to the last digit."""
    import nomarch

    card, cpu = (
        replace(nomarch.simulate(game, games, seed=SEED, on=on, **more), seconds=1.0)
        for on in ("cuda", "cpu")
    )
    return {"equal": card == cpu, "games": games, "steps": card.steps, "cpu_steps": cpu.steps}


def measure(game: str, name: str, options: argparse.Namespace) -> dict[str, Any]:
    from nomarch.kernel.declare.game import rulebook

    if name in ("cold", "warm"):
        return first_call(game, options)
    if name == "kernel":
        return kernel(game, options)
    if name == "end_to_end":
        return simulated(game, "cuda", options.games)
    if name == "cpu":
        return simulated(game, "cpu", options.cpu_games)
    if name == "equal":
        return compared(game, options.equal_games)
    bots = ["greedy"] + ["random"] * (rulebook(game).game.usual_players - 1)
    return compared(game, options.equal_games // 10, bots=bots, rotate=True)


def run(game: str, name: str, options: argparse.Namespace, cache: Path) -> dict[str, Any]:
    """Measure in a separate process; all of them share a cache that begins empty."""
    command = [
        sys.executable, __file__, game, "--child", name, "--games", str(options.games),
        "--cpu-games", str(options.cpu_games), "--equal-games", str(options.equal_games),
    ]  # fmt: skip
    started = time.perf_counter()
    try:
        done = subprocess.run(
            command,
            env=os.environ | {"NOMARCH_CACHE": str(cache)},
            capture_output=True,
            text=True,
            check=False,
            timeout=options.limit,
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"not done after {options.limit:.0f} s"}
    if done.returncode:
        return {"failed": done.stderr.strip()[-2000:] or f"exit code {done.returncode}"}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    found["process_seconds"] = time.perf_counter() - started
    if done.stderr.strip():
        found["stderr"] = done.stderr.strip()[-500:]
    return found


def row(game: str, found: dict[str, Any]) -> str:
    """A game's results as a row of a table."""

    def cell(name: str, key: str, form: str, scale: float = 1.0) -> str:
        if name not in found:
            return "not measured"
        value = found.get(name, {}).get(key)
        return "failed" if value is None else form.format(value * scale)

    speeds = [
        cell(n, "steps_per_second", "{:,.0f} M", 1e-6) for n in ("kernel", "end_to_end", "cpu")
    ]
    alone, whole = (found.get(n, {}).get("steps_per_second") for n in ("kernel", "end_to_end"))
    share = f"{whole / alone:.0%}" if alone and whole else ""
    times = [cell(name, "seconds", "{:.1f} s") for name in ("cold", "warm")]
    same = ", ".join(
        {True: "equal", False: "DIFFERENT"}.get(found[name].get("equal"), "failed")
        for name in ("equal", "equal_greedy")
        if name in found
    )
    return f"| {' | '.join([game, *speeds[:2], share, speeds[2], *times, same])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=10_000_000, help="games on the card")
    parser.add_argument("--cpu-games", type=int, default=200_000)
    parser.add_argument("--equal-games", type=int, default=1_000_000)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one measurement")
    parser.add_argument("--only", nargs="*", choices=MEASUREMENTS, default=list(MEASUREMENTS))
    parser.add_argument("--out", type=Path, default=Path("cuda_simulate.json"))
    parser.add_argument("--child", choices=MEASUREMENTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(measure(options.game[0], options.child, options)))
        return
    from nomarch.kernel.declare.game import rulebooks

    results: dict[str, Any] = {}
    if options.out.exists():
        results = json.loads(options.out.read_text())
    cache = Path(results.setdefault("cache", tempfile.mkdtemp(prefix="nomarch-cuda-")))
    games = options.game or list(rulebooks())
    for game in games:
        found = results.setdefault(game, {})
        for name in options.only:
            if name in found and "failed" not in found[name]:
                continue
            print(f"{game}: {name} …", end=" ", flush=True)
            found[name] = run(game, name, options, cache)
            print(json.dumps({k: v for k, v in found[name].items() if k != "stderr"}), flush=True)
            options.out.write_text(json.dumps(results, indent=1))
    print("\n| game | kernel | end to end | share | CPU | first call | cached | totals |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for game in games:
        print(row(game, results[game]))


if __name__ == "__main__":
    main()
