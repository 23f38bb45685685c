"""The state of Fertility: everything but the stream of chance is public."""

from nomarch.games.fertility import components as box
from nomarch.kernel.declare.layout import EVERYONE, Cube, GameState, Grid, Row, field

LAY_OUT, CHOOSE_SYMBOL, TURN_START = range(3)
CHOOSE_TILE, CHOOSE_CELL, CHOOSE_TURN, NO_FIT, CHOOSE_QUARRY, QUARRY_GAIN = range(3, 9)
CITY, CHOOSE_SLOT, PAYMENT, SUPPLYING, TRADE = range(9, 14)
TAKING, REMOVING, OVER = range(14, 17)
"""Phases: of the set-up, in the valley, in the city, at the end of a turn.

`CITY` still allows to build, `SUPPLYING` does not.
"""
NONE = -1
"""No seat, tile, place, district or piece."""


class State(GameState):
    """All of Fertility lies open, and what the piles still hold can be counted."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    own_valley: int = field("i1", (), EVERYONE, "1 = the first player lays out the valley")
    long_game: int = field("i1", (), EVERYONE, "1 = the variant for two with 39 tiles")
    doubles: int = field("i1", (), EVERYONE, "1 = the halves of a double pay for each other")
    open_fields: int = field("i1", (), EVERYONE, "1 = wheat and water are no walls of a quarry")
    wheat_counts: int = field("i1", (), EVERYONE, "1 = wheat counts in the tie-break")
    phase: int = field("i1", (), EVERYONE, "what the seat to act decides", stored_name="asked")
    seat: int = field("i1", (), EVERYONE, "seat whose turn it is, -1 = the game is over")
    turns: int = field("i2", (), EVERYONE, "turns finished by all seats together")
    last_turns: int = field("i1", (), EVERYONE, "turns left in the last round, -1 before it")
    boards: int = field("i1", (), EVERYONE, "valley boards laid")
    board: Row = field("i1", (box.MOST_BOARDS,), EVERYONE, "which board lies there, -1 = none")
    turned: Row = field("i1", (box.MOST_BOARDS,), EVERYONE, "1 = it lies upside down")
    start_at: int = field("i2", (), EVERYONE, "upper left place of the start tile, -1 = not laid")
    start_turn: int = field("i1", (), EVERYONE, "quarter turns of the start tile")
    cell: Row = field("i1", (box.GRID,), EVERYONE, "what each place of the valley holds")
    near: Row = field("i1", (box.GRID,), EVERYONE, "bit set of the scenes beside each place")
    link: Row = field("i1", (box.GRID,), EVERYONE, "direction of a tile's other half, -1 = none")
    last_at: int = field("i2", (), EVERYONE, "first half of the tile laid last, -1 = none")
    tile: int = field("i1", (), EVERYONE, "tile being laid, -1 = none")
    at: int = field("i2", (), EVERYONE, "place being decided on, -1 = none")
    quarries: int = field("i1", (), EVERYONE, "quarries that still want a choice")
    quarry: Row = field("i2", (box.MOST_QUARRIES,), EVERYONE, "their places")
    hand: Grid = field("i1", (box.MAX_SEATS, box.TILE_KINDS), EVERYONE, "a seat's open tiles")
    common: Row = field("i1", (box.TILE_KINDS,), EVERYONE, "tiles of the common reserve")
    bag: Row = field("i1", (box.TILE_KINDS,), EVERYONE, "tiles not seen yet")
    bag_left: int = field("i2", (), EVERYONE, "their number")
    pile: int = field("i2", (), EVERYONE, "tiles left in the pile")
    laid: Row = field("i1", (box.TILE_KINDS,), EVERYONE, "tiles in the valley")
    gone: Row = field("i1", (box.TILE_KINDS,), EVERYONE, "tiles discarded or removed")
    stock: Row = field("i1", (box.KINDS,), EVERYONE, "resources in the stock")
    beside: Row = field("i1", (box.KINDS,), EVERYONE, "this turn's resources")
    wheat: Row = field("i1", (box.MAX_SEATS,), EVERYONE, "wheat in a seat's granary")
    monuments: Row = field("i1", (box.MAX_SEATS,), EVERYONE, "monuments a seat has placed")
    metropolis: Row = field("i1", (box.MAX_SEATS,), EVERYONE, "a seat's metropolis board")
    district: Grid = field(
        "i1", (box.MAX_SEATS, box.SLOTS), EVERYONE, "districts, -1 = a free slot"
    )
    shop: Grid = field("i1", (box.MAX_SEATS, box.SHOPS_PER_SEAT), EVERYONE, "shops, 0 = none")
    put: Cube = field(
        "i1",
        (box.MAX_SEATS, box.SHOPS_PER_SEAT, box.ICONS_PER_SHOP),
        EVERYONE,
        "their pieces, -1 = none",
    )
    shown: Row = field("i1", (box.SHOWN,), EVERYONE, "districts face up, -1 = taken this turn")
    unseen: Row = field("i1", (box.DISTRICTS,), EVERYONE, "1 = the district is still in its pile")
    unseen_left: int = field("i2", (), EVERYONE, "their number")
    site: int = field("i1", (), EVERYONE, "district being built, -1 = none")
    owed: int = field("i1", (), EVERYONE, "what is still to be paid for it")
    trader: int = field("i1", (), EVERYONE, "exchange shop that gives a resource now, -1 = none")
