"""The actions of Fertility: small ints in memory, a few words everywhere else."""

from nomarch.games.fertility.components import (
    CELLS,
    DISTRICTS,
    KINDS,
    MOST_BOARDS,
    MOST_COLUMNS,
    RESOURCE_NAMES,
    SHOPS_PER_DISTRICT,
    SHOPS_PER_SEAT,
    SLOTS,
    START_SHOPS,
    TILE_KINDS,
    TILE_SCENES,
)

DONE, QUARRY_MONUMENT, QUARRY_NOTHING = range(3)
QUARRY = 3
"""`QUARRY + r` takes a resource for a quarry."""
PAY = QUARRY + KINDS
"""`PAY + r` pays one unit for a district; `PAY + WHEAT` pays one wheat."""
TURN = PAY + KINDS + 1
"""`TURN + d` lays the tile with its second scene in that direction."""
LAY = TURN + 4
"""`LAY + k` chooses a tile of that kind to lay."""
TAKE = LAY + TILE_KINDS
"""`TAKE + k` takes a tile from the common reserve."""
SLOT = TAKE + TILE_KINDS
"""`SLOT + i` builds on that slot."""
SUPPLY = SLOT + SLOTS
"""`SUPPLY + 4 * shop + r` puts a resource onto a shop."""
BUILD = SUPPLY + KINDS * SHOPS_PER_SEAT
"""`BUILD + d` builds that district."""
CELL = BUILD + DISTRICTS
"""`CELL + c` names a cell: for a tile's first scene, or a quarry."""
DISCARD = CELL + CELLS
"""`DISCARD + k` discards a tile, when none fits."""
REMOVE = DISCARD + TILE_KINDS
"""`REMOVE + k` removes a tile from the common reserve, in the variant for two."""
BOARD = REMOVE + TILE_KINDS
"""`BOARD + 2 * v + turned` lays the next valley board."""
SYMBOL = BOARD + 2 * MOST_BOARDS
"""`SYMBOL + i` chooses the start symbol of the i-th board from the left."""
NUM_ACTIONS = SYMBOL + MOST_BOARDS

DIRECTIONS = ("east", "south", "west", "north")


def cell_name(cell: int) -> str:
    """A cell's name: a letter for its column, a number for its row."""
    return f"{'abcdefghijklmnop'[cell % MOST_COLUMNS]}{cell // MOST_COLUMNS + 1}"


def tile_name(kind: int) -> str:
    """A tile by its two scenes."""
    first, second = TILE_SCENES[kind]
    return f"{RESOURCE_NAMES[first]}-{RESOURCE_NAMES[second]}"


def shop_name(shop: int) -> str:
    """A seat's shop: `s1` to `s4`, or a slot and a letter."""
    if shop < START_SHOPS:
        return f"s{shop + 1}"
    slot, part = divmod(shop - START_SHOPS, SHOPS_PER_DISTRICT)
    return f"{slot + 1}{'abc'[part]}"


def format_action(action: int) -> str:
    """An action's notation, e.g. `cell f4`."""
    if action < QUARRY:
        return ("done", "quarry monument", "quarry nothing")[action]
    if action < PAY:
        return f"quarry {RESOURCE_NAMES[action - QUARRY]}"
    if action < TURN:
        return f"pay {(*RESOURCE_NAMES, 'wheat')[action - PAY]}"
    if action < LAY:
        return f"turn {DIRECTIONS[action - TURN]}"
    if SLOT <= action < SUPPLY:
        return f"slot {action - SLOT + 1}"
    if SUPPLY <= action < BUILD:
        shop, resource = divmod(action - SUPPLY, KINDS)
        return f"supply {RESOURCE_NAMES[resource]} {shop_name(shop)}"
    if BUILD <= action < CELL:
        return f"build D{action - BUILD + 1:02d}"
    if CELL <= action < DISCARD:
        return f"cell {cell_name(action - CELL)}"
    if BOARD <= action < SYMBOL:
        board, turned = divmod(action - BOARD, 2)
        return f"board V{board + 1}{' turned' if turned else ''}"
    if action >= SYMBOL:
        return f"symbol {action - SYMBOL + 1}"
    for verb, first in (("lay", LAY), ("take", TAKE), ("discard", DISCARD), ("remove", REMOVE)):
        if first <= action < first + TILE_KINDS:
            return f"{verb} {tile_name(action - first)}"
    raise AssertionError(action)
