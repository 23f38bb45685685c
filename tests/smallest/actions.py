"""The actions of Crocodile."""

from nomarch.kernel.actions import Actions
from tests.smallest.components import CASTS

ACTIONS = Actions()
LAND = ACTIONS.one("land", ends=True)
CAST = ACTIONS.block("cast {times}", times=range(1, CASTS + 1))
