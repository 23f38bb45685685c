"""What a learning agent sees of Senet, always from its own seat's side."""

from nomarch.kernel.declare.features import Features
from nomarch_senet import components as box, rules, state as st

FEATURES = Features()
HOUSE = FEATURES.block("house", 0, 1, "a player's piece stands there", player=2, house=box.HOUSES)
OFF = FEATURES.block("off", 0, box.MOST_PIECES, "pieces that have left the board", player=2)
LEFT = FEATURES.block("left", 0, box.MOST_PIECES, "pieces still on the board", player=2)
THROW = FEATURES.block("throw", 0, 1, "what has to be played", count=box.LONGEST + 1)


def encode(s: st.State, seat, out):
    """What the seat may see, the viewer first."""
    for player in range(2):
        other = (seat + player) % 2
        for house in range(1, box.HOUSES + 1):
            out[HOUSE.at(player, house - 1)] = rules.belongs(s, house, other)
        out[OFF.at(player)] = s.points[other]
        out[LEFT.at(player)] = s.pieces - s.points[other]
    if s.thrown == 1:
        out[THROW.at(s.throw)] = 1
