"""`nomarch play`: a game in the terminal."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands, add_language, add_setup, chosen_options


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help="play in the terminal, against bots or others at the same keyboard",
        description="Play in the terminal. Type a move's number or its notation; 'help' lists "
        "everything else: undo, hint, log, rules, save, quit.",
    )
    parser.add_argument("game", nargs="?", help="which game (see 'nomarch games')")
    parser.add_argument("--players", type=int, help="number of seats")
    parser.add_argument(
        "--seats",
        help="comma list: me, other (who gets the file of the game when it's their turn), or a bot "
        "(novice, easy, greedy, …, master, net:FILE)",
    )
    add_setup(parser)
    parser.add_argument("--save", type=Path, help="where to store the game (default: data folder)")
    parser.add_argument(
        "--resume", type=Path, nargs="?", const=Path(), help="continue a saved game"
    )
    add_language(parser, "", "default: the system's")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.cli.terminal import play

    return play(options, chosen_options(options))
