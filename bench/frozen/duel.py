"""Two heuristics in one game, in the rule dialect. The state says whose is used: `by_rival`."""

from nomarch.kernel.playouts import RANDOM, choose_greedy, choose_random

RIVAL = 2
"""The policy that is greedy by the rival heuristic."""


def ours(s, seat, action):
    """Evaluate by the game's own heuristic."""


def theirs(s, seat, action):
    """Evaluate by the rival's."""


def evaluate(s, seat, action):
    """Evaluate by the heuristic of the seat that decides."""
    if s.by_rival == 1:
        return theirs(s, seat, action)
    return ours(s, seat, action)


def choose(s, seat, mask, policy, stream):
    """Choose by a built-in policy, or by the rival's heuristic."""
    if policy == RANDOM:
        return choose_random(mask, stream)
    s.by_rival = 1 if policy == RIVAL else 0
    return choose_greedy(s, seat, mask, stream)
