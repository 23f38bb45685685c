"""The actions of Giza: a tile is chosen first, then its place; discards are marked one by one."""

from nomarch.games.giza.components import MAX_SEATS, SITE_NAMES, TILE_NAMES
from nomarch.kernel.actions import Actions

ACTIONS = Actions()

DONE = ACTIONS.one("done", ends=True)
"""Discards what is marked."""
DISCARD = ACTIONS.block("discard {tile}", tile=TILE_NAMES)
"""Marks one more tile of the hand to be discarded."""
PLAY = ACTIONS.block("play {tile}", tile=TILE_NAMES)
"""Chooses a tile of the hand to be played."""
ON = ACTIONS.block("on {owner} {site}", owner=MAX_SEATS, site=SITE_NAMES)
"""Plays the chosen tile there."""
REMOVE = ACTIONS.block("remove {site}", site=SITE_NAMES)
"""Takes a scarab off one's own stack."""
