"""Two judgements at one table, for builds that compare them; weights of one can be tried out.

Such a build's states say, besides what the game's do, whose judgement is asked.
"""

from nomarch.kernel.playouts import RANDOM, choose_greedy, choose_random

RIVAL = 2
"""The policy that is greedy by the other judgement."""


def ours(s, seat, action):
    """The game's own judgement."""


def theirs(s, seat, action):
    """The judgement that it is compared with."""


def evaluate(s, seat, action):
    """The judgement of whoever decides."""
    if s.by_rival == 1:
        return theirs(s, seat, action)
    return ours(s, seat, action)


def choose(s, seat, mask, policy, stream):
    """One decision by a built-in policy, or by the rival's judgement."""
    if policy == RANDOM:
        return choose_random(mask, stream)
    s.by_rival = 1 if policy == RIVAL else 0
    return choose_greedy(s, seat, mask, stream)
