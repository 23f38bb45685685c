"""What a learning agent sees of Fertility, always from its own seat's side."""

from nomarch.games.fertility.rules import box, scoring, st
from nomarch.kernel.features import Features

SEATS, SHOPS = box.MAX_SEATS, box.SHOPS_PER_SEAT

FEATURES = Features()
PLAYERS = FEATURES.one("players", 2, 4, "number of seats")
LONG_GAME = FEATURES.one("long_game", 0, 1, "1 = the variant for two with 39 tiles")
DOUBLES = FEATURES.one("doubles", 0, 1, "1 = the halves of a double pay for each other")
OPEN_FIELDS = FEATURES.one("open_fields", 0, 1, "1 = wheat and water are no walls of a quarry")
WHEAT_COUNTS = FEATURES.one("wheat_counts", 0, 1, "1 = wheat counts in the tie-break")
TURNS_LEFT = FEATURES.one("turns_left", 0, 9, "turns of each player that are not finished")
PILE = FEATURES.one("pile", 0, 46, "tiles left in the pile")
LAST_TURNS = FEATURES.one("last_turns", -1, 4, "turns left in the last round, -1 before it")
OWED = FEATURES.one("owed", 0, 2, "what is still to be paid for a district")
QUARRIES = FEATURES.one("quarries", 0, 6, "quarries that still want a choice")
ASKED = FEATURES.block("asked", 0, 1, "1 at what is being asked", question=17)
STOCK = FEATURES.block("stock", 0, 20, "resources in the stock", resource=box.KINDS)
BESIDE = FEATURES.block("beside", 0, 20, "this turn's resources", resource=box.KINDS)
COMMON = FEATURES.block("common", 0, 3, "tiles of the common reserve", tile=box.TILE_KINDS)
BAG = FEATURES.block("bag", 0, 5, "tiles not seen yet", tile=box.TILE_KINDS)
LAYING = FEATURES.block("laying", 0, 1, "1 at the tile being laid", tile=box.TILE_KINDS)
SHOWN = FEATURES.block("shown", 0, 1, "1 at districts face up", district=box.DISTRICTS)
SITE = FEATURES.block("site", 0, 1, "1 at the district being built", district=box.DISTRICTS)
DESERT = FEATURES.block("desert", 0, 1, "1 at open desert", cell=box.CELLS)
RESOURCE = FEATURES.block(
    "resource", 0, 2, "1 at an icon, 2 at a scene", cell=box.CELLS, resource=box.KINDS
)
FIELD = FEATURES.block("field", 0, 1, "1 at wheat fields", cell=box.CELLS)
WATER = FEATURES.block("water", 0, 1, "1 at water", cell=box.CELLS)
MONUMENT = FEATURES.block("monument", -1, 1, "1 at own monuments, -1 at others'", cell=box.CELLS)
HERE = FEATURES.block("here", 0, 1, "1 at the cell being decided on", cell=box.CELLS)
POINTS = FEATURES.block("points", 0, 500, "a player's Debens so far", player=SEATS)
WHEAT = FEATURES.block("wheat", 0, 10, "wheat in a player's granary", player=SEATS)
MONUMENTS = FEATURES.block("monuments", 0, 4, "monuments placed", player=SEATS)
TO_ACT = FEATURES.block("to_act", 0, 1, "1 = it is the player's turn", player=SEATS)
HAND = FEATURES.block("hand", 0, 3, "a player's tiles", player=SEATS, tile=box.TILE_KINDS)
METROPOLIS = FEATURES.block(
    "metropolis", 0, 1, "1 at a player's board", player=SEATS, board=box.METROPOLISES
)
BUILT = FEATURES.block(
    "built", 0, 1, "1 at a player's districts", player=SEATS, district=box.DISTRICTS
)
MISSING = FEATURES.block(
    "missing", 0, 2, "a shop's empty icons", player=SEATS, shop=SHOPS, need=box.ANY + 1
)
SHOP_KIND = FEATURES.block("shop_kind", 0, 6, "the kind of a shop", player=SEATS, shop=SHOPS)
SHOP_VALUE = FEATURES.block("shop_value", 0, 31, "what it gives of that", player=SEATS, shop=SHOPS)
COMPLETE = FEATURES.block("complete", 0, 1, "1 = the shop is complete", player=SEATS, shop=SHOPS)

