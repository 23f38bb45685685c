"""More commands of those who run a site: admin, copies, and how a server is run for others."""

from __future__ import annotations

import argparse
import importlib
import os
from pathlib import Path
from typing import Any

Commands = argparse._SubParsersAction  # the type of `add_subparsers`, which argparse keeps private


def add_site_flags(parser: argparse.ArgumentParser) -> None:
    """How a server is run for others."""
    add = parser.add_argument
    add("--root-path", default="", metavar="/PATH", help="the path under which a proxy shows it")
    add(
        "--forget-guests",
        type=float,
        default=400.0,
        metavar="DAYS",
        help="forget guests after so many days without a visit (default 400; 0: never)",
    )
    add(
        "--end-invitations",
        type=float,
        default=14.0,
        metavar="DAYS",
        help="take tables away that have not begun after so many days (default 14)",
    )
    add("--log", choices=("json", "text"), default="json", help="how lines of the log look")


def add_database(parser: argparse.ArgumentParser) -> None:
    """Where the games are, if not in a file."""
    parser.add_argument(
        "--database",
        default=os.environ.get("NOMARCH_DATABASE", ""),
        metavar="ADDRESS",
        help="postgresql://…, for several processes (NOMARCH_DATABASE; default: a file)",
    )


def site_settings(options: argparse.Namespace) -> dict[str, Any]:
    """The same as settings of a server."""
    root = options.root_path.strip("/")
    return {
        "root": f"/{root}" if root else "",
        "guest_days": options.forget_guests,
        "invitation_days": options.end_invitations,
        "log": options.log,
        "metrics_token": os.environ.get("NOMARCH_METRICS_TOKEN", ""),
    }


# --- admin ----------------------------------------------------------------------------------------


def add_admin(commands: Commands[Any]) -> None:
    """What those who run a site can do; each command is a function of `admin`."""
    parser = commands.add_parser(
        "admin",
        help="run a site: tables, guests, bans, announcements",
        description="Works on the database, beside running servers or without any; servers notice "
        "within seconds.",
    )
    parser.add_argument("--data", type=Path, help="the data folder")
    add_database(parser)
    offered = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(name: str, about: str, *arguments: str) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = offered.add_parser(name, help=about)
        for argument in arguments:
            command.add_argument(argument)
        command.set_defaults(run=_run_admin, command=name.replace("-", "_"))
        return command

    _add_tables(add("tables", "list tables, the newest first"))
    add("close", "end a table as it stands; everybody may still look", "table")
    add("delete", "take a table away with all that was played and said at it", "table")
    _add_most(add("guests", "find guests by a part of their name", "name"))
    add("export", "all that is kept about a guest, as JSON", "guest")
    add("forget", "forget a guest: name, chat, and which seats were theirs", "guest")
    banned = add("ban", "keep a guest, an address or a network out", "subject")
    banned.add_argument("--reason", default="", help="for your own memory")
    add("unban", "take a ban back", "subject")
    add("bans", "list the bans")
    announced = add("announce", "show a line of text on every page")
    announced.add_argument("text", nargs="?", default="", help="without it the line goes away")
    switched = add("read-only", "let everybody look and nobody change anything")
    switched.add_argument("state", choices=("on", "off"))
    add("status", "how much there is, and what is set")


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--running", action="store_true", help="only those that are not over")
    parser.add_argument("--guest", default="", help="only those of a guest")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each")
    _add_most(parser)


def _add_most(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--most", type=int, default=50, help="how many (default 50)")


def _run_admin(options: argparse.Namespace) -> int:
    admin = importlib.import_module("nomarch.admin")
    with admin.opened(options) as store:
        return int(getattr(admin, options.command)(store, options) or 0)


# --- backup and restore ---------------------------------------------------------------------------


def add_backup(commands: Commands[Any]) -> None:
    """A copy of a site."""
    parser = commands.add_parser(
        "backup",
        help="copy a site while it is used, and check the copy",
        description="Copies the database in one step, reads every record and every log of the "
        "copy, and leaves FILE behind only if all is well.",
    )
    _add_file(parser)
    add_database(parser)
    parser.set_defaults(run=_back_up)


def add_restore(commands: Commands[Any]) -> None:
    """A site from a copy."""
    parser = commands.add_parser(
        "restore",
        help="put a checked copy in the place of a site",
        description="Checks FILE, keeps what is in the data folder aside, and deletes again what "
        "people had deleted since. No server may run on the data folder.",
    )
    _add_file(parser)
    parser.set_defaults(run=_restore)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--data", type=Path, help="the data folder")


def _back_up(options: argparse.Namespace) -> int:
    return int(importlib.import_module("nomarch.admin").back_up(options))


def _restore(options: argparse.Namespace) -> int:
    return int(importlib.import_module("nomarch.admin").restore(options))
