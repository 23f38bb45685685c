"""`nomarch record`: write games between bots to a file, one row per decision."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands, add_setup, chosen_options
from nomarch.progress import show_progress


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "record",
        help="write games between bots to a file, one row per decision",
        description="Plays games between random and greedy bots and writes every decision to a "
        "Parquet file: what the seat saw, its legal moves, its move and how the game ended. The "
        "same seed writes the same file. See docs/environments/records.md.",
    )
    parser.add_argument("game")
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["greedy"],
        metavar="BOT",
        help="one bot for all seats, or one per seat, with spaces or commas (default: greedy)",
    )
    parser.add_argument("--games", type=int, default=100, help="default: 100")
    parser.add_argument("--players", type=int, help="default: one per bot, or the game's usual")
    parser.add_argument("--rotate", action="store_true", help="bots change seats game by game")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="Parquet")
    add_setup(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.envs.records import record

    bots = options.bots[0].split(",") if len(options.bots) == 1 else options.bots
    with show_progress(options.games, "games") as advance:
        header = record(
            options.out, options.game, bots, options.games, options.players, seed=options.seed,
            options=chosen_options(options), rotate=options.rotate, progress=advance,
        )  # fmt: skip
    games = "1 game" if header["games"] == 1 else f"{header['games']:,} games"
    print(f"{options.out}: {games}, seed {header['seed']}")
    return 0
