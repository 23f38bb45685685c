"""Measures random play at every speed in one run, so that ratios are meaningful."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nomarch.engine.series import Series, play_on_device
from nomarch.engine.simulation import simulate
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook, buffers, rulebook
from nomarch.kernel.declare.layout import STREAM
from nomarch.kernel.run.seeds import key_of, make_seed

SEED = make_seed("benchmark")
DEVICE_GAMES = 1 << 20


@dataclass(frozen=True)
class Speed:
    """Steps per second at each speed, and related figures."""

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
        game=game,
        players=players,
        state_bytes=book.layout.size,
        steps_per_game=one.steps / one.games,
        interpreted=slow,
        one_core=one.steps_per_second,
        all_cores=many.steps_per_second,
        cores=os.cpu_count() or 1,
        clone_nanoseconds=_clone_cost(book),
        first_call_seconds=first_call,
        device=device,
        device_games=device_games,
    )


def _best(run: Callable[[int], Any], seconds: float) -> Any:
    """Repeat with growing numbers of games until the time is used; return the fastest run."""
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
    state, stream = book.layout.plain(), STREAM.plain()
    tally, key = [[0] * 4 for _ in range(players)], key_of(SEED)
    steps, games, started = 0, 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        steps += build.play_series(
            state, stream, mask, setup.options or (0,), [0] * players, 0, key, games, 1, row, tally
        )
        games += 1
    return steps / (time.perf_counter() - started)


def _clone_cost(book: Rulebook) -> float:
    """Return the nanoseconds to copy one state."""
    source, target = book.layout.array(10_000), book.layout.array(10_000)
    started = time.perf_counter()
    for _ in range(20):
        target[:] = source
    return (time.perf_counter() - started) / 20 / len(source) * 1e9


def _device_rate(book: Rulebook, players: int) -> tuple[float, float]:
    """Return steps and games per second on the GPU, the best of three runs."""
    series = Series.at_random(book, players, SEED)
    play_on_device(series, 0, 1024, fetch=False)
    best = 0.0
    for _ in range(3):
        played = play_on_device(series, 0, DEVICE_GAMES, fetch=False)
        best = max(best, float(played.steps.sum()) / played.seconds)
    return best, best / float(played.steps.mean())


def report(results: list[Speed]) -> str:
    """Return measurements as a Markdown table."""
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
