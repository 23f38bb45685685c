"""`nomarch check-game`: check a game and list its problems."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from nomarch.cli.arguments import Commands

if TYPE_CHECKING:
    from nomarch.conformance import Problem


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "check-game",
        help="check the rules, words and board of a game you write",
        description="Plays a game at random, draws and describes every position, and reports "
        "problems with file and line.",
    )
    parser.add_argument("game", help="its id, its package, or the folder of its project")
    parser.add_argument(
        "--all", action="store_true", help="also compile it, and play it on CUDA's simulator"
    )
    parser.add_argument("--games", type=int, default=1, help="games per set-up, at least (1)")
    parser.add_argument("--seconds", type=float, default=15, help="play on for this long (15)")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first game (0)")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.conformance import check_game
    from nomarch.conformance.project import check_project, find_game, project_of
    from nomarch.conformance.rules_page_checks import check_rules_page

    started = perf_counter()
    book = find_game(options.game)
    project = project_of(book)
    problems, notes = 0, []
    found = check_game(
        book, compiled_too=options.all, games=options.games, seconds=options.seconds,
        seed=options.seed,
    )  # fmt: skip
    about_project = chain(check_rules_page(project), check_project(project)) if project else ()
    for problem in chain(found, about_project):
        if problem.is_note:
            notes.append(problem)
        else:
            problems += 1
            print(_shown(problem), flush=True)
    for note in notes:
        print(f"Note: {_shown(note)}")
    seconds = perf_counter() - started
    counted = {0: "no problems", 1: "1 problem"}.get(problems, f"{problems} problems")
    print(f"{book.game.title}: {counted}, {seconds:.0f} s.", file=sys.stderr if problems else None)
    return 1 if problems else 0


def _shown(problem: Problem) -> str:
    """Name the file by a path that can be clicked in a terminal."""
    here = Path.cwd()
    if problem.path and problem.path.is_relative_to(here):
        problem = replace(problem, path=problem.path.relative_to(here))
    return str(problem)
