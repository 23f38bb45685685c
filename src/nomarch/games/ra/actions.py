"""The actions of Ra."""

from nomarch.games.ra import components as box
from nomarch.kernel.actions import Actions, some

ACTIONS, NAMES = Actions(), box.TILE_NAMES

DRAW = ACTIONS.one("draw")
INVOKE = ACTIONS.one("invoke")
STOP = ACTIONS.one("stop", ends=True)
PASS = ACTIONS.one("pass", ends=True)
BID = ACTIONS.block("bid {sun}", sun=range(1, box.MAX_SUN + 1))
TAKE = ACTIONS.block("take {tile}", tile=some(NAMES, box.PHARAOH, box.EARTHQUAKE))
"""Lets a god take a tile."""
DISCARD_CIVILISATION = ACTIONS.block("discard {tile}", tile=some(NAMES, box.ART, box.WRITING))
"""Gives up a tile to unrest."""
DISCARD_MONUMENT = ACTIONS.block("discard {tile}", tile=some(NAMES, box.FORTRESS, box.TEMPLE))
"""Gives up a tile to an earthquake."""
