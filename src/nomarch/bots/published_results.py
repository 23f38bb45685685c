"""Published results of the levels: `baselines.json` of a game, which `nomarch baselines` repeats.

A row is one level in one seat against a table full of another, every seat in turn on the same
seeds. Its fingerprint says which bots were measured. Games are the same on every machine, so a row
that is repeated gives the same wins.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from nomarch.bots import INSTANT, LEVELS, SEARCHING, arena
from nomarch.bots.arena import ArenaResult, Contest
from nomarch.bots.fingerprints import fingerprint_of
from nomarch.bots.ratings import levels_of
from nomarch.bots.weights import has_network
from nomarch.engine.executors import ChunkExecutor
from nomarch.engine.simulation import wilson
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import Rulebook, rulebook

SEED = "baselines"
GAMES, SEARCH_GAMES = 400, 40
"""Of a row, unless it is measured with another number; levels that search take long."""
EXPECTED = ("novice", "easy", "greedy")
"""Rows that every game publishes; the others are published where they were measured."""
SAMPLE = 12
"""The first games of a row, whose wins are stored as well: a quick check of all of it."""


@dataclass(frozen=True)
class PublishedRow:
    """A measured result."""

    name: str
    bot: str
    against: str
    players: int
    games: int
    wins: float
    """A shared win counts as a part."""
    sample_wins: float
    """In the first `SAMPLE` games."""
    seconds: float
    """Of thinking a game, on the machine that measured it."""
    fingerprint: str
    seed: str = SEED

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The win rate's 95 % interval."""
        return wilson(self.rate, self.games)

    @property
    def in_words(self) -> str:
        low, high = self.interval
        return f"{self.rate:.1%} ({low:.1%} – {high:.1%})"

    def command(self, game: str) -> str:
        return f"nomarch baselines {game} --row {self.name}"


def rows_path(book: Rulebook) -> Path:
    return book.folder / "baselines.json"


def read_rows(book: Rulebook) -> dict[str, PublishedRow]:
    """Return a game's published rows by name."""
    path = rows_path(book)
    stored = json.loads(path.read_bytes()) if path.exists() else []
    return {row["name"]: PublishedRow(**row) for row in stored}


def write_row(book: Rulebook, row: PublishedRow) -> None:
    """Add or replace a row; rows are in the order of `standard_rows`."""
    rows = read_rows(book) | {row.name: row}
    names = [name for name, *_ in standard_rows(book)]
    kept = [json.dumps(asdict(rows[name])) for name in names if name in rows]
    rows_path(book).write_text("[\n" + ",\n".join(kept) + "\n]\n", encoding="utf-8")


def standard_rows(book: Rulebook) -> Iterator[tuple[str, str, str, int]]:
    """Yield name, bot, opponent and players of the rows that can be measured of a game."""
    usual = book.game.usual_players
    offered = levels_of(book)
    for below, level in zip(("random", *LEVELS), LEVELS, strict=False):
        if level in SEARCHING[1:]:
            if level in offered:
                yield level, level, INSTANT, usual
        elif level == INSTANT:
            for players in (usual, *(count for count in book.game.players if count != usual)):
                if has_network(book, players):
                    name = level if players == usual else f"{level}-{players}"
                    yield name, level, below, players
        else:
            yield level, level, below, usual


def contest_of(book: Rulebook, name: str) -> Contest:
    """Return the contest of a row; raise `BadOption` if there is none of that name."""
    rows = {row: (bots, players) for row, *bots, players in standard_rows(book)}
    if name not in rows:
        known = ", ".join(rows)
        raise BadOption(f"There is no row {name!r} of {book.game.id}; the rows are {known}.")
    bots, players = rows[name]
    return arena.contest(book.game.id, bots, players, SEED, book.usual_options(players))


def usual_games(name: str) -> int:
    return SEARCH_GAMES if name in SEARCHING[1:] else GAMES


def measure(
    game: str,
    name: str,
    games: int,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
    executor: ChunkExecutor | None = None,
) -> PublishedRow:
    """Play a row's first games."""
    book = rulebook(game)
    contest = contest_of(book, name)
    played = arena.play(contest, games, None, workers, progress, executor)
    spent = sum(sum(result.seconds) for result in played) / games
    first, second = contest.bots
    return PublishedRow(
        name, first, second, contest.players, games, count_wins(played),
        count_wins(played[:SAMPLE]), round(spent, 3), current_fingerprint(book, name),
    )  # fmt: skip


def count_wins(played: Sequence[ArenaResult]) -> float:
    """Return the wins of the first bot; a shared win counts as a part."""
    wins = sum(
        (result.places[result.bots.index(0)] == 1) / result.places.count(1) for result in played
    )
    return round(wins, 6)


def current_fingerprint(book: Rulebook, name: str) -> str:
    """Return the fingerprint that a row would have if it were measured today."""
    contest = contest_of(book, name)
    return fingerprint_of(book, contest.players, contest.bots)


def is_current(book: Rulebook, row: PublishedRow) -> bool:
    """Return whether the bots of a row are still those that were measured."""
    known = [name for name, *_ in standard_rows(book)]
    return row.name in known and row.fingerprint == current_fingerprint(book, row.name)


def stale_rows(book: Rulebook) -> list[str]:
    """Return the rows that are missing, or whose bots have changed since they were measured."""
    rows = read_rows(book)
    return [
        name
        for name, *_ in standard_rows(book)
        if (not is_current(book, rows[name]) if name in rows else name in EXPECTED)
    ]


def is_repeated(row: PublishedRow, measured: PublishedRow) -> bool:
    """Return whether a repetition of a row, or of its sample, has the same wins."""
    if measured.games == SAMPLE:
        return measured.wins == row.sample_wins
    return (measured.games, measured.wins) == (row.games, row.wins)
