"""A bot against the published baselines: one row to compare, with a rating and its interval.

The bot takes one seat against a table full of each baseline, every seat in turn on the same seeds.
A win rate becomes a distance on the scale of the game's `ratings.json`, where `greedy` is 1500.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import hypot
from typing import Any

from nomarch.bots import arena
from nomarch.bots.arena import BotStanding, Contest
from nomarch.bots.ratings import Rating, elo_gap, ladder_of
from nomarch.engine.executors import ChunkExecutor
from nomarch.errors import BadOption
from nomarch.kernel.game import rulebook

BASELINES = ("random", "greedy", "strong")
"""The levels that answer at once: `strong` is the game's network, without search."""


@dataclass(frozen=True)
class BaselineResult:
    """How a bot did against a table full of one baseline."""

    baseline: str
    games: int
    win_rate: float
    win_low: float
    win_high: float
    mean_points: float
    rating: float | None
    """The bot's rating by this result alone; None if the baseline has none for the table."""
    doubt: float | None
    """Half the width of its 95 % interval."""


@dataclass(frozen=True)
class BaselineReport:
    """A bot's results, and what is needed to repeat them."""

    bot: str
    results: tuple[BaselineResult, ...]
    rating: Rating | None
    card: dict[str, Any]


def contests_of(
    game: str,
    bot: str,
    players: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, str] | None = None,
) -> list[Contest]:
    """Return a contest of the bot with each baseline."""
    if bot in BASELINES:
        raise BadOption(f"{bot!r} is a baseline itself; docs/baselines has its results.")
    seed = "baselines" if seed is None else seed
    return [arena.contest(game, [bot, level], players, seed, options) for level in BASELINES]


def compare(
    contests: Sequence[Contest],
    games: int,
    workers: int | None = None,
    progress: Callable[[int], object] | None = None,
    executor: ChunkExecutor | None = None,
) -> BaselineReport:
    """Play `games` games of each contest, and rate the bot by all of them."""
    results = []
    for contest in contests:
        played = arena.play(contest, games, None, workers, progress, executor)
        standing = next(
            line for line in arena.standings(contest, played) if line.bot == contest.bots[0]
        )
        results.append(_result(contest, standing))
    return BaselineReport(
        contests[0].bots[0], tuple(results), rate(results), model_card(contests[0], games)
    )


def _result(contest: Contest, standing: BotStanding) -> BaselineResult:
    level, players = contest.bots[1], contest.players
    known = rating_of(contest, level)
    rating = doubt = None
    if known is not None:
        gaps = [
            elo_gap(share, players, standing.games)
            for share in (standing.win_rate, standing.win_low, standing.win_high)
        ]
        rating, doubt = known.rating + gaps[0], hypot(known.doubt, (gaps[2] - gaps[1]) / 2)
    return BaselineResult(
        level, standing.games, standing.win_rate, standing.win_low, standing.win_high,
        standing.mean_points, rating, doubt,
    )  # fmt: skip


def rating_of(contest: Contest, level: str) -> Rating | None:
    """Return a baseline's rating; None unless it was measured with these players and options."""
    book = rulebook(contest.game)
    ladder = ladder_of(book)
    if ladder is None:
        return None
    is_usual = contest.options == book.option_ids(book.setup(contest.players, None))
    return ladder.players.get(contest.players, {}).get(level) if is_usual else None


def rate(results: Sequence[BaselineResult]) -> Rating | None:
    """Return the mean of the ratings, each weighted by its precision; None without any."""
    known = [(one.rating, one.doubt) for one in results if one.rating is not None and one.doubt]
    if not known:
        return None
    weights = [1 / doubt**2 for _, doubt in known]
    mean = sum(rating * w for (rating, _), w in zip(known, weights, strict=True)) / sum(weights)
    return Rating(round(mean), round(sum(weights) ** -0.5))


def model_card(contest: Contest, games: int) -> dict[str, Any]:
    """Return everything that is needed to repeat the games."""
    return {
        "game": contest.game,
        "players": contest.players,
        "options": contest.options,
        "seed": contest.seed,
        "games": games,
        "versions": arena.versions(contest.game),
        "machine": {
            "system": platform.system(),
            "processor": platform.machine(),
            "cores": os.cpu_count(),
        },
    }


def as_data(report: BaselineReport) -> dict[str, Any]:
    """Return a report as JSON data."""
    rating = report.rating
    return {
        "bot": report.bot,
        "rating": rating and {"rating": rating.rating, "doubt": rating.doubt},
        "results": [asdict(result) for result in report.results],
        "card": report.card,
    }
