"""The arena: bots against bots, each in every seat on the same seeds."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

from nomarch import __version__
from nomarch.bots import Bot, Bots
from nomarch.bots.play import decide
from nomarch.bots.program import Program
from nomarch.bots.registry import bot_from_spec
from nomarch.engine.executors import ChunkExecutor, processes, threads
from nomarch.engine.match import Match
from nomarch.engine.simulation import wilson
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed

SPREAD = 3.0
"""The standard deviation of strengths before any game, 500 points on the Elo scale."""
NEWTON_STEPS = 50


@dataclass(frozen=True)
class Contest:
    """Everything that the games of an arena depend on."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: str
    options: dict[str, str]

    def lineup(self, number: int) -> list[int]:
        """Return the bots of a game by seat.

        A block of games shares a seed, and every bot plays every seat. With fewer bots than seats
        the last one fills up; with more, each block takes the next combination.
        """
        block, turn = divmod(number, self.players)
        count = len(self.bots)
        if count > self.players:
            groups = list(combinations(range(count), self.players))
            seats = list(groups[block % len(groups)])
        else:
            seats = [min(seat, count - 1) for seat in range(self.players)]
        return seats[-turn:] + seats[:-turn] if turn else seats


@dataclass(frozen=True)
class ArenaResult:
    """The result of one game by seat."""

    number: int
    bots: list[int]
    places: list[int]
    points: list[int]
    faults: dict[str, str]
    """Why programs were replaced, by seat."""
    decisions: list[int] = field(default_factory=list, compare=False)
    seconds: list[float] = field(default_factory=list, compare=False)
    """Total thinking time of each seat."""


@dataclass(frozen=True)
class BotStanding:
    """A bot's results over all its games."""

    bot: str
    games: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    mean_points: float
    rating: float
    rating_low: float
    rating_high: float
    faults: int

    @property
    def rating_in_words(self) -> str:
        return f"{self.rating:.0f} ± {self.rating_high - self.rating:.0f}"


def contest(
    game: str,
    bots: Sequence[str],
    players: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, str] | None = None,
) -> Contest:
    """Return a checked contest; raise `BadOption` for impossible ones."""
    book = rulebook(game)
    if len(bots) < 2:
        raise BadOption("An arena needs at least two bots.")
    if len(set(bots)) != len(bots):
        raise BadOption("Name each bot once; the last one named fills the seats that are left.")
    players = players or book.game.usual_players
    setup = book.setup(players, options)
    return Contest(game, players, tuple(bots), make_seed(seed), book.option_ids(setup))


def play(
    contest: Contest,
    games: int,
    file: Path | None = None,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
    executor: ChunkExecutor | None = None,
) -> list[ArenaResult]:
    """Play the games that `file` doesn't hold yet, append them to it, and return all games.

    They are played by `workers` processes, or by an `executor`.
    """
    if games < 1:
        raise BadOption(f"An arena needs at least one game, not {games}.")
    done = read(file, contest) if file else {}
    missing = [number for number in range(games) if number not in done]
    if progress:
        progress(games - len(missing))
    with nullcontext(executor) if executor else _executor(workers) as players:
        for played in _work(contest, missing, players):
            done[played.number] = played
            if file:
                add(file, asdict(played))
            if progress:
                progress(1)
    return [done[number] for number in range(games)]


def _executor(workers: int | None) -> ChunkExecutor:
    workers = workers or os.cpu_count() or 1
    return threads(1) if workers == 1 else processes(workers)


def _work(
    contest: Contest, numbers: Sequence[int], executor: ChunkExecutor
) -> Iterator[ArenaResult]:
    job = partial(play_one, contest)
    if numbers and not executor.is_remote:
        # The first game is played here, so that the others find compiled code in the cache.
        yield job(numbers[0])
        numbers = numbers[1:]
    for _, played in executor.run(job, numbers):
        yield played


_bots = Bots()
"""The bots of this process."""


def play_one(contest: Contest, number: int) -> ArenaResult:
    with closing(ArenaGame(contest, number)) as bout:
        while not bout.match.over:
            bout.step()
        return bout.played()


class ArenaGame:
    """A game of a contest in progress."""

    def __init__(self, contest: Contest, number: int) -> None:
        book = rulebook(contest.game)
        self.number, self.lineup = number, contest.lineup(number)
        seed = make_seed(f"{contest.seed} block {number // contest.players}")
        self.match = Match(book, book.setup(contest.players, contest.options), seed)
        self.decisions, self.seconds = [0] * contest.players, [0.0] * contest.players
        self._made: list[Bot] = []
        try:
            for bot in self.lineup:
                self._made.append(bot_from_spec(contest.bots[bot], book, _bots, contest.players))
        except BaseException:
            self.close()
            raise

    def step(self) -> None:
        """Let the bot to act decide."""
        seat, began = self.match.to_act[0], time.perf_counter()
        move = decide(self.match, seat, self._made[seat])
        self.seconds[seat] += time.perf_counter() - began
        self.decisions[seat] += 1
        self.match.play(seat, move)

    def played(self) -> ArenaResult:
        places = {line.seat: line.place for line in self.match.ranking}
        ranked = [places[seat] for seat in range(self.match.players)]
        faults = {seat: program.fault for seat, program in self._programs() if program.fault}
        points = list(self.match.scores)
        times = self.decisions, [round(seconds, 6) for seconds in self.seconds]
        return ArenaResult(self.number, self.lineup, ranked, points, faults, *times)

    def close(self) -> None:
        """End the programs."""
        for _, program in self._programs():
            program.close()

    def _programs(self) -> list[tuple[str, Program]]:
        return [(str(seat), bot) for seat, bot in enumerate(self._made) if isinstance(bot, Program)]


