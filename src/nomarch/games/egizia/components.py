"""The box of Egizia: river, tableaus, monuments, 56 Nile cards, 29 Sphinx cards. Tables only.

Everything that the box shows and the rules only refer to stands here; what is an educated choice
rather than a known value is listed in `docs/rules/egizia.md`.
"""

from typing import NamedTuple

MAX_SEATS = 4
ROUNDS = 5
BOATS_EACH = 8

# --- The river ----------------------------------------------------------------------------------

CARD_SPACE, ROUND_SPACE, SITE_SPACE = range(3)
CARD_SPACES = 10
EDFU, SELINON, THEBAE, BENI_HASAN, ALYI, PASSALON, HELIOPOLIS = range(7)
SITES = (SPHINX, OBELISK_GRAVES, TEMPLE_PYRAMID) = tuple(range(3))
ROUND_NAMES = ("edfu", "selinon", "thebae", "beni-hasan", "alyi", "passalon", "heliopolis")
SITE_NAMES = ("sphinx", "obelisk", "temple")

CARD_POS = (0, 2, 4, 6, 8, 10, 12, 14, 16, 18)
"""Positions of the card spaces, counted from the source."""
ROUND_POS = (1, 3, 7, 9, 13, 15, 19)
SITE_POS = (5, 11, 17)
POSITIONS = 20
SPACE_KIND = tuple(
    CARD_SPACE if pos in CARD_POS else ROUND_SPACE if pos in ROUND_POS else SITE_SPACE
    for pos in range(POSITIONS)
)
SPACE_INDEX = tuple(
    (CARD_POS, ROUND_POS, SITE_POS)[SPACE_KIND[pos]].index(pos) for pos in range(POSITIONS)
)
SITE_MASK = sum(1 << pos for pos in SITE_POS)
"""The positions of the sites as a bit set: boats there stay after the placing."""
PLACES = 3
PLACES_OPEN = (0, 0, 2, 2, 3)
"""Places of a site in use, by player count."""

# --- Tableau and tracks -------------------------------------------------------------------------

CREWS = (CREW_A, CREW_B, CREW_C, JOKER) = tuple(range(4))
CREW_NAMES = ("a", "b", "c", "joker")
BASIC_CREWS = 3
CREW_START = (1, 1, 1, 2)
CREW_MAX = 9
STONES_MAX = 25
START_STONES = (2, 3, 4, 5)
"""By order tile."""
START_QUARRY = 3
START_GRAIN = 6

STONE_MARKET, GRAIN_MARKET = range(2)
MARKET_NAMES = ("stone", "grain")
BOTTOM = 4
"""A marker's lowest space; the highest is 0."""
SALE_LEVEL = 3
"""From this space of the stone market down, stones are sold when the game ends."""
STONES_PER_POINT = 2
HUNGER = (3, 3, 2, 2, 1)
"""Points lost for each missing grain, by space of the grain market."""
BOTTOM_STONES = 3
BOTTOM_POINTS = 2

GREEN, YELLOW_GREEN, BROWN = range(3)
COLOUR_NAMES = ("green", "yellow-green", "brown")
COLOURS = 3
FLOOD_START = 1
"""The flood marker's space, 0 to 2: fields of that colour and of all before it are irrigated."""

COLLABORATION = (0, 1, 3, 6)
"""By the number of sites that a player built on in a round."""
SCARAB = 50

# --- Monuments ----------------------------------------------------------------------------------

OBELISK, GRAVES, TEMPLE, PYRAMID = range(4)
STRUCTURES = 4

