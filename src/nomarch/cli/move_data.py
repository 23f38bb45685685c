"""`nomarch move-data`: copy a site from one database to another."""

from __future__ import annotations

import argparse
import sys

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "move-data",
        help="copy everything from one database to another",
        description="Copies a site into an empty database, and compares both. A database is a file "
        "(nomarch.sqlite3 in the data folder) or an address, postgresql://…; stop servers first.",
    )
    parser.add_argument("source", metavar="FROM")
    parser.add_argument("target", metavar="TO")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from nomarch.storage.copy_database import move
    from nomarch.storage.database import Database

    source, target = Database(options.source), Database(options.target)
    with tqdm(unit=" rows", disable=not sys.stderr.isatty(), leave=False) as bar:
        moved = move(source, target, bar.update)
    print(", ".join(f"{count} {kind}" for kind, count in moved.items()))
    print(f"All of {source} is in {target}, compared row by row.")
    return 0