def standings(contest: Contest, played: Sequence[ArenaResult]) -> list[BotStanding]:
    """Return all bots with win rate and rating, best first."""
    elo = _elo(contest, played) if played else []
    lines = [_standing(contest, bot, played, elo) for bot in range(len(contest.bots))]
    return sorted((line for line in lines if line.games), key=lambda line: -line.win_rate)


def _standing(
    contest: Contest, bot: int, played: Sequence[ArenaResult], elo: Sequence[tuple[float, float]]
) -> BotStanding:
    games, wins, points, faults = 0, 0.0, 0, 0
    for result in played:
        winners = result.places.count(1)
        for seat, who in enumerate(result.bots):
            if who == bot:
                games += 1
                points += result.points[seat]
                wins += (result.places[seat] == 1) / winners
                faults += str(seat) in result.faults
    rate = wins / games if games else 0.0
    low, high = wilson(rate, games) if games else (0.0, 0.0)
    rating, doubt = elo[bot] if elo else (0.0, 0.0)
    return BotStanding(
        contest.bots[bot], games, wins, rate, low, high, points / max(1, games), rating,
        rating - doubt, rating + doubt, faults,
    )  # fmt: skip


def _elo(contest: Contest, played: Sequence[ArenaResult]) -> list[tuple[float, float]]:
    """Return each bot's Elo rating and the half-width of its 95 % interval.

    These are the ratings under which the bots' wins are most likely (Plackett-Luce), drawn a
    little to each other so that a bot without a win has one. `greedy` is 1500, or else the mean.
    """
    import numpy as np

    count = len(contest.bots)
    seats = np.array([[game.bots.count(bot) for bot in range(count)] for game in played])
    wins, ratings = np.zeros(count), np.zeros(count)
    for game in played:
        for bot, place in zip(game.bots, game.places, strict=True):
            wins[bot] += (place == 1) / game.places.count(1)
    for _ in range(NEWTON_STEPS):
        share = seats * np.exp(ratings)
        share /= share.sum(axis=1, keepdims=True)
        slope = wins - share.sum(axis=0) - ratings / SPREAD**2
        bend = np.diag(share.sum(axis=0)) - share.T @ share + np.eye(count) / SPREAD**2
        ratings += np.clip(np.linalg.solve(bend, slope), -1, 1)
    centre = [contest.bots.index("greedy")] if "greedy" in contest.bots else slice(None)
    origin = np.zeros(count)
    origin[centre] = 1 / len(origin[centre])
    gaps = np.eye(count) - origin
    doubts = 1.96 * np.sqrt(np.diag(gaps @ np.linalg.inv(bend) @ gaps.T))
    elo = 400 / np.log(10)
    return list(zip((1500 + elo * (gaps @ ratings)).tolist(), (elo * doubts).tolist(), strict=True))


def report(contest: Contest, played: Sequence[ArenaResult]) -> dict[str, Any]:
    """Return standings and everything needed to repeat the contest, as JSON data."""
    return asdict(contest) | {
        "games": len(played),
        "versions": versions(contest.game),
        "standings": [asdict(line) for line in standings(contest, played)],
    }


def versions(game: str) -> dict[str, Any]:
    """Return the versions that results depend on."""
    return {
        "nomarch": __version__,
        "rules": rulebook(game).game.rules_version,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


def read(file: Path, contest: Contest) -> dict[int, ArenaResult]:
    """Return the games of a file; a new file gets its header."""
    if not file.exists() or not file.stat().st_size:
        add(file, asdict(contest))
        return {}
    heading, *lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    try:
        same = json.loads(heading) == json.loads(json.dumps(asdict(contest)))
        # An unterminated line was being written when the arena was stopped.
        games = [ArenaResult(**json.loads(line)) for line in lines if line.endswith("\n")]
    except (ValueError, TypeError) as error:
        raise BadOption(f"{file} holds no games of an arena ({error}).") from error
    if not same:
        raise BadOption(f"{file} holds another contest; name another file, or the same options.")
    if lines and not lines[-1].endswith("\n"):
        file.write_text("".join([heading, *lines[:-1]]), encoding="utf-8")
    return {played.number: played for played in games}


def add(file: Path, entry: dict[str, Any]) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(entry, separators=(",", ":")) + "\n")
