"""The actions of Crocodile."""

from nomarch.kernel.declare.actions import Actions
from tests.smallest.components import CASTS

ACTIONS = Actions()
LAND = ACTIONS.one("land", "Land what is in the boat.", "with fish in the boat", ends=True)
CAST = ACTIONS.block("cast {times}", "Cast so often.", "your turn", times=range(1, CASTS + 1))
