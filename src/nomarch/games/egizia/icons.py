"""The pictures of Egizia, on a 48 grid: crews, boats, stones, fields, monuments and cards.

A few bold things (a worker, a boat, a block, an ear of grain, a pair of scales) make up most
cards; a numeral in the corner says how many. Inner shapes are parted by the even ink outline.
"""

from nomarch.draw.icon_pen import both, disc, flat, inked, inked_bold, painted, small
from nomarch.games.egizia.components import FIELD_GRAIN, NILE_CARDS, QUARRY_STONES


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


def body(fill: str) -> str:
    """A worker without load."""
    return painted("clay", "M19 14a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z") + painted(
        fill, "M15 44L17 26C17 22 20 21 25 21C30 21 33 22 33 26L35 44Z"
    )


STONE = (
    painted("stone", "M5 20L17 12H44V33L33 41H5Z")
    + inked("M5 20H33L44 12M33 20V41")
    + inked("M11 27H17M20 34H27")
)

STONES = small(STONE, 0, 15, 0.62) + small(STONE, 18, 17, 0.62) + small(STONE, 9, -3, 0.62)

EAR = (
    inked("M24 16V46")
    + both(
        painted(
            "gold",
            "M24 38C24 31 28 28 35 27C36 34 32 38 24 38Z"
            "M24 27C24 20 28 17 35 16C36 23 32 27 24 27Z",
        )
    )
    + painted("gold", "M24 4C29 9 29 14 24 18C19 14 19 9 24 4Z")
)

SACK = (
    painted("sand", "M17 14C8 22 6 42 11 45H37C42 42 40 22 31 14Z")
    + painted("clay", "M16 14L12 5L19 8L24 3L29 8L36 5L32 14Z")
    + small(EAR, 14, 20, 0.42)
)

SAIL = "M23 5C36 10 37 22 31 30H23Z"
HULL = "M3 31C8 35 12 36 17 36H34C39 36 42 33 46 27C45 39 40 44 33 44H16C9 44 4 39 3 31Z"
BOAT = inked("M22 3V36") + painted("chalk", SAIL) + painted("gold", HULL)

SPHINX_HEAD = (
    painted("gold", "M24 5C34 5 37 11 37.5 19L43 43H31L30 35H18L17 43H5L10.5 19C11 11 14 5 24 5Z")
    + painted("sand", "M15 17H33V27C33 33 29 37 24 37C19 37 15 33 15 27Z")
    + flat("ink", "M17.5 24Q20 20.5 22.5 24Q20 27 17.5 24ZM25.5 24Q28 20.5 30.5 24Q28 27 25.5 24Z")
    + inked("M21 31.5H27M10 26L15 25M8.5 33L16 32M38 26L33 25M39.5 33L32 32")
)

OBELISK = (
    painted("chalk", "M19.5 13H28.5L31 38H17Z")
    + painted("gold", "M24 3L28.5 13H19.5Z")
    + painted("stone", "M11 38H37V44H11Z")
    + inked("M22.5 19H25.5M24 24V28M22.5 33H25.5")
)

GRAVE = (
    painted("stone", "M6 44V26C6 12 14 5 24 5C34 5 42 12 42 26V44Z")
    + painted("kohl", "M15 44V28C15 20 19 16 24 16C29 16 33 20 33 28V44Z")
    + disc("gold", 24, 29, 4.5)
)

TEMPLE = (
    painted("sand", "M15 43V24H33V43Z")
    + flat("ink", "M20.5 43V30H27.5V43Z")
    + both(painted("sand", "M3 43L5.5 15H15L17 43Z"))
    + painted("carnelian", "M3 8H45V15H3Z")
)

PYRAMID = (
    painted("sand", "M18 8H30V17H18Z")
    + painted("sand", "M12 17H36V26H12Z")
    + painted("sand", "M7 26H41V35H7Z")
    + painted("sand", "M2 35H46V44H2Z")
    + inked("M24 17V26M18 26V35M30 26V35M13 35V44M24 35V44M35 35V44")
)

SCALES = (
    inked("M24 8V42M14 42H34M6 14H42")
    + disc("gold", 24, 8, 4)
    + both(inked("M10 14L4 29M10 14L16 29") + painted("gold", "M2 29H18C18 36 2 36 2 29Z"))
)

CARD_BACK = painted("amethyst", "M10 5H38V43H10Z") + small(SPHINX_HEAD, 12, 12, 0.5)

JAR = (
    painted("turquoise", "M16 16H32C38 24 37 38 31 45H17C11 38 10 24 16 16Z")
    + painted("sand", "M16 16C16 9 19 4 24 4C29 4 32 9 32 16Z")
    + inked("M13 27H35M14 36H34")
)

WATER = (
    painted("lapis", "M4 15L11 8L17.5 14L24 8L30.5 14L37 8L44 15V44H4Z")
    + flat(
        "chalk",
        "M4 26L11 19L17.5 25L24 19L30.5 25L37 19L44 26V30L37 23L30.5 29L24 23L17.5 29L11 23L4 30Z",
    )
    + flat(
        "chalk",
        "M4 38L11 31L17.5 37L24 31L30.5 37L37 31L44 38V42L37 35L30.5 41L24 35L17.5 41L11 35L4 42Z",
    )
)

SCARAB = (
    painted("gold", "M24 4C30 4 34 7 34 12H14C14 7 18 4 24 4Z")
    + painted("gold", "M12 14H36C42 26 38 44 24 45C10 44 6 26 12 14Z")
    + inked("M24 14V45M5 18L12 22M3 30H9M6 42L13 37M43 18L36 22M45 30H39M42 42L35 37")
)

HOURGLASS = (
    painted(
        "chalk",
        "M13 7H35C35 18 28 20 26 24C28 28 35 30 35 41H13C13 30 20 28 22 24C20 20 13 18 13 7Z",
    )
    + flat("gold", "M17 39C17 33 24 32 24 28C24 32 31 33 31 39Z")
    + inked("M10 7H38M10 41H38")
)

# --- Nile cards -----------------------------------------------------------------------------------

_TWO_BOATS = small(BOAT, 14, 0, 0.68) + small(BOAT, 0, 14, 0.68)


def _pair(one: str, other: str) -> str:
    """Two workers, of two crews."""
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
    _TWO_BOATS,
    small(BOAT, 10, 8, 0.8) + inked_bold("M30 7H8M14 2L8 7L14 13"),
    small(EAR, -6, 4, 0.85)
    + painted("chalk", "M24 14H44V42H24Z")
    + inked("M29 22H39M29 29H39M29 36H35"),
    JAR + _tag("5"),
    small(HOURGLASS, 0, 0, 0.92) + _tag("+3"),
    SACK + _tag("4"),
    disc("chalk", 24, 24, 18) + disc("gold", 24, 24, 11) + _tag("×2"),
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
    *(*("malachite",) * 2, *("gold",) * 3, *("clay",) * 4, *("sand",) * 2),
    *(*("papyrus-edge",) * 9, *("turquoise",) * 9, *("chalk",) * 10),
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
