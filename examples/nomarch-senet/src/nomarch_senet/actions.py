"""The actions of Senet."""

from nomarch.kernel.declare.actions import Actions
from nomarch_senet.components import HOUSES

ACTIONS = Actions()
THROW = ACTIONS.one("throw", "Throw the sticks.", "your turn begins")
PASS = ACTIONS.one("pass", "Move nothing.", "no piece can move", ends=True)
MOVE = ACTIONS.block(
    "move {house}",
    "Move the piece there forward.",
    "after a throw: it can move so far",
    house=range(1, HOUSES + 1),
)
BACK = ACTIONS.block(
    "back {house}",
    "Move the piece there back.",
    "after a throw: none can move forward",
    house=range(1, HOUSES + 1),
)
