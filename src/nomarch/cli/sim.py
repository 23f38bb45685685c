"""`nomarch sim`: simulate many games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from nomarch.cli.arguments import Commands, add_setup, add_workers, chosen_options
from nomarch.cli.output import make_table
from nomarch.progress import show_progress

if TYPE_CHECKING:
    from nomarch.engine.simulation import Simulation


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "sim",
        help="simulate many games at full speed",
        description="Plays compiled games on all cores, or on a GPU, and prints win rates and mean "
        "scores. The result depends only on the seed. The first run compiles for a few seconds.",
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--players", type=int)
    parser.add_argument("--bots", help="comma list of a policy per seat: random, greedy")
    parser.add_argument("--rotate", action="store_true", help="bots change seats game by game")
    add_workers(parser, "threads")
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu", help="where to play")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_setup(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.engine.ray_cluster import cluster_at
    from nomarch.engine.simulation import simulate

    bots = tuple(options.bots.split(",")) if options.bots else ()
    with (
        cluster_at(options.ray, on=options.on) as executor,
        show_progress(options.games, "games", hide=options.json) as advance,
    ):
        result = simulate(
            options.game,
            options.games,
            options.players,
            options.seed,
            options=chosen_options(options),
            bots=bots,
            rotate=options.rotate,
            workers=options.workers,
            on=options.on,
            executor=executor,
            progress=advance,
        )
    if options.json:
        _print_json(result)
    else:
        _print_table(result)
    return 0


def _print_json(result: Simulation) -> None:
    import json
    from dataclasses import asdict

    rates = {
        "games_per_second": result.games_per_second,
        "steps_per_second": result.steps_per_second,
    }
    print(json.dumps(asdict(result) | rates, indent=2))


def _print_table(result: Simulation) -> None:
    from rich.console import Console

    title = f"{result.game}, {result.players} players, {result.games:,} games"
    first = "bot" if result.rotated else "seat"
    table = make_table(title, first, "wins", "95 % interval", "mean score", "sd")
    for seat, line in enumerate(result.lines):
        table.add_row(
            line.bot if result.rotated else f"{seat} {line.bot}",
            f"{line.win_rate:.2%}",
            f"{line.win_low:.2%} – {line.win_high:.2%}",
            f"{line.mean_score:.2f}",
            f"{line.score_sd:.2f}",
        )
    console = Console()
    console.print(table)
    console.print(
        f"{result.games_per_second:,.0f} games/s, {result.steps_per_second:,.0f} steps/s, "
        f"seed {result.seed}"
    )
