"""The pictures of Egizia, on a 48 grid: crews, boats, stones, fields, monuments and cards.

A few bold things (a worker, a boat, a block, an ear of grain, a pair of scales) make up most
cards; a numeral in the corner says how many. Inner shapes are parted by the even ink outline.
"""

from nomarch.draw.icon_files import load_icons
from nomarch.draw.icon_pen import disc, inked, inked_bold, painted, small
from nomarch.games.egizia.components import FIELD_GRAIN, NILE_CARDS, QUARRY_STONES

_icons = load_icons(__package__)


def _tag(words: str, x: float = 35, y: float = 37) -> str:
    """A numeral in a dark oval in the corner."""
    width = 8 + 11 * len(words)
    return (
        f'<rect class="f-ink" x="{x - width / 2:g}" y="{y - 10.5:g}" width="{width:g}" height="21" '
        f'rx="10.5"/><text class="f-papyrus sans" x="{x:g}" y="{y + 6.8:g}" font-size="19" '
        f'font-weight="700" text-anchor="middle">{words}</text>'
    )


# --- Bold things ----------------------------------------------------------------------------------


def worker(fill: str) -> str:
    """A worker of a crew, carrying a block on the shoulder."""
    return body(fill) + painted("stone", "M30 6H44V19H32Z") + inked("M33 26L40 20")


CREW_MARKS = {
    "malachite": disc("bone", 25, 34, 5),
    "gold": painted("bone", "M25 28L31 39H19Z"),
    "lapis": painted("bone", "M20 29H30V39H20Z"),
    "amethyst": painted("bone", "M25 27L31 34L25 41L19 34Z"),
}
"""A sign on the shirt of each crew, so that none is told apart by its colour alone."""


def body(fill: str) -> str:
    shirt = painted(fill, "M15 44L17 26C17 22 20 21 25 21C30 21 33 22 33 26L35 44Z")
    head = painted("clay", "M19 14a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z")
    return head + shirt + CREW_MARKS.get(fill, "")


STONE = _icons["stone"]
STONES = _icons["stones"]
EAR = _icons["ear"]

SACK = (
    painted("limestone", "M17 14C8 22 6 42 11 45H37C42 42 40 22 31 14Z")
    + painted("clay", "M16 14L12 5L19 8L24 3L29 8L36 5L32 14Z")
    + small(EAR, 14, 20, 0.42)
)

SAIL = "M23 5C36 10 37 22 31 30H23Z"
HULL = "M3 31C8 35 12 36 17 36H34C39 36 42 33 46 27C45 39 40 44 33 44H16C9 44 4 39 3 31Z"
BOAT = _icons["boat"]
SPHINX_HEAD = _icons["sphinx-head"]
OBELISK = _icons["obelisk"]
GRAVE = _icons["grave"]
TEMPLE = _icons["temple"]
PYRAMID = _icons["pyramid"]
SCALES = _icons["scales"]
CARD_BACK = _icons["card-back"]
JAR = _icons["jar"]
WATER = _icons["water"]
SCARAB = _icons["scarab"]
HOURGLASS = _icons["hourglass"]

# --- Nile cards -----------------------------------------------------------------------------------


def _pair(one: str, other: str) -> str:
    return small(body(one), -9, 1, 0.96) + small(body(other), 11, 1, 0.96)


def _market(goods: str) -> str:
    """Scales with the goods that are dealt there, going down."""
    return small(SCALES, 0, 0, 0.8) + small(goods, 20, 20, 0.56)


_PAIRS = tuple(
    _pair(*crews) + _tag("+1", 24, 40)
    for crews in (("malachite", "gold"), ("malachite", "lapis"), ("gold", "lapis"))
)

FIELD_ICONS = tuple(EAR + _tag(str(grain), 37, 38) for grain in FIELD_GRAIN)
"""The picture of each field, the start field's last."""

