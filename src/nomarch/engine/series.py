"""Series of numbered games: game `n` of a seed is the same on the CPU and on a graphics card."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from nomarch.errors import BadOption
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.cuda_options import DevicePolicies
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook, Setup
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.playouts import GREEDY, RANDOM, TALLY_COLUMNS
from nomarch.kernel.run.seeds import key_of

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Series:
    """Rules, set-up, a seed of 64 hex digits, and a policy per seat."""

    book: Rulebook
    setup: Setup
    seed: str
    policies: tuple[int, ...]
    rotate: bool = False
    """Whether policies change seats from game to game."""

    @classmethod
    def at_random(cls, book: Rulebook, players: int, seed: str) -> Series:
        return cls(book, book.setup(players), seed, (RANDOM,) * players)

    @property
    def key(self) -> Array:
        """The seed as an array for compiled code."""
        return np.array(key_of(self.seed), np.int64)

    @property
    def options(self) -> Array:
        """The options as an array for compiled code, which is never empty."""
        return np.array(self.setup.options or (0,), np.int64)

    def new_tally(self) -> Array:
        """Return a row of zeros per policy, for `add_result`."""
        return np.zeros((self.setup.players, TALLY_COLUMNS), np.int64)


# --- CPU ------------------------------------------------------------------------------------------


def tally_on_cpu(series: Series, first: int, games: int) -> tuple[Array, int]:
    """Play numbered games; return their tally and the number of decisions."""
    tally = series.new_tally()
    return tally, _play(series, series.book.layout.array()[0], first, games, tally)


def play_on_cpu(series: Series, first: int, games: int) -> Array:
    """Return the final states of numbered games."""
    states = series.book.layout.array(games)
    for i in range(games):
        _play(series, states[i], first + i, 1, series.new_tally())
    return states


def _play(series: Series, state: Any, first: int, games: int, tally: Array) -> int:
    build = backend.cpu if GREEDY in series.policies else backend.random_play
    steps: int = build(series.book.game.id).play_series(
        state,
        STREAM.array()[0],
        np.zeros(series.book.actions.words, np.uint32),
        series.options,
        np.array(series.policies, np.int64),
        int(series.rotate),
        series.key,
        first,
        games,
        np.zeros(MAX_PLAYERS, np.int64),
        tally,
    )
    return steps


# --- CUDA -----------------------------------------------------------------------------------------

MOST_AT_ONCE = 1 << 22
"""Games in one launch: more would gain nothing."""
MEMORY_SHARE = 4
"""A launch takes at most this fraction of the card's free memory."""
MOST_BYTES = 8 << 30


class DeviceSeries:
    """A series on a card: its build, its arguments, and memory for a bounded number of games.

    The memory is not cleared: setting up a game writes all of it.
    """

    def __init__(self, series: Series, games: int) -> None:
        self.target = backend.device()
        from nomarch.kernel.compile import cuda_backend

        greedy = GREEDY in series.policies
        policies = DevicePolicies.GREEDY if greedy else DevicePolicies.RANDOM
        self.build = cuda_backend.build(series.book.game.id, policies)
        self.at_once = min(games, games_at_once(series, self.target))
        self.states = self.target.device_array(self.at_once, series.book.layout.dtype)
        self.streams = self.target.device_array(self.at_once, STREAM.dtype)
        self.steps = self.target.device_array(self.at_once, np.int32)
        self.lists = self.build.new_lists(self.at_once)
        self.options = self.target.to_device(series.options)
        self.policies = self.target.to_device(np.array(series.policies, np.int64))
        self.key = self.target.to_device(series.key)
        self.rotate = int(series.rotate)
        self.totals_shape = series.setup.players + 1, TALLY_COLUMNS

    def play(self, first: int, games: int) -> None:
        """Launch the kernels that play numbered games, at most `at_once` of them."""
        self.build.play(self, self.options, self.policies, self.rotate, self.key, first, games)

    def tally(self, first: int, games: int) -> tuple[Array, int]:
        """Play numbered games and add them up on the card; only the totals are copied back."""
        totals = self.target.to_device(np.zeros(self.totals_shape, np.int64))
        for at in range(first, first + games, self.at_once):
            count = min(self.at_once, first + games - at)
            self.play(at, count)
            self.build.add_up(self, self.rotate, at, count, totals)
        found = totals.copy_to_host()
        return found[:-1], int(found[-1, 0])


def games_at_once(series: Series, target: Any) -> int:
    """Return how many games one launch plays, so that its memory stays bounded."""
    each = series.book.layout.size + STREAM.size + 64  # The lists and counts take less than 64.
    if backend.is_simulated():
        return MOST_AT_ONCE
    free = int(target.current_context().get_memory_info().free)
    return max(1, min(MOST_AT_ONCE, min(MOST_BYTES, free // MEMORY_SHARE) // each))


def tally_on_device(series: Series, first: int, games: int) -> tuple[Array, int]:
    """Play numbered games on the card; return their tally and the number of decisions."""
    return DeviceSeries(series, games).tally(first, games)


@dataclass(frozen=True)
class Played:
    """The games of one launch."""

    steps: Array
    """The decisions of each game."""
    seconds: float
    """The kernels alone, without copying."""
    states: Array | None


def play_on_device(series: Series, first: int, games: int, *, fetch: bool = True) -> Played:
    """Play numbered games in one launch, and fetch their final states if wanted."""
    device = DeviceSeries(series, games)
    if device.at_once < games:
        raise BadOption(f"This card has memory for {device.at_once:,} games at once.")
    target = device.target
    if fetch:  # Bytes that belong to no field are compared as well.
        device.states = target.to_device(series.book.layout.array(games))
    target.synchronize()
    started = time.perf_counter()
    device.play(first, games)
    target.synchronize()
    seconds = time.perf_counter() - started
    steps = device.steps.copy_to_host().astype(np.int64)
    return Played(steps, seconds, device.states.copy_to_host() if fetch else None)
