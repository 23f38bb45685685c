"""Bots against bots, and games that are studied, as tables in the terminal."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict

from rich.console import Console
from rich.table import Table
from tqdm import tqdm

from nomarch import arena
from nomarch.analysis import Analysis, analyse, analyst
from nomarch.cluster import cluster_at
from nomarch.errors import BadOption
from nomarch.i18n import LANGUAGES
from nomarch.match import Match
from nomarch.opening import load
from nomarch.saves import read_save


def compete(options: argparse.Namespace, chosen: Mapping[str, str]) -> int:
    """Plays an arena's games and tells the standings."""
    seed = options.seed
    if seed is None and options.file is not None:
        # A file that is gone on with needs the same games every time.
        seed = "arena"
    contest = arena.contest(options.game, options.bots, options.players, seed, chosen)
    with (
        cluster_at(options.ray) as crew,
        tqdm(total=options.games, unit=" games", disable=_quiet(options), leave=False) as bar,
    ):
        played = arena.play(contest, options.games, options.file, options.workers, bar.update, crew)
    lines = arena.standings(contest, played)
    if options.json:
        print(json.dumps([asdict(line) for line in lines], indent=2))
    else:
        _print_standings(contest, played, lines)
    return 0


def study(options: argparse.Namespace) -> int:
    """Analyses a save and tells what was found."""
    if options.language not in LANGUAGES:
        raise BadOption(f"--language {options.language}: expected {', '.join(LANGUAGES)}.")
    match = load(read_save(options.file))
    bot = analyst(match.book, options.playouts)
    moves = sum(not step.auto for step in match.steps)
    with tqdm(total=moves, unit=" moves", disable=_quiet(options), leave=False) as bar:
        found = analyse(match, bot, language=options.language, progress=bar.update)
    if options.json:
        print(json.dumps(asdict(found), indent=2))
    else:
        _print_analysis(match, found)
    return 0


def _quiet(options: argparse.Namespace) -> bool:
    """Whether nobody watches the progress."""
    return bool(options.json) or not sys.stderr.isatty()


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _print_standings(
    contest: arena.Contest, played: list[arena.Played], lines: list[arena.Standing]
) -> None:
    title = f"{contest.game}, {contest.players} players, {len(played):,} games"
    table = _table(title, "bot", "wins", "95 % interval", "mean points", "rating")
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
    if lines and lines[0].rating is None:
        console.print("Ratings need the extra: pip install 'nomarch[arena]'.", markup=False)
    for result in played:
        for seat, why in result.faults.items():
            bot = contest.bots[result.bots[int(seat)]]
            console.print(f"game {result.number}: {bot} was replaced: {why}", markup=False)


def _print_analysis(match: Match, found: Analysis) -> None:
    console = Console(highlight=False)
    chart = _table("Chance to win after each decision", "ply", "player", "move", "win", "better")
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
    columns = ("player", "accuracy", "first chance", "result", "own errors", "luck and others")
    accounts = _table("Players", *columns)
    for one in found.accounts:
        accounts.add_row(
            match.names[one.seat],
            f"{one.accuracy:.0f} %",
            f"{one.start:.0f} %",
            f"{one.result:.0f} %",
            f"{one.skill:+.0f} %",
            f"{one.luck:+.0f} %",
        )
    console.print(accounts)