CARD_ICONS: tuple[str, ...] = (
    *FIELD_ICONS[:-1],
    *(STONES + _tag(str(stones)) for stones in QUARRY_STONES),
    small(SPHINX_HEAD, 0, 0, 0.9) + _tag("+2"),
    worker("malachite") + _tag("+1", 13, 9),
    small(worker("malachite"), 8, -2, 0.85) + small(STONE, -2, 24, 0.5) + _tag("+1", 13, 10),
    small(STONE, 0, 2, 0.55) + inked_bold("M10 34C14 42 20 42 25 40") + small(EAR, 18, 6, 0.72),
    small(WATER, 0, 6, 0.75) + small(EAR, 22, -2, 0.7),
    _icons["two-boats"],
    small(BOAT, 10, 8, 0.8) + inked_bold("M30 7H8M14 2L8 7L14 13"),
    small(EAR, -6, 4, 0.85)
    + painted("bone", "M24 14H44V42H24Z")
    + inked("M29 22H39M29 29H39M29 36H35"),
    JAR + _tag("5"),
    small(HOURGLASS, 0, 0, 0.92) + _tag("+3"),
    SACK + _tag("4"),
    disc("bone", 24, 24, 18) + disc("gold", 24, 24, 11) + _tag("×2"),
    small(BOAT, 0, 0, 0.92) + _tag("+1", 38, 12),
    small(_pair("malachite", "gold"), 5, 9, 0.8) + painted("stone", "M9 3H39V14H9Z"),
    small(CARD_BACK, -6, 0, 0.86) + small(CARD_BACK, 12, 6, 0.86),
    small(BOAT, 0, 0, 0.8) + small(STONE, 20, 20, 0.58),
    small(STONE, 4, 14, 0.8) + _tag("1", 24, 10),
    small(STONES, 0, 2, 0.66) + small(SCARAB, 20, 18, 0.55),
    _market(EAR) + _tag("−2", 14, 40),
    _market(STONE) + _tag("−2", 14, 40),
    SCALES + _tag("−2", 24, 28),
    STONES + _tag("6"),
    *_PAIRS,
    worker("carnelian") + _tag("+2", 13, 9),
    small(OBELISK, -8, 0, 0.95) + small(GRAVE, 20, 18, 0.6),
    small(TEMPLE, -2, -2, 0.68) + small(PYRAMID, 14, 16, 0.68),
)
"""The picture of each Nile card, without its ground."""

CARD_GROUNDS: tuple[str, ...] = (
    *(*("malachite",) * 2, *("gold",) * 3, *("clay",) * 4, *("limestone",) * 2),
    *(*("papyrus-edge",) * 9, *("turquoise",) * 9, *("bone",) * 10),
)
"""The pigment of each Nile card's ground: fields by colour, the others by when they are used."""

assert len(CARD_ICONS) == len(CARD_GROUNDS) == len(NILE_CARDS)

CREW_FILLS = ("malachite", "gold", "lapis", "amethyst")
"""The colours of crews a, b, c and joker."""

ROUND_ICONS: tuple[str, ...] = (
    small(SCALES, 0, 0, 0.9) + _tag("−1", 36, 40),
    *_PAIRS,
    small(worker("carnelian"), -4, -2, 0.85) + small(STONE, 22, 24, 0.5) + _tag("+1", 13, 40),
    *(small(worker("amethyst"), -5, 2, 0.9) + small(WATER, 24, 22, 0.48),) * 2,
)

SITE_ICONS = (SPHINX_HEAD, *CARD_ICONS[-2:])

STRUCTURE_ICONS: tuple[str, ...] = (OBELISK, GRAVE, TEMPLE, PYRAMID)

CATEGORIES = (
    *((OBELISK, "sand"), (GRAVE, "clay"), (TEMPLE, "turquoise"), (PYRAMID, "bone")),
    *((STONES, "limestone"), (SPHINX_HEAD, "papyrus-edge"), (BOAT, "nile"), (SCALES, "malachite")),
    *((HOURGLASS, "lapis"), (JAR, "carnelian"), (STONE, "stone"), (SCARAB, "gold")),
    (CARD_BACK, "amethyst"),
)
"""Pictures and grounds by scoring category."""
