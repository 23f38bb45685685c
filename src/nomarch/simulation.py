"""Simulation: many games in compiled code on all cores or a card, in memory that does not grow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import islice
from math import sqrt

from nomarch.errors import BadOption
from nomarch.kernel.drive import GREEDY, RANDOM, WHOLE_WIN
from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import make_seed
from nomarch.series import Array, Series, tally_on_cpu, tally_on_device

POLICIES = {"random": RANDOM, "greedy": GREEDY}

Part = Callable[[Series, int, int], tuple[Array, int]]
PIECES: dict[str, tuple[int, Part]] = {
    "cpu": (500, tally_on_cpu),
    "cuda": (1 << 17, tally_on_device),
}
"""Where games can be played: how many at once, and by what."""
Z95 = 1.96


@dataclass(frozen=True)
class Line:
    """What one seat, or one bot when seats rotate, made of all games."""

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
        """Whole games a second."""
        return self.games / self.seconds

    @property
    def steps_per_second(self) -> float:
        """Decisions a second."""
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
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Plays `games` games; the result depends on the seed alone, not on where they are played.

    `bots` names a policy per seat (random by default); with `rotate` they change seats from game
    to game and the lines are theirs. They are played `on` the cores of the `cpu`, by so many
    `workers`, or on a graphics card with `cuda`. `progress` is called with the number of games
    just finished.

    >>> done = nomarch.simulate("ra", games=200, players=3, seed=1, bots=["greedy", "random"] * 2)
    Traceback (most recent call last):
    nomarch.errors.BadOption: 3 players need 3 bots, not 4.
    >>> done = nomarch.simulate("ra", games=200, seed=1, bots=["greedy", "random", "random"])
    >>> [line.bot for line in done.lines if line.win_rate > 0.8]
    ['greedy']
    """
    book = rulebook(game)
    players = players or (len(bots) if bots else book.game.players[-1])
    setup = book.setup(players, options)
    names = tuple(bots) or ("random",) * players
    policies = _policies(names, players)
    if games < 1:
        raise BadOption(f"A simulation needs at least one game, not {games}.")
    workers = _workers(workers, on)
    series = Series(book, setup, make_seed(seed), policies, rotate)
    # Compiling is no part of the games: one of them gets it done before the clock starts.
    PIECES[on][1](series, 0, 1)
    started = time.perf_counter()
    tally, steps = _play(series, games, on, workers, progress)
    seconds = time.perf_counter() - started
    lines = tuple(_line(name, row) for name, row in zip(names, tally.tolist(), strict=True))
    return Simulation(game, players, series.seed, games, steps, seconds, rotate, lines)


def _workers(workers: int | None, on: str) -> int:
    """How many threads hand out the games: one is enough for a card."""
    if on not in PIECES:
        raise BadOption(f"Games are played on {' or '.join(PIECES)}, not on {on!r}.")
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
    series: Series, games: int, on: str, workers: int, progress: Callable[[int], object] | None
) -> tuple[Array, int]:
    """Plays the games in pieces, on one card or on many cores; their tally and decisions."""
    size, part = PIECES[on]
    tally, steps = series.new_tally(), 0
    pieces = ((first, min(size, games - first)) for first in range(0, games, size))
    for (sums, made), count in _work(part, series, pieces, workers):
        tally += sums
        steps += made
        if progress is not None:
            progress(count)
    return tally, steps


def _work(
    part: Part, series: Series, pieces: Iterator[tuple[int, int]], workers: int
) -> Iterator[tuple[tuple[Array, int], int]]:
    """What each piece gave and how many games it had, as they are done; few wait at a time."""
    with ThreadPoolExecutor(workers) as pool:
        waiting: dict[Future[tuple[Array, int]], int] = {}
        while True:
            for first, count in islice(pieces, 2 * workers - len(waiting)):
                waiting[pool.submit(part, series, first, count)] = count
            if not waiting:
                return
            done = next(as_completed(waiting))
            yield done.result(), waiting.pop(done)


def _line(bot: str, row: list[int]) -> Line:
    games, sixtieths, points, squares = row
    rate = sixtieths / WHOLE_WIN / games
    low, high = wilson(rate, games)
    mean = points / games
    sd = sqrt(max(0.0, squares / games - mean * mean))
    return Line(bot, games, sixtieths / WHOLE_WIN, rate, low, high, mean, sd)


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a win rate (Wilson's score interval)."""
    square = Z95 * Z95
    centre = (rate + square / (2 * games)) / (1 + square / games)
    reach = Z95 * sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    # The interval holds the rate; at 0 and 1 rounding would leave it just outside.
    return max(0.0, min(rate, centre - reach)), min(1.0, max(rate, centre + reach))
