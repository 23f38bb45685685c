"""Game trees in which the caller decides every draw. For compiled builds only.

A node is a record of `tree_nodes.py`: the state, what each seat remembers, and the draws of
the move in progress. A move is carried out with the draws made so far. At the first draw that is
still open its weights are noted; the rest of the move is played on with any draws and thrown away.
"""

from nomarch.kernel.declare.masks import next_allowed
from nomarch.kernel.run.interface import apply, rank, setup, to_act
from nomarch.kernel.run.playouts import ask, first_seat

CHANCE, TERMINAL, TOO_MANY = -1, -4, -9
"""What `walk` returns in place of a seat: an open draw, the end, a draw with too many outcomes."""
SET_UP, STAY = -1, -2
"""In place of a move's seat: set up the game, and make no move."""
PLAYERS, WORDS, LISTED = range(3)
"""Elements of `told`: players, 64-bit words of a state, and (written) how many numbers are
`listed`: weights of a draw, or legal actions."""
NODE, AFTER, SEEN = range(3)
"""Rows of `nodes`: the node, the state after its move, and a seat's view."""

FACTOR, OTHER_FACTOR = 0x2545F4914F6CDD1D, 0x369DEA0F31A53F85
"""Odd multipliers of the two halves of a fingerprint."""


def caller_below(s, n):
    """Replaces `chance.below`: the caller's next draw."""
    if n == 1:
        return 0
    used = int(s.tree_used)
    s.tree_used = used + 1
    if used < s.tree_known:
        return int(s.tree_draws[used])
    if s.tree_kinds == 0:
        s.tree_kinds = n
        for kind in range(min(n, len(s.tree_weights))):
            s.tree_weights[kind] = 1
    return used % n


def caller_draw_from(s, counts, total):
    """Replaces `chance.draw_from`: the caller's next draw."""
    kind, possible = 0, 0
    for other in range(len(counts)):
        if counts[other] > 0:
            possible += 1
            if possible == 1:
                kind = other
    if possible > 1:
        used = int(s.tree_used)
        s.tree_used = used + 1
        if used < s.tree_known:
            kind = int(s.tree_draws[used])
        elif s.tree_kinds == 0:
            s.tree_kinds = len(counts)
            for other in range(min(len(counts), len(s.tree_weights))):
                s.tree_weights[other] = counts[other]
    counts[kind] -= 1
    return kind


def conceal(s, viewer, out):
    """Hide what the viewer may not see; `kernel/run/tree_nodes.py` writes it for each game."""


def walk(seat, action, is_new, known, nodes, words, options, told, listed, mask, row):
    """Carry out a move with `known` draws; return the seat to act then, `CHANCE` or `TERMINAL`.

    A new move is remembered first. At a decision, the fingerprint of the seat to act is written; at
    a terminal node, the places are in `row`.
    """
    if is_new == 1:
        remember(nodes, words, seat, action, told)
    nodes[AFTER] = nodes[NODE]
    s = nodes[AFTER]
    s.tree_known, s.tree_used, s.tree_kinds = known, 0, 0
    if seat == SET_UP:
        setup(s, told[PLAYERS], options)
    elif seat >= 0:
        apply(s, seat, action)
    if s.tree_kinds != 0:
        return list_weights(s, told, listed)
    actor = list_actions(s, told, listed, mask, row)
    if actor >= 0:
        fingerprint(nodes, words, AFTER, actor, told)
    return actor


def remember(nodes, words, seat, action, told):
    """Add to each seat's memory what it sees, and to that of `seat` its action."""
    for viewer in range(told[PLAYERS]):
        fingerprint(nodes, words, NODE, viewer, told)
        own = action + 1 if viewer == seat else 0
        node = nodes[NODE]
        memory = node.tree_memory[viewer]
        memory[0] = mixed(words[SEEN][0], own, FACTOR)
        memory[1] = mixed(words[SEEN][1], own, OTHER_FACTOR)


def list_weights(s, told, listed):
    if s.tree_kinds > len(s.tree_weights):
        return TOO_MANY
    told[LISTED] = s.tree_kinds
    for kind in range(s.tree_kinds):
        listed[kind] = s.tree_weights[kind]
    return CHANCE


def list_actions(s, told, listed, mask, row):
    """List the legal actions of the lowest seat to act, or write the places."""
    told[LISTED] = 0
    seats = to_act(s)
    if seats == 0:
        rank(s, row)
        return TERMINAL
    seat = first_seat(seats)
    ask(s, seat, mask)
    action = next_allowed(mask, -1)
    while action >= 0:
        listed[told[LISTED]] = action
        told[LISTED] += 1
        action = next_allowed(mask, action)
    return seat


def fingerprint(nodes, words, at, viewer, told):
    """Write 128 bits of what the viewer remembers and sees to the first words of `SEEN`."""
    nodes[SEEN] = nodes[at]
    node = nodes[at]
    conceal(node, viewer, nodes[SEEN])
    high, low = int(node.tree_memory[viewer][0]), int(node.tree_memory[viewer][1])
    for i in range(told[WORDS]):
        high = mixed(high, words[SEEN][i], FACTOR)
        low = mixed(low, words[SEEN][i], OTHER_FACTOR)
    words[SEEN][0] = high
    words[SEEN][1] = low


def mixed(sum, word, factor):
    """Add a word to one half of a fingerprint, in wrapping 64-bit arithmetic."""
    sum = (sum ^ word) * factor
    return sum ^ (sum >> 31)
