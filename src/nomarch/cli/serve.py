"""`nomarch serve`: serve the games to browsers."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nomarch.cli.arguments import Commands, add_database, finite_number, positive_number

if TYPE_CHECKING:
    from nomarch.web.operations.settings import Settings


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve the games to browsers",
        description="Serves the games at http://HOST:PORT. Everything is stored in the data folder "
        "(NOMARCH_DATA, or the user's own).",
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, help="the data folder")
    add_database(parser)
    parser.add_argument("--workers", type=int, default=1, help="processes (with PostgreSQL)")
    parser.add_argument("--no-bots", action="store_true", help="leave bots to 'nomarch bots'")
    parser.add_argument(
        "--no-prepare",
        action="store_true",
        help="start some seconds sooner; the first visit to each game's pages is slow",
    )
    parser.add_argument(
        "--drain",
        type=finite_number,
        default=0.0,
        metavar="SECONDS",
        help="how long /ready fails before the server stops, to warn load balancers",
    )
    parser.add_argument("--https", action="store_true", help="visitors use https, through a proxy")
    parser.add_argument(
        "--bot-pause",
        type=finite_number,
        default=1.0,
        help="seconds that bots wait before the first move of a game (default 1)",
    )
    parser.add_argument(
        "--rate",
        type=positive_number,
        default=20.0,
        help="requests a second that one client may make",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="trust X-Forwarded-For from this address or network",
    )
    parser.add_argument("--verbose", action="store_true", help="log every request")
    add = parser.add_argument
    add("--root-path", default="", metavar="/PATH", help="path under which a proxy serves it")
    add(
        "--forget-guests",
        type=finite_number,
        default=400.0,
        metavar="DAYS",
        help="forget people without a claimed name after DAYS without a visit (400; 0: never)",
    )
    add(
        "--end-invitations",
        type=finite_number,
        default=14.0,
        metavar="DAYS",
        help="remove tables that have not started after DAYS (14)",
    )
    add(
        "--public-url",
        default=os.environ.get("NOMARCH_PUBLIC_URL", ""),
        metavar="URL",
        help="the site's address in mails and notifications, such as https://games.example.org",
    )
    add(
        "--rp-id",
        default=os.environ.get("NOMARCH_RP_ID", ""),
        metavar="DOMAIN",
        help="the domain that passkeys belong to (default: the host of --public-url)",
    )
    add(
        "--docs",
        type=Path,
        metavar="FOLDER",
        help="built documentation to show at /docs (NOMARCH_DOCS; default: build/docs of a clone)",
    )
    add("--log", choices=("json", "text"), default="json", help="format of the log")
    parser.set_defaults(run=_run)


def server_settings(options: argparse.Namespace, **more: Any) -> Settings:
    from nomarch.paths import data_folder
    from nomarch.web.operations.settings import Settings

    pause = max(0.0, options.bot_pause)
    return Settings(
        data=options.data or data_folder(),
        address=options.database,
        bot_pause=(pause / 2, pause),
        **more,
    )


def read_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of a server, from flags and the environment."""
    from nomarch.people.appointed import read_appointments
    from nomarch.web.operations.mail import Mailer

    given = os.environ.get
    mail = Mailer(given("NOMARCH_SMTP", ""), given("NOMARCH_MAIL_FROM", ""))
    mail.check()
    appointments = read_appointments(given("NOMARCH_ADMINS", ""), given("NOMARCH_MODERATORS", ""))
    root = options.root_path.strip("/")
    return server_settings(
        options,
        host=options.host,
        port=options.port,
        requests_per_second=options.rate,
        https=options.https,
        proxies=",".join(options.proxy),
        bots=not options.no_bots,
        prepare=not options.no_prepare,
        relay=options.workers == 1,
        drain=max(0.0, options.drain),
        root=f"/{root}" if root else "",
        forget_days=options.forget_guests,
        invitation_days=options.end_invitations,
        docs=options.docs,
        log=options.log,
        public_url=options.public_url.rstrip("/"),
        rp_id=options.rp_id,
        mail=mail,
        appointments=appointments,
        metrics_token=given("NOMARCH_METRICS_TOKEN", ""),
    )


def _run(options: argparse.Namespace) -> int:
    from nomarch.kernel.declare.game import refused_games

    for reason in refused_games().values():
        print(f"nomarch: {reason}", file=sys.stderr)
    settings = read_settings(options)
    if options.workers > 1:
        from nomarch.web.server import supervise

        return supervise(settings, options.workers, verbose=options.verbose)
    from nomarch.web.server import serve

    return serve(settings, verbose=options.verbose)
