"""Measured ratings of the levels: a game's `ratings.json`.

`python -m tools.ratings --write` measures them and writes the files.
"""

from dataclasses import dataclass, field
from functools import cache
from math import log10

from nomarch import platform
from nomarch.bots import INSTANT, LEVELS, SEARCHING
from nomarch.kernel.declare.game import Rulebook


@dataclass(frozen=True)
class Rating:
    """A level's Elo rating and the half-width of its 95 % interval."""

    rating: int
    doubt: int


@dataclass(frozen=True)
class Ladder:
    """The ratings of a game's levels."""

    players: dict[int, dict[str, Rating]]
    """By player count and level."""
    not_offered: dict[int, dict[str, str]] = field(default_factory=dict)
    """By player count, the levels that have no rating, and why."""

    def forgotten(self) -> list[tuple[int, str]]:
        """Return player counts and levels that have neither a rating nor a reason."""
        return [
            (count, level)
            for count, rated in self.players.items()
            for level in LEVELS
            if level not in rated and level not in self.not_offered.get(count, {})
        ]


@cache
def ladder_of(book: Rulebook) -> Ladder | None:
    """Return the measured ladder; None if nothing was measured."""
    stored = book.read_data("ratings.json")
    if stored is None:
        return None
    players = {
        int(count): {level: Rating(**rating) for level, rating in levels.items()}
        for count, levels in stored["players"].items()
    }
    not_offered = {int(count): why for count, why in stored.get("not_offered", {}).items()}
    return Ladder(players, not_offered)


def ratings_of(book: Rulebook, players: int | None = None) -> dict[str, Rating]:
    """Return the ratings by level (default: of the usual player count); empty if not measured."""
    ladder = ladder_of(book)
    return ladder.players.get(players or book.game.usual_players, {}) if ladder else {}


def measured_counts(book: Rulebook) -> tuple[int, ...]:
    """Return the player counts with which the levels were measured."""
    ladder = ladder_of(book)
    return tuple(sorted(ladder.players)) if ladder else ()


def elo_gap(win_rate: float, players: int, games: int) -> float:
    """Return the Elo distance between one bot and a table full of others.

    By the Plackett-Luce model, a bot g times as strong wins g games for each that one of the others
    wins. Half a game each way keeps a bot that always wins within reach.
    """
    kept = (win_rate * games + 0.5) / (games + 1)
    return 400 * log10(kept * (players - 1) / (1 - kept))


def levels_of(book: Rulebook, players: int | None = None) -> list[str]:
    """Return the levels that a game offers, weakest first: those with a rating, or all of them.

    A level that is hardly stronger than the one below it has none. A player count that wasn't
    measured offers the levels of the usual one. Without a compiler, no level searches, and the
    strongest needs a network for the player count.
    """
    measured = ratings_of(book, players) or ratings_of(book)
    return [
        level
        for level in LEVELS
        if (level in measured or not measured)
        and (
            platform.HAS_COMPILER
            or level not in SEARCHING
            or _is_played_plainly(level, book, players)
        )
    ]


def _is_played_plainly(level: str, book: Rulebook, players: int | None) -> bool:
    from nomarch.bots.plain_network import trained_counts

    return level == INSTANT and (players or book.game.usual_players) in trained_counts(book)
