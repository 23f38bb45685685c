"""The commands of those who run a site: serving, bots of their own, moving house."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nomarch.sites import (
    add_admin,
    add_backup,
    add_database,
    add_restore,
    add_site_flags,
    site_settings,
)

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from nomarch.web.settings import Settings

    Commands = _SubParsersAction[Any]


def add_hosting(commands: Commands) -> None:
    """Adds the commands."""
    for add in (_add_serve, _add_bots, _add_move_data, add_admin, add_backup, add_restore):
        add(commands)


def _add_serve(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve the games to browsers",
        description="Serves the games at http://HOST:PORT. Everything is kept in the data folder "
        "(NOMARCH_DATA, or the user's own).",
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, help="the data folder")
    add_database(parser)
    parser.add_argument("--workers", type=int, default=1, help="processes (with PostgreSQL)")
    parser.add_argument("--no-bots", action="store_true", help="leave bots to 'nomarch bots'")
    parser.add_argument(
        "--drain",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="how long /ready says no before the server stops (for a balancer to notice)",
    )
    parser.add_argument("--https", action="store_true", help="people reach it by https (a proxy)")
    parser.add_argument(
        "--bot-pause",
        type=float,
        default=1.0,
        help="seconds that bots leave people to arrive before they open a game (default 1)",
    )
    parser.add_argument(
        "--rate", type=float, default=20.0, help="requests a second that one client may make"
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="believe X-Forwarded-For from this address or network",
    )
    parser.add_argument("--verbose", action="store_true", help="log every request")
    add_site_flags(parser)
    parser.set_defaults(run=_serve)


def _settings(options: argparse.Namespace, **more: Any) -> Settings:
    from nomarch.folders import data_folder
    from nomarch.web.settings import Settings

    pause = max(0.0, options.bot_pause)
    return Settings(
        data=options.data or data_folder(),
        address=options.database,
        bot_pause=(pause / 2, pause),
        **more,
    )


def _serve(options: argparse.Namespace) -> int:
    settings = _settings(
        options,
        host=options.host,
        port=options.port,
        requests_per_second=options.rate,
        https=options.https,
        proxies=",".join(options.proxy),
        bots=not options.no_bots,
        drain=max(0.0, options.drain),
        **site_settings(options),
    )
    if options.workers > 1:
        from nomarch.web.workers import supervise

        return supervise(settings, options.workers, verbose=options.verbose)
    from nomarch.web.serve import serve

    return serve(settings, verbose=options.verbose)


def _add_bots(commands: Commands) -> None:
    parser = commands.add_parser(
        "bots",
        help="play the bots of servers in a process of its own",
        description="Plays the moves of bots for all servers at a PostgreSQL database; while such "
        "a process is there, servers leave the bots to it.",
    )
    add_database(parser)
    parser.add_argument("--bot-pause", type=float, default=1.0, help="as of 'nomarch serve'")
    parser.add_argument("--verbose", action="store_true", help="log more")
    parser.set_defaults(run=_bots, data=None)


def _bots(options: argparse.Namespace) -> int:
    from nomarch.web.workers import play_bots

    return play_bots(_settings(options), verbose=options.verbose)


def _add_move_data(commands: Commands) -> None:
    parser = commands.add_parser(
        "move-data",
        help="copy everything from one database to another",
        description="Copies a site into an empty database, and compares both. A database is a file "
        "(nomarch.sqlite3 in the data folder) or an address, postgresql://…; stop servers first.",
    )
    parser.add_argument("source", metavar="FROM")
    parser.add_argument("target", metavar="TO")
    parser.set_defaults(run=_move_data)


def _move_data(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from nomarch.tables.database import Database
    from nomarch.tables.moving import move

    source, target = Database(options.source), Database(options.target)
    with tqdm(unit=" rows", disable=not sys.stderr.isatty(), leave=False) as bar:
        moved = move(source, target, bar.update)
    print(", ".join(f"{count} {kind}" for kind, count in moved.items()))
    print(f"All of {source} is in {target}, compared row by row.")
    return 0
