"""Samples what a seat of Caravan cannot know: the others' bids of the day."""

from nomarch.kernel.declare.rules import IMAGINED, below, fork
from tests.caravan import components as box, state as st


def determinise(s: st.State, seat, stream):
    """Any bid that the others can pay, if they made one; then another future."""
    for other in range(box.SEATS):
        if other != seat:
            s.bid[other] = 0
            if s.has_bid[other] == 1:
                s.bid[other] = below(stream, min(box.MOST, int(s.coins[other])) + 1)
    fork(s, stream, IMAGINED)
