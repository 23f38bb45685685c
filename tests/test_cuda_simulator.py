"""CUDA without a graphics card: its simulator plays the same games, to the same bytes."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import nomarch
from nomarch.kernel.declare.game import Rulebook

from .conformance.playing import BOOKS, SMALLEST, case_id

HAS_SIMULATOR = (
    importlib.util.find_spec("numba_cuda") is not None
    or (Path(numba.__file__).parent / "cuda" / "simulator").is_dir()
)

needs_simulator = pytest.mark.skipif(
    not HAS_SIMULATOR, reason="neither numba nor numba-cuda brings CUDA's simulator"
)
SCRIPT = """
import sys
from dataclasses import replace
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.chance import POLICY
from nomarch.kernel.declare.game import buffers, include
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed
from nomarch.engine.series import Series, play_on_cpu, play_on_device

GAMES, FIRST = 2, 40
SEED = make_seed("the same everywhere")
KEY = key_of(SEED)


def interpreted(book, players, game):
    rules, setup = backend.interpreted(book.game.id), book.setup(players)
    state, stream = book.layout.plain(), STREAM.plain()
    rules.start(state, players, setup.options or (0,), KEY, game)
    rules.reseed(stream, KEY, game, POLICY)
    steps = rules.playout(state, stream, buffers(book)[0], [0] * players, 0)
    return steps, book.layout.pack(state)


book = include(sys.argv[1])
# Sorting is tested with the smallest game: each thread of a sort is one of Python's.
book.game = replace(book.game, cuda=replace(book.game.cuda, sort_games=False))
for players in map(int, sys.argv[2:]):
    series = Series.at_random(book, players, SEED)
    played = play_on_device(series, FIRST, GAMES)
    device, processor = played.states, play_on_cpu(series, FIRST, GAMES)
    steps = 0
    for i in range(GAMES):
        made, data = interpreted(book, players, FIRST + i)
        steps += made
        assert device[i].tobytes() == data, f"{players} players, game {i}: simulator"
        assert processor[i].tobytes() == data, f"{players} players, game {i}: processor"
    assert played.steps.sum() == steps > 0
print("the same bytes")
"""

SIMULATION = """
from dataclasses import replace
from nomarch import simulate
from nomarch.kernel.declare.game import include

game, bots = include("tests.smallest").game.id, ("greedy", "random")
for rotate in (False, True):
    results = [
        replace(simulate(game, 3, seed=7, bots=bots, rotate=rotate, on=on), seconds=1.0)
        for on in ("cpu", "cuda")
    ]
    assert results[0] == results[1], rotate
    assert results[0].steps > 0
print("the same result")
"""


SPREAD = """
import sys
from dataclasses import replace
from nomarch.envs import Batch
from nomarch.kernel.declare.cuda_options import CudaOptions
from nomarch.kernel.declare.game import include
from nomarch.kernel.run.seeds import make_seed
from nomarch.engine.series import Series, play_on_cpu, play_on_device
from tests.envs.plain import play_both

GAMES = 5
book = include("tests.smallest")
threads, local, in_order = map(int, sys.argv[1:])
book.game = replace(book.game, cuda=CudaOptions(threads, 128, local == 1, in_order == 1))
series = Series.at_random(book, 3, make_seed("the same everywhere"))
played = play_on_device(series, 40, GAMES)
assert played.states.tobytes() == play_on_cpu(series, 40, GAMES).tobytes()
assert (played.steps > 0).all()
assert play_both(Batch(book.game.id, players=3, n=3, seed=3, on="cuda"), 24) > 0
print("the same bytes")
"""


EAGER = "import sys; sys.setswitchinterval(1e-4)"
"""The simulator has one thread that looks busily whether the others are done: it gives way soon."""


def run_simulated(script: str, *arguments: str) -> str:
    """What a script prints where CUDA is simulated; numba decides that when it is imported."""
    found = map(str, (Path(nomarch.__file__).parent.parent, Path(__file__).parent.parent))
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"{EAGER}\n{script}", *arguments],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(found)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@needs_simulator
@pytest.mark.parametrize(
    "book",
    [
        pytest.param(book, marks=pytest.mark.compiled if book is SMALLEST else pytest.mark.thorough)
        for book in BOOKS
    ],
    ids=case_id,
)
def test_the_simulator_plays_the_same_games(book: Rulebook) -> None:
    counts = sorted({setup.players for setup in book.setups() if not any(setup.options)})
    ends = sorted({str(counts[0]), str(counts[-1])})
    assert run_simulated(SCRIPT, book.package, *ends) == "the same bytes\n"


@needs_simulator
@pytest.mark.compiled
@pytest.mark.parametrize("spread", ["2 1 0", "4 0 1", "4 0 0"])
def test_games_that_change_threads_stay_the_same(spread: str) -> None:
    """In a thread's own memory, in waves, or alone, in series and in batches."""
    assert run_simulated(SPREAD, *spread.split()) == "the same bytes\n"


@needs_simulator
@pytest.mark.compiled
def test_a_simulation_gives_the_same_result_on_a_card() -> None:
    """Also where different bots change seats, which a card plays in several launches."""
    assert run_simulated(SIMULATION) == "the same result\n"
