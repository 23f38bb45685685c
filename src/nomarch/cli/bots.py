"""`nomarch bots`: play the bots' moves for all servers at one database."""

import argparse

from nomarch.cli.arguments import Commands, add_database
from nomarch.cli.serve import server_settings


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "bots",
        help="run bots for all servers in a separate process",
        description="Plays bots' moves for all servers of a PostgreSQL database. While such a "
        "process is running, servers leave bots to it.",
    )
    add_database(parser)
    parser.add_argument("--bot-pause", type=float, default=1.0, help="as of 'nomarch serve'")
    parser.add_argument("--verbose", action="store_true", help="log more")
    parser.set_defaults(run=_run, data=None)


def _run(options: argparse.Namespace) -> int:
    from nomarch.web.bot_process import play_bots

    return play_bots(server_settings(options), verbose=options.verbose)
