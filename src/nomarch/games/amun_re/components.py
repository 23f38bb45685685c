"""The components of Amun-Re: 15 provinces, 39 power cards, tracks and scales.

Values marked *chosen* are not printed in the rules text: they are plausible and agree with every
known total. They can be corrected here; nothing else depends on them.
"""

# --- Provinces ----------------------------------------------------------------------------------

PROVINCES = 15
(
    ABU, ABYDOS, AMARNA, AVARIS, BAHARYA, BERENIKE, BUTO, DAKHLA,
    DAMANHUR, EDFU, KHARGA, MEMPHIS, MENDES, SAWU, THEBES,
) = range(PROVINCES)  # fmt: skip
PROVINCE_NAMES = (
    "abu", "abydos", "amarna", "avaris", "baharya", "berenike", "buto", "dakhla",
    "damanhur", "edfu", "kharga", "memphis", "mendes", "sawu", "thebes",
)  # fmt: skip

SPACES = (2, 3, 4, 1, 2, 0, 5, 2, 2, 3, 2, 3, 6, 1, 4)
"""Green spaces for farmers: *chosen*, except Baharya 2 and Berenike 0."""
PRINTED = (0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""Farmers printed on the board, who work for any owner and never leave."""
SYMBOLS = (2, 2, 1, 1, 2, 1, 0, 1, 1, 1, 4, 3, 0, 2, 1)
"""Card symbols in the top margin: *chosen*, except Buto 0, Memphis 3 and Mendes 0."""
GIFT_CARDS = (0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 2)
GIFT_BRICKS = (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0)
GIFT_GOLD = (0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0)
MAX_GIFT_CARDS = 2
INCOME = (4, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""Gold that a province always pays."""
CARAVAN = (0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 5, 0, 0, 7, 0)
"""Gold that a province pays while the temple marker is on a camel."""
TEMPLES = (0, 0, 1, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0)
"""Temples; Amarna's is derived, not read."""
WEST, EAST = range(2)
BANK = (1, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1)
"""Side of the Nile: *chosen* for Abydos (west) and Buto (east), of which one must be east."""
LOWER, UPPER = range(2)
EGYPT = (1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 1)
"""Lower or Upper Egypt, by latitude; the count of eight upper provinces is known."""
NILE = (1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1)
"""1 = touches the Nile: *chosen*, except Memphis."""
LATITUDE = (241, 262, 276, 308, 283, 239, 312, 255, 310, 250, 254, 298, 310, 292, 257)
"""Tenths of a degree north, for the drawing only."""
TOURNAMENT_OUT = (0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0)
"""Provinces that the tournament for four leaves in the box."""

# --- Power cards --------------------------------------------------------------------------------

CARDS = 12
(
    BLOCK, SAME, FREE, ARCHITECT, ADJUST, EIGHT, EXTRA,
    BONUS_CARDS, BONUS_FARMERS, BONUS_EGYPT, BONUS_BANK, BONUS_NILE,
) = range(CARDS)  # fmt: skip
CARD_NAMES = (
    "block", "same-province", "free-farmer", "architect", "adjustment", "eight-gold",
    "extra-income", "bonus-cards", "bonus-farmers", "bonus-egypt", "bonus-bank", "bonus-nile",
)  # fmt: skip
CARD_COUNTS = (2, 2, 5, 8, 4, 3, 5, 2, 2, 2, 2, 2)
CARD_PHASE = (2, 2, 3, 3, 4, 5, 5, 6, 6, 6, 6, 6)
NUM_CARDS = 39
FIRST_BONUS = BONUS_CARDS

# --- Tracks and scales --------------------------------------------------------------------------

BID_TRACK = (0, 1, 3, 6, 10, 15, 21, 28, 36)
BID_STEPS = 9
BLOCKED_STEPS = 2
"""A blocked bid is only beaten from this many spaces above."""
BOXES = 4
BOX_LIMITS = (2, 12, 22)
"""The highest offering that still falls into boxes 1, 2 and 3; all above is box 4."""
HARVEST = (0, 1, 2, 3, 4)
"""Gold per farmer, by box; box 0 is the marker's starting space."""
TEMPLE_POINTS = (0, 1, 2, 3, 4)
CAMEL = (0, 1, 1, 0, 0)
DENOMINATIONS = (1, 2, 5, 10, 20)
THEFT = -3
THEFT_GOLD = 3
ADJUSTMENT = 3
REWARDS = (3, 2, 1, 1, 1)
"""Units the givers receive, by rank."""

# --- The course of a game -----------------------------------------------------------------------

MAX_SEATS = 5
TURNS = 6
KINGDOM_TURNS = 3
START_GOLD = 20
CARD_PRICE = 1
"""Gold for a power card that is sold."""
MAX_BUY = 30
"""Units that one purchase can name; 31 would cost more than all gold in the game."""
BRICKS_PER_PYRAMID = 3
ARCHITECT_BRICKS = 2
EIGHT_GOLD = 8
EXTRA_GOLD = 1
DRAFT_EXTRA = 2
FARMER_SUPPLY = 45
BRICK_SUPPLY = 15
"""Bricks in the game; they run out only by option."""

# --- Points -------------------------------------------------------------------------------------

PYRAMID_POINTS = 1
SET_POINTS = 3
BANK_POINTS = 5
BONUS_POINTS = 3
WEALTH_POINTS = (6, 4, 2, 0, 0)
FARMERS_FOR_BONUS = 9
SYMBOLS_FOR_BONUS = (7, 5, 7)
"""By edition: the tournament asks for fewer."""
CLASSIC, TOURNAMENT, ANNIVERSARY = range(3)
DRAFT_OFF, DRAFT_HIDDEN, DRAFT_SHOWN = range(3)
