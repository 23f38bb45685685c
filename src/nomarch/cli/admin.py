"""`nomarch admin`: tables, people, bans and announcements of a site."""

import argparse
import importlib
from pathlib import Path
from typing import Any

from nomarch.cli.arguments import Commands, add_database


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        help="run a site: tables, people, bans, announcements",
        description="Works on the database. Running servers notice within two seconds.",
    )
    parser.add_argument("--data", type=Path, help="the data folder")
    add_database(parser)
    offered = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, about: str, *arguments: str, **more: Any) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = offered.add_parser(name, help=about, **more)
        for argument in arguments:
            command.add_argument(argument)
        command.set_defaults(run=_run_admin, command=name.replace("-", "_"))
        return command

    _add_tables(add("tables", "list tables, the newest first"))
    add("close", "end a table; people can still view it", "table")
    add("delete", "delete a table with its game and chat", "table")
    _add_most(add("people", "find people by part of their name", "name", aliases=["guests"]))
    add("export", "print everything stored about a person, as JSON", "person")
    add("forget", "delete a person's name, chat and links to their seats", "person")
    banned = add("ban", "exclude a person, an address or a network", "subject")
    banned.add_argument("--reason", default="", help="shown to the player")
    banned.add_argument("--days", type=float, default=0, help="default: permanent")
    add("unban", "lift a ban", "subject")
    add("bans", "list the bans")
    announced = add("announce", "show a line of text on every page")
    announced.add_argument("text", nargs="?", default="", help="without it, remove the line")
    switched = add("read-only", "stop all changes: moves, bots and clocks wait")
    switched.add_argument("state", choices=("on", "off"))
    given = add("role", "let a player handle reports, or revoke that", "name")
    given.add_argument("role", choices=("moderator", "admin", "none"))
    _add_most(add("reports", "list the open reports"))
    _add_most(add("audit", "list what moderators and players did to accounts"))
    again = add("recompute-ratings", "recompute all ratings from the logs of rated games")
    again.add_argument("--check", action="store_true", help="only compare")
    add("migrate", "migrate the database of an older release")
    add("status", "print sizes and settings")


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--running", action="store_true", help="only unfinished ones")
    parser.add_argument("--person", "--guest", default="", help="only those of this person")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each")
    _add_most(parser)


def _add_most(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--most", type=int, default=50, help="how many (default 50)")


def _run_admin(options: argparse.Namespace) -> int:
    admin = importlib.import_module("nomarch.cli.admin_commands")
    if options.command == "migrate":
        return int(admin.migrate(options))
    with admin.opened(options) as store:
        status = int(getattr(admin, options.command)(store, options) or 0)
        admin.note_command(store, options)
        return status
