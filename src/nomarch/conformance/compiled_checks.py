"""Checks of the compiled builds: after every move they have the same bytes as the interpreter."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from nomarch.conformance.problems import Problem, problem_at
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.actions import allowed
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup, buffers
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed

Array = np.ndarray[Any, Any]
SIMULATOR_SECONDS = 600


def check_builds(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """The compiled rules agree with the interpreted ones after every move."""
    wrong = problem_at(
        book, "rules", "def apply", "The compiled rules differ from the interpreted ones."
    )
    plain, build = backend.interpreted(book.game.id), backend.cpu(book.game.id)
    rng = Random(f"{book.game.id}{setup}")
    options, key = np.array(setup.options or (0,)), np.array(key_of(make_seed(rng.random().hex())))
    state, (mask, row) = book.layout.plain(), buffers(book)
    record = book.layout.array()[0]
    compiled_mask, compiled_row = np.zeros(len(mask), np.uint32), np.zeros(len(row), np.int64)
    plain.start(state, setup.players, setup.options or (0,), key.tolist(), 0)
    build.start(record, setup.players, options, key, 0)
    while not plain.is_over(state):
        same = record.tobytes() == book.layout.pack(state)
        bits = plain.to_act(state)
        seat = rng.choice([s for s in range(setup.players) if bits >> s & 1])
        plain.ask(state, seat, mask)
        build.ask(record, seat, compiled_mask)
        same = same and (build.to_act(record), build.is_over(record)) == (bits, 0)
        if not same or compiled_mask.tolist() != mask:
            yield wrong
            return
        action = rng.choice(allowed(mask))
        plain.apply(state, seat, action)
        build.apply(record, seat, action)
    if record.tobytes() != book.layout.pack(state):
        yield wrong
    for verb in ("score", "rank"):
        getattr(plain, verb)(state, row)
        getattr(build, verb)(record, compiled_row)
        if compiled_row[: setup.players].tolist() != row[: setup.players]:
            yield problem_at(book, "rules", f"def {verb}", f"The compiled `{verb}` differs.")


def check_series(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Whole games by both built-in policies, so that evaluations agree too."""
    key, policies = key_of(make_seed("series")), [1] + [0] * (setup.players - 1)
    results = []
    tables: tuple[tuple[Any, Any, Any, Callable[[Array], Any]], ...] = (
        (backend.interpreted(book.game.id), book.layout.plain(), STREAM.plain(), Array.tolist),
        (backend.cpu(book.game.id), book.layout.array()[0], STREAM.array()[0], np.asarray),
    )
    for build, state, stream, array in tables:
        mask, row = (
            array(np.zeros(book.actions.words, np.uint32)),
            array(np.zeros(MAX_PLAYERS, int)),
        )
        tally = array(np.zeros((setup.players, 4), np.int64))
        steps = build.play_series(
            state, stream, mask, array(np.array(setup.options or (0,))), array(np.array(policies)),
            1, array(np.array(key)), 5, 3, row, tally,
        )  # fmt: skip
        data = state.tobytes() if isinstance(state, np.void) else book.layout.pack(state)
        results.append((steps, data, np.array(tally).tolist()))
    if results[0] != results[1]:
        sentence = "Compiled greedy games differ from interpreted ones."
        yield problem_at(book, "heuristic", "def evaluate", sentence)


_SIMULATED = """
import sys
sys.setswitchinterval(1e-4)  # the simulator's main thread looks busily whether the others are done
from dataclasses import replace
from nomarch.engine.series import Series, play_on_cpu, play_on_device
from nomarch.kernel.declare.game import include
from nomarch.kernel.run.seeds import make_seed

book = include(sys.argv[1])
# Each thread of a sort would be one of Python's.
book.game = replace(book.game, cuda=replace(book.game.cuda, sort_games=False))
for players in book.game.players:
    series = Series.at_random(book, players, make_seed("the same everywhere"))
    device, processor = play_on_device(series, 40, 2).states, play_on_cpu(series, 40, 2)
    if device.tobytes() != processor.tobytes():
        sys.exit(f"With {players} players, CUDA gives other bytes than the CPU.")
"""


def check_cuda(book: Rulebook) -> Iterator[Problem]:
    """CUDA's simulator plays the same games to the same bytes."""
    done = subprocess.run(
        [sys.executable, "-c", _SIMULATED, book.package],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SIMULATOR_SECONDS,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no output"]
        yield problem_at(book, "rules", "def apply", f"CUDA's simulator fails: {lines[-1]}")
