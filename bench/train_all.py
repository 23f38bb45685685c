"""Train networks for all games on one GPU: `python -m bench.train_all --out DIR --minutes 8`.

Each game trains in a separate process, side by side, so that kernels compile in parallel and the
GPU is never idle. `--alone` lets them take turns instead, for figures of one game at a time. A game
that fails doesn't stop the others. With runs in DIR already, they are resumed: learning rate and
entropy fall over `--minutes` of training in all, `--deadline` only ends this call. With `--league`,
the files of LEAGUE/GAME are opponents in some of the games.

DIR gets a folder per game (checkpoint, log, curves), and for easy transport `GAME-weights.npz`,
`summary.json` (decisions/s, win rates, losses by time) and `curves.tar.gz`.
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
from nomarch.kernel.game import rulebook, rulebooks
from nomarch.training.evaluation import WinRate
from nomarch.training.settings import TrainingSettings

log = logging.getLogger("nomarch.bench")

RESULT = "result.json"
MARGIN = 55.0
"""Seconds before the deadline at which training ends, for a last evaluation."""
PER_ALONE_GAME = 0.9
"""Share of a game's time spent training when games take turns."""


def settings_of(wish: argparse.Namespace, game: str) -> TrainingSettings:
    players = wish.players or rulebook(game).game.usual_players
    seconds = wish.minutes * 60
    if wish.alone:
        seconds *= PER_ALONE_GAME / len(wish.games)
    changes: dict[str, Any] = {}
    for change in wish.set:
        name, _, value = change.partition("=")
        changes[name] = type(getattr(TrainingSettings, name))(value)
    if wish.on == "cpu":
        changes |= {"threads": 1}
    init = wish.init / f"{game}-weights.npz" if wish.init else None
    if wish.mixed:
        changes["mixed_players"] = rulebook(game).game.players
    if wish.league:
        changes["league"] = wish.league / game
    return TrainingSettings.for_device(
        game,
        players,
        wish.out / game,
        wish.on,
        **{
            "steps": 1 << 40,
            "seconds": seconds,
            "eval_seconds": max(5.0, seconds / 12),
            "seed": wish.seed,
            "init": init if init and init.exists() else None,
        }
        | changes,
    )


@contextmanager
def turn(wish: argparse.Namespace) -> Iterator[None]:
    """Wait for the GPU when games take turns."""
    if not wish.alone:
        yield
        return
    with (wish.out / "gpu.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def train_one(wish: argparse.Namespace, game: str) -> None:
    """Train one game in this process and write its result."""
    from nomarch.training.trainer import CHECKPOINT, Trainer

    logging.basicConfig(
        level=logging.INFO, format=f"%(asctime)s {game}: %(message)s", datefmt="%H:%M:%S"
    )
    logging.getLogger("numba").setLevel(logging.WARNING)
    began = time.perf_counter()
    settings = settings_of(wish, game)
    is_resumed = (settings.folder / CHECKPOINT).exists()
    log.info("resuming" if is_resumed else "starting")
    trainer = Trainer(settings, resume=is_resumed)
    trainer.update()
    trainer.save()
    trainer.evaluate()
    compiled = time.perf_counter() - began
    log.info("%s: compiled after %.0f s", game, compiled)
    with turn(wish):
        first, since = trainer.global_step, trainer.seconds
        trainer.train(until=wish.until - MARGIN)
    result = {
        "game": game,
        "players": settings.players,
        "width": settings.width,
        "compile_seconds": round(compiled, 1),
        "train_seconds": round(trainer.seconds - since, 1),
        "decisions": trainer.global_step - first,
        "decisions_per_second": round((trainer.global_step - first) / (trainer.seconds - since)),
        "alone": wish.alone,
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


def gather(wish: argparse.Namespace) -> None:
    """Collect what is worth taking home."""
    results = []
    with tarfile.open(wish.out / "curves.tar.gz", "w:gz") as archive:
        for game in wish.games:
            folder = wish.out / game
            for name in ("log.jsonl", "curves.svg", RESULT, "output.txt"):
                if (folder / name).exists():
                    archive.add(folder / name, f"{game}/{name}")
            if (folder / "weights.npz").exists():
                copyfile(folder / "weights.npz", wish.out / f"{game}-weights.npz")
                load_weights(folder / "weights.npz").check(rulebook(game))
            if (folder / RESULT).exists():
                results.append(json.loads((folder / RESULT).read_text(encoding="utf-8")))
    (wish.out / "summary.json").write_text(json.dumps(results, indent=2), encoding="utf-8")
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
    parser.add_argument("--league", type=Path, help="folder with a folder of opponents per game")
    parser.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="of TrainingSettings"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deadline", type=float, help="stop everything after so many minutes")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, help=argparse.SUPPRESS)
    wish = parser.parse_args()
    wish.until = wish.until or time.time() + (wish.deadline or 1e6) * 60
    wish.games = wish.games.split(",") if wish.games else list(rulebooks())
    wish.out.mkdir(parents=True, exist_ok=True)
    if wish.one:
        try:
            train_one(wish, wish.one)
        except Exception:
            traceback.print_exc()
            return 1
        return 0
    failed = run_all(wish)
    gather(wish)
    return 1 if failed else 0


def run_all(wish: argparse.Namespace) -> list[str]:
    """Run a process per game; return the games that failed."""
    processes, files = {}, {}
    for game in wish.games:
        (wish.out / game).mkdir(exist_ok=True)
        files[game] = (wish.out / game / "output.txt").open("a", encoding="utf-8")
        command = [sys.executable, "-m", "bench.train_all", *sys.argv[1:]]
        command += ["--one", game, "--until", str(wish.until)]
        quiet = os.environ | {"NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0", "PYTHONUNBUFFERED": "1"}
        processes[game] = subprocess.Popen(
            command, stdout=files[game], stderr=subprocess.STDOUT, env=quiet
        )
    failed = []
    for game, process in processes.items():
        try:
            code = process.wait(max(0.0, wish.until - time.time()))
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        files[game].close()
        output = (wish.out / game / "output.txt").read_text(encoding="utf-8").splitlines()
        print(f"--- {game}: exit {code}", *output[-40 if code else -8 :], sep="\n", flush=True)
        if code:
            failed.append(game)
    return failed


if __name__ == "__main__":
    sys.exit(main())
