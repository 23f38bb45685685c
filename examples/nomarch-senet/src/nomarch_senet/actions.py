"""The actions of Senet."""

from nomarch.kernel.actions import Actions
from nomarch_senet.components import HOUSES

ACTIONS = Actions()
THROW = ACTIONS.one("throw")
PASS = ACTIONS.one("pass", ends=True)
MOVE = ACTIONS.block("move {house}", house=range(1, HOUSES + 1))
BACK = ACTIONS.block("back {house}", house=range(1, HOUSES + 1))
