"""Lookahead: tries an action in sampled worlds.

For compiled builds only: an interpreted record would be aliased where this copies it.
"""

from nomarch.kernel.chance import IMAGINED, POLICY, reseed
from nomarch.kernel.interface import apply, determinise, rank, score
from nomarch.kernel.playouts import playout


def try_action(
    views, states, stream, policy_stream, seat, action, mask, policies, key, first, worlds, row
):
    """Play an action to the end in numbered worlds that agree with a view; return the values' sum.

    World `i` is the same for every action.
    """
    total = 0
    for world in range(first, first + worlds):
        states[0] = views[0]
        state = states[0]
        reseed(stream, key, world, IMAGINED)
        determinise(state, seat, stream)
        apply(state, seat, action)
        reseed(policy_stream, key, world, POLICY)
        playout(state, policy_stream, mask, policies, 0)
        total += outcome(state, seat, len(policies), row)
    return total


def outcome(s, seat, players, row):
    """Return a finished game's value to a seat: 9,000 for a win, and up to 1,000 for the lead."""
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
