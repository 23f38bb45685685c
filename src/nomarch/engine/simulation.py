"""Simulation: many games in compiled code, on CPU cores, a graphics card or a cluster."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from math import sqrt

from nomarch.engine.executors import ChunkExecutor, threads
from nomarch.engine.series import Array, Series, tally_on_cpu, tally_on_device
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import check_int, rulebook
from nomarch.kernel.run.playouts import GREEDY, RANDOM, WHOLE_WIN
from nomarch.kernel.run.seeds import make_seed

POLICIES = {"random": RANDOM, "greedy": GREEDY}

Z95 = 1.96


@dataclass(frozen=True)
class Device:
    """How games are played on a kind of device, and the chunk size."""

    tally: Callable[[Series, int, int], tuple[Array, int]]
    chunk: int
    remote_chunk: int
    """The chunk size for a remote executor."""


DEVICES = {
    "cpu": Device(tally_on_cpu, 500, 5_000),
    "cuda": Device(tally_on_device, 1 << 23, 1 << 21),
}


@dataclass(frozen=True)
class Line:
    """The results of one seat, or of one bot when seats rotate."""

    bot: str
    games: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    mean_score: float
    score_sd: float


@dataclass(frozen=True)
class Simulation:
    """The outcome of a series of games."""

    game: str
    players: int
    seed: str
    games: int
    steps: int
    seconds: float
    rotated: bool
    lines: tuple[Line, ...]

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def steps_per_second(self) -> float:
        return self.steps / self.seconds


def simulate(
    game: str,
    games: int = 1000,
    players: int | None = None,
    seed: str | int | None = None,
    *,
    options: Mapping[str, str] | None = None,
    bots: Sequence[str] = (),
    rotate: bool = False,
    workers: int | None = None,
    on: str = "cpu",
    executor: ChunkExecutor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play `games` games. The result depends on the seed, not on where they are played.

    `bots` names a policy per seat (random by default). With `rotate` they change seats from game to
    game, and each result line is a bot's. Games run `on` the "cpu", with `workers` threads, or on
    "cuda"; or on an `executor` such as `nomarch.engine.ray_cluster.Cluster`. `progress` is called
    with the number of games just finished.

    >>> done = nomarch.simulate("ra", games=200, players=3, seed=1, bots=["greedy", "random"] * 2)
    Traceback (most recent call last):
    nomarch.errors.BadOption: 3 players need 3 bots, not 4.
    >>> done = nomarch.simulate("ra", games=200, seed=1, bots=["greedy", "random", "random"])
    >>> [line.bot for line in done.lines if line.win_rate > 0.8]
    ['greedy']
    """
    book = rulebook(game)
    setup = book.setup(players or len(bots) or None, options)
    players, games = setup.players, check_int(games, "The number of games")
    names = tuple(bots) or ("random",) * players
    policies = _policies(names, players)
    if games < 1:
        raise BadOption(f"A simulation needs at least one game, not {games}.")
    threads_used = _threads(workers, on, executor)
    series = Series(book, setup, make_seed(seed), policies, rotate)
    with nullcontext(executor) if executor else threads(threads_used) as running:
        tally, steps, seconds = _play(series, games, on, running, progress)
    lines = tuple(_line(name, row) for name, row in zip(names, tally.tolist(), strict=True))
    return Simulation(game, players, series.seed, games, steps, seconds, rotate, lines)


def _threads(workers: int | None, on: str, executor: ChunkExecutor | None) -> int:
    """Return how many threads play; one is enough to drive a graphics card."""
    if on not in DEVICES:
        raise BadOption(f"Games are played on {' or '.join(DEVICES)}, not on {on!r}.")
    if workers is not None and executor is not None:
        raise BadOption("Workers are threads of this machine; an executor has its own.")
    if workers is not None and workers < 1:
        raise BadOption(f"A simulation needs at least one worker, not {workers}.")
    if workers is not None and on != "cpu":
        raise BadOption("Workers are threads of the processor; a graphics card needs none.")
    if on != "cpu":
        return 1
    return workers or os.cpu_count() or 1


def _policies(bots: Sequence[str], players: int) -> tuple[int, ...]:
    if len(bots) != players:
        raise BadOption(f"{players} players need {players} bots, not {len(bots)}.")
    for bot in bots:
        if bot not in POLICIES:
            raise BadOption(f"No compiled bot {bot!r}; choose from {', '.join(POLICIES)}.")
    return tuple(POLICIES[bot] for bot in bots)


def _play(
    series: Series,
    games: int,
    on: str,
    executor: ChunkExecutor,
    progress: Callable[[int], object] | None,
) -> tuple[Array, int, float]:
    """Play the games on an executor; return their tally, decisions and seconds."""
    job, size = partial(_tally, series, on), DEVICES[on].remote_chunk
    if not executor.is_remote:
        # One game compiles everything before the clock starts.
        job((0, 1))
        size = DEVICES[on].chunk
    tally, steps, started = series.new_tally(), 0, time.perf_counter()
    chunks = ((first, min(size, games - first)) for first in range(0, games, size))
    for (_, count), (sums, made) in executor.run(job, chunks):
        tally += sums
        steps += made
        if progress is not None:
            progress(count)
    return tally, steps, time.perf_counter() - started


def _tally(series: Series, on: str, chunk: tuple[int, int]) -> tuple[Array, int]:
    first, games = chunk
    return DEVICES[on].tally(series, first, games)


def _line(bot: str, row: list[int]) -> Line:
    games, sixtieths, points, squares = row
    rate = sixtieths / WHOLE_WIN / games
    low, high = wilson(rate, games)
    mean = points / games
    sd = sqrt(max(0.0, squares / games - mean * mean))
    return Line(bot, games, sixtieths / WHOLE_WIN, rate, low, high, mean, sd)


def wilson(rate: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a win rate (Wilson's score interval)."""
    square = Z95 * Z95
    centre = (rate + square / (2 * games)) / (1 + square / games)
    reach = Z95 * sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    # The interval holds the rate; at 0 and 1 rounding would leave it just outside.
    return max(0.0, min(rate, centre - reach)), min(1.0, max(rate, centre + reach))
