"""What a learning agent sees of Fertility: a row of small ints, always from its own seat's side."""

from nomarch.games.fertility.components import (
    ANY,
    AT,
    CELLS,
    DISTRICTS,
    ICON,
    ICONS_PER_SHOP,
    KIND,
    KINDS,
    MAX_SEATS,
    METROPOLISES,
    MONUMENT,
    NEED,
    NOTHING,
    OUTSIDE,
    SCENE,
    SHOPS,
    SHOPS_PER_SEAT,
    SHOWN,
    SLOTS,
    TILE_KINDS,
    TURNS_EACH,
    VALUE,
    WHEAT_FIELD,
)
from nomarch.games.fertility.rules import NONE, debens, is_complete

PHASES = 17
PLANES = KINDS + 5
"""Of each cell: open desert, resources (1 an icon, 2 a scene), wheat, monument, here, water."""
PER_SHOP = KINDS + 4
PER_SEAT = 4 + TILE_KINDS + METROPOLISES + DISTRICTS + SHOPS_PER_SEAT * PER_SHOP
TABLE = 7 + PHASES + 2 * KINDS + 3 * TILE_KINDS + 2 * DISTRICTS
NUM_FEATURES = TABLE + PLANES * CELLS + MAX_SEATS * PER_SEAT


def encode(s, seat, out):
    """Fills `out` from what the seat may see; seats follow clockwise from its own."""
    for i in range(NUM_FEATURES):
        out[i] = 0
    encode_table(s, out)
    encode_valley(s, seat, out, TABLE)
    at = TABLE + PLANES * CELLS
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, at + step * PER_SEAT)


def encode_table(s, out):
    """The table's part: where the game stands, tiles, districts, stock."""
    out[0] = s.players
    out[1] = s.long_game
    out[2] = TURNS_EACH - s.turns // s.players
    out[3] = s.pile
    out[4] = s.last_turns
    out[5] = s.owed
    out[6] = s.quarries
    at = 7
    out[at + s.phase] = 1
    at += PHASES
    for resource in range(KINDS):
        out[at + resource] = s.stock[resource]
        out[at + KINDS + resource] = s.beside[resource]
    at += 2 * KINDS
    for kind in range(TILE_KINDS):
        out[at + kind] = s.common[kind]
        out[at + TILE_KINDS + kind] = s.bag[kind]
    at += 2 * TILE_KINDS
    if s.tile != NONE:
        out[at + s.tile] = 1
    at += TILE_KINDS
    for i in range(SHOWN):
        if s.shown[i] != NONE:
            out[at + s.shown[i]] = 1
    if s.site != NONE:
        out[at + DISTRICTS + s.site] = 1


def encode_valley(s, seat, out, at):
    """The valley's part: planes of cells."""
    for cell in range(CELLS):
        what = int(s.cell[AT[cell]])
        row = at + PLANES * cell
        if what < SCENE:
            out[row] = 1
            if what >= ICON:
                out[row + 1 + what - ICON] = 1
        elif what < WHEAT_FIELD:
            out[row + 1 + what - SCENE] = 2
        elif what == WHEAT_FIELD:
            out[row + 1 + KINDS] = 1
        elif MONUMENT <= what < OUTSIDE:
            out[row + 2 + KINDS] = 1 if what - MONUMENT == seat else -1
        elif what < MONUMENT:
            out[row + 4 + KINDS] = 1
        if s.at == AT[cell]:
            out[row + 3 + KINDS] = 1


def encode_seat(s, seat, out, at):
    """One player's part: score, granary, monuments, tiles, metropolis and its shops."""
    out[at] = debens(s, seat)
    out[at + 1] = s.wheat[seat]
    out[at + 2] = s.monuments[seat]
    out[at + 3] = 1 if s.seat == seat else 0
    at += 4
    for kind in range(TILE_KINDS):
        out[at + kind] = s.hand[seat][kind]
    at += TILE_KINDS
    if s.metropolis[seat] != NONE:
        out[at + s.metropolis[seat]] = 1
    at += METROPOLISES
    for slot in range(SLOTS):
        if s.district[seat][slot] != NONE:
            out[at + s.district[seat][slot]] = 1
    at += DISTRICTS
    for shop in range(SHOPS_PER_SEAT):
        encode_shop(s, seat, shop, out, at + PER_SHOP * shop)


def encode_shop(s, seat, shop, out, at):
    """One shop: what it still needs, its kind, its value, whether it is complete."""
    number = int(s.shop[seat][shop])
    for i in range(ICONS_PER_SHOP):
        need = SHOPS[number][NEED + i]
        if need != NOTHING and s.put[seat][shop][i] == NONE:
            out[at + min(need, ANY)] += 1
    out[at + KINDS + 1] = SHOPS[number][KIND]
    out[at + KINDS + 2] = SHOPS[number][VALUE]
    out[at + KINDS + 3] = 1 if is_complete(s, seat, shop) else 0
