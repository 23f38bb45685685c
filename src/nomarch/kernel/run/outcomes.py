"""The buffers of a search, and states that add up points by seat and category in it."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.events import SCORE_TALLY
from nomarch.kernel.declare.game import MAX_PLAYERS, Rulebook

Array = np.ndarray[Any, Any]


class SearchMemory(NamedTuple):
    """Allocated once per decision; compiled code takes it as one argument."""

    views: Array
    """The view that is searched, as one record."""
    states: Array
    """One record: the world that is being played."""
    streams: Array
    """Two streams of chance: for hidden information, and for policies."""
    mask: Array
    features: Array
    row: Array
    """A number per seat."""
    plan: Array
    outcomes: Array
    """For every action, seat and category: the sum of points, and of their squares."""


@cache
def columns_of(book: Rulebook) -> int:
    """Return a tally's columns: the game's categories, and room up to a multiple of 8 bytes."""
    return max(4, -(-len(book.words.categories(ENGLISH)) // 4) * 4)


@cache
def tallied_dtype(book: Rulebook) -> np.dtype[Any]:
    """Return the game's record type with a tally behind it."""
    tally = (SCORE_TALLY, "<i2", (MAX_PLAYERS, columns_of(book)))
    return np.dtype([*book.layout.dtype.descr, tally], align=True)


def tallied_state(book: Rulebook, packed: bytes) -> Array:
    """Return a packed state as one record with an empty tally."""
    kind = tallied_dtype(book)
    return np.frombuffer(bytearray(packed.ljust(kind.itemsize, b"\0")), kind)


def new_outcomes(book: Rulebook) -> Array:
    """Return sums for every action, seat and category: of points, and of their squares."""
    return np.zeros((len(book.actions), MAX_PLAYERS, columns_of(book), 2), np.int64)
