"""Train networks for all games on one GPU: `python -m bench.train_all --out DIR --minutes 8`.

Each game trains in a separate process, side by side, so that kernels compile in parallel and the
GPU is never idle. `--alone` lets them take turns instead, for figures of one game at a time. A game
that fails doesn't stop the others. With runs in DIR already, they are resumed: learning rate and
entropy fall over `--minutes` of training in all, `--deadline` only ends this call.

DIR gets a folder per game (checkpoint, log), and for easy transport `GAME-weights.npz`,
`summary.json` (decisions/s, win rates, losses by time) and `logs.tar.gz`.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import logging
import os
import subprocess
import sys
import tarfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from shutil import copyfile
from typing import Any

from nomarch.bots.weights import find_published, load_weights
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.training.evaluation import WinRate
from nomarch.training.settings import TrainingSettings

log = logging.getLogger("nomarch.bench")

RESULT = "result.json"
MARGIN = 55.0
"""Seconds before the deadline at which training ends, for a last evaluation."""
PER_ALONE_GAME = 0.9
"""Share of a game's time spent training when games take turns."""


def settings_of(options: argparse.Namespace, game: str) -> TrainingSettings:
    players = options.players or rulebook(game).game.usual_players
    seconds = options.minutes * 60
    if options.alone:
        seconds *= PER_ALONE_GAME / len(options.games)
    changes: dict[str, Any] = {}
    for change in options.set:
        name, _, value = change.partition("=")
        changes[name] = type(getattr(TrainingSettings, name))(value)
    if options.on == "cpu":
        changes |= {"threads": 1}
    init = options.init / f"{game}-weights.npz" if options.init else None
    if options.mixed:
        changes["mixed_players"] = rulebook(game).game.players
    return TrainingSettings.for_device(
        game,
        players,
        options.out / game,
        options.on,
        **{
            "steps": 1 << 40,
            "seconds": seconds,
            "eval_seconds": max(5.0, seconds / 12),
            "seed": options.seed,
            "init": init if init and init.exists() else None,
        }
        | changes,
    )


@contextmanager
def turn(options: argparse.Namespace) -> Iterator[None]:
    """Wait for the GPU when games take turns."""
    if not options.alone:
        yield
        return
    with (options.out / "gpu.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def train_one(options: argparse.Namespace, game: str) -> None:
    """Train one game in this process and write its result."""
    from nomarch.training.trainer import CHECKPOINT, Trainer

    logging.basicConfig(
        level=logging.INFO, format=f"%(asctime)s {game}: %(message)s", datefmt="%H:%M:%S"
    )
    logging.getLogger("numba").setLevel(logging.WARNING)
    began = time.perf_counter()
    settings = settings_of(options, game)
    is_resumed = (settings.folder / CHECKPOINT).exists()
    log.info("resuming" if is_resumed else "starting")
    trainer = Trainer(settings, resume=is_resumed)
    trainer.update()
    trainer.save()
    trainer.evaluate()
    compiled = time.perf_counter() - began
    log.info("%s: compiled after %.0f s", game, compiled)
    with turn(options):
        first, since = trainer.global_step, trainer.seconds
        trainer.train(until=options.until - MARGIN)
    result = {
        "game": game,
        "players": settings.players,
        "width": settings.width,
        "compile_seconds": round(compiled, 1),
        "train_seconds": round(trainer.seconds - since, 1),
        "decisions": trainer.global_step - first,
        "decisions_per_second": round((trainer.global_step - first) / (trainer.seconds - since)),
        "alone": options.alone,
        "phases": trainer.phases,
        **{name: trainer.log[-1][name] for name in trainer.log[-1]},
    }
    for players in trainer.settings.player_counts:
        against: dict[str, WinRate] = {}
        shipped = find_published(rulebook(game), players)
        if shipped:
            against["shipped"] = trainer.evaluate_against(shipped, players)
        evaluator = trainer.evaluator(players)
        against["greedy"] = evaluator.against_policy(trainer.network, "greedy", "the end")
        result[f"players_{players}"] = {name: asdict(won) for name, won in against.items()}
    (settings.folder / RESULT).write_text(json.dumps(result), encoding="utf-8")
    print(trainer.summary(), flush=True)


def gather(options: argparse.Namespace) -> None:
    """Collect what is worth taking home."""
    results = []
    with tarfile.open(options.out / "logs.tar.gz", "w:gz") as archive:
        for game in options.games:
            folder = options.out / game
            for name in ("log.jsonl", RESULT, "output.txt"):
                if (folder / name).exists():
                    archive.add(folder / name, f"{game}/{name}")
            if (folder / "weights.npz").exists():
                copyfile(folder / "weights.npz", options.out / f"{game}-weights.npz")
                load_weights(folder / "weights.npz").check(rulebook(game))
            if (folder / RESULT).exists():
                results.append(json.loads((folder / RESULT).read_text(encoding="utf-8")))
    (options.out / "summary.json").write_text(json.dumps(results, indent=2), encoding="utf-8")
    for result in results:
        print(
            f"{result['game']}: {result['decisions'] / 1e6:.0f} M decisions, "
            f"{result['decisions_per_second'] / 1e6:.2f} M/s, greedy {result['greedy']:.1%}, "
            f"random {result['random']:.1%}, compiled in {result['compile_seconds']:.0f} s"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8, help="training time without compiling")
    parser.add_argument("--games", default="", help="comma-separated (default: all)")
    parser.add_argument("--players", type=int, help="default: each game's usual number")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--alone", action="store_true", help="games take turns on the GPU")
    parser.add_argument("--init", type=Path, help="folder of GAME-weights.npz to start from")
    parser.add_argument("--mixed", action="store_true", help="train on every player count")
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="of TrainingSettings"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deadline", type=float, help="stop everything after so many minutes")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.until = options.until or time.time() + (options.deadline or 1e6) * 60
    options.games = options.games.split(",") if options.games else list(rulebooks())
    options.out.mkdir(parents=True, exist_ok=True)
    if options.one:
        try:
            train_one(options, options.one)
        except Exception:
            traceback.print_exc()
            return 1
        return 0
    failed = run_all(options)
    gather(options)
    return 1 if failed else 0


def run_all(options: argparse.Namespace) -> list[str]:
    """Run a process per game; return the games that failed."""
    processes, files = {}, {}
    for game in options.games:
        (options.out / game).mkdir(exist_ok=True)
        files[game] = (options.out / game / "output.txt").open("a", encoding="utf-8")
        command = [sys.executable, "-m", "bench.train_all", *sys.argv[1:]]
        command += ["--one", game, "--until", str(options.until)]
        quiet = os.environ | {"NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0", "PYTHONUNBUFFERED": "1"}
        processes[game] = subprocess.Popen(
            command, stdout=files[game], stderr=subprocess.STDOUT, env=quiet
        )
    failed = []
    for game, process in processes.items():
        try:
            code = process.wait(max(0.0, options.until - time.time()))
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        files[game].close()
        output = (options.out / game / "output.txt").read_text(encoding="utf-8").splitlines()
        print(f"--- {game}: exit {code}", *output[-40 if code else -8 :], sep="\n", flush=True)
        if code:
            failed.append(game)
    return failed


if __name__ == "__main__":
    sys.exit(main())
