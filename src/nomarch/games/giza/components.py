"""The components of Giza: 83 tiles, and six boards with three pyramid sites and a sphinx site."""

GOOD_STONE, BAD_STONE, TREASURE = 0, 5, 10
"""The first kind of each row: good stones 1 to 5, bad stones 1 to 5, treasures 2 to 5."""
SPHINX_BASE, SPHINX_BODY, SPHINX_HEAD, DEMOLITION, SCARAB = range(14, 19)
TILES = 19
PEAK = 1
"""The number of a stone that completes a pyramid."""
LOWEST_TREASURE, HIGHEST = 2, 5

TILE_NAMES = (
    *(f"stone+{number}" for number in range(PEAK, HIGHEST + 1)),
    *(f"stone-{number}" for number in range(PEAK, HIGHEST + 1)),
    *(f"treasure+{number}" for number in range(LOWEST_TREASURE, HIGHEST + 1)),
    *("sphinx-base", "sphinx-body", "sphinx-head", "demolition", "scarab"),
)
TILE_COUNTS = (7, 7, 7, 7, 7, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 1, 9, 6)
NUM_TILES = sum(TILE_COUNTS)
NUMBERS = (1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3, 4, 5, 0, 0, 0, 0, 0)
"""The number on a stone or treasure, without its sign."""
POINTS = (1, 2, 3, 4, 5, -1, -2, -3, -4, -5, 2, 3, 4, 5, -5, 10, 15, 0, 0)
BASE_POINTS = (POINTS[SPHINX_BASE], -15)
"""Points of the sphinx's base, by option: most sources say -5, one says -15."""

MAX_SEATS = 6
PYRAMIDS, SPHINX, SITES = 3, 3, 4
"""Sites 0 to 2 are for pyramids, site 3 is for a sphinx."""
SITE_NAMES = ("khufu", "khafre", "menkaure", "sphinx")
HAND = 4
SMALL_HAND = 2
"""Tiles in a hand with the small box."""
SMALL_TILES = (2, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""The pile of the small box: good stones 1 and 2 and bad stones 2, two of each."""
MAX_HEIGHT = 15
"""Five stones, four treasures and six scarabs."""
