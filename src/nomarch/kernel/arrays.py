"""Rows of a state: what rules do with them again and again, in the dialect."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence


def fill(row: MutableSequence[int], value: int) -> None:
    """Sets every element of a row."""
    for i in range(len(row)):
        row[i] = value


def total(row: Sequence[int], first: int, end: int) -> int:
    """The sum of a row's elements from `first` to just before `end`."""
    value = 0
    for i in range(first, end):
        value += row[i]
    return value


def count(row: Sequence[int], value: int) -> int:
    """How many elements of a row have that value."""
    found = 0
    for i in range(len(row)):
        if row[i] == value:
            found += 1
    return found
