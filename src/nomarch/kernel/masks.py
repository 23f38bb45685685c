"""Masks: which actions are allowed, 32 of them in a word, so that few words are cleared and read.

Rules write them with `allow`; what reads them is here, in the dialect. Actions always come in the
order of their numbers.
"""

WORD, SHIFT, REST = 32, 5, 31
"""Actions in a word; an action's word is `action >> SHIFT`, its bit `action & REST`."""


def popcount(word):
    """The ones of a non-negative int. Every build has an instruction for it in place of this."""
    ones = 0
    while word != 0:
        word &= word - 1
        ones += 1
    return ones


def lowest(word):
    """The place of an int's lowest one. Compiled builds have an instruction for this, too."""
    return popcount((word & -word) - 1)


def is_allowed(mask, action):
    """1 when an action is allowed."""
    return int(mask[action >> SHIFT]) >> (action & REST) & 1


def count_allowed(mask):
    """How many actions are allowed."""
    count = 0
    for i in range(len(mask)):
        count += popcount(mask[i])
    return count


def nth_allowed(mask, n):
    """The allowed action that so many come before; -1 if there are not as many."""
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
    """The first allowed action after a number (-1: of all), or -1."""
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
    """Allows the first so many actions, and no other."""
    for i in range(len(mask)):
        mask[i] = (1 << min(WORD, actions - i * WORD)) - 1


def spread(mask, row):
    """Writes 1 for every allowed action and 0 for all others, each to a place of its own."""
    for action in range(len(row)):
        row[action] = 0
    action = next_allowed(mask, -1)
    while action >= 0:
        row[action] = 1
        action = next_allowed(mask, action)
