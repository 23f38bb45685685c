"""Observations for learning agents, from the own seat's side."""

from nomarch.games.fertility.rules import box, scoring, st
from nomarch.kernel.declare.features import Features

SEATS, SHOPS = box.MAX_SEATS, box.SHOPS_PER_SEAT

FEATURES = Features(st.State)
FEATURES.copy("players", 2, 4)
FEATURES.copy("long_game", 0, 1)
FEATURES.copy("doubles", 0, 1)
FEATURES.copy("open_fields", 0, 1)
FEATURES.copy("wheat_counts", 0, 1)
TURNS_LEFT = FEATURES.one("turns_left", 0, 9, "turns of each player that are not finished")
FEATURES.copy("pile", 0, 46)
FEATURES.copy("last_turns", -1, 4)
FEATURES.copy("owed", 0, 2, "what is still to be paid for a district")
FEATURES.copy("quarries", 0, 6)
FEATURES.mark("phase", "1 at the current phase", name="asked", question=17)
FEATURES.copy("stock", 0, 20, resource=box.KINDS)
FEATURES.copy("beside", 0, 20, resource=box.KINDS)
FEATURES.copy("common", 0, 3, tile=box.TILE_KINDS)
FEATURES.copy("bag", 0, 5, tile=box.TILE_KINDS)
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
FEATURES.copy("wheat", 0, 10, "wheat in a player's granary", player=SEATS)
FEATURES.copy("monuments", 0, 4, "monuments placed", player=SEATS)
FEATURES.mark_seat("seat", "to_act", "1 = it is the player's turn", SEATS)
FEATURES.copy("hand", 0, 3, "a player's tiles", player=SEATS, tile=box.TILE_KINDS)
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

HAS_ICON = tuple(tuple(int(need != box.NOTHING) for need in needs) for needs in box.SHOP_NEEDS)
"""1 for each icon of a shop, 0 where it has none: counted with, so that no shop needs a branch."""
NEED = tuple(tuple(max(need, 0) for need in needs) for needs in box.SHOP_NEEDS)
"""The needs of a shop's icons, and `ANY` where it has none."""
OWN_MONUMENT = tuple(box.MONUMENT + seat for seat in range(SEATS))

copy_fields = FEATURES.copier(__name__)


def encode(s: st.State, seat, out):
    copy_fields(s, seat, out)
    encode_table(s, out)
    for row in range(box.VALLEY_ROWS):
        encode_row(s, seat, out, row)
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, step)


def encode_table(s: st.State, out):
    out[TURNS_LEFT] = box.TURNS_EACH - s.turns // s.players
    if s.tile != st.NONE:
        out[LAYING.at(s.tile)] = 1
    for i in range(box.SHOWN):
        if s.shown[i] != st.NONE:
            out[SHOWN.at(s.shown[i])] = 1
    if s.site != st.NONE:
        out[SITE.at(s.site)] = 1
    if s.at != st.NONE:
        out[HERE.at(box.CELL_OF[s.at])] = 1


def encode_row(s: st.State, seat, out, row):
    """One row of the valley, without a branch: compilers then do many of its cells at once."""
    own = OWN_MONUMENT[seat]
    for column in range(box.MOST_COLUMNS):
        cell = box.MOST_COLUMNS * row + column
        what = s.cell[box.FIRST_AT + box.STRIDE * row + column]
        out[DESERT.at(cell)] = 1 if what < box.SCENE else 0
        out[FIELD.at(cell)] = 1 if what == box.WHEAT_FIELD else 0
        out[WATER.at(cell)] = 1 if what == box.WATER else 0
        out[MONUMENT.at(cell)] = 2 * (what == own) - (box.WATER < what < box.OUTSIDE)
        for resource in range(box.KINDS):
            is_icon, is_scene = what == box.ICON + resource, what == box.SCENE + resource
            out[RESOURCE.at(cell, resource)] = is_icon + 2 * is_scene


def encode_seat(s: st.State, seat, out, step):
    if s.metropolis[seat] != st.NONE:
        out[METROPOLIS.at(step, s.metropolis[seat])] = 1
    for shop in range(box.START_SHOPS):
        encode_shop(s, seat, out, step, shop)
    for slot in range(box.SLOTS):
        if s.district[seat][slot] != st.NONE:
            out[BUILT.at(step, s.district[seat][slot])] = 1
            for i in range(box.SHOPS_PER_DISTRICT):
                shop = box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot + i
                encode_shop(s, seat, out, step, shop)
    out[POINTS.at(step)] = scoring.debens(s, seat)


def encode_shop(s: st.State, seat, out, step, shop):
    """One shop: what it still needs, its kind and value."""
    number = int(s.shop[seat][shop])
    first, second = int(s.put[seat][shop][0]), int(s.put[seat][shop][1])
    first_empty = HAS_ICON[number][0] * (first == st.NONE)
    second_empty = HAS_ICON[number][1] * (second == st.NONE)
    complete = (first_empty + second_empty == 0) * (number != box.NO_SHOP)
    out[MISSING.at(step, shop, NEED[number][0])] = first_empty
    out[MISSING.at(step, shop, NEED[number][1])] += second_empty
    out[SHOP_KIND.at(step, shop)] = box.SHOP_KIND[number]
    out[SHOP_VALUE.at(step, shop)] = box.SHOP_VALUE[number]
    out[COMPLETE.at(step, shop)] = complete
