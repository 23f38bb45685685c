"""The actions of Fertility."""

from nomarch.games.fertility import components as box
from nomarch.kernel.declare.actions import Actions, one_to

ACTIONS = Actions()

DONE = ACTIONS.one(
    "done", "End your turn.", "after a tile was laid, unless an exchange is due", ends=True
)
QUARRY_MONUMENT = ACTIONS.one(
    "quarry monument",
    "Put one of your monuments on the quarry.",
    "a quarry, while you have one of your four left",
)
QUARRY_NOTHING = ACTIONS.one(
    "quarry nothing", "Take nothing for the quarry.", "a quarry", ends=True
)
QUARRY = ACTIONS.block(
    "quarry {resource}",
    "Take a resource for a quarry.",
    "a quarry, while the stock has some",
    resource=box.RESOURCE_NAMES,
)
PAY = ACTIONS.block(
    "pay {resource}",
    "Pay one unit for a district.",
    "payment: harvested this turn, or wheat of your granary",
    resource=(*box.RESOURCE_NAMES, "wheat"),
)
TURN = ACTIONS.block(
    "turn {way}",
    "Lay the tile with its second scene in that direction.",
    "after `cell`: a way in which the tile may lie; also the start tile",
    way=box.DIRECTIONS,
)
LAY = ACTIONS.block(
    "lay {tile}",
    "Choose a tile of yours to lay; its cell comes next.",
    "your turn begins: one that fits somewhere",
    tile=box.TILE_NAMES,
)
TAKE = ACTIONS.block(
    "take {tile}",
    "Take a tile from the common reserve.",
    "the end of your turn: a kind that lies there",
    tile=box.TILE_NAMES,
)
SLOT = ACTIONS.block(
    "slot {slot}",
    "Build the chosen district on that slot.",
    "after `build`: an empty slot of your seven",
    slot=one_to(box.SLOTS),
)
SUPPLY = ACTIONS.block(
    "supply {resource} {shop}",
    "Put a resource onto a shop.",
    "the city: you have it and the shop has an empty icon for it",
    shop=box.SHOP_NAMES,
    resource=box.RESOURCE_NAMES,
)
BUILD = ACTIONS.block(
    "build {district}",
    "Choose a district to build.",
    "the city, once a turn before supplying: one that is shown and that you can pay",
    district=box.DISTRICT_NAMES,
)
CELL = ACTIONS.block(
    "cell {cell}",
    "Name a cell: for the tile's first scene, or a quarry to use.",
    "after `lay`: a cell from which the tile fits; several quarries: one of them",
    cell=box.CELL_NAMES,
)
DISCARD = ACTIONS.block(
    "discard {tile}",
    "Discard a tile.",
    "your turn begins and none of your tiles fits",
    tile=box.TILE_NAMES,
)
REMOVE = ACTIONS.block(
    "remove {tile}",
    "Remove a tile from the common reserve.",
    "the end of a turn in the variant for two: a kind that lies there",
    tile=box.TILE_NAMES,
)
BOARD = ACTIONS.block(
    "board {board}{turned}",
    "Lay the next valley board, either way up.",
    "set-up by the first player: a board that doesn't lie yet",
    board=box.VALLEY_NAMES,
    turned=("", " turned"),
)
SYMBOL = ACTIONS.block(
    "symbol {place}",
    "Choose the start symbol of a board, counted from the left.",
    "set-up by the first player: one of those nearest to the middle",
    place=one_to(box.MOST_BOARDS),
)
