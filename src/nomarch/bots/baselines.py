"""A bot against baselines: one row to compare, with a rating and its interval.

The bot takes one seat against a table full of each baseline, every seat in turn on the same seeds.
Its rating is the one that makes all results most likely, on the scale of the game's `ratings.json`,
where `greedy` is 1500. Results against `random`, which isn't rated, don't count.
"""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from nomarch.bots import arena
from nomarch.bots.arena import Contest
from nomarch.bots.rating_estimates import Estimate, Score, estimate
from nomarch.bots.ratings import Rating, ratings_of
from nomarch.engine.executors import ChunkExecutor
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook

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
    rating: Estimate | None
    """The bot's rating by this result alone; None if the baseline has none for the table."""


@dataclass(frozen=True)
class BaselineReport:
    """A bot's results, and what is needed to repeat them."""

    bot: str
    results: tuple[BaselineResult, ...]
    rating: Estimate | None
    card: dict[str, Any]


def contests_of(
    game: str,
    bot: str,
    players: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, str] | None = None,
) -> list[Contest]:
    if bot in BASELINES:
        raise BadOption(f"{bot!r} is a baseline itself.")
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
    results, scores = [], []
    for contest in contests:
        played = arena.play(contest, games, None, workers, progress, executor)
        standing = next(
            line for line in arena.standings(contest, played) if line.bot == contest.bots[0]
        )
        known = rating_of(contest, contest.bots[1])
        won = standing.wins, standing.games, contest.players
        score = Score(*won, known) if known else None
        scores += [score] if score else []
        result = BaselineResult(
            contest.bots[1], standing.games, standing.win_rate, standing.win_low,
            standing.win_high, standing.mean_points, estimate([score]) if score else None,
        )  # fmt: skip
        results.append(result)
    return BaselineReport(
        contests[0].bots[0], tuple(results), estimate(scores), model_card(contests[0], games)
    )


def rating_of(contest: Contest, level: str) -> Rating | None:
    """Return a baseline's rating; None unless it was measured with these players and options."""
    book = rulebook(contest.game)
    is_usual = contest.options == book.usual_options(contest.players)
    return ratings_of(book, contest.players).get(level) if is_usual else None


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
    rating = report.rating
    return {
        "bot": report.bot,
        "rating": rating and _rating_data(rating) | {"text": str(rating)},
        "results": [
            asdict(result) | _rating_data(result.rating, "rating_") for result in report.results
        ],
        "card": report.card,
    }


def _rating_data(rating: Estimate | None, prefix: str = "") -> dict[str, float | None]:
    found = rating or Estimate(None, None, None)
    return {
        "rating": found.rating,
        "doubt": found.doubt,
        f"{prefix}low": found.low,
        f"{prefix}high": found.high,
    }
