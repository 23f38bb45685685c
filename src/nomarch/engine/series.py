"""Series of numbered games: game number `n` of a seed is the same on a processor and on a card."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nomarch.kernel import backend
from nomarch.kernel.backend import Deciding
from nomarch.kernel.game import MAX_PLAYERS, Rulebook, Setup, include
from nomarch.kernel.layout import STREAM
from nomarch.kernel.playouts import GREEDY, RANDOM
from nomarch.kernel.seeds import key_of

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Series:
    """Which games: rules, set-up, a seed in 64 hex digits, and who plays them."""

    book: Rulebook
    setup: Setup
    seed: str
    policies: tuple[int, ...]
    rotate: bool = False
    """Whether policies change seats from game to game."""

    @classmethod
    def at_random(cls, book: Rulebook, players: int, seed: str) -> Series:
        """Games without options in which every decision is drawn by lot."""
        return cls(book, book.setup(players), seed, (RANDOM,) * players)

    @property
    def key(self) -> Array:
        """The seed as compiled code takes it."""
        return np.array(key_of(self.seed), np.int64)

    @property
    def options(self) -> Array:
        """The options as compiled code takes them: never none at all."""
        return np.array(self.setup.options or (0,), np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travels to other processes with its game's name: a rulebook is found where it is used."""
        return _arrived, (self.book.package, self.setup, self.seed, self.policies, self.rotate)

    def shift(self, game: int) -> int:
        """How many seats further a policy sits in a game."""
        return game % self.setup.players if self.rotate else 0

    def new_tally(self) -> Array:
        """A row per policy, as `add_result` fills it."""
        return np.zeros((self.setup.players, 4), np.int64)


def _arrived(package: str, *rest: Any) -> Series:
    return Series(include(package), *rest)


# --- On the processor -----------------------------------------------------------------------------


def tally_on_cpu(series: Series, first: int, games: int) -> tuple[Array, int]:
    """Plays numbered games in memory for one: what they gave, and their decisions."""
    tally = series.new_tally()
    return tally, _play(series, series.book.layout.records()[0], first, games, tally)


def play_on_cpu(series: Series, first: int, games: int) -> Array:
    """The final states of numbered games."""
    states = series.book.layout.records(games)
    for i in range(games):
        _play(series, states[i], first + i, 1, series.new_tally())
    return states


def _play(series: Series, state: Any, first: int, games: int, tally: Array) -> int:
    steps: int = backend.cpu(series.book.game.id).play_series(
        state,
        STREAM.records()[0],
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


# --- On a graphics card ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """What a card gave back."""

    steps: Array
    """The decisions of each game."""
    seconds: float
    """Playing alone, without any copying."""
    states: Array | None


def tally_on_device(series: Series, first: int, games: int) -> tuple[Array, int]:
    """Plays numbered games on the card: what they gave, and their decisions."""
    tally, steps = series.new_tally(), 0
    numbers = np.arange(first, first + games)
    for shift in _shifts(series):
        # A launch has one order of policies: games of another order are played, but not counted.
        counted = np.ones(games, bool) if shift is None else numbers % len(series.policies) == shift
        played = play_on_device(series, first, games, shift or 0)
        steps += int(played.steps[counted].sum())
        assert played.states is not None
        _add_results(series, played.states[counted], numbers[counted].tolist(), tally)
    return tally, steps


def _shifts(series: Series) -> Sequence[int | None]:
    """The orders of policies that a series needs; None stands for all games at once."""
    if series.rotate and len(set(series.policies)) > 1:
        return range(len(series.policies))
    return (None,)


def _add_results(series: Series, states: Array, numbers: list[int], tally: Array) -> None:
    build, row = backend.cpu(series.book.game.id), np.zeros(MAX_PLAYERS, np.int64)
    for state, game in zip(states, numbers, strict=True):
        build.add_result(state, series.setup.players, series.shift(game), row, tally)


def play_on_device(
    series: Series, first: int, games: int, shift: int = 0, *, fetch: bool = True
) -> Played:
    """Plays numbered games on the card, every policy `shift` seats further.

    Final states are fetched if wanted.
    """
    target = backend.device()
    deciding = Deciding.JUDGEMENT if GREEDY in series.policies else Deciding.LOT
    build = backend.cuda(series.book.game.id, deciding)
    states = target.to_device(series.book.layout.records(games))
    streams = target.to_device(STREAM.records(games))
    steps = target.to_device(np.zeros(games, np.int32))
    options = target.to_device(series.options)
    policies = target.to_device(np.roll(np.array(series.policies, np.int64), -shift))
    key = target.to_device(series.key)
    target.synchronize()
    started = time.perf_counter()
    build.play(states, streams, steps, options, policies, key, first)
    target.synchronize()
    seconds = time.perf_counter() - started
    counted = steps.copy_to_host().astype(np.int64)
    return Played(counted, seconds, states.copy_to_host() if fetch else None)