PARTS = tuple(range(13))
"""Parts: each is built one stone after the other."""
OBELISK_PART, GRAVE_PART, LEFT_WALL, RIGHT_WALL, LEFT_COLUMN, RIGHT_COLUMN, ROOF = PARTS[:7]
FLOOR_1, FLOOR_2, FLOOR_3, FLOOR_4, FLOOR_5, FLOOR_6 = PARTS[7:]
PART_NAMES = (
    *("obelisk", "grave", "left-wall", "right-wall", "left-column", "right-column", "roof"),
    *(f"floor-{floor}" for floor in range(1, 7)),
)
PART_VALUES = (
    *((1, 2, 3, 4, 5, 6, 7, 8, 9), (0,) * 12),
    *((1, 2, 3, 4), (1, 2, 3, 4), (5,), (5,), (6, 6, 6)),
    *((2,) * 6, (3,) * 5, (4,) * 4, (5,) * 3, (6,) * 2, (7,)),
)
"""The spaces of every part in building order; a grave's value is its tile's."""
PART_SIZE = tuple(len(values) for values in PART_VALUES)
PART_START = tuple(sum(PART_SIZE[:part]) for part in PARTS)
NUM_SPACES = sum(PART_SIZE)
SPACE_VALUE = tuple(value for values in PART_VALUES for value in values)
PART_STRUCTURE = (OBELISK, GRAVES) + (TEMPLE,) * 5 + (PYRAMID,) * 6
FIRST_PART = (0, OBELISK_PART, LEFT_WALL)
"""The parts of a site: from here …"""
LAST_PART = (-1, GRAVE_PART, FLOOR_6)
"""… to here; the Sphinx has none."""

GRAVE_SPACES = 12
GRAVES_OPEN = 4
GRAVE_TILES = (0, 0, 4, 5, 5, 4, 2)
"""Grave tiles in the box, by value."""
NUM_GRAVE_TILES = sum(GRAVE_TILES)
GRAVE_BAND_MIN = (1, 11, 21)
GRAVE_BAND_POINTS = (2, 5, 9)
GRAVE_GOODS_VALUE = 5

# --- Nile cards ---------------------------------------------------------------------------------

PERMANENT, ANY_TIME, IMMEDIATE = range(3)

NILE_CARDS = (
    FIELD_GREEN_2, FIELD_GREEN_3, FIELD_YELLOW_4, FIELD_YELLOW_5, FIELD_YELLOW_6,
    FIELD_BROWN_6, FIELD_BROWN_7, FIELD_BROWN_8, FIELD_BROWN_9,
    QUARRY_2, QUARRY_3,
    MORE_RIDDLES, TRAINING, PAID_TRAINING, STONES_FOR_GRAIN, CANAL, SHARED_BERTH, UPSTREAM,
    LATE_HARVEST, GRAVE_GOODS,
    OVERTIME, GRAIN_SURPLUS, DOUBLE_ROUND, SECOND_BOAT, DOUBLE_SHIFT, TWO_RIDDLES,
    BUILD_WAITING, BUILD_FIRST, STONE_SALE,
    MARKET_GRAIN_2, MARKET_STONE_2, MARKET_CHOICE_2, SIX_STONES, CREWS_AB, CREWS_AC, CREWS_BC,
    RECRUITS, TRIBUTE_OBELISK, TRIBUTE_TEMPLE,
) = tuple(range(39))  # fmt: skip
CARD_KINDS = len(NILE_CARDS)

FIELD_KINDS = 10
"""Cards 0 to 8 are fields; the start card is field number 9."""
START_FIELD = FIELD_KINDS - 1
FIELD_GRAIN = (2, 3, 4, 5, 6, 6, 7, 8, 9, START_GRAIN)
FIELD_COLOUR = (0, 0, 1, 1, 1, 2, 2, 2, 2, 0)
FIRST_QUARRY, LAST_QUARRY = QUARRY_2, QUARRY_3
QUARRY_STONES = (2, 3)
FIRST_ACTION_CARD = MORE_RIDDLES
"""From here on a permanent card counts for the Sphinx: fields and quarries do not."""
LAST_PERMANENT = GRAVE_GOODS


def _effect(
    markets: tuple[int, int] = (0, 0),
    crews: tuple[int, int, int, int] = (0, 0, 0, 0),
    crew_choice: int = 0,
    market_choice: int = 0,
    stones: int = 0,
    points: int = 0,
    flood: int = 0,
) -> tuple[int, ...]:
    """Return a row of `EFFECTS`: what a card or a round space does at once."""
    return (*markets, *crews, crew_choice, market_choice, stones, points, flood)


E_MARKET, E_CREW, E_CREW_CHOICE, E_MARKET_CHOICE, E_STONES, E_POINTS, E_FLOOD = 0, 2, 6, 7, 8, 9, 10
"""Columns of `EFFECTS`; the markets take two and the crews four."""


