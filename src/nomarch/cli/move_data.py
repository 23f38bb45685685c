"""`nomarch move-data`: copy a site from one database to another."""

import argparse

from nomarch.cli.arguments import Commands
from nomarch.progress import show_progress


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
    from nomarch.storage.copy_database import move
    from nomarch.storage.database import Database

    source, target = Database(options.source), Database(options.target)
    with show_progress(None, "rows") as advance:
        moved = move(source, target, advance)
    print(", ".join(f"{count} {kind}" for kind, count in moved.items()))
    print(f"All of {source} is in {target}, compared row by row.")
    return 0
