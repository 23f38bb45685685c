"""Masks of legal actions, 32 in a word.

Rules write them with `allow`; what reads them is here, in the dialect. Actions always come in the
order of their numbers.
"""

WORD, SHIFT, REST = 32, 5, 31
"""Actions in a word; an action's word is `action >> SHIFT`, its bit `action & REST`."""


def popcount(word):
    """Count the ones of a non-negative int; every build replaces this by an instruction."""
    ones = 0
    while word != 0:
        word &= word - 1
        ones += 1
    return ones


def lowest(word):
    """Return the index of the lowest one; compiled builds use an instruction."""
    return popcount((word & -word) - 1)


def is_allowed(mask, action):
    return int(mask[action >> SHIFT]) >> (action & REST) & 1


def count_allowed(mask):
    count = 0
    for i in range(len(mask)):
        count += popcount(mask[i])
    return count


def nth_allowed(mask, n):
    """Return the allowed action number `n`, counted from 0, or -1."""
    for i in range(len(mask)):
        word = int(mask[i])
        here = popcount(word)
        if n < here:
            for _ in range(n):
                word &= word - 1
            return i * WORD + lowest(word)
        n -= here
    return -1


def next_allowed(mask, after):
    """Return the first allowed action after `after` (-1: of all), or -1."""
    action = after + 1
    i = action >> SHIFT
    if i >= len(mask):
        return -1
    word = int(mask[i]) >> (action & REST) << (action & REST)
    while word == 0:
        i += 1
        if i == len(mask):
            return -1
        word = int(mask[i])
    return i * WORD + lowest(word)


def allow_all(mask, actions):
    """Allow the first `actions` actions, and no other."""
    for i in range(len(mask)):
        mask[i] = (1 << min(WORD, actions - i * WORD)) - 1


def spread(mask, row):
    """Write a byte per action: 1 if allowed, else 0."""
    for action in range(len(row)):
        row[action] = 0
    action = next_allowed(mask, -1)
    while action >= 0:
        row[action] = 1
        action = next_allowed(mask, action)
