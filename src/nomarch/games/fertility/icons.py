"""The pictures of Fertility on a 48 grid: resources, fields, gods, monuments and signs.

Each resource has its own ground, so that a valley reads before a single picture does. The main
shape on a strong ground is painted in chalk; ink outlines part the inner shapes.
"""

from nomarch.draw.icon_pen import both, disc, dot, flat, inked, painted, stroke

# --- Resources ------------------------------------------------------------------------------------

_ALABASTER = (
    painted("chalk", "M15 5H33L31 11L28 14C38 18 40 33 32 43H16C8 33 10 18 20 14L17 11Z")
    + inked("M17 11H31")
    + flat(
        "papyrus-edge",
        "M11.4 25C17 28 31 28 36.6 25C36.8 28 36.4 30.5 35.8 33C30 35.5 18 35.5 12.2 33C11.6 30.5 11.2 28 11.4 25Z",
    )
)

_BOVINE = (
    disc("gold", 24, 10, 6)
    + both(painted("chalk", "M18 20C7 19 3 10 9 3C10 10 14 13.5 21 14.5Z"))
    + both(painted("chalk", "M15 21L4 22C6 27 10 29 15 28Z"))
    + painted(
        "chalk",
        "M24 15C32 15 34.5 19 34 25C33.5 32 31.5 45 24 45C16.5 45 14.5 32 14 25C13.5 19 16 15 24 15Z",
    )
    + flat("carnelian", "M24 16L28.5 22L24 28L19.5 22Z")
    + both(dot("ink", 18.5, 26, 2))
    + both(dot("ink", 21, 39, 1.6))
)

_GRAPE = (
    inked("M24 12V4")
    + painted("malachite", "M24 10C30 2 40 3 43 8C39 15 30 15 24 10Z")
    + "".join(
        disc("chalk", x, y, 6)
        for x, y in ((12, 18), (24, 16), (36, 18), (18, 27), (30, 27), (24, 36))
    )
)

_PAPYRUS = (
    stroke("chalk", "M24 46V26M14 46C16 38 17 34 17 30M34 46C32 38 31 34 31 30", 3.5)
    + painted(
        "chalk",
        "M24 30C14 28 5 19 4 8C11 12 14 8 17 5C19 9 21 7 24 3C27 7 29 9 31 5C34 8 37 12 44 8C43 19 34 28 24 30Z",
    )
    + inked("M24 28V14M19.5 26L13 15M28.5 26L35 15")
)

_WHEAT = (
    stroke("ink", "M24 46V20", 2.5)
    + painted("chalk", "M24 15C19.5 11 19.5 6 24 2C28.5 6 28.5 11 24 15Z")
    + both(
        painted("chalk", "M22.5 22C15.5 22 12 18 12 12C18.5 12.5 22 16 22.5 22Z")
        + painted("chalk", "M22.5 32C15.5 32 12 28 12 22C18.5 22.5 22 26 22.5 32Z")
        + painted("chalk", "M22.5 42C15.5 42 12 38 12 32C18.5 32.5 22 36 22.5 42Z")
    )
)

ANY = (
    painted("chalk", "M24 4L44 24L24 44L4 24Z")
    + flat("stone", "M24 7L40 23H24Z")
    + flat("clay", "M8 23H24V7Z")
    + flat("malachite", "M24 25H40L24 41Z")
    + flat("amethyst", "M8 25H24V41Z")
    + inked("M24 4L44 24L24 44L4 24ZM24 5V43M5 24H43")
)

RESOURCES: tuple[str, ...] = (_ALABASTER, _BOVINE, _GRAPE, _PAPYRUS, _WHEAT)
"""The four resources, and wheat."""
GROUNDS: tuple[str, ...] = ("stone", "clay", "amethyst", "malachite", "gold")

WATER = stroke(
    "chalk",
    "M5 15C10 9 15 9 19 15C23 21 29 21 33 15C36 11 40 10 44 13M5 27C10 21 15 21 19 27C23 33 29 33 33 27C36 23 40 22 44 25M5 39C10 33 15 33 19 39C23 45 29 45 33 39C36 35 40 34 44 37",
    3,
)

# --- Gods -----------------------------------------------------------------------------------------

