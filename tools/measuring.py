"""What the measurements share: workers, files of rows from which a later run resumes, intervals."""

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import takewhile
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import TypeVar

import msgspec

from nomarch.bots import arena
from nomarch.bots.arena import ArenaResult, BotStanding, Contest
from nomarch.engine.executors import ChunkExecutor, processes, threads
from nomarch.engine.ray_cluster import cluster_at
from nomarch.kernel.declare.game import Rulebook
from nomarch.progress import show_progress

Item = TypeVar("Item")
Result = TypeVar("Result")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --seconds, and --workers or --ray."""
    parser.add_argument("--seconds", type=float, default=600, help="begin nothing later (600)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    where.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster instead")


def run(
    job: Callable[[Item], Result], items: Sequence[Item], options: argparse.Namespace
) -> Iterator[tuple[Item, Result]]:
    """Yield items with their results as they are done; begin none after `--seconds`."""
    until = time.monotonic() + options.seconds
    begun = takewhile(lambda _: time.monotonic() < until, items)
    with _executor(options) as executor, show_progress(len(items), "rows") as advance:
        for done in executor.run(job, begun):
            yield done
            advance(1)


@contextmanager
def _executor(options: argparse.Namespace) -> Iterator[ChunkExecutor]:
    with cluster_at(options.ray) as cluster:
        if cluster:
            yield cluster
        else:
            count = options.workers
            with threads(1) if count == 1 else processes(count) as own:
                yield own


# --- Files ----------------------------------------------------------------------------------------


def read_rows(file: Path, type_: type[Item]) -> list[Item]:
    """Return the rows of a file; an unfinished last line is left out."""
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    return [msgspec.json.decode(line, type=type_) for line in lines if line.endswith(b"\n")]


def add_row(file: Path, row: object) -> None:
    with file.open("ab") as out:
        out.write(msgspec.json.encode(row) + b"\n")


def write_rows(file: Path, rows: Iterable[object]) -> None:
    file.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


def write_data(book: Rulebook, name: str, data: object) -> None:
    """Write a file of measured settings into a game's folder."""
    text = msgspec.json.format(msgspec.json.encode(data), indent=2)
    (book.folder / name).write_bytes(text + b"\n")


# --- Contests of the arena ------------------------------------------------------------------------


@dataclass(frozen=True)
class Bout:
    """One game of a contest."""

    name: str
    contest: Contest
    number: int


def _play(bout: Bout) -> ArenaResult:
    return arena.play_one(bout.contest, bout.number)


def play_contests(
    contests: Mapping[str, Contest], games: Mapping[str, int], options: argparse.Namespace
) -> dict[str, list[ArenaResult]]:
    """Play the games that `--folder` doesn't hold yet, those with low numbers first."""
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: folder / f"{name}.jsonl" for name in contests}
    played = {name: arena.read(files[name], contest) for name, contest in contests.items()}
    missing = [
        Bout(name, contest, number)
        for number in range(max(games.values(), default=0))
        for name, contest in contests.items()
        if number < games[name] and number not in played[name]
    ]
    for bout, result in run(_play, missing, options):
        played[bout.name][bout.number] = result
        arena.add(files[bout.name], asdict(result))
    return {name: list(results.values()) for name, results in played.items()}


def first_standing(contest: Contest, played: Sequence[ArenaResult]) -> BotStanding | None:
    """Return the standing of a contest's first bot; None before the first game."""
    lines = arena.standings(contest, played)
    return next((line for line in lines if line.bot == contest.bots[0]), None)


def milliseconds(played: Iterable[ArenaResult]) -> list[float]:
    """Return the mean thinking time per decision of both bots."""
    seconds, decisions = [0.0, 0.0], [1e-9, 1e-9]
    for game in played:
        for seat, bot in enumerate(game.bots):
            seconds[bot] += game.seconds[seat]
            decisions[bot] += game.decisions[seat]
    return [1000 * spent / made for spent, made in zip(seconds, decisions, strict=True)]


def standard_error(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values))


def with_error(values: Sequence[float]) -> str:
    return f"{mean(values):.2f} ± {standard_error(values):.2f}"
