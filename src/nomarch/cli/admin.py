"""`nomarch admin`: tables, people, bans and announcements of a site."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

from nomarch.cli.arguments import Commands, add_database


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "admin",
        help="run a site: tables, people, bans, announcements",
        description="Works on the database, beside running servers or without any; servers notice "
        "within seconds.",
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
    add("close", "end a table as it stands; everybody may still look", "table")
    add("delete", "take a table away with all that was played and said at it", "table")
    _add_most(add("people", "find people by a part of their name", "name", aliases=["guests"]))
    add("export", "all that is kept about a person, as JSON", "person")
    add("forget", "forget a person: name, chat, and which seats were theirs", "person")
    banned = add("ban", "keep a person, an address or a network out", "subject")
    banned.add_argument("--reason", default="", help="shown to the player")
    banned.add_argument("--days", type=float, default=0, help="for how long (default: for ever)")
    add("unban", "take a ban back", "subject")
    add("bans", "list the bans")
    announced = add("announce", "show a line of text on every page")
    announced.add_argument("text", nargs="?", default="", help="without it the line goes away")
    switched = add("read-only", "let everybody look and nobody change anything")
    switched.add_argument("state", choices=("on", "off"))
    given = add("role", "let a player handle reports, or no longer", "name")
    given.add_argument("role", choices=("moderator", "admin", "none"))
    _add_most(add("reports", "list the open reports"))
    _add_most(add("audit", "list what moderators and players did to accounts"))
    again = add("recompute-ratings", "recompute all ratings from the logs of rated games")
    again.add_argument("--check", action="store_true", help="change nothing, only compare")
    add("migrate", "bring the database of an older release up to date; stop its servers first")
    add("status", "how much there is, and what is set")


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--running", action="store_true", help="only those that are not over")
    parser.add_argument("--person", "--guest", default="", help="only those of a person")
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
