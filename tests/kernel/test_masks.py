"""Masks: words that say what is allowed, read in the order of the actions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from nomarch.kernel.compile import backend
from nomarch.kernel.declare import masks
from nomarch.kernel.declare.actions import allow, allowed
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


@pytest.mark.parametrize("seed", range(20))
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


def test_the_highest_action_of_a_full_word() -> None:
    mask = mask_of(127)
    assert (masks.next_allowed(mask, -1), masks.next_allowed(mask, 127)) == (127, -1)


def test_everything_can_be_allowed() -> None:
    mask = mask_of(1)
    masks.allow_all(mask, WIDE)
    assert allowed(mask) == list(range(WIDE))


@pytest.mark.parametrize("word", [0, 1, 2, 0b1011, (1 << 31) | 1, (1 << 32) - 1])
def test_builds_count_ones_alike(word: int) -> None:
    ones = bin(word).count("1")
    assert masks.popcount(word) == ones
    assert backend.interpreted(SMALLEST).count_allowed([word]) == ones
    assert backend.cpu(SMALLEST).count_allowed(np.array([word], np.uint32)) == ones


def test_compiled_masks_are_unsigned_words() -> None:
    mask = np.array(mask_of(31, 32, 99), np.uint32)
    build = backend.cpu(SMALLEST)
    assert [build.nth_allowed(mask, n) for n in range(4)] == [31, 32, 99, -1]
    assert build.next_allowed(mask, 31) == 32
