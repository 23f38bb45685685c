"""`nomarch bench`: measure steps per second at each speed."""

from __future__ import annotations

import argparse

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure steps a second at each speed",
        description="Measures random play: interpreted, compiled on one core and on all cores, "
        "and with --cuda on a graphics card.",
    )
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each measurement")
    parser.add_argument("--cuda", action="store_true")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.cli.speed import measure, report
    from nomarch.kernel.declare.game import rulebooks

    games = options.games or list(rulebooks())
    results = [measure(game, options.players, options.seconds, cuda=options.cuda) for game in games]
    print(report(results))
    return 0
