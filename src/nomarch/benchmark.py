"""Measuring the engine: random play at every speed, in one run, so that ratios mean something."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from nomarch.kernel import backend
from nomarch.kernel.chance import CHANCE_FIELDS
from nomarch.kernel.game import MAX_PLAYERS, Rulebook, buffers, rulebook
from nomarch.kernel.layout import Layout
from nomarch.kernel.seeds import key_of, make_seed
from nomarch.simulation import simulate

KEY = key_of(make_seed("benchmark"))
DEVICE_GAMES = 1 << 20
THREADS_PER_BLOCK = 128


@dataclass(frozen=True)
class Speed:
    """Steps a second at each speed, and what else a researcher asks."""

    game: str
    players: int
    state_bytes: int
    steps_per_game: float
    interpreted: float
    one_core: float
    all_cores: float
    cores: int
    clone_nanoseconds: float
    first_call_seconds: float
    device: float | None = None
    device_games: float | None = None


def measure(
    game: str, players: int | None = None, seconds: float = 2.0, *, cuda: bool = False
) -> Speed:
    """Measures one game."""
    book = rulebook(game)
    players = players or book.game.usual_players
    started = time.perf_counter()
    simulate(game, 1, players, 1, workers=1)
    first_call = time.perf_counter() - started
    slow = _interpreted_rate(book, players, seconds)
    one = _best(lambda n: simulate(game, n, players, 1, workers=1), seconds)
    many = _best(lambda n: simulate(game, n, players, 1), seconds)
    device, device_games = _device_rate(book, players) if cuda else (None, None)
    return Speed(
        game, players, book.layout.size, one.steps / one.games, slow, one.steps_per_second,
        many.steps_per_second, os.cpu_count() or 1, _clone_cost(book), first_call, device,
        device_games,
    )  # fmt: skip


def _best(run: Callable[[int], Any], seconds: float) -> Any:
    """Repeats with growing numbers of games until the time is used; the fastest run counts."""
    games, best = 1_000, None
    until = time.perf_counter() + seconds
    while best is None or time.perf_counter() < until:
        result = run(games)
        if best is None or result.steps_per_second > best.steps_per_second:
            best = result
        games = min(games * 2, 64_000)
    return best


def _interpreted_rate(book: Rulebook, players: int, seconds: float) -> float:
    build, (mask, row) = backend.interpreted(book.game.id), buffers(book)
    setup = book.setup(players)
    state, stream = book.layout.plain(), Layout(CHANCE_FIELDS).plain()
    tally = [[0] * 4 for _ in range(players)]
    steps, games, started = 0, 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        steps += build.play_series(
            state, stream, mask, setup.options or (0,), [0] * players, 0, KEY, games, 1, row, tally
        )
        games += 1
    return steps / (time.perf_counter() - started)


def _clone_cost(book: Rulebook) -> float:
    """Nanoseconds to copy one state among many."""
    source, target = book.layout.records(10_000), book.layout.records(10_000)
    started = time.perf_counter()
    for _ in range(20):
        target[:] = source
    return (time.perf_counter() - started) / 20 / len(source) * 1e9


def _device_rate(book: Rulebook, players: int) -> tuple[float, float]:
    """Steps and games a second on the graphics card; the best of three runs."""
    play_on_device(book, players, 1024)
    best = 0.0
    for _ in range(3):
        steps, seconds, _ = play_on_device(book, players, DEVICE_GAMES, fetch=False)
        rate = steps / seconds
        best = max(best, rate)
    return best, best / (steps / DEVICE_GAMES)


def play_on_device(
    book: Rulebook, players: int, games: int, *, first: int = 0, fetch: bool = True
) -> tuple[int, float, np.ndarray[Any, Any] | None]:
    """Plays numbered games on the card: steps, seconds, and the final states if wanted."""
    build = backend.cuda(book.game.id)
    target = backend.device()
    setup = book.setup(players)
    states = target.to_device(book.layout.records(games))
    streams = target.to_device(Layout(CHANCE_FIELDS).records(games))
    steps = target.to_device(np.zeros(games, np.int32))
    options = target.to_device(np.array(setup.options or (0,), np.int64))
    policies = target.to_device(np.zeros(players, np.int64))
    key = target.to_device(np.array(KEY, np.int64))
    blocks = -(-games // THREADS_PER_BLOCK)
    target.synchronize()
    started = time.perf_counter()
    build.play[blocks, THREADS_PER_BLOCK](states, streams, steps, options, policies, key, first)
    target.synchronize()
    seconds = time.perf_counter() - started
    total = int(steps.copy_to_host().astype(np.int64).sum())
    return total, seconds, states.copy_to_host() if fetch else None


def play_on_cpu(book: Rulebook, players: int, games: int, first: int = 0) -> np.ndarray[Any, Any]:
    """The final states of the same numbered games, compiled for the CPU."""
    build, setup = backend.cpu(book.game.id), book.setup(players)
    states, stream = book.layout.records(games), Layout(CHANCE_FIELDS).records()[0]
    mask, row = np.zeros(len(book.actions), np.int8), np.zeros(MAX_PLAYERS, np.int64)
    for i in range(games):
        build.play_series(
            states[i], stream, mask, np.array(setup.options or (0,), np.int64),
            np.zeros(players, np.int64), 0, np.array(KEY, np.int64), first + i, 1, row,
            np.zeros((players, 4), np.int64),
        )  # fmt: skip
    return states


def report(results: list[Speed]) -> str:
    """Measurements as a Markdown table."""
    rows = [
        "| game | players | state | steps/game | interpreted | compiled, 1 core | all cores "
        "| clone | CUDA |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    rows += [
        f"| {r.game} | {r.players} | {r.state_bytes} B | {r.steps_per_game:.0f} "
        f"| {r.interpreted / 1e3:,.0f} k/s | {r.one_core / 1e6:.2f} M/s "
        f"({r.one_core / r.interpreted:.0f}×) | {r.all_cores / 1e6:.2f} M/s on {r.cores} "
        f"| {r.clone_nanoseconds:.0f} ns | {_device_cell(r)} |"
        for r in results
    ]
    return "\n".join(rows)


def _device_cell(result: Speed) -> str:
    if result.device is None or result.device_games is None:
        return "–"
    return f"{result.device / 1e9:.2f} G/s ({result.device_games / 1e6:.1f} M games/s)"
