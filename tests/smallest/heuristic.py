"""How a sensible player of Crocodile judges."""

from tests.smallest import actions as act, components as box, state as st

CAST_VALUE = 100
"""Value of a fish that is cast for, in hundredths."""


def evaluate(s: st.State, seat, action):
    """What will be in the boat, as likely as it is that no crocodile comes."""
    if action == act.LAND:
        return 100 * s.boat
    times = act.CAST.times(action)
    value = CAST_VALUE * (s.boat + times)
    for i in range(times):
        fish = max(s.river[box.FISH] - i, 0)
        value = value * fish // (fish + s.river[box.CROCODILE])
    return value
