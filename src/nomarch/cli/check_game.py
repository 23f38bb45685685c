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
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.conformance import check_game
    from nomarch.conformance.project import find_game, project_of
    from nomarch.conformance.rules_page_checks import check_rules_page

    started = perf_counter()
    book = find_game(options.game)
    project = project_of(book)
    problems, notes = 0, []
    on_page = check_rules_page(project) if project else ()
    for problem in chain(check_game(book, compiled_too=options.all), on_page):
        if problem.is_note:
            notes.append(problem)
        else:
            problems += 1
            print(_shown(problem), flush=True)
    for note in notes:
        print(f"Note: {_shown(note)}")
    seconds = perf_counter() - started
    found = {0: "no problems", 1: "1 problem"}.get(problems, f"{problems} problems")
    print(f"{book.game.title}: {found}, {seconds:.0f} s.", file=sys.stderr if problems else None)
    return 1 if problems else 0


def _shown(problem: Problem) -> str:
    """Name the file by a path that can be clicked in a terminal."""
    here = Path.cwd()
    if problem.path and problem.path.is_relative_to(here):
        problem = replace(problem, path=problem.path.relative_to(here))
    return str(problem)
