"""`nomarch analyse`: study a saved game."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from nomarch.cli.arguments import Commands, add_language
from nomarch.cli.output import make_table
from nomarch.progress import show_progress

if TYPE_CHECKING:
    from nomarch.bots.analysis import Analysis
    from nomarch.engine.match import Match


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "analyse",
        help="analyse a saved game: chances to win, turning points, accuracy, luck",
        description="Searches every decision of a save with what its player knew, and prints what "
        "each cost. The first time a game is analysed, it compiles for a minute or more.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--playouts", type=int, default=400, help="a decision (default 400)")
    add_language(parser, "en", "default: en")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.bots.analysis import analyse, make_analyst
    from nomarch.engine.new_match import load
    from nomarch.engine.saves import read_save

    match = load(read_save(options.file))
    bot = make_analyst(match.book, options.playouts)
    moves = sum(not step.auto for step in match.steps)
    with show_progress(moves, "moves", hide=options.json) as advance:
        found = analyse(match, bot, language=options.language, progress=advance)
    if options.json:
        print(json.dumps(asdict(found), indent=2))
    else:
        _print_analysis(match, found)
    return 0


def _print_analysis(match: Match, found: Analysis) -> None:
    from rich.console import Console

    from nomarch.bots.accuracy import scale_of

    console = Console(highlight=False)
    chart = make_table(
        "Chance to win after each decision", "ply", "player", "move", "win", "better"
    )
    for decision in found.decisions:
        better = f"{decision.best} {decision.best_win:.0f} %" if decision.fault else ""
        name, odds = match.names[decision.seat], f"{decision.win:.0f} %"
        chart.add_row(str(decision.ply), name, decision.move, odds, better)
    console.print(chart)
    for decision in found.turning_points():
        console.print(
            f"{decision.ply}. {match.names[decision.seat]}: {decision.move}, {decision.fault} "
            f"(-{decision.loss:.0f} %); better: {decision.best} ({decision.reason})",
            markup=False,
        )
    is_scaled = scale_of(match.book) is not None
    columns = ("starting chance", "result", "mistakes", "luck and opponents")
    first = "accuracy" if is_scaled else "average loss"
    accounts = make_table("Players", "player", first, *columns)
    for one in found.accounts:
        decisions = sum(decision.seat == one.seat for decision in found.decisions)
        accounts.add_row(
            match.names[one.seat],
            f"{one.accuracy:.0f} %" if is_scaled else f"{-one.skill / max(1, decisions):.1f} %",
            f"{one.start:.0f} %",
            f"{one.result:.0f} %",
            f"{one.skill:+.0f} %",
            f"{one.luck:+.0f} %",
        )
    console.print(accounts)
