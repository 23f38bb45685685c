"""The actions of Ra."""

from nomarch.games.ra.components import (
    ART,
    EARTHQUAKE,
    FORTRESS,
    MAX_SUN,
    PHARAOH,
    TEMPLE,
    TILE_NAMES,
    WRITING,
)
from nomarch.kernel.actions import Actions, some

ACTIONS = Actions()

DRAW = ACTIONS.one("draw")
INVOKE = ACTIONS.one("invoke")
STOP = ACTIONS.one("stop", ends=True)
PASS = ACTIONS.one("pass", ends=True)
BID = ACTIONS.block("bid {sun}", sun=range(1, MAX_SUN + 1))
TAKE = ACTIONS.block("take {tile}", tile=some(TILE_NAMES, PHARAOH, EARTHQUAKE))
"""Lets a god take a tile."""
DISCARD_CIVILISATION = ACTIONS.block("discard {tile}", tile=some(TILE_NAMES, ART, WRITING))
"""Gives up a tile to unrest."""
DISCARD_MONUMENT = ACTIONS.block("discard {tile}", tile=some(TILE_NAMES, FORTRESS, TEMPLE))
"""Gives up a tile to an earthquake."""
