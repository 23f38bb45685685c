"""What a learning agent sees of Crocodile, always from its own seat's side."""

from nomarch.kernel.features import Features
from tests.smallest import components as box, state as st

FEATURES = Features()
RIVER = FEATURES.block("river", 0, 30, "what still swims", kind=2)
BOAT = FEATURES.one("boat", 0, 30, "fish that may yet be lost")
POINTS = FEATURES.block("points", 0, 30, "a player's points", player=box.SEATS)


def encode(s: st.State, seat, out):
    """What the seat may see; seats follow clockwise from its own."""
    out[BOAT] = s.boat
    for kind in range(2):
        out[RIVER.at(kind)] = s.river[kind]
    for step in range(s.players):
        out[POINTS.at(step)] = s.points[(seat + step) % s.players]
