"""How a sensible player of Caravan judges."""

from tests.caravan import actions as act, state as st


def evaluate(s: st.State, seat, action):
    """A bid near the worth of the sack, and not above."""
    short = s.sack - act.BID.amount(action)
    return -100 * short if short >= 0 else 200 * short
