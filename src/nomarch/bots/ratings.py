"""How strong the levels were measured to be: a game's `ratings.json`, if it was measured.

`python -m bench.ladder GAME` plays the games and writes the file.
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path

import msgspec

from nomarch.kernel.game import Rulebook


class Rating(msgspec.Struct, frozen=True):
    """A level's strength on the scale of Elo, and the half-width of its 95 % interval."""

    rating: int
    doubt: int


class Ladder(msgspec.Struct, frozen=True):
    """A game's levels on one scale, and what they were measured with."""

    players: int
    games: int
    """Games of each level against the next."""
    levels: dict[str, Rating]


def file_of(book: Rulebook) -> Path:
    """Where a game's ratings lie."""
    source = importlib.import_module(book.package).__file__
    assert source is not None
    return Path(source).parent / "ratings.json"


@cache
def ratings_of(book: Rulebook) -> dict[str, Rating]:
    """The ratings of a game's levels; none if nothing was measured."""
    path = file_of(book)
    if not path.exists():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=Ladder).levels
