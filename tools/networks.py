"""Train networks on a GPU, and let them meet.

`train` runs a process for each game, side by side, so that kernels compile in parallel and the GPU
is never idle; a game that fails doesn't stop the others. Each has a folder in `--out` with its
checkpoint, log and weights, and resumes from there: learning rate and entropy fall over `--minutes`
of training in all, `--deadline` only ends this call. `meet` plays one seat of the first network
against tables full of each other one, every seat in turn, with each player count that both know,
and prints a line of JSON per pairing: share of wins with a 95 % interval. `shipped` is the network
that comes with the game, `greedy` the bot.

    python -m tools.networks train ra giza --out OUT --minutes 8 --mixed
    python -m tools.networks meet ra OUT/ra/weights.npz shipped greedy
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nomarch.bots.weights import Weights, find_published, load_weights
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.training.device_evaluation import Evaluator
from nomarch.training.evaluation import WinRate
from nomarch.training.network import network_of
from nomarch.training.settings import TrainingSettings

MARGIN = 55.0
"""Seconds before the deadline at which training ends, for a last evaluation."""
SEED = "network match"


def settings_of(options: argparse.Namespace, game: str) -> TrainingSettings:
    players = options.players[0] if options.players else rulebook(game).game.usual_players
    seconds = options.minutes * 60
    changes: dict[str, Any] = {}
    for change in options.set:
        name, _, value = change.partition("=")
        changes[name] = type(getattr(TrainingSettings, name))(value)
    if options.on == "cpu":
        changes |= {"threads": 1}
    init = options.init / game / "weights.npz" if options.init else None
    if options.mixed:
        changes["mixed_players"] = rulebook(game).game.players
    usual = {
        "steps": 1 << 40,
        "seconds": seconds,
        "eval_seconds": max(5.0, seconds / 12),
        "seed": options.seed,
        "init": init if init and init.exists() else None,
    }
    folder = options.out / game
    return TrainingSettings.for_device(game, players, folder, options.on, **usual | changes)


def train_one(options: argparse.Namespace, game: str) -> None:
    """Train one game in this process, and print how its network plays."""
    from nomarch.training.trainer import CHECKPOINT, Trainer

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("numba").setLevel(logging.WARNING)
    settings = settings_of(options, game)
    trainer = Trainer(settings, resume=(settings.folder / CHECKPOINT).exists())
    trainer.update()  # compiles
    trainer.save()
    first, since = trainer.global_step, trainer.seconds
    trainer.train(until=options.until - MARGIN)
    decisions, seconds = trainer.global_step - first, trainer.seconds - since
    print(f"{decisions / 1e6:.0f} M decisions, {decisions / max(1e-9, seconds):,.0f} a second")
    print(trainer.summary())
    for players in trainer.settings.player_counts:
        if shipped := find_published(rulebook(game), players):
            tell(
                settings, "trained", "shipped", players, trainer.evaluate_against(shipped, players)
            )
        evaluator = trainer.evaluator(players)
        won = evaluator.against_policy(trainer.network, "greedy", "the end")
        tell(settings, "trained", "greedy", players, won)


def tell(
    settings: TrainingSettings, network: str, against: str, players: int, won: WinRate
) -> None:
    row = {"game": settings.game, "players": players, "games": settings.eval_games}
    print(json.dumps(row | {"network": network, "against": against} | asdict(won)), flush=True)


def train(options: argparse.Namespace) -> int:
    """Run a process per game; return 1 if one failed."""
    until = time.time() + (options.deadline or 1e6) * 60
    quiet = os.environ | {"NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tools.networks", *sys.argv[1:], "--until", str(until)]
    processes = {}
    for game in options.game:
        (options.out / game).mkdir(parents=True, exist_ok=True)
        with (options.out / game / "output.txt").open("ab") as output:
            processes[game] = subprocess.Popen(
                [*command, "--only", game], stdout=output, stderr=subprocess.STDOUT, env=quiet
            )
    codes = []
    for game, process in processes.items():
        try:
            codes.append(process.wait(max(0.0, until - time.time())))
        except subprocess.TimeoutExpired:
            process.kill()
            codes.append(process.wait())
        output_text = (options.out / game / "output.txt").read_text(encoding="utf-8").splitlines()
        print(f"--- {game}: exit {codes[-1]}", *output_text[-20:], sep="\n", flush=True)
    return int(any(codes))


# --- Meetings -------------------------------------------------------------------------------------


def weights_named(game: str, name: str, players: int) -> Weights | None:
    """Return a network by name; None if it doesn't know the player count."""
    if name == "shipped":
        return find_published(rulebook(game), players)
    weights = load_weights(Path(name))
    return weights if players in weights.players else None


def play(settings: TrainingSettings, one: str, other: str, players: int) -> WinRate | None:
    """Return how one seat of a network fares; None if one of them doesn't know the count."""
    mine = weights_named(settings.game, one, players)
    if mine is None:
        return None
    evaluator, network = Evaluator(settings, players), network_of(mine, settings)
    if other == "greedy":
        return evaluator.against_policy(network, other, SEED)
    theirs = weights_named(settings.game, other, players)
    if theirs is None:
        return None
    return evaluator.against_network(network, network_of(theirs, settings), SEED)


def meet(options: argparse.Namespace) -> int:
    (game,) = options.game
    counts = options.players or rulebook(game).game.players
    settings = TrainingSettings(game, counts[0], Path(), on=options.on, eval_games=options.games)
    for players in counts:
        for other in options.others:
            won = play(settings, options.network, other, players)
            if won is not None:
                tell(settings, options.network, other, players, won)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train")
    training.add_argument("game", nargs="*", default=list(rulebooks()), help="default: all")
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--minutes", type=float, default=8, help="training time")
    training.add_argument("--init", type=Path, help="the --out of another run, to start from")
    training.add_argument("--mixed", action="store_true", help="train on every player count")
    training.add_argument(
        "--set", nargs="*", default=[], metavar="NAME=VALUE", help="of TrainingSettings"
    )
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--deadline", type=float, help="stop everything after so many minutes")
    training.add_argument("--only", help=argparse.SUPPRESS)
    training.add_argument("--until", type=float, help=argparse.SUPPRESS)
    training.set_defaults(run=train)
    meeting = commands.add_parser("meet")
    meeting.add_argument("game", nargs=1)
    meeting.add_argument("network", help="a file, or `shipped`")
    meeting.add_argument("others", nargs="+", help="files, `shipped` or `greedy`")
    meeting.add_argument("--games", type=int, default=8192)
    meeting.set_defaults(run=meet)
    for command in (training, meeting):
        command.add_argument("--players", type=int, nargs="+")
        command.add_argument("--on", choices=("cpu", "cuda"), default="cuda")
    options = parser.parse_args()
    if getattr(options, "only", None):
        train_one(options, options.only)
        return 0
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
