"""`nomarch new-game`: write a small game to begin with."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "new-game",
        help="write a complete small game to start from",
        description="Writes a package with rules, words, a board, a lesson, tests and a rules "
        "page. It is playable at once, and passes `nomarch check-game`.",
    )
    parser.add_argument("name", help="what it is called, such as 'Moon Race'")
    parser.add_argument(
        "--in", dest="folder", type=Path, default=Path(), metavar="FOLDER", help="default: here"
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.conformance.new_game import parse_name, write_game

    name = parse_name(options.name)
    files = write_game(name, options.folder)
    root = options.folder / name.distribution
    print(f"{root}: {len(files)} files.")
    print("Next:")
    print(f"  pip install -e '{root}[test]'")
    print(f"  nomarch check-game {name.id}")
    print(f"  python -m pytest {root}")
    print("  nomarch serve")
    return 0
