"""Simulation: many games in compiled code on all cores, in memory that does not grow with them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from nomarch.errors import BadOption
from nomarch.kernel import backend
from nomarch.kernel.drive import GREEDY, RANDOM, WHOLE_WIN
from nomarch.kernel.game import MAX_PLAYERS, Rulebook, Setup, rulebook
from nomarch.kernel.layout import STREAM
from nomarch.kernel.seeds import key_of, make_seed

POLICIES = {"random": RANDOM, "greedy": GREEDY}
CHUNK = 500
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
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Plays `games` games; the result depends on the seed alone, not on the number of workers.

    `bots` names a policy per seat (random by default); with `rotate` they change seats from game
    to game and the lines are theirs. `progress` is called with the number of games just finished.

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
    if workers is not None and workers < 1:
        raise BadOption(f"A simulation needs at least one worker, not {workers}.")
    seed = make_seed(seed)
    # Compiling is no part of the games: an empty series gets it done before the clock starts.
    _play(book, setup, policies, rotate, seed, 0, 1, None)
    started = time.perf_counter()
    tally, steps = _play(book, setup, policies, rotate, seed, games, workers, progress)
    seconds = time.perf_counter() - started
    lines = tuple(_line(name, row) for name, row in zip(names, tally.tolist(), strict=True))
    return Simulation(game, players, seed, games, steps, seconds, rotate, lines)


def _policies(bots: Sequence[str], players: int) -> list[int]:
    if len(bots) != players:
        raise BadOption(f"{players} players need {players} bots, not {len(bots)}.")
    for bot in bots:
        if bot not in POLICIES:
            raise BadOption(f"No compiled bot {bot!r}; choose from {', '.join(POLICIES)}.")
    return [POLICIES[bot] for bot in bots]


def _play(
    book: Rulebook, setup: Setup, policies: list[int], rotate: bool, seed: str, games: int,
    workers: int | None, progress: Callable[[int], object] | None,
) -> tuple[np.ndarray[Any, Any], int]:  # fmt: skip
    workers = workers or os.cpu_count() or 1
    build = backend.cpu(book.game.id)
    tally, steps = np.zeros((setup.players, 4), np.int64), 0

    def chunk(first: int) -> tuple[np.ndarray[Any, Any], int, int]:
        count = min(CHUNK, games - first)
        part = np.zeros((setup.players, 4), np.int64)
        made = build.play_series(
            book.layout.records()[0], STREAM.records()[0],
            np.zeros(len(book.actions), np.int8),
            np.array(setup.options or (0,), np.int64), np.array(policies, np.int64), int(rotate),
            np.array(key_of(seed), np.int64), first, count, np.zeros(MAX_PLAYERS, np.int64), part,
        )  # fmt: skip
        return part, made, count

    with ThreadPoolExecutor(workers) as pool:
        firsts = iter(range(0, max(games, 1), CHUNK))
        waiting = {
            pool.submit(chunk, first) for _, first in zip(range(2 * workers), firsts, strict=False)
        }
        while waiting:
            done = next(as_completed(waiting))
            waiting.discard(done)
            part, made, count = done.result()
            tally += part
            steps += made
            if progress is not None:
                progress(count)
            for first in firsts:
                waiting.add(pool.submit(chunk, first))
                break
    return tally, steps


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
