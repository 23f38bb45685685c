"""The pictures of Amun-Re on the 48 grid: what stands on provinces, and one per power card."""

from nomarch.draw.icon_files import load_icons
from nomarch.draw.icon_pen import disc, small, stroke
from nomarch.games.amun_re.components import CARD_PHASE

_icons = load_icons(__package__)

STAMPS = {
    name: _icons[name]
    for name in (
        *("farmer", "brick", "pyramid", "temple", "camel", "coin", "card", "pharaoh", "hand"),
        *("plot", "palm", "rock", "boat"),
    )
}
"""Pictures used many times on a board, by name."""
FARMER, CARD = _icons["farmer"], _icons["card"]

_FREE = (
    small(FARMER, -4, 1, 0.95)
    + disc("malachite", 37, 13, 10)
    + stroke("bone", "M37 8V18M32 13H42", 3)
)

_EIGHT = (
    _icons["coin"]
    + '<path class="nofill bold" d="M24 23A5.2 5.2 0 1 1 24.1 23A6.2 6.2 0 1 1 24 23Z"/>'
)

_BONUS_CARDS = (
    f'<g transform="rotate(-18 24 44)">{small(CARD, 6, 4, 0.75)}</g>'
    f'<g transform="rotate(18 24 44)">{small(CARD, 6, 4, 0.75)}</g>' + small(CARD, 6, 1, 0.75)
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

_THREE = "".join(small(STAMPS["pyramid"], x, y, 0.6) for x, y in ((0, 16), (20, 16), (10, 0)))
CATEGORIES = (
    *((STAMPS["pyramid"], "sand"), (_THREE, "clay"), (STAMPS["palm"], "nile")),
    *((STAMPS["temple"], "turquoise"), (CARD, "limestone"), (STAMPS["coin"], "bone")),
)
"""Pictures and grounds by scoring category."""
