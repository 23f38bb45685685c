"""Blocks: named ranges of numbers with axes, for actions and features.

A block turns positions on its axes into a number and back:

    BID = ACTIONS.block("bid {sun}", sun=range(1, 17))
    BID.at(9)  # the number of "bid 9"
    BID.has(action)  # whether an action is a bid
    BID.sun(action)  # the sun that it bids

The same calls work in the rule dialect: `kernel/compile/linker.py` replaces them by arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING


@dataclass(frozen=True)
class Axis:
    """One axis of a block: consecutive values, each with a word."""

    name: str
    first: int
    words: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.words)


Values = int | range | Sequence[str] | dict[int, str]
"""An axis as declared: a number of values from 0, a range, words for 0, 1, …, or words by value."""


def one_to(count: int) -> tuple[str, ...]:
    """Return the words "1" to `count` for the values 0 to `count - 1`."""
    return tuple(str(value + 1) for value in range(count))


def some(words: Sequence[str], first: int, last: int) -> dict[int, str]:
    """Return words by value from `first` to `last`, both included."""
    return {value: words[value] for value in range(first, last + 1)}


def _axis(name: str, values: Values) -> Axis:
    if isinstance(values, int):
        values = range(values)
    if isinstance(values, range):
        return Axis(name, values.start, tuple(map(str, values)))
    if isinstance(values, dict):
        return Axis(name, min(values), tuple(values[value] for value in sorted(values)))
    return Axis(name, 0, tuple(values))


class Block:
    """Consecutive numbers, one for each combination of positions on its axes."""

    def __init__(self, first: int, axes: tuple[Axis, ...]) -> None:
        self.first = first
        self.axes = axes
        sizes = [axis.size for axis in axes]
        self.size = prod(sizes)
        self.steps = tuple(prod(sizes[i:]) for i in range(1, len(axes) + 1))
        self.base = first - sum(a.first * step for a, step in zip(axes, self.steps, strict=True))
        """The number of position 0 on every axis."""
        for axis, step in zip(axes, self.steps, strict=True):
            setattr(self, axis.name, self._decoder(axis, step))

    def _decoder(self, axis: Axis, step: int) -> Callable[[int], int]:
        return lambda number: (number - self.first) // step % axis.size + axis.first

    if TYPE_CHECKING:

        def __getattr__(self, axis: str) -> Callable[[int], int]: ...

    def at(self, *positions: int) -> int:
        return self.base + sum(p * step for p, step in zip(positions, self.steps, strict=True))

    def has(self, number: int) -> bool:
        return self.first <= number < self.first + self.size

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.first + self.size))

    def words(self) -> Iterator[dict[str, str]]:
        """Yield each number's words by axis, in order."""
        for row in product(*(axis.words for axis in self.axes)):
            yield dict(zip((axis.name for axis in self.axes), row, strict=True))


def make_axes(declared: dict[str, Values]) -> tuple[Axis, ...]:
    for name in declared:
        if hasattr(Block, name) or name in ("first", "axes", "size", "steps", "base"):
            raise TypeError(f"an axis may not be called {name!r}: a block has that already")
    return tuple(_axis(name, values) for name, values in declared.items())
