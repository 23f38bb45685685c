"""The verbs that every game's rules define, as the drivers see them.

Drivers (random play, batches, search) are written once against these names; the linker gives each
name to the game's own function. What a game leaves out is done as it says here; `NEEDED` has to be
defined by every game.
"""

from nomarch.kernel.chance import DREAM, fork

NEEDED = ("setup", "legal", "apply", "evaluate", "encode")


def setup(s, players, options):
    """Lays out a new game; chance comes from the stream that is already in the state."""


def to_act(s):
    """The seats that owe a decision, as a bit set: one at a time, none when `seat` is nobody's."""
    return 0 if s.seat < 0 else 1 << int(s.seat)


def legal(s, seat, mask):
    """Allows every action that the seat may take now, in a mask that allows nothing yet."""


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""


def is_over(s):
    """1 when the game has ended: nobody owes a decision."""
    return 1 if to_act(s) == 0 else 0


def phase(s):
    """What the game is about to do, as a number under 62: on a card, games alike go together."""
    return 0


def score(s, out):
    """Writes every seat's points."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


def place(s, seat):
    """A seat's place, 1 the best; equal places are shared. Without tie-breaks, points decide."""
    above = 0
    for other in range(s.players):
        if s.points[other] > s.points[seat]:
            above += 1
    return above + 1


def rank(s, out):
    """Writes every seat's place."""
    for seat in range(s.players):
        out[seat] = place(s, seat)


def evaluate(s, seat, action):
    """What a hand-written player thinks of an action, in hundredths of a point."""
    return 0


def explain(s, seat, action, parts):
    """Writes what a judgement is made of, into a row of zeros: parts whose sum it is."""
    parts[0] = evaluate(s, seat, action)


def determinise(s, seat, stream):
    """Draws anew whatever the seat cannot see: without secrets, only the future."""
    fork(s, stream, DREAM)


def encode(s, seat, out):
    """Writes the features that the seat sees, into a row of zeros."""
