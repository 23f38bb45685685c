"""`nomarch train`: train a network by self-play."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "train",
        help="let a network learn a game by playing itself (needs the extra 'train')",
        description="Self-play by proximal policy optimisation; see docs/training.md.",
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="player count (default: the usual one)")
    parser.add_argument(
        "--mixed", action="store_true", help="train on every player count; evaluate with --players"
    )
    parser.add_argument("--steps", type=int, help="decisions (5 million; on a GPU 1 billion)")
    parser.add_argument("--games", type=int, help="games side by side (256; 16,384 on a GPU)")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu", help="where to train")
    parser.add_argument("--threads", type=int, help="of the processor (default: one a core)")
    parser.add_argument("--teacher", choices=("greedy",), default="", help="imitate it at first")
    parser.add_argument(
        "--evaluation-unit", type=float, metavar="POINTS", help="build on the game's evaluation"
    )
    parser.add_argument("--out", type=Path, help="the run's folder (default: GAME-PLAYERS)")
    parser.add_argument("--resume", action="store_true", help="resume the folder's run")
    parser.add_argument("--minutes", type=float, help="stop after this much training")
    parser.add_argument("--init", type=Path, metavar="FILE", help="weights to start from")
    parser.add_argument("--seed", type=int, default=1)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.kernel.declare.game import rulebook
    from nomarch.training import TrainingSettings, train

    players = options.players or rulebook(options.game).game.usual_players
    folder = options.out or Path(f"{options.game}-{players}")
    changes = {
        "steps": options.steps,
        "num_envs": options.games,
        "seconds": options.minutes and options.minutes * 60,
        "init": options.init,
        "evaluation_unit": options.evaluation_unit,
        "mixed_players": rulebook(options.game).game.players if options.mixed else None,
    }
    settings = TrainingSettings.for_device(
        options.game, players, folder, options.on, seed=options.seed, threads=options.threads,
        teacher=options.teacher, **{name: value for name, value in changes.items() if value},
    )  # fmt: skip
    run = train(settings, resume=options.resume, quiet=False)
    print(run.summary())
    return 0
