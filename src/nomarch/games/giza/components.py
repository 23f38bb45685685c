"""The box of Giza: 83 tiles, and six boards with three pyramid sites and one for a sphinx."""

GOOD_STONE, BAD_STONE, TREASURE = 0, 5, 10
"""Where each row of numbers begins: good stones 1 to 5, bad stones 1 to 5, treasures 2 to 5."""
SPHINX_BASE, SPHINX_BODY, SPHINX_HEAD, DEMOLITION, SCARAB = range(14, 19)
TILES = 19
NO_TILE = -1

TILE_NAMES = (
    "stone+1", "stone+2", "stone+3", "stone+4", "stone+5",
    "stone-1", "stone-2", "stone-3", "stone-4", "stone-5",
    "treasure+2", "treasure+3", "treasure+4", "treasure+5",
    "sphinx-base", "sphinx-body", "sphinx-head", "demolition", "scarab",
)  # fmt: skip

TILE_COUNTS = (
    7, 7, 7, 7, 7,
    3, 3, 3, 3, 3,
    3, 3, 3, 3,
    3, 2, 1, 9, 6,
)  # fmt: skip
NUM_TILES = 83

NUMBERS = (
    1, 2, 3, 4, 5,
    1, 2, 3, 4, 5,
    2, 3, 4, 5,
    0, 0, 0, 0, 0,
)  # fmt: skip
"""The number on a stone or treasure, without its sign."""

POINTS = (
    1, 2, 3, 4, 5,
    -1, -2, -3, -4, -5,
    2, 3, 4, 5,
    -5, 10, 15, 0, 0,
)  # fmt: skip

BASE_POINTS = (POINTS[SPHINX_BASE], -15)
"""The sphinx's base by the choice of the option: most sources say -5, one says -15."""

MAX_SEATS = 6
PYRAMIDS = 3
SPHINX = 3
SITES = 4
"""Sites 0 to 2 are for pyramids, site 3 is for a sphinx."""
SPOTS = MAX_SEATS * SITES
"""Every site of the table, counted seat by seat."""
SITE_NAMES = ("khufu", "khafre", "menkaure", "sphinx")
HAND = 4
PEAK = 1
"""The number of a stone that completes a pyramid."""
LOWEST_TREASURE = 2
HIGHEST = 5
MAX_HEIGHT = 15
"""Five stones, four treasures and six scarabs."""
