"""The box of Fertility: valley boards, tiles, metropolis boards, districts, scales. Tables only.

What the rulebook does not print is chosen here and nowhere else: `docs/rules/fertility.md` lists
those values. Whoever owns the box can correct them in this file alone.
"""

from itertools import accumulate

MAX_SEATS = 4

# --- Resources ----------------------------------------------------------------------------------

RESOURCES = ALABASTER, BOVINE, GRAPE, PAPYRUS = tuple(range(4))
RESOURCE_NAMES = ("alabaster", "bovine", "grape", "papyrus")
KINDS = 4
WHEAT = 4
"""Beside the four resources: what pays for districts and fills the granary."""
STOCK_EACH = 20

# --- The valley ---------------------------------------------------------------------------------

VALLEY_COLUMNS, VALLEY_ROWS = 4, 8
MOST_BOARDS = 4
BOARDS_USED = (0, 0, 3, 3, 4)
"""Valley boards, by player count."""

VALLEYS = (
    ("....", "a...", ".~.w", ".SS.", "~SSb", "w...", ".g~.", "..wp"),  # V1
    (".b..", "..~.", "wSS.", "wSS.", "...g", ".~~.", "p.w.", "...a"),  # V2
    ("w..p", "..~.", ".a..", "...w", "SS.w", "SS~.", "....", "g~.b"),  # V3
    ("...g", "~w..", "...~", "p.SS", "..SS", ".w~.", ".w..", "b.a."),  # V4
)
"""`.` desert, `w` wheat, `~` water, `a b g p` desert with an icon, `S` the start symbol."""

VALLEY_NAMES = ("V1", "V2", "V3", "V4")

ICON = 1
"""Contents of a valley cell: 0 is plain desert, `ICON + r` desert with a printed resource."""
SCENE = ICON + KINDS
"""`SCENE + r`: half of a tile."""
WHEAT_FIELD = SCENE + KINDS
WATER = WHEAT_FIELD + 1
MONUMENT = WATER + 1
"""`MONUMENT + seat`: a quarry with that seat's monument."""
OUTSIDE = MONUMENT + MAX_SEATS

CELL_SIGNS = ".abgpABGPw~1234"
"""Signs for the contents of a cell: icons small, scenes in capitals, monuments by seat."""
VALLEY_CELLS = tuple(
    tuple(CELL_SIGNS.index(sign.replace("S", ".")) for row in valley for sign in row)
    for valley in VALLEYS
)
"""Every board's cells, row by row, upright."""
VALLEY_SYMBOL = tuple(divmod("".join(valley).index("S"), VALLEY_COLUMNS) for valley in VALLEYS)
"""Row and column of the upper left quarter of a board's start symbol, upright."""

