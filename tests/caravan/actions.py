"""The actions of Caravan."""

from nomarch.kernel.declare.actions import Actions
from tests.caravan.components import MOST

ACTIONS = Actions()
BID = ACTIONS.block(
    "bid {amount}", "Bid so many coins.", "before your bid of the day", amount=range(MOST + 1)
)
