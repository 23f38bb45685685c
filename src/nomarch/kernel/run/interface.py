"""The verbs that every game's rules define, as the drivers see them.

Drivers (random play, batches, search) are written once against these names; the linker gives each
name to the game's own function. What a game leaves out has its default here; `NEEDED` has to be
defined by every game.
"""

from nomarch.kernel.declare.chance import IMAGINED, fork

NEEDED = ("setup", "legal", "apply", "evaluate", "encode")


def setup(s, players, options):
    """Set up a new game; the state already has its random stream."""


def to_act(s):
    """Return the seats to act as a bit set: `s.seat`, or none if it is negative."""
    return 0 if s.seat < 0 else 1 << int(s.seat)


def legal(s, seat, mask):
    """Allow every legal action of a seat, in an empty mask."""


def apply(s, seat, action):
    """Carry out an action that `legal` allows."""


def is_over(s):
    """Return 1 if the game has ended."""
    return 1 if to_act(s) == 0 else 0


def phase(s):
    """Return a number below 62 by which CUDA groups games that do the same."""
    return 0


def score(s, out):
    """Write each seat's points."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


def place(s, seat):
    """Return a seat's place, 1 the best, by points; equal places are shared."""
    above = 0
    for other in range(s.players):
        if s.points[other] > s.points[seat]:
            above += 1
    return above + 1


def rank(s, out):
    """Write each seat's place."""
    for seat in range(s.players):
        out[seat] = place(s, seat)


def evaluate(s, seat, action):
    """Return the heuristic value of an action, in hundredths of a point."""
    return 0


def determinise(s, seat, stream):
    """Sample what the seat cannot see; without secrets, only the future."""
    fork(s, stream, IMAGINED)


def encode(s, seat, out):
    """Write the seat's features into a row of zeros."""
