"""CUDA launch options side by side: `python bench/cuda_variants.py [game …]`.

Every variant is compiled in a separate process, several at a time; they take turns on the card.
Each plays a series and steps a batch with observations and masks; the bytes of its final states
and of its batch are compared with the processor's. Lines appear as they are measured, and go to
`--out` as well. A variant that does not come to an end in `--limit` seconds is given up.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from nomarch.cli.speed import SEED
from nomarch.kernel.cuda_options import CudaOptions
from nomarch.kernel.game import Rulebook, rulebook, rulebooks

VARIANTS: dict[str, CudaOptions | None] = {
    "declared": None,
    "alone-64": CudaOptions(64),
    "alone-128": CudaOptions(),
    "alone-128-r40": CudaOptions(max_registers=40),
    "alone-128-r64": CudaOptions(max_registers=64),
    "alone-256": CudaOptions(256),
    "near-64": CudaOptions(64, local_state=True),
    "near-128": CudaOptions(local_state=True),
    "near-128-r64": CudaOptions(max_registers=64, local_state=True),
    "waves-64": CudaOptions(64, sort_games=True),
    "waves-128": CudaOptions(sort_games=True),
    "waves-256": CudaOptions(256, sort_games=True),
    "waves-256-r64": CudaOptions(256, max_registers=64, sort_games=True),
    "waves-128-calls": CudaOptions(sort_games=True, inline_below=60),
    "waves-256-r64-calls": CudaOptions(256, max_registers=64, sort_games=True, inline_below=60),
    "waves-512-r48": CudaOptions(512, max_registers=48, sort_games=True),
}
STEPS = (20, 200)
"""Warm-up steps and measured steps."""
COMPARED, BATCH_COMPARED, BATCH_STEPS = 8192, 512, 200
SEEN = ("observation", "mask", "action", "reward", "done", "seat", "refused", "_states", "_slots")


def book_of(game: str, options: CudaOptions | None) -> Rulebook:
    """Return the game's rulebook with other launch options; its own for None."""
    book = rulebook(game)
    if options:
        book.game = replace(book.game, cuda=options)
    return book


def digest(*memory: Any) -> str:
    """Return a short hash of host or device arrays."""
    found = hashlib.sha256()
    for array in memory:
        host = array.copy_to_host() if hasattr(array, "copy_to_host") else array
        found.update(host.tobytes())
    return found.hexdigest()[:16]


def batch_digest(game: str, players: int, on: str) -> str:
    """Return the hash of a batch after some steps."""
    from nomarch.envs import Batch

    batch = Batch(game, players, BATCH_COMPARED, seed=1, on=on, skip=False)
    for _ in range(BATCH_STEPS):
        batch.sample()
        batch.step()
    return digest(*(getattr(batch, name) for name in SEEN))


def on_processor(game: str, part: str) -> dict[str, Any]:
    """Return the hashes that every variant must reproduce."""
    from nomarch.engine.series import Series, play_on_cpu

    book = rulebook(game)
    players = book.game.usual_players
    if part == "batch":
        return {"batch": batch_digest(game, players, "cpu")}
    series = Series.at_random(book, players, SEED)
    return {"series": digest(play_on_cpu(series, 0, COMPARED))}


def measure_series(book: Rulebook, turn: Any, games: int) -> dict[str, Any]:
    """Measure steps per second of whole games, and hash the first of them."""
    from nomarch.engine.series import Series, play_on_device

    series = Series.at_random(book, book.game.usual_players, SEED)
    started = time.perf_counter()
    play_on_device(series, 0, 1024, fetch=False)
    compiled = time.perf_counter() - started
    with turn():
        same = play_on_device(series, 0, COMPARED).states
        best = 0.0
        for _ in range(3):
            played = play_on_device(series, 0, games, fetch=False)
            best = max(best, float(played.steps.sum()) / played.seconds)
    return {"series": digest(same), "steps/s": best, "compiled": compiled}


def measure_batch(book: Rulebook, turn: Any, n: int) -> dict[str, Any]:
    """Measure steps per second of a batch, with and without observations."""
    from nomarch.envs import Batch
    from nomarch.kernel import backend

    game, players = book.game.id, book.game.usual_players
    started = time.perf_counter()
    found: dict[str, Any] = {"batch": batch_digest(game, players, "cuda")}
    found["compiled"] = time.perf_counter() - started
    device = backend.device()
    for name, observe in (("observed/s", True), ("masked/s", False)):
        batch = Batch(game, players, n, seed=1, on="cuda", skip=False, observe=observe)
        with turn():
            for steps in STEPS:
                device.synchronize()
                started = time.perf_counter()
                for _ in range(steps):
                    batch.sample()
                    batch.step()
                device.synchronize()
                found[name] = n * steps / (time.perf_counter() - started)
    return found


class Turn:
    """A lock on the card."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self) -> Turn:
        return self

    def __enter__(self) -> None:
        self.file = open(self.path, "a")
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def child(options: argparse.Namespace) -> dict[str, Any]:
    """Measure one variant in this process."""
    game, name, part = options.child
    if name == "processor":
        return on_processor(game, part)
    book, turn = book_of(game, VARIANTS[name]), Turn(options.turn)
    if part == "batch":
        return measure_batch(book, turn, options.n)
    return measure_series(book, turn, options.games)


def run(task: tuple[str, str, str], options: argparse.Namespace, turn: str) -> dict[str, Any]:
    """Measure one variant in a child process."""
    command = [
        sys.executable, __file__, "--child", *task, "--turn", turn, "--n", str(options.n),
        "--games", str(options.games),
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=options.limit
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"not done after {options.limit} s"}
    if done.returncode:
        return {"failed": (done.stderr.strip().splitlines() or ["no word"])[-1][:150]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def line(task: tuple[str, str, str], found: dict[str, Any], expected: dict[str, str]) -> str:
    """Format a result as a row of the table."""
    game, name, part = task
    if "failed" in found:
        return f"| {game} | {part} | {name} | {found['failed']} | | |"
    same = "the same" if found[part] == expected.get(part) else "DIFFERENT"
    speeds = ", ".join(
        f"{found[key] / 1e6:,.0f} M {key}"
        for key in ("steps/s", "observed/s", "masked/s")
        if key in found
    )
    return f"| {game} | {part} | {name} | {speeds} | {found['compiled']:.0f} s | {same} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--only", nargs="*", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--parts", nargs="*", choices=("series", "batch"), default=["series"])
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--n", type=int, default=1 << 17)
    parser.add_argument("--limit", type=float, default=400)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--child", nargs=3, help="game, variant and part, measured here as JSON")
    parser.add_argument("--turn", default="")
    options = parser.parse_args()
    if options.child:
        print(json.dumps(child(options)))
        return
    games = options.game or list(rulebooks())
    turn = tempfile.mkstemp()[1]

    def tell(text: str) -> None:
        print(text, flush=True)
        if options.out:
            with options.out.open("a") as file:
                file.write(text + "\n")

    tell("| game | of | variant | speed | first call | bytes |")
    tell("| --- | --- | --- | --- | --- | --- |")
    with ThreadPoolExecutor(options.workers) as pool:
        processor = {
            (game, part): pool.submit(run, (game, "processor", part), options, turn)
            for game in games
            for part in options.parts
        }

        def measure(task: tuple[str, str, str]) -> None:
            found = run(task, options, turn)
            tell(line(task, found, processor[task[0], task[2]].result()))

        tasks = [(g, name, part) for g in games for part in options.parts for name in options.only]
        for done in [pool.submit(measure, task) for task in tasks]:
            done.result()


if __name__ == "__main__":
    main()
