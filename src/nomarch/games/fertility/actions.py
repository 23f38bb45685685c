"""The actions of Fertility."""

from nomarch.games.fertility import components as box
from nomarch.kernel.actions import Actions, one_to

ACTIONS = Actions()

DONE = ACTIONS.one("done", ends=True)
QUARRY_MONUMENT = ACTIONS.one("quarry monument")
QUARRY_NOTHING = ACTIONS.one("quarry nothing", ends=True)
QUARRY = ACTIONS.block("quarry {resource}", resource=box.RESOURCE_NAMES)
"""Takes a resource for a quarry."""
PAY = ACTIONS.block("pay {resource}", resource=(*box.RESOURCE_NAMES, "wheat"))
"""Pays one unit for a district."""
TURN = ACTIONS.block("turn {way}", way=box.DIRECTIONS)
"""Lays the tile with its second scene in that direction."""
LAY = ACTIONS.block("lay {tile}", tile=box.TILE_NAMES)
"""Chooses a tile to lay."""
TAKE = ACTIONS.block("take {tile}", tile=box.TILE_NAMES)
"""Takes a tile from the common reserve."""
SLOT = ACTIONS.block("slot {slot}", slot=one_to(box.SLOTS))
"""Builds on that slot."""
SUPPLY = ACTIONS.block("supply {resource} {shop}", shop=box.SHOP_NAMES, resource=box.RESOURCE_NAMES)
"""Puts a resource onto a shop."""
BUILD = ACTIONS.block("build {district}", district=box.DISTRICT_NAMES)
CELL = ACTIONS.block("cell {cell}", cell=box.CELL_NAMES)
"""Names a cell: for a tile's first scene, or a quarry."""
DISCARD = ACTIONS.block("discard {tile}", tile=box.TILE_NAMES)
"""Discards a tile, when none fits."""
REMOVE = ACTIONS.block("remove {tile}", tile=box.TILE_NAMES)
"""Removes a tile from the common reserve, in the variant for two."""
BOARD = ACTIONS.block("board {board}{turned}", board=box.VALLEY_NAMES, turned=("", " turned"))
"""Lays the next valley board."""
SYMBOL = ACTIONS.block("symbol {place}", place=one_to(box.MOST_BOARDS))
"""Chooses the start symbol of a board, counted from the left."""
