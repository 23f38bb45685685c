"""The pictures of Amun-Re on the 48 grid: what stands on provinces, and one per power card."""

from nomarch.draw.icon_files import load_icons
from nomarch.draw.icon_pen import disc, small, stroke
from nomarch.games.amun_re.components import CARD_PHASE

_icons = load_icons(__package__)

# --- What stands on the board -------------------------------------------------------------------

FARMER = _icons["farmer"]
BRICK = _icons["brick"]
PYRAMID = _icons["pyramid"]
TEMPLE = _icons["temple"]
CAMEL = _icons["camel"]
COIN = _icons["coin"]
CARD_BACK = _icons["card-back"]

PHARAOH = _icons["pharaoh"]
HAND = _icons["hand"]
PLOT = _icons["plot"]
PALM = _icons["palm"]
ROCK = _icons["rock"]
BOAT = _icons["boat"]

STAMPS = {
    "farmer": FARMER,
    "brick": BRICK,
    "pyramid": PYRAMID,
    "temple": TEMPLE,
    "camel": CAMEL,
    "coin": COIN,
    "card": CARD_BACK,
    "pharaoh": PHARAOH,
    "hand": HAND,
    "plot": PLOT,
    "palm": PALM,
    "rock": ROCK,
    "boat": BOAT,
}
"""Pictures used many times on a board, by name."""

# --- Power cards --------------------------------------------------------------------------------

_FREE = (
    small(FARMER, -4, 1, 0.95)
    + disc("malachite", 37, 13, 10)
    + stroke("bone", "M37 8V18M32 13H42", 3)
)

_EIGHT = COIN + '<path class="nofill bold" d="M24 23A5.2 5.2 0 1 1 24.1 23A6.2 6.2 0 1 1 24 23Z"/>'

_BONUS_CARDS = (
    f'<g transform="rotate(-18 24 44)">{small(CARD_BACK, 6, 4, 0.75)}</g>'
    f'<g transform="rotate(18 24 44)">{small(CARD_BACK, 6, 4, 0.75)}</g>'
    + small(CARD_BACK, 6, 1, 0.75)
)

_BONUS_FARMERS = small(FARMER, -1, 4, 0.6) + small(FARMER, 20, 4, 0.6) + small(FARMER, 9, 17, 0.62)

ICONS: tuple[str, ...] = (
    *(_icons["block"], _icons["same"], _FREE, _icons["architect"]),
    *(_icons["adjust"], _EIGHT, _icons["extra"], _BONUS_CARDS, _BONUS_FARMERS),
    *(_icons["bonus-egypt"], _icons["bonus-bank"], _icons["bonus-nile"]),
)
"""Pictures by power card, without the ground."""

_BY_PHASE = {2: "limestone", 3: "turquoise", 4: "papyrus-deep", 5: "papyrus-edge", 6: "bone"}
GROUNDS = tuple(_BY_PHASE[phase] for phase in CARD_PHASE)
"""Ground colours by card: one for each phase."""
