"""OpenSpiel's MCCFR on compiled and on interpreted game trees: `python -m bench.mccfr`.

Outcome sampling, by OpenSpiel's C++ solver and by its Python solver. Both trees take turns, one
iteration at a time in one process, and CPU time is counted. The interpreted tree is the one of
`tests/envs/plain_tree.py`, on which `nomarch.envs.openspiel` was built up to version 0.1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
from tests.envs.plain_tree import PlainPosition

from nomarch.envs import openspiel
from nomarch.kernel.game import Rulebook, rulebooks

EXPLORATION, SEED = 0.6, 1


class PlainState(openspiel.NomarchState):
    """A state whose position is made by interpreted rules."""

    def __init__(self, game: openspiel.NomarchGame) -> None:
        super().__init__(game)
        self.position = PlainPosition.first(game.book, game.setup)  # type: ignore[assignment]


def plain_game(book: Rulebook) -> Any:
    """The game with interpreted rules, known to OpenSpiel by another name."""
    name = f"plain_{openspiel.short_name(book)}"
    kind = openspiel._game_type(book, name)
    made = type(name, (openspiel.NomarchGame,), {"book": book, "type": kind})
    made.new_initial_state = lambda self: PlainState(self)  # type: ignore[attr-defined]
    pyspiel.register_game(kind, made)
    return pyspiel.load_game(name)


def python_solver(game: Any) -> Callable[[], None]:
    solver: Any = OutcomeSamplingSolver(game)
    return solver.iteration  # type: ignore[no-any-return]


def cpp_solver(game: Any) -> Callable[[], None]:
    solver = pyspiel.OutcomeSamplingMCCFRSolver(game, EXPLORATION, SEED)
    return solver.run_iteration  # type: ignore[no-any-return]


SOLVERS = {"C++": cpp_solver, "Python": python_solver}


def measure(iterate: dict[str, Callable[[], None]], seconds: float) -> dict[str, float]:
    """Seconds of CPU time per iteration of each, which take turns by time."""
    spent, done = dict.fromkeys(iterate, 0.0), dict.fromkeys(iterate, 0)
    for run in iterate.values():
        run()
    while sum(spent.values()) < seconds:
        name = min(spent, key=lambda each: spent[each])
        start = process_time()
        iterate[name]()
        spent[name] += process_time() - start
        done[name] += 1
    return {name: spent[name] / done[name] for name in iterate}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(rulebooks()))
    parser.add_argument("--seconds", type=float, default=16, help="CPU time per game and solver")
    options = parser.parse_args()
    sys.setrecursionlimit(100_000)
    print("| game | players | solver | interpreted, iterations in 8 s | compiled | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in options.games:
        book = rulebooks()[name]
        games = {
            "compiled": pyspiel.load_game(openspiel.short_name(book)),
            "plain": plain_game(book),
        }
        for solver, make in SOLVERS.items():
            np.random.seed(SEED)
            took = measure({n: make(game) for n, game in games.items()}, options.seconds)
            print(
                f"| {book.game.title} | {games['compiled'].num_players()} | {solver} "
                f"| {8 / took['plain']:.1f} | {8 / took['compiled']:,.0f} "
                f"| {took['plain'] / took['compiled']:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
