"""One game in a Python loop beside OpenSpiel's backgammon: `python -m bench.single_games [GAME]`.

All play at random in one process and take turns by processor time, so a busy machine slows all of
them alike. Pin it to a core for figures to publish: `taskset -c 0 python -m bench.single_games`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import pyspiel
from bench.mccfr import cpp_solver
from bench.peers import aec, spiel_game

from nomarch.envs import CompiledGame, openspiel
from nomarch.envs.pettingzoo import env
from nomarch.kernel.game import rulebook

PEER = "OpenSpiel, backgammon"


def play_compiled(game: CompiledGame, *, branches: bool, looks: bool) -> int:
    """Play one game; with `branches`, each decision is made in a clone, undone here and kept."""
    game.reset(random.random().hex())
    steps = 0
    while not game.is_over:
        if looks:
            game.observe()
        action = random.choice(game.legal())
        if branches:
            other = game.clone()
            game.apply(action)
            game.undo()
            game = other
        game.apply(action)
        steps += 1
    return steps


def runs_of(name: str) -> dict[str, Callable[[], int]]:
    compiled = CompiledGame(name, seed=1)
    tree = pyspiel.load_game(openspiel.short_name(rulebook(name)))
    peer, zoo, iterate = pyspiel.load_game("backgammon"), env(name), cpp_solver(tree)

    def solve() -> int:
        iterate()
        return 1

    return {
        PEER: lambda: spiel_game(peer, looks=False),
        f"{PEER}, observations": lambda: spiel_game(peer, looks=True),
        "compiled game": lambda: play_compiled(compiled, branches=False, looks=False),
        "compiled game, clone and undo": lambda: play_compiled(
            compiled, branches=True, looks=False
        ),
        "compiled game, observations": lambda: play_compiled(compiled, branches=False, looks=True),
        "OpenSpiel state": lambda: spiel_game(tree, looks=False),
        "OpenSpiel state, observations": lambda: spiel_game(tree, looks=True),
        "PettingZoo, observations": lambda: aec(zoo),
        "MCCFR iterations (C++)": solve,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="ra")
    parser.add_argument("--seconds", type=float, default=9.0, help="of processor time, together")
    options = parser.parse_args()
    runs = runs_of(options.game)
    for run in runs.values():
        run()
    spent, done = dict.fromkeys(runs, 0.0), dict.fromkeys(runs, 0)
    while sum(spent.values()) < options.seconds:
        name = min(spent, key=lambda each: spent[each])
        began = time.process_time()
        done[name] += runs[name]()
        spent[name] += time.process_time() - began
    speeds = {name: done[name] / spent[name] for name in runs}
    print("| what | decisions a second | beside backgammon |\n| --- | --- | --- |")
    for name, speed in speeds.items():
        peer = f"{PEER}, observations" if "observations" in name else PEER
        print(f"| {name} | {speed:,.0f} | {speed / speeds[peer]:.2f} |")


if __name__ == "__main__":
    main()