CONTENTS = range(box.OUTSIDE + 1)
"""What a cell can hold. Tables say for each where it is seen, so that no cell needs a branch."""
SEEN_AT = tuple(
    RESOURCE.first + what - box.ICON if box.ICON <= what < box.SCENE
    else RESOURCE.first + what - box.SCENE if box.SCENE <= what < box.WHEAT_FIELD
    else FIELD.first if what == box.WHEAT_FIELD
    else WATER.first if what == box.WATER
    else DESERT.first
    for what in CONTENTS
)  # fmt: skip
"""Its place for the first cell; what is not seen by itself is seen as desert or none."""
SEEN_EVERY = tuple(box.KINDS if box.ICON <= what < box.WHEAT_FIELD else 1 for what in CONTENTS)
"""From there to its place for the next cell."""
SEEN_AS = tuple(
    2 if box.SCENE <= what < box.WHEAT_FIELD else 0 if what > box.WATER else 1 for what in CONTENTS
)
IS_DESERT = tuple(1 if what < box.SCENE else 0 for what in CONTENTS)


def encode(s, seat, out):
    """What the seat may see; seats follow clockwise from its own."""
    encode_table(s, out)
    for cell in range(box.CELLS):
        encode_cell(s, seat, out, cell)
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, step)


def encode_table(s, out):
    """The table's part: where the game stands, tiles, districts, stock."""
    out[PLAYERS] = s.players
    out[LONG_GAME] = s.long_game
    out[DOUBLES] = s.doubles
    out[OPEN_FIELDS] = s.open_fields
    out[WHEAT_COUNTS] = s.wheat_counts
    out[TURNS_LEFT] = box.TURNS_EACH - s.turns // s.players
    out[PILE] = s.pile
    out[LAST_TURNS] = s.last_turns
    out[OWED] = s.owed
    out[QUARRIES] = s.quarries
    out[ASKED.at(s.asked)] = 1
    for resource in range(box.KINDS):
        out[STOCK.at(resource)] = s.stock[resource]
        out[BESIDE.at(resource)] = s.beside[resource]
    for kind in range(box.TILE_KINDS):
        out[COMMON.at(kind)] = s.common[kind]
        out[BAG.at(kind)] = s.bag[kind]
    if s.tile != st.NONE:
        out[LAYING.at(s.tile)] = 1
    for i in range(box.SHOWN):
        if s.shown[i] != st.NONE:
            out[SHOWN.at(s.shown[i])] = 1
    if s.site != st.NONE:
        out[SITE.at(s.site)] = 1
    if s.at != st.NONE:
        out[HERE.at(box.CELL_OF[s.at])] = 1


def encode_cell(s, seat, out, cell):
    """One cell of the valley."""
    what = int(s.cell[box.AT[cell]])
    out[DESERT.at(cell)] = IS_DESERT[what]
    out[SEEN_AT[what] + cell * SEEN_EVERY[what]] = SEEN_AS[what]
    if box.WATER < what < box.OUTSIDE:
        out[MONUMENT.at(cell)] = 1 if what - box.MONUMENT == seat else -1


def encode_seat(s, seat, out, step):
    """One player's part: score, granary, monuments, tiles, metropolis and its shops."""
    out[WHEAT.at(step)] = s.wheat[seat]
    out[MONUMENTS.at(step)] = s.monuments[seat]
    out[TO_ACT.at(step)] = 1 if s.seat == seat else 0
    for kind in range(box.TILE_KINDS):
        out[HAND.at(step, kind)] = s.hand[seat][kind]
    if s.metropolis[seat] != st.NONE:
        out[METROPOLIS.at(step, s.metropolis[seat])] = 1
    for slot in range(box.SLOTS):
        if s.district[seat][slot] != st.NONE:
            out[BUILT.at(step, s.district[seat][slot])] = 1
    points, held = 0, 0
    for shop in range(box.SHOPS_PER_SEAT):
        if s.shop[seat][shop] != box.NO_SHOP and encode_shop(s, seat, out, step, shop) == 1:
            points += scoring.shop_points(s, seat, int(s.shop[seat][shop]))
            held = scoring.with_statue(held, int(s.shop[seat][shop]))
    out[POINTS.at(step)] = points + scoring.points_beside_shops(s, seat, held)


def encode_shop(s, seat, out, step, shop):
    """One shop: what it still needs, its kind and value; 1 when it is complete."""
    number, complete = int(s.shop[seat][shop]), 1
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING and s.put[seat][shop][i] == st.NONE:
            out[MISSING.at(step, shop, need)] += 1
            complete = 0
    out[SHOP_KIND.at(step, shop)] = box.SHOP_KIND[number]
    out[SHOP_VALUE.at(step, shop)] = box.SHOP_VALUE[number]
    out[COMPLETE.at(step, shop)] = complete
    return complete
