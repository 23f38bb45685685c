"""Several contests of the arena side by side, for as long as there is time.

The contest that has had the least thinking time comes next, so that quick games are played more
often than slow ones, up to the number wanted of each. Every contest has its file of games. Games
under way when time is up are saved in another file and continued next time.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from nomarch.bots import arena
from nomarch.bots.arena import ArenaGame, ArenaResult, BotStanding, Contest
from nomarch.engine.executors import ChunkExecutor, SerialExecutor, processes
from nomarch.engine.ray_cluster import cluster_at
from nomarch.progress import show_progress

UNKNOWN = 1.0
"""Assumed seconds of a game before any was played."""


@dataclass(frozen=True)
class Begun:
    """A game under way: its moves, and the decisions and thinking time of each seat."""

    number: int
    moves: list[str]
    decisions: list[int]
    seconds: list[float]


@dataclass(frozen=True)
class Task:
    """A game to start or continue until a time of day."""

    name: str
    contest: Contest
    number: int
    begun: Begun | None
    until: float


def play_on(task: Task) -> ArenaResult | Begun:
    """Play a game to its end, or until time is up."""
    with closing(ArenaGame(task.contest, task.number)) as bout:
        if task.begun:
            for move in task.begun.moves:
                bout.play(move)
            bout.decisions, bout.seconds = task.begun.decisions, task.begun.seconds
        while not bout.match.over:
            if time.time() >= task.until:
                return Begun(task.number, bout.moves, bout.decisions, bout.seconds)
            bout.step()
        return bout.played()


def compile_for(contest: Contest) -> None:
    """Let a contest's bots decide once, which leaves their compiled code in the cache."""
    with closing(ArenaGame(contest, 0)) as game:
        game.compile()


class Tournament:
    """Contests by name and their games so far."""

    def __init__(
        self,
        contests: Mapping[str, Contest],
        games: int | Mapping[str, int],
        folder: Path,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        """Play `games` of each contest, or as many as it says by name.

        A contest with a weight gets so many times the thinking time of others.
        """
        self.weights = weights or {}
        folder.mkdir(parents=True, exist_ok=True)
        self.contests, self.folder = contests, folder
        self.games = {name: games if isinstance(games, int) else games[name] for name in contests}
        self.played = {
            name: arena.read(self._file(name), contest) for name, contest in contests.items()
        }
        self.begun = self._read_begun()
        self._away = dict[tuple[str, int], float]()
        """Games being played, and since when."""

    def play(self, executor: ChunkExecutor | int, seconds: float) -> None:
        """Play until all games are played or time is up, with processes or an executor."""
        if not seconds:
            return
        if isinstance(executor, int):
            with SerialExecutor() if executor == 1 else processes(executor) as own:
                self._play(own, seconds)
        else:
            self._play(executor, seconds)

    def _play(self, executor: ChunkExecutor, seconds: float) -> None:
        until = time.time() + seconds
        done = sum(map(len, self.played.values()))
        with show_progress(sum(self.games.values()), "games", done) as advance:
            self._compile(executor)
            for task, result in executor.run(play_on, self._tasks(until)):
                del self._away[task.name, task.number]
                if isinstance(result, Begun):
                    self.begun[task.name][task.number] = result
                else:
                    self.add(task.name, result)
                    advance(1)
        self._write_begun()

    def add(self, name: str, result: ArenaResult) -> None:
        """Store a finished game of a contest."""
        self.played[name][result.number] = result
        arena.add(self._file(name), asdict(result))

    def _compile(self, executor: ChunkExecutor) -> None:
        """Compile the bots of every game, each in one process."""
        first = {(contest.game, contest.bots[0]): contest for contest in self.contests.values()}
        for _ in executor.run(compile_for, first.values()):
            pass

    def _tasks(self, until: float) -> Iterator[Task]:
        """Yield games of the contest that has had the least time."""
        missing = {
            name: [number for number in reversed(range(self.games[name])) if number not in played]
            for name, played in self.played.items()
        }
        while time.time() < until:
            waiting = [name for name, numbers in missing.items() if numbers]
            if not waiting:
                return
            name = min(waiting, key=self._time_had)
            number = missing[name].pop()
            begun = self.begun[name].pop(number, None)
            self._away[name, number] = time.time()
            yield Task(name, self.contests[name], number, begun, until)

    def _time_had(self, name: str) -> float:
        """Return the weighted thinking seconds of a contest, games under way included."""
        played, begun = self.played[name].values(), self.begun[name].values()
        spent = sum(sum(game.seconds) for game in (*played, *begun))
        usual = spent / len(played) if played else UNKNOWN
        now, away = time.time(), [since for (of, _), since in self._away.items() if of == name]
        spent += sum(max(usual, now - since) for since in away)
        return spent / self.weights.get(name, 1.0)

    def standing(self, name: str) -> BotStanding | None:
        """Return the standing of a contest's first bot; None before the first game."""
        contest, played = self.contests[name], list(self.played[name].values())
        lines = arena.standings(contest, played)
        return next((line for line in lines if line.bot == contest.bots[0]), None)

    def milliseconds(self, name: str) -> list[float]:
        """Return the mean thinking time per decision of each bot."""
        seconds, decisions = [0.0, 0.0], [1e-9, 1e-9]
        for game in self.played[name].values():
            for seat, bot in enumerate(game.bots):
                seconds[bot] += game.seconds[seat]
                decisions[bot] += game.decisions[seat]
        return [1000 * spent / made for spent, made in zip(seconds, decisions, strict=True)]

    # --- Files --------------------------------------------------------------------------------

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"

    @property
    def _unfinished(self) -> Path:
        return self.folder / "under-way.json"

    def _read_begun(self) -> dict[str, dict[int, Begun]]:
        found: dict[str, dict[int, Begun]] = {name: {} for name in self.contests}
        if self._unfinished.exists():
            for name, games in json.loads(self._unfinished.read_text(encoding="utf-8")).items():
                read = [Begun(**game) for game in games]
                # A killed run did not update the file.
                done = self.played.get(name, {})
                found[name] = {game.number: game for game in read if game.number not in done}
        return found

    def _write_begun(self) -> None:
        games = {
            name: [asdict(game) for game in begun.values()] for name, begun in self.begun.items()
        }
        self._unfinished.write_text(json.dumps(games), encoding="utf-8")


def add_arguments(parser: argparse.ArgumentParser, *, folder: str) -> None:
    """Add the arguments that every tournament has."""
    parser.add_argument("--seconds", type=float, default=200, help="stop after so many (200)")
    parser.add_argument("--folder", type=Path, default=Path(folder), help="keeps games, to resume")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    where.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead")


@contextmanager
def executor_of(options: argparse.Namespace) -> Iterator[ChunkExecutor | int]:
    """Yield the cluster or the number of processes that the arguments ask for."""
    with cluster_at(options.ray) as cluster:
        yield cluster or options.workers
