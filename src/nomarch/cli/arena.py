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
    from nomarch.bots.baselines import BaselineReport


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
    bots = parser.add_mutually_exclusive_group(required=True)
    bots.add_argument("--bots", nargs="+", metavar="BOT")
    bots.add_argument(
        "--against",
        nargs=2,
        metavar=("baselines", "BOT"),
        help="rate a bot by games against a table full of each baseline: "
        "--against baselines py:module:Class",
    )
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

    if options.against:
        return _compare(options)
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


def _compare(options: argparse.Namespace) -> int:
    from nomarch.bots import baselines
    from nomarch.engine.ray_cluster import cluster_at
    from nomarch.errors import BadOption

    opponents, bot = options.against
    if opponents != "baselines" or options.file is not None:
        raise BadOption("Write --against baselines BOT, without --file.")
    contests = baselines.contests_of(
        options.game, bot, options.players, options.seed, chosen_options(options)
    )
    total = options.games * len(contests)
    with (
        cluster_at(options.ray) as executor,
        show_progress(total, "games", hide=options.json) as advance,
    ):
        report = baselines.compare(contests, options.games, options.workers, advance, executor)
    if options.json:
        print(json.dumps(baselines.as_data(report), indent=2))
    else:
        _print_comparison(report)
    return 0


def _print_comparison(report: BaselineReport) -> None:
    from rich.console import Console

    card = report.card
    title = f"{card['game']}, {card['players']} players, {card['games']:,} games against each"
    table = make_table(title, "bot", "rating", *(r.baseline for r in report.results))
    table.add_row(
        report.bot,
        str(report.rating or "–"),
        *(f"{r.win_rate:.1%} ({r.win_low:.1%} – {r.win_high:.1%})" for r in report.results),
    )
    console = Console()
    console.print(table)
    versions = ", ".join(f"{name} {number}" for name, number in card["versions"].items())
    machine = f"{card['machine']['cores']} cores of {card['machine']['processor']}"
    console.print(f"seed {card['seed']}; {versions}; {machine}", markup=False)


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