_ANUBIS = (
    painted(
        "kohl",
        "M9 45C8 35 10 29 14 24L12 4L21 15L26 4L29 18C35 20 40 23 45 27C46 31 42 33 38 32C34 32 31 33 30 36L32 45Z",
    )
    + flat("gold", "M9.2 39L30.6 38L31.4 42.5L9 43.5Z")
    + flat("gold", "M24 22L31 24L25.5 26Z")
)

_BASTET = (
    painted(
        "gold", "M9 6L18 13C22 11.5 26 11.5 30 13L39 6L38 24C38 34 31 41 24 41C17 41 10 34 10 24Z"
    )
    + both(flat("ink", "M14 24C16 20.5 20 20.5 22 24C20 27 16 27 14 24Z"))
    + flat("ink", "M21.5 31H26.5L24 34Z")
    + inked("M24 34V37M12 32L5 31M12 35L6 37M36 32L43 31M36 35L42 37")
)

_HORUS = (
    painted(
        "chalk",
        "M9 45C6 28 9 12 23 10C33 9 37 14 37 20C42 21 46 27 43 36C41 32 38 31 35 31C33 32 32 33 32 35C31.5 38 32 42 33 45Z",
    )
    + flat("lapis", "M9 45C6 28 9 12 23 10C16 17 14 31 19 45Z")
    + inked("M37 20C37.5 24 37 28 35 31")
    + dot("ink", 29, 19, 3)
    + flat("ink", "M27 23C31 25 31 31 27 35C27 31 27 27 27 23Z")
)

_SOBEK = (
    painted(
        "malachite",
        "M5 45C3 33 5 22 13 19C15 13 23 13 24 20L44 25C46 28 45 30 43 31L40 29L38 32L35 29L33 32L30 30L28 33C24 33 23 38 25 45Z",
    )
    + inked("M24 26L43 31M9 27L14 29M7.5 34L13 35M7.5 40L13 40")
    + dot("chalk", 19, 20, 2.6)
)

_THOTH = (
    painted(
        "chalk",
        "M10 45C8 32 9 20 16 14C22 10 29 13 30 19C39 22 44 31 44 43C39 34 34 29 28 28C25 33 25 39 27 45Z",
    )
    + flat("ink", "M44 43C39 34 34 29 28 28C29 25 29.5 22 30 19C39 22 44 31 44 43Z")
    + dot("ink", 22, 20, 2.6)
    + stroke("lapis", "M11 36H25M11 41H26", 3)
)

GODS: tuple[str, ...] = (_ANUBIS, _BASTET, _HORUS, _SOBEK, _THOTH)

ANY_GOD = painted(
    "gold",
    "M20 24C12 18 12 3 24 3C36 3 36 18 28 24H42V31H28L30 45H18L20 31H6V24ZM24 22C19 18 18 9 24 9C30 9 29 18 24 22Z",
)

# --- Monuments: silhouettes, which take the colour of the group they stand in --------------------

MONUMENTS: tuple[str, ...] = (
    '<path class="line" d="M20 38L21.5 12L24 4L26.5 12L28 38Z"/>'
    '<path class="line" d="M14 38H34V44H14Z"/>',
    '<path class="line" d="M24 6L45 44H3Z"/><path class="nofill line" d="M24 6L30 44M11 30H27"/>',
    '<path class="line" d="M9 44C8 38 9 32 11 28L8 24C8 10 24 6 26 20C27 24 26 27 24 29'
    'C34 30 42 34 44 44Z"/><path class="nofill line" d="M24 44V37M11 28C14 30 20 31 24 29"/>',
    '<path class="line" d="M4 18L24 5L44 18V22H4Z"/>'
    '<path class="line" d="M8 22H14V38H8ZM21 22H27V38H21ZM34 22H40V38H34Z"/>'
    '<path class="line" d="M4 38H44V44H4Z"/>',
)

# --- Signs ----------------------------------------------------------------------------------------

EXCHANGE = painted("turquoise", "M6 15H28V8L42 19L28 30V23H6Z") + painted(
    "gold", "M42 33H20V26L6 37L20 47V41H42Z"
)
QUARRY = painted("papyrus-edge", "M5 26L15 14L33 12L43 25L38 42H11Z") + inked(
    "M15 14L21 26L38 42M21 26L5 26M21 26L33 12"
)
COIN = disc("gold", 24, 24, 19) + dot("chalk", 24, 24, 14)
