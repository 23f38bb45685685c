"""Measured ratings of the levels: a game's `ratings.json`.

`python -m bench.ladder` measures them and writes the files.
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

import msgspec

from nomarch.bots import LEVELS
from nomarch.decoding import decode
from nomarch.kernel.game import Rulebook


class Rating(msgspec.Struct, frozen=True):
    """A level's Elo rating and the half-width of its 95 % interval."""

    rating: int
    doubt: int


class Ladder(msgspec.Struct, frozen=True):
    """The ratings of a game's levels."""

    players: int
    games: int
    """Games of each level that doesn't search against the next."""
    levels: dict[str, Rating]


def file_of(book: Rulebook) -> Path:
    source = importlib.import_module(book.package).__file__
    assert source is not None
    return Path(source).parent / "ratings.json"


@cache
def ratings_of(book: Rulebook) -> dict[str, Rating]:
    """Return the ratings by level; empty if nothing was measured."""
    path = file_of(book)
    if not path.exists():
        return {}
    return decode(path.read_bytes(), Ladder).levels


def levels_of(book: Rulebook) -> list[str]:
    """Return the levels that a game offers, weakest first: those with a rating, or all of them.

    A level that is hardly stronger than the one below it has none.
    """
    measured = ratings_of(book)
    return [level for level in LEVELS if level in measured or not measured]