MOST_COLUMNS = MOST_BOARDS * VALLEY_COLUMNS
CELLS = MOST_COLUMNS * VALLEY_ROWS
"""Cells are numbered row by row over four boards: `x + 16 * y`."""
COLUMN_NAMES = "abcdefghijklmnop"
CELL_NAMES = tuple(f"{COLUMN_NAMES[c % MOST_COLUMNS]}{c // MOST_COLUMNS + 1}" for c in range(CELLS))
STRIDE = MOST_COLUMNS + 2
GRID = STRIDE * (VALLEY_ROWS + 2)
"""The valley lies in a frame of cells outside, so that every cell has four neighbours."""
FIRST_AT = STRIDE + 1
AT = tuple(FIRST_AT + STRIDE * (c // MOST_COLUMNS) + c % MOST_COLUMNS for c in range(CELLS))
"""A cell's place in the frame."""
CELL_OF = tuple(AT.index(at) if at in AT else -1 for at in range(GRID))
"""The cell at a place in the frame."""
LAST_AT = AT[CELLS - 1]

DIRECTIONS = ("east", "south", "west", "north")
STEP = (1, STRIDE, -1, -STRIDE)
"""From a place to its neighbour, by direction; a tile's turn says where its second scene lies."""
BORDER = tuple(
    tuple(step for step in STEP if step != STEP[turn])
    + tuple(STEP[turn] + step for step in STEP if step != -STEP[turn])
    for turn in range(4)
)
"""The six places around a tile, from its first scene's: three beside each half."""
BORDER_CELLS = 6
MOST_QUARRIES = BORDER_CELLS

# --- Tiles --------------------------------------------------------------------------------------

TILE_SCENES = tuple((a, b) for a in RESOURCES for b in RESOURCES if a <= b)
"""The ten kinds of valley tiles: every pair of scenes."""
TILE_KINDS = 10
TILE_NAMES = tuple(f"{RESOURCE_NAMES[a]}-{RESOURCE_NAMES[b]}" for a, b in TILE_SCENES)
TILE_COUNTS = (5,) * TILE_KINDS
NUM_TILES = 50
TILES_USED = (0, 0, 24, 35, 46)
"""Valley tiles in a game, by player count."""
TILES_USED_LONG = 39
"""In the variant for two."""
RESERVE = 3
"""Tiles in each personal reserve and in the common one."""
TURNS_EACH = 9
"""Turns of every player: follows from the numbers of tiles."""

START_SCENES = (ALABASTER, BOVINE, PAPYRUS, GRAPE)
"""The start tile's scenes, clockwise from its upper left."""
START_STEPS = (0, 1, STRIDE + 1, STRIDE)
"""Its quarters, clockwise from the upper left."""

# --- Monuments ----------------------------------------------------------------------------------

MONUMENTS_EACH = 4
MOST_MONUMENTS, SECOND_MONUMENTS = 15, 7

# --- Shops --------------------------------------------------------------------------------------

ANY = KINDS
NOTHING = -1
NO_SHOP_KIND, GENERAL, SPECIAL, GRAIN, STATUE, CHOICE, EXCHANGE = range(7)
ICONS_PER_SHOP = 2

GODS = 5
ANUBIS, BASTET, HORUS, SOBEK, THOTH = (1 << god for god in range(GODS))

A, B, G, P = RESOURCES
N = NOTHING
NOT_A, NOT_B, NOT_G, NOT_P = ((1 << KINDS) - 1 - (1 << r) for r in RESOURCES)
"""Resources that exchange shops offer, as bits: the three others."""

_METROPOLISES = (
    ((ANY, N, GENERAL, 2), (A, B, GENERAL, 4), (G, N, GRAIN, 1), (P, N, EXCHANGE, NOT_P)),  # M1
    ((ANY, N, GENERAL, 2), (B, G, GENERAL, 4), (P, N, GRAIN, 1), (A, N, EXCHANGE, NOT_A)),  # M2
    ((ANY, N, GENERAL, 2), (G, P, GENERAL, 4), (A, N, GRAIN, 1), (B, N, EXCHANGE, NOT_B)),  # M3
    ((ANY, N, GENERAL, 2), (P, A, GENERAL, 4), (B, N, GRAIN, 1), (G, N, EXCHANGE, NOT_G)),  # M4
)
"""The start shops of the four boards."""
_DISTRICTS = (
    (0, ((A, A, GENERAL, 4), (B, N, GRAIN, 1))),  # D01
    (0, ((B, B, GENERAL, 4), (G, N, GRAIN, 1))),  # D02
    (0, ((G, G, GENERAL, 4), (P, N, GRAIN, 1))),  # D03
    (0, ((P, P, GENERAL, 4), (A, N, GRAIN, 1))),  # D04
    (0, ((ANY, N, GENERAL, 2), (A, N, GENERAL, 2), (B, N, GENERAL, 2))),  # D05
    (0, ((ANY, N, GENERAL, 2), (B, N, GENERAL, 2), (G, N, GENERAL, 2))),  # D06
    (0, ((ANY, N, GENERAL, 2), (G, N, GENERAL, 2), (P, N, GENERAL, 2))),  # D07
    (0, ((ANY, N, GENERAL, 2), (P, N, GENERAL, 2), (A, N, GENERAL, 2))),  # D08
    (0, ((A, A, STATUE, ANUBIS), (B, G, GENERAL, 5))),  # D09
    (0, ((B, B, STATUE, BASTET), (G, P, GENERAL, 5))),  # D10
    (0, ((G, G, STATUE, HORUS), (P, A, GENERAL, 5))),  # D11
    (0, ((P, P, STATUE, SOBEK), (A, B, GENERAL, 5))),  # D12
    (1, ((A, N, GRAIN, 1), (B, N, STATUE, THOTH))),  # D13
    (1, ((B, N, GRAIN, 1), (G, N, STATUE, ANUBIS))),  # D14
    (1, ((G, N, GRAIN, 1), (P, N, STATUE, BASTET))),  # D15
    (1, ((P, N, GRAIN, 1), (A, N, STATUE, HORUS))),  # D16
    (1, ((A, N, SPECIAL, 1), (A, A, GENERAL, 6))),  # D17
    (1, ((B, N, SPECIAL, 1), (B, B, GENERAL, 6))),  # D18
    (1, ((G, N, SPECIAL, 1), (G, G, GENERAL, 6))),  # D19
    (1, ((P, N, SPECIAL, 1), (P, P, GENERAL, 6))),  # D20
    (1, ((A, N, EXCHANGE, NOT_A), (B, G, GENERAL, 7))),  # D21
    (1, ((B, N, EXCHANGE, NOT_B), (G, P, GENERAL, 7))),  # D22
    (1, ((G, N, EXCHANGE, NOT_G), (P, A, GENERAL, 7))),  # D23
    (1, ((P, N, EXCHANGE, NOT_P), (A, B, GENERAL, 7))),  # D24
    (1, ((A, B, GRAIN, 2), (G, N, GENERAL, 3), (P, P, STATUE, SOBEK))),  # D25
    (1, ((B, G, GRAIN, 2), (P, N, GENERAL, 3), (A, A, STATUE, THOTH))),  # D26
    (1, ((G, P, GRAIN, 2), (A, N, GENERAL, 3), (B, B, STATUE, ANUBIS))),  # D27
    (1, ((P, A, GRAIN, 2), (B, N, GENERAL, 3), (G, G, STATUE, BASTET))),  # D28
    (2, ((A, N, GENERAL, 5), (B, G, GENERAL, 9))),  # D29
    (2, ((B, N, GENERAL, 5), (G, P, GENERAL, 9))),  # D30
    (2, ((G, N, GENERAL, 5), (P, A, GENERAL, 9))),  # D31
    (2, ((P, N, GENERAL, 5), (A, B, GENERAL, 9))),  # D32
    (2, ((A, A, SPECIAL, 3),)),  # D33
    (2, ((B, B, SPECIAL, 3),)),  # D34
    (2, ((G, G, SPECIAL, 3),)),  # D35
    (2, ((P, P, SPECIAL, 3),)),  # D36
    (2, ((A, B, CHOICE, 0), (G, P, STATUE, HORUS | SOBEK))),  # D37
    (2, ((B, G, CHOICE, 0), (P, A, STATUE, THOTH | ANUBIS))),  # D38
    (2, ((G, P, CHOICE, 0), (A, B, STATUE, BASTET | HORUS))),  # D39
    (2, ((P, A, CHOICE, 0), (B, G, STATUE, SOBEK | THOTH))),  # D40
)
"""Cost and shops of each district."""

NO_SHOP = 0
METROPOLISES = 4
START_SHOPS = 4
DISTRICTS = 40
SHOPS_PER_DISTRICT = 3
SLOTS = 7
SHOWN = 4
"""Districts face up."""
SHOPS_PER_SEAT = START_SHOPS + SLOTS * SHOPS_PER_DISTRICT
"""A seat's shops are numbered: the start shops, then three places for each slot."""
SHOP_NAMES = (
    *(f"s{shop + 1}" for shop in range(START_SHOPS)),
    *(f"{slot + 1}{part}" for slot in range(SLOTS) for part in "abc"),
)
DISTRICT_NAMES = tuple(f"D{district + 1:02d}" for district in range(DISTRICTS))

_SHOPS = (
    (NOTHING, NOTHING, NO_SHOP_KIND, 0),
    *(shop for shops in _METROPOLISES for shop in shops),
    *(shop for _, shops in _DISTRICTS for shop in shops),
)
"""Every shop of the box, as two icons, its kind and its value; number 0 is none."""
SHOP_NEEDS = tuple((first, second) for first, second, _, _ in _SHOPS)
"""The icons of each shop; `ANY` takes any resource, `NOTHING` is no icon."""
SHOP_KIND = tuple(kind for _, _, kind, _ in _SHOPS)
SHOP_VALUE = tuple(value for _, _, _, value in _SHOPS)
"""By its kind: Debens, Debens for each piece of its first icon's resource, wheat, a bit set of
gods, nothing, or a bit set of resources to choose from."""
DISTRICT_COST = tuple(cost for cost, _ in _DISTRICTS)
START_SHOP = tuple(
    tuple(1 + START_SHOPS * board + i for i in range(START_SHOPS)) for board in range(METROPOLISES)
)
_COUNTS = tuple(len(shops) for _, shops in _DISTRICTS)
_FIRST_SHOP = tuple(accumulate(_COUNTS, initial=1 + START_SHOPS * METROPOLISES))
DISTRICT_SHOP = tuple(
    tuple(first + i if i < count else NO_SHOP for i in range(SHOPS_PER_DISTRICT))
    for first, count in zip(_FIRST_SHOP, _COUNTS, strict=False)
)
"""The numbers of a district's shops."""

# --- Scales -------------------------------------------------------------------------------------

MOST_WHEAT = 10
WHEAT_POINTS = (0, 2, 4, 7, 10, 14, 18, 23, 28, 34, 40)
STATUE_POINTS = (0, 2, 5, 10, 17, 26)
"""By the number of different gods."""
