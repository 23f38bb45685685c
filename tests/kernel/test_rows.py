"""Rows of a state: filled, summed up and counted."""

from __future__ import annotations

from nomarch.kernel.declare.arrays import count, fill, total


def test_a_row_is_filled_in_place() -> None:
    row = [3, 1, 2]
    fill(row, -1)
    assert row == [-1, -1, -1]


def test_a_part_of_a_row_is_summed_up() -> None:
    assert [total([3, 1, 2], 0, end) for end in range(4)] == [0, 3, 4, 6]
    assert total([3, 1, 2], 1, 3) == 3


def test_values_of_a_row_are_counted() -> None:
    assert count([3, 1, 3], 3) == 2
    assert count([], 3) == 0
