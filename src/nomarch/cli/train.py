"""`nomarch train`: train a network by self-play."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "train",
        help="let a network learn a game by playing itself (needs the extra 'train')",
        description="Self-play by proximal policy optimisation; see docs/training.md.",
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--steps", type=int, default=5_000_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=256, help="games side by side")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu", help="where to train")
    parser.add_argument("--threads", type=int, help="of the processor (default: one a core)")
    parser.add_argument("--teacher", choices=("greedy",), default="", help="imitate it at first")
    parser.add_argument("--out", type=Path, help="the run's folder (default: GAME-PLAYERS)")
    parser.add_argument("--resume", action="store_true", help="go on with the folder's run")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.kernel.game import rulebook
    from nomarch.training import Settings, train

    players = options.players or rulebook(options.game).game.usual_players
    folder = options.out or Path(f"{options.game}-{players}")
    settings = Settings(
        options.game, players, folder, steps=options.steps, seed=options.seed, on=options.on,
        threads=options.threads, games=options.games, teacher=options.teacher,
    )  # fmt: skip
    print(train(settings, resume=options.resume, quiet=not sys.stderr.isatty()).summary())
    return 0
