"""Lookahead: tries an action in imagined worlds. For compiled builds only.

It copies whole records, which is one memory copy when compiled and only a second name for the same
state when interpreted.
"""

from nomarch.kernel.chance import DREAM, POLICY, reseed
from nomarch.kernel.contract import apply, determinise, rank, score
from nomarch.kernel.drive import playout


def try_action(views, states, stream, whims, seat, action, mask, policies, key, first, worlds, row):
    """Plays an action to the end in numbered worlds that agree with a view; the sum of values.

    World `i` is the same for every action, so that actions are compared on equal terms.
    """
    total = 0
    for world in range(first, first + worlds):
        states[0] = views[0]
        state = states[0]
        reseed(stream, key, world, DREAM)
        determinise(state, seat, stream)
        apply(state, seat, action)
        reseed(whims, key, world, POLICY)
        playout(state, whims, mask, policies, 0)
        total += outcome(state, seat, len(policies), row)
    return total


def outcome(s, seat, players, row):
    """What a finished game was worth to a seat: 10,000 for a win, a little for points ahead."""
    rank(s, row)
    place = row[seat]
    score(s, row)
    best = -1000000
    for other in range(players):
        if other != seat:
            best = max(best, row[other])
    lead = max(-500, min(500, 10 * (row[seat] - best)))
    won = 9000 if place == 1 else 0
    return won + 500 + lead
