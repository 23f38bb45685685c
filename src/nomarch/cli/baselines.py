"""`nomarch baselines`: the published results of a game's bots, and the games behind them again."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from nomarch.cli.arguments import Commands, add_workers
from nomarch.cli.output import make_table
from nomarch.progress import show_progress

if TYPE_CHECKING:
    from nomarch.bots.published_results import PublishedRow
    from nomarch.kernel.declare.game import Rulebook

DIFFERENT = 1
"""Exit status if a row cannot be repeated."""


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "baselines",
        help="show published results of the bots, or play a row of them again",
        description="Without --row, lists the published results of a game's bots. With --row, "
        "plays that row's games again and compares: they are the same on every machine.",
    )
    parser.add_argument("game")
    parser.add_argument("--row", metavar="NAME", help="play this row again")
    parser.add_argument("--sample", action="store_true", help="only the row's first few games")
    parser.add_argument(
        "--games", type=int, help="with --write: so many games (default: as published)"
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the row, or what is missing or outdated, into the installed package",
    )
    parser.add_argument("--json", action="store_true")
    add_workers(parser, "processes")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.bots import published_results as published
    from nomarch.errors import BadOption
    from nomarch.kernel.declare.game import rulebook

    book = rulebook(options.game)
    if options.sample and (options.write or not options.row):
        raise BadOption("--sample needs --row, and has no --write.")
    if options.games is not None and not options.write:
        raise BadOption("--games needs --write; a row is played again with all of its games.")
    if options.write:
        return _write(options, book)
    rows = published.read_rows(book)
    if not options.row:
        _print_rows(options, book, list(rows.values()))
        return 0
    published.contest_of(book, options.row)
    if options.row not in rows:
        raise BadOption(f"Nothing was published for the row {options.row} of {options.game}.")
    row = rows[options.row]
    measured = _measure(options, row.name, published.SAMPLE if options.sample else row.games)
    return _compare(options, row, measured, is_current=published.is_current(book, row))


def _measure(options: argparse.Namespace, name: str, games: int) -> PublishedRow:
    from nomarch.bots import published_results as published
    from nomarch.engine.ray_cluster import cluster_at

    with (
        cluster_at(options.ray) as executor,
        show_progress(games, "games", hide=options.json) as advance,
    ):
        return published.measure(options.game, name, games, options.workers, advance, executor)


def _write(options: argparse.Namespace, book: Rulebook) -> int:
    """Measure a row, or all that are missing or no longer current, and write them."""
    from nomarch.bots import published_results as published

    rows = published.read_rows(book)
    names = [options.row] if options.row else published.stale_rows(book)
    for name in names:
        games = rows[name].games if name in rows else published.usual_games(name)
        row = _measure(options, name, options.games or games)
        published.write_row(book, row)
        print(f"{options.game} {name}: {row.in_words}, {row.games} games", flush=True)
    return 0


def _print_rows(options: argparse.Namespace, book: Rulebook, rows: list[PublishedRow]) -> None:
    from rich.console import Console

    from nomarch.bots import published_results as published

    if options.json:
        data = [asdict(row) | {"is_current": published.is_current(book, row)} for row in rows]
        print(json.dumps(data, indent=2))
        return
    title = f"{book.game.title}, rules version {book.game.rules_version}"
    columns = "row", "one seat", "against", "players", "wins", "games", "fingerprint"
    table = make_table(title, *columns)
    for row in rows:
        state = row.fingerprint + ("" if published.is_current(book, row) else ", outdated")
        table.add_row(
            row.name, row.bot, row.against, str(row.players), row.in_words, str(row.games), state
        )
    console = Console()
    console.print(table)
    console.print(f"Play a row again: nomarch baselines {book.game.id} --row NAME", markup=False)


def _compare(
    options: argparse.Namespace, row: PublishedRow, measured: PublishedRow, *, is_current: bool
) -> int:
    from nomarch.bots import published_results as published

    is_same = published.is_repeated(row, measured)
    if options.json:
        both = {"published": asdict(row), "measured": asdict(measured)}
        print(json.dumps(both | {"is_same": is_same, "is_current": is_current}, indent=2))
        return 0 if is_same else DIFFERENT
    print(f"{row.bot} in one of {row.players} seats against {row.against}, seed {row.seed}")
    print(f"published  {row.in_words}, {row.games} games, fingerprint {row.fingerprint}")
    print(f"measured   {measured.in_words}, {measured.games} games, {measured.fingerprint}")
    of = f"the first {measured.games} games" if options.sample else "every game"
    print(f"The wins are the same in {of}." if is_same else "The wins differ.")
    if not is_current:
        print("The bots have changed since this row was measured: its fingerprint is outdated.")
    return 0 if is_same else DIFFERENT
