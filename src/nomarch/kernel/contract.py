"""The verbs that every game's rules define, as the drivers see them.

Drivers (random play, batches, search) are written once against these names; the backend links
each name to the game's own function. The bodies here are never run.
"""


def setup(s, players, options):
    """Lays out a new game; chance comes from the stream that is already in the state."""


def to_act(s):
    """The seats that owe a decision, as a bit set."""
    return 0


def legal(s, seat, mask):
    """Writes 1 for every action that the seat may take now and 0 for all others."""


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""


def is_over(s):
    """1 when the game has ended."""
    return 0


def score(s, out):
    """Writes every seat's points."""


def rank(s, out):
    """Writes every seat's place, 1 the best; equal places are shared victories."""


def judge(s, seat, action):
    """What a hand-written player thinks of an action, in hundredths of a point."""
    return 0


def determinise(s, seat, stream):
    """Draws anew whatever the seat cannot see, so that the state agrees with its view."""
