"""Functions on rows of a state, in the rule dialect."""

from collections.abc import MutableSequence, Sequence


def fill(row: MutableSequence[int], value: int) -> None:
    for i in range(len(row)):
        row[i] = value


def total(row: Sequence[int], first: int, end: int) -> int:
    value = 0
    for i in range(first, end):
        value += row[i]
    return value


def count(row: Sequence[int], value: int) -> int:
    found = 0
    for i in range(len(row)):
        if row[i] == value:
            found += 1
    return found
