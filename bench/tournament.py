"""Several contests of the arena side by side, for as long as there is time.

Whichever has had the least time so far comes next, so quick games are played more often than slow
ones, up to as many as are wanted of each. Every contest has its file of games; what was under way
when time was up lies in another one, and is played on from there the next time.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm import tqdm

from nomarch.bots import arena
from nomarch.bots.arena import ArenaGame, Contest, Played, Standing
from nomarch.engine.executors import ChunkExecutor, SerialExecutor, processes

UNKNOWN = 1.0
"""Seconds that a game is believed to take before any was played."""


@dataclass(frozen=True)
class Begun:
    """A game under way: what was decided, and how long seats thought about it."""

    number: int
    moves: list[str]
    decisions: list[int]
    seconds: list[float]


@dataclass(frozen=True)
class Task:
    """A game to be played, or played on, until a time of day."""

    name: str
    contest: Contest
    number: int
    begun: Begun | None
    until: float


def play_on(task: Task) -> Played | Begun:
    """Plays a game to its end, or as far as it comes."""
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
    """Makes a contest's bots, so that others find what that compiles in the cache."""
    ArenaGame(contest, 0).close()


class Tournament:
    """Contests by name, and what was played of them."""

    def __init__(self, contests: Mapping[str, Contest], games: int, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.contests, self.games, self.folder = contests, games, folder
        self.played = {
            name: arena.read(self._file(name), contest) for name, contest in contests.items()
        }
        self.begun = self._read_begun()
        self._away = dict[tuple[str, int], float]()
        """Games that somebody plays now, and since when."""

    def play(self, workers: int, seconds: float) -> None:
        """Plays until all games are played or time is up."""
        if not seconds:
            return
        until = time.time() + seconds
        done = sum(map(len, self.played.values()))
        bar = tqdm(total=self.games * len(self.contests), initial=done, unit=" games")
        with bar, SerialExecutor() if workers == 1 else processes(workers) as executor:
            self._compile(executor)
            for task, result in executor.run(play_on, self._tasks(until)):
                del self._away[task.name, task.number]
                if isinstance(result, Begun):
                    self.begun[task.name][task.number] = result
                else:
                    self.played[task.name][task.number] = result
                    arena.add(self._file(task.name), asdict(result))
                    bar.update()
        self._write_begun()

    def _compile(self, executor: ChunkExecutor) -> None:
        """Compiles every game once, each in one process."""
        one_each = {contest.game: contest for contest in self.contests.values()}
        for _ in executor.run(compile_for, one_each.values()):
            pass

    def _tasks(self, until: float) -> Iterator[Task]:
        """Game after game, of the contest that has had the least time."""
        missing = {
            name: [number for number in range(self.games - 1, -1, -1) if number not in played]
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
        """Seconds of thinking that a contest has had, those under way included."""
        played, begun = self.played[name].values(), self.begun[name].values()
        spent = sum(sum(game.seconds) for game in (*played, *begun))
        usual = spent / len(played) if played else UNKNOWN
        now, away = time.time(), [since for (of, _), since in self._away.items() if of == name]
        return spent + sum(max(usual, now - since) for since in away)

    def standing(self, name: str) -> Standing | None:
        """What a contest's first bot made of its games; nothing before there is one."""
        contest, played = self.contests[name], list(self.played[name].values())
        lines = arena.standings(contest, played)
        return next((line for line in lines if line.bot == contest.bots[0]), None)

    def milliseconds(self, name: str) -> list[float]:
        """How long each bot of a contest thought about a decision, on average."""
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
                # A run that was killed has forgotten to say that it played on.
                done = self.played.get(name, {})
                found[name] = {game.number: game for game in read if game.number not in done}
        return found

    def _write_begun(self) -> None:
        games = {
            name: [asdict(game) for game in begun.values()] for name, begun in self.begun.items()
        }
        self._unfinished.write_text(json.dumps(games), encoding="utf-8")


def add_wishes(parser: argparse.ArgumentParser, *, games: int, folder: str) -> None:
    """What every tournament can be asked for."""
    parser.add_argument("--games", type=int, default=games, help=f"of each contest ({games})")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=200, help="stops after so many (200)")
    parser.add_argument("--folder", type=Path, default=Path(folder), help="keeps games, to go on")
