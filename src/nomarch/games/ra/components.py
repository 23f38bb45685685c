"""The components of Ra: 180 tiles, 16 suns, two tracks."""

TILES = (
    RA, GOD, PHARAOH, NILE, FLOOD,
    ART, AGRICULTURE, RELIGION, ASTRONOMY, WRITING,
    GOLD,
    FORTRESS, OBELISK, PALACE, PYRAMID, SPHINX, STATUE, STEP_PYRAMID, TEMPLE,
    FUNERAL, DROUGHT, UNREST, EARTHQUAKE,
) = tuple(range(23))  # fmt: skip

TILE_NAMES = (
    "ra", "god", "pharaoh", "nile", "flood",
    "art", "agriculture", "religion", "astronomy", "writing",
    "gold",
    "fortress", "obelisk", "palace", "pyramid", "sphinx", "statue", "step-pyramid", "temple",
    "funeral", "drought", "unrest", "earthquake",
)  # fmt: skip

TILE_COUNTS = (30, 8, 25, 25, 12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 4, 2)

NUM_TILES = 180
KINDS = 23
OWNED_KINDS = 19
"""Kinds 0 to 18 can lie in a display; disasters (19 to 22) are never kept."""

FIRST_CIVILISATION, LAST_CIVILISATION = ART, WRITING
FIRST_MONUMENT, LAST_MONUMENT = FORTRESS, TEMPLE
FIRST_DISASTER = FUNERAL

KEPT = (0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
"""Whether a tile survives the end of an epoch: pharaohs, Niles and monuments do."""

MAX_SEATS = 5
TRACK_SPACES = 8
EPOCHS = 3
START_POINTS = 10
MAX_SUN = 16
SUNS_EACH = 4
CENTRE_SUN = 1
TILES_PER_DISASTER = 2

RA_LIMIT = (0, 0, 6, 8, 9, 10)
"""Ra tiles that end an epoch, by player count."""

SUN_SETS = (
    ((0, 0, 0, 0),) * MAX_SEATS,
    ((0, 0, 0, 0),) * MAX_SEATS,
    ((9, 6, 5, 2), (8, 7, 4, 3), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    ((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4), (0, 0, 0, 0), (0, 0, 0, 0)),
    ((13, 6, 2, 0), (12, 7, 3, 0), (11, 8, 4, 0), (10, 9, 5, 0), (0, 0, 0, 0)),
    ((16, 7, 2, 0), (15, 8, 3, 0), (14, 9, 4, 0), (13, 10, 5, 0), (12, 11, 6, 0)),
)
"""Suns that are dealt together, by player count; 0 is no sun."""

SMALL_TILES = (2, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""The bag of the small box: two Ra tiles, two pharaohs and a gold."""
SMALL_SUNS = ((3, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
SMALL_RA_COUNT = 4
"""Tiles on the small box's Ra track at the start: its second Ra tile ends the game."""

GOD_POINTS = 2
GOLD_POINTS = 3
MOST_PHARAOHS, FEWEST_PHARAOHS = 5, -2
CIVILISATION_POINTS = (-5, 0, 0, 5, 10, 15)
"""By the number of different civilisation tiles."""
MONUMENT_POINTS = (0, 1, 2, 3, 4, 5, 6, 10, 15)
"""By the number of different monuments."""
MONUMENT_GROUP_POINTS = (0, 0, 0, 5, 10, 15)
"""By the number of copies of one monument."""
MOST_SUNS, FEWEST_SUNS = 5, -5
