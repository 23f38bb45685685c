"""Masks: words that say what is allowed, read in the order of the actions; rows of a state."""

from random import Random

import numpy as np
import pytest

from nomarch.kernel.compile import backend
from nomarch.kernel.declare import masks
from nomarch.kernel.declare.actions import allow, allowed
from nomarch.kernel.declare.arrays import count, fill, total
from nomarch.kernel.declare.game import include

SMALLEST = include("tests.smallest").game.id
WIDE = 100
"""Actions of a mask that ends in the middle of a word."""
WORDS = 4


def mask_of(*actions: int) -> list[int]:
    mask = [0] * WORDS
    for action in actions:
        allow(mask, action)
    return mask


@pytest.mark.parametrize("seed", range(6))
def test_masks_are_read_in_order(seed: int) -> None:
    rng = Random(seed)
    actions = sorted(rng.sample(range(WIDE), rng.randrange(WIDE)))
    mask = mask_of(*actions)
    assert allowed(mask) == actions
    assert masks.count_allowed(mask) == len(actions)
    assert [masks.nth_allowed(mask, n) for n in range(len(actions))] == actions
    assert masks.nth_allowed(mask, len(actions)) == -1
    for after in range(-1, WIDE):
        later = [action for action in actions if action > after]
        assert masks.next_allowed(mask, after) == (later[0] if later else -1)
    row = [7] * WIDE
    masks.spread(mask, row)
    assert [action for action in range(WIDE) if row[action] == 1] == actions
    assert sum(row) == len(actions)
    assert [masks.is_allowed(mask, action) for action in range(WIDE)] == row
    masks.allow_all(mask, WIDE)
    assert allowed(mask) == list(range(WIDE))


@pytest.mark.parametrize("word", [0, 1, 2, 0b1011, (1 << 31) | 1, (1 << 32) - 1])
def test_builds_count_ones_alike(word: int) -> None:
    ones = bin(word).count("1")
    assert masks.popcount(word) == ones
    assert backend.interpreted(SMALLEST).count_allowed([word]) == ones
    assert backend.cpu(SMALLEST).count_allowed(np.array([word], np.uint32)) == ones


def test_compiled_masks_are_unsigned_words() -> None:
    mask = np.array(mask_of(31, 32, 127), np.uint32)
    build = backend.cpu(SMALLEST)
    assert [build.nth_allowed(mask, n) for n in range(4)] == [31, 32, 127, -1]
    assert [build.next_allowed(mask, after) for after in (-1, 31, 127)] == [31, 32, -1]


def test_rows_are_filled_in_place_summed_up_and_counted() -> None:
    row = [3, 1, 3]
    assert [total(row, 0, end) for end in range(4)] == [0, 3, 4, 7]
    assert total(row, 1, 3) == 4
    assert (count(row, 3), count([], 3)) == (2, 0)
    fill(row, -1)
    assert row == [-1, -1, -1]