class Card(NamedTuple):
    """One kind of Nile card: its name, type, copies in the decks 1/2, 3/4 and 5, and effect."""

    name: str
    type: int
    copies: tuple[int, int, int]
    effect: tuple[int, ...] = _effect()


_CARDS = (
    Card("green-field-2", PERMANENT, (1, 0, 0)),
    Card("green-field-3", PERMANENT, (1, 1, 0)),
    Card("yellow-green-field-4", PERMANENT, (1, 0, 0)),
    Card("yellow-green-field-5", PERMANENT, (1, 0, 0)),
    Card("yellow-green-field-6", PERMANENT, (0, 1, 0)),
    Card("brown-field-6", PERMANENT, (1, 0, 0), _effect(markets=(1, 0))),
    Card("brown-field-7", PERMANENT, (1, 0, 0), _effect(markets=(0, 1))),
    Card("brown-field-8", PERMANENT, (0, 1, 0), _effect(points=3)),
    Card("brown-field-9", PERMANENT, (0, 1, 0), _effect(stones=4)),
    Card("quarry-2", PERMANENT, (2, 1, 0)),
    Card("quarry-3", PERMANENT, (3, 2, 0)),
    Card("more-riddles", PERMANENT, (1, 0, 0)),
    Card("training", PERMANENT, (1, 0, 0)),
    Card("paid-training", PERMANENT, (1, 0, 0)),
    Card("stones-for-grain", PERMANENT, (1, 0, 0)),
    Card("canal", PERMANENT, (1, 1, 0)),
    Card("shared-berth", PERMANENT, (1, 0, 0)),
    Card("upstream", PERMANENT, (0, 1, 0)),
    Card("late-harvest", PERMANENT, (0, 1, 0)),
    Card("grave-goods", PERMANENT, (0, 0, 1)),
    Card("overtime", ANY_TIME, (1, 0, 1)),
    Card("grain-surplus", ANY_TIME, (1, 1, 1)),
    Card("double-round", ANY_TIME, (1, 0, 0)),
    Card("second-boat", ANY_TIME, (0, 1, 1)),
    Card("double-shift", ANY_TIME, (0, 1, 1)),
    Card("two-riddles", ANY_TIME, (0, 1, 1)),
    Card("build-waiting", ANY_TIME, (0, 1, 0)),
    Card("build-first", ANY_TIME, (0, 1, 1)),
    Card("stone-sale", ANY_TIME, (0, 0, 1)),
    Card("grain-market", IMMEDIATE, (1, 0, 0), _effect(markets=(0, 2))),
    Card("stone-market", IMMEDIATE, (1, 0, 0), _effect(markets=(2, 0))),
    Card("market-choice", IMMEDIATE, (0, 1, 0), _effect(market_choice=2)),
    Card("six-stones", IMMEDIATE, (0, 1, 1), _effect(stones=6)),
    Card("crews-ab", IMMEDIATE, (0, 1, 0), _effect(crews=(1, 1, 0, 0))),
    Card("crews-ac", IMMEDIATE, (0, 1, 0), _effect(crews=(1, 0, 1, 0))),
    Card("crews-bc", IMMEDIATE, (0, 1, 0), _effect(crews=(0, 1, 1, 0))),
    Card("recruits", IMMEDIATE, (0, 1, 1), _effect(crew_choice=2)),
    Card("tribute-obelisk", IMMEDIATE, (0, 0, 1)),
    Card("tribute-temple", IMMEDIATE, (0, 0, 1)),
)

_ROUND_EFFECTS = (
    _effect(markets=(1, 1)),
    _effect(crews=(1, 1, 0, 0)),
    _effect(crews=(1, 0, 1, 0)),
    _effect(crews=(0, 1, 1, 0)),
    _effect(crew_choice=1, stones=2),
    _effect(crews=(0, 0, 0, 1), flood=1),
    _effect(crews=(0, 0, 0, 1), flood=1),
)

CARD_NAMES = tuple(card.name for card in _CARDS)
CARD_TYPE = tuple(card.type for card in _CARDS)
DECKS = tuple(tuple(card.copies[deck] for card in _CARDS) for deck in range(3))
"""Copies of every card in the decks 1/2, 3/4 and 5."""
DECK_OF_ROUND = (0, 0, 0, 1, 1, 2)
DECK_SIZES = tuple(map(sum, DECKS))
EFFECTS = (*(card.effect for card in _CARDS), *_ROUND_EFFECTS)
"""Rows: first the cards, then, from `ROUND_EFFECT` on, the round spaces."""
ROUND_EFFECT = CARD_KINDS

