"""`nomarch arena`: let bots play each other, and rate them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from nomarch.cli.arguments import Commands, add_setup, add_workers, chosen_options
from nomarch.cli.output import make_table
from nomarch.progress import show_progress

if TYPE_CHECKING:
    from nomarch.bots import arena


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "arena",
        help="let bots play each other, and rate them",
        description="Bots against bots: every block of games has one seed, and everyone sits "
        "everywhere. A bot is a level (greedy), a search (search:400), a class "
        "(py:module:Class), a trained network (net:FILE) or a program (cmd:./mybot; see "
        "docs/bots.md). With fewer bots than seats the last one takes the others.",
    )
    parser.add_argument("game")
    parser.add_argument("--bots", nargs="+", metavar="BOT", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int)
    add_workers(parser, "processes")
    parser.add_argument("--file", type=Path, help="store the games here, and resume from them")
    parser.add_argument("--json", action="store_true", help="print contest and standings as JSON")
    add_setup(parser)
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.bots import arena
    from nomarch.engine.ray_cluster import cluster_at

    seed = options.seed
    if seed is None and options.file is not None:
        # Resuming from a file needs the same games every time.
        seed = "arena"
    contest = arena.contest(
        options.game, options.bots, options.players, seed, chosen_options(options)
    )
    with (
        cluster_at(options.ray) as executor,
        show_progress(options.games, "games", hide=options.json) as advance,
    ):
        played = arena.play(
            contest, options.games, options.file, options.workers, advance, executor
        )
    lines = arena.standings(contest, played)
    if options.json:
        print(json.dumps(arena.report(contest, played), indent=2))
    else:
        _print_standings(contest, played, lines)
    return 0


def _print_standings(
    contest: arena.Contest, played: list[arena.ArenaResult], lines: list[arena.BotStanding]
) -> None:
    from rich.console import Console

    title = f"{contest.game}, {contest.players} players, {len(played):,} games"
    table = make_table(title, "bot", "wins", "95 % interval", "mean points", "Elo")
    for line in lines:
        table.add_row(
            line.bot,
            f"{line.win_rate:.1%}",
            f"{line.win_low:.1%} – {line.win_high:.1%}",
            f"{line.mean_points:.1f}",
            line.rating_in_words,
        )
    console = Console()
    console.print(table)
    for result in played:
        for seat, why in result.faults.items():
            bot = contest.bots[result.bots[int(seat)]]
            console.print(f"game {result.number}: {bot} was replaced: {why}", markup=False)
