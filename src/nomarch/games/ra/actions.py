"""The actions of Ra."""

from nomarch.games.ra.components import ART, EARTHQUAKE, MAX_SUN, PHARAOH, TEMPLE, TILE_NAMES
from nomarch.kernel.actions import Actions
from nomarch.kernel.numbering import some

ACTIONS = Actions()

DRAW = ACTIONS.one("draw")
INVOKE = ACTIONS.one("invoke")
STOP = ACTIONS.one("stop")
PASS = ACTIONS.one("pass")
BID = ACTIONS.block("bid {sun}", sun=range(1, MAX_SUN + 1))
TAKE = ACTIONS.block("take {tile}", tile=some(TILE_NAMES, PHARAOH, EARTHQUAKE))
"""Lets a god take a tile."""
DISCARD = ACTIONS.block("discard {tile}", tile=some(TILE_NAMES, ART, TEMPLE))
"""Gives up a tile, a civilisation or a monument."""