OVERTIME_STRENGTH = 3
SURPLUS_GRAIN = 4
TRAINING_COST = 2
SALE_MAX = 10
MORE_RIDDLES_CARDS = 2
TRIBUTES = ((1, 1, 0, 0), (0, 0, 1, 1))
"""The structures on which the two tribute cards count the owner's stones."""

# --- Sphinx cards -------------------------------------------------------------------------------

SPHINX_CARDS = 29
PER_TEN_CARD = 28
MAX_DRAW = 5
BUILT, PLAYERS_AT_BOTTOM, OWN_STONES, OWN_EACH, PER_STONE, CREW_STRENGTH = range(6)
MOST_QUARRY, MOST_GRAIN, AT_BOTTOM, PERMANENTS, PER_TEN = range(6, 11)
"""Kinds of Sphinx cards."""

SPHINX_TABLE = (
    (BUILT, 5, OBELISK_PART, OBELISK_PART, 7),
    (BUILT, 7, OBELISK_PART, OBELISK_PART, 8),
    (BUILT, 9, OBELISK_PART, OBELISK_PART, 9),
    (BUILT, 5, LEFT_COLUMN, RIGHT_COLUMN, 2),
    (BUILT, 8, ROOF, ROOF, 3),
    (BUILT, 6, FLOOR_3, FLOOR_3, 4),
    (BUILT, 9, FLOOR_4, FLOOR_4, 3),
    (PLAYERS_AT_BOTTOM, 0, STONE_MARKET, 0, 0),
    (PLAYERS_AT_BOTTOM, 0, GRAIN_MARKET, 0, 0),
    (OWN_STONES, 7, TEMPLE, 0, 4),
    (OWN_STONES, 6, PYRAMID, 0, 6),
    (OWN_STONES, 8, PYRAMID, 0, 7),
    (OWN_STONES, 7, OBELISK, 0, 4),
    (OWN_STONES, 9, OBELISK, 0, 5),
    (OWN_EACH, 8, 0, 0, 2),
    (PER_STONE, 1, GRAVES, 0, 0),
    (CREW_STRENGTH, 1, CREW_A, 0, 0),
    (CREW_STRENGTH, 1, CREW_B, 0, 0),
    (CREW_STRENGTH, 1, CREW_C, 0, 0),
    (CREW_STRENGTH, 1, JOKER, 0, 0),
    (MOST_QUARRY, 7, 0, 0, 0),
    (MOST_GRAIN, 7, GREEN, 0, 0),
    (MOST_GRAIN, 7, YELLOW_GREEN, 0, 0),
    (MOST_GRAIN, 7, BROWN, 0, 0),
    (AT_BOTTOM, 5, 1, 0, 0),
    (AT_BOTTOM, 5, 0, 1, 0),
    (AT_BOTTOM, 9, 1, 1, 0),
    (PERMANENTS, 2, 0, 0, 0),
    (PER_TEN, 1, 10, 0, 0),
)
"""Each card's kind, points, and up to three values whose meaning the kind gives:
BUILT: first and last part, stones on them; OWN_STONES: structure, -, stones; AT_BOTTOM: whether the
stone and the grain marker must be there; all others name the market, structure, crew or colour."""
PLAYERS_AT_BOTTOM_POINTS = (0, 3, 5, 7, 7)
"""By the number of players whose marker stands at the bottom."""

HAND_SLOTS = 8
"""A card from the set-up, one from each round, and one more for either Two riddles card."""
PILE_PARTS = 1 + MAX_SEATS * ROUNDS
"""The first pile, and below it what each visit to the Sphinx may put back."""
FIRST_PILE = MAX_SEATS * HAND_SLOTS
"""A Sphinx card's whereabouts: 0 to 31 a seat's slot, then the pile's parts, then these two."""
BEING_DRAWN = FIRST_PILE + PILE_PARTS
IN_BOX = BEING_DRAWN + 1
WHEREABOUTS = IN_BOX + 1
