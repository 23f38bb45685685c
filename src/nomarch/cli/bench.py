"""`nomarch bench`: measure steps per second at each speed, all in one run."""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

from nomarch.cli.arguments import Commands

SEED = "benchmark"
DEVICE_GAMES = 1 << 20
HEADINGS = ("game", "players", "state", "steps/game", "interpreted", "1 core", "all cores", "CUDA")


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure steps per second",
        description="Measures random play: interpreted, compiled on one core and on all cores, "
        "and with --cuda on a GPU.",
    )
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each measurement")
    parser.add_argument("--cuda", action="store_true")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from nomarch.kernel.declare.game import rulebooks

    games = options.games or list(rulebooks())
    rows = [_measure(game, options) for game in games]
    for row in (HEADINGS, ["---"] * len(HEADINGS), *rows):
        print(f"| {' | '.join(row)} |")
    return 0


def _measure(game: str, options: argparse.Namespace) -> list[str]:
    """Return a game's row of a Markdown table."""
    from nomarch.engine.simulation import simulate
    from nomarch.kernel.declare.game import rulebook

    book = rulebook(game)
    players, seconds = options.players or book.game.usual_players, options.seconds
    simulate(game, 1, players, 1, workers=1)
    slow = _interpreted_rate(book, players, seconds)
    one = _best(lambda n: simulate(game, n, players, 1, workers=1), seconds)
    many = _best(lambda n: simulate(game, n, players, 1), seconds)
    rate = one.steps_per_second
    return [
        game,
        str(players),
        f"{book.layout.size} B",
        f"{one.steps / one.games:.0f}",
        f"{slow / 1e3:,.0f} k/s",
        f"{rate / 1e6:.2f} M/s ({rate / slow:.0f}×)",
        f"{many.steps_per_second / 1e6:.2f} M/s on {os.cpu_count()}",
        f"{_device_rate(book, players) / 1e9:.2f} G/s" if options.cuda else "–",
    ]


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


def _interpreted_rate(book: Any, players: int, seconds: float) -> float:
    from nomarch.kernel.compile import backend
    from nomarch.kernel.declare.game import buffers
    from nomarch.kernel.declare.layout import STREAM
    from nomarch.kernel.run.seeds import key_of, make_seed

    build, (mask, row) = backend.interpreted(book.game.id), buffers(book)
    setup, key = book.setup(players), key_of(make_seed(SEED))
    state, stream, tally = book.layout.plain(), STREAM.plain(), [[0] * 4 for _ in range(players)]
    steps, games, started = 0, 0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        steps += build.play_series(
            state, stream, mask, setup.options or (0,), [0] * players, 0, key, games, 1, row, tally
        )
        games += 1
    return steps / (time.perf_counter() - started)


def _device_rate(book: Any, players: int) -> float:
    """Return steps per second on the GPU, the best of three runs."""
    from nomarch.engine.series import Series, play_on_device
    from nomarch.kernel.run.seeds import make_seed

    series = Series.at_random(book, players, make_seed(SEED))
    play_on_device(series, 0, 1024, fetch=False)
    runs = [play_on_device(series, 0, DEVICE_GAMES, fetch=False) for _ in range(3)]
    return max(float(played.steps.sum()) / played.seconds for played in runs)
