"""The pictures of Giza's tiles on the 48 grid, and the ground of each.

A stone is its number's course of a pyramid: wide for 5, the capstone for 1. Bad stones are cracked
and on a dark ground. The other kinds have grounds of their own, so a hand reads at a glance.
"""

from nomarch.draw.icon_pen import both, dot, flat, inked, painted, stroke
from nomarch.games.giza.components import HIGHEST


def _slice(number: int) -> str:
    """Return the outline of a course: the capstone for 1, the widest for 5."""
    low = 6.5 + 2.9 * number
    high = 0 if number == 1 else low - 4.2
    return f"M{24 - low:g} 44L{24 - high:g} 31H{24 + high:g}L{24 + low:g} 44Z"


def _good(number: int) -> str:
    step = 2 * (4.4 + 2.9 * number) / number
    joints = "".join(f"M{24 + step * (i + 1 - number / 2):g} 32V43" for i in range(number - 1))
    stone = painted("gold" if number == 1 else "chalk", _slice(number))
    return stone + inked(joints) if joints else stone


_CRACKS = (
    "M24 31L22.5 36L25.5 39L24 44",
    "M26 31L23 36L27 39L24 44",
    "M19 31L22 36L19 40L21 44M30 31L28 36L31 39",
    "M16 31L19 36L15 40L17 44M30 31L27 36L31 40L29 44",
    "M13 31L16 36L12 40L14 44M27 31L24 36L28 40L26 44M37 31L35 36L38 40",
)


def _bad(number: int) -> str:
    return flat("stone", _slice(number)) + stroke("kohl", _CRACKS[number - 1], 2.4)


_ANKH = (
    '<path class="f-gold line" fill-rule="evenodd" d="'
    "M21 23C14 18.5 13 4 24 4C35 4 34 18.5 27 23H39V29.5H27.5L29.5 43H18.5L20.5 29.5H9V23Z"
    'M24 20.5C20.5 17.5 18.5 10 24 10C29.5 10 27.5 17.5 24 20.5Z"/>'
)

_JAR = (
    painted("gold", "M17 16H31C37 22 36 35 30 43H18C12 35 11 22 17 16Z")
    + painted("chalk", "M16 16C15 8 18 4 24 4C30 4 33 8 32 16Z")
    + inked("M20.5 10.5H22M26 10.5H27.5M22.5 13.2H25.5")
    + painted("lapis", "M12.9 25H35.1C35.5 28 35.2 31 34.2 34H13.8C12.8 31 12.5 28 12.9 25Z")
)

_SHELL = "M4 13C6 8 10 6 14 6C14 24 34 24 34 6C38 6 42 8 44 13C46 33 36 43 24 43C12 43 2 33 4 13Z"
_COLLAR = (
    painted("gold", _SHELL)
    + stroke("lapis", "M8.5 12C8 29 15 36.5 24 36.5C33 36.5 40 29 39.5 12", 4)
    + stroke("carnelian", "M13 12C13.5 24 18 29.5 24 29.5C30 29.5 34.5 24 35 12", 3)
    + inked("M14 6C14 24 34 24 34 6")
)

_NEMES = "M24 3C35 3 38.5 10 39 18L44 41H33L31.5 34H16.5L15 41H4L9 18C9.5 10 13 3 24 3Z"
_STRIPES = (
    "M9 19L15 18V22L8 23ZM7.2 27L15 26L16 30L6.3 31ZM5.5 35H16L15 39H4.5ZM10 11L15 13V16L9.5 15Z"
)
_MASK = (
    flat("gold", _NEMES)
    + both(flat("lapis", _STRIPES))
    + inked(_NEMES)
    + painted("chalk", "M15 15H33V26C33 32 29 36 24 36C19 36 15 32 15 26Z")
    + flat("ink", "M17 22Q20 18 23 22Q20 25 17 22ZM25 22Q28 18 31 22Q28 25 25 22Z")
    + inked("M21.5 30H26.5")
    + painted("lapis", "M22 36H26L25.5 44H22.5Z")
)

_BASE = (
    painted("stone", "M4 26H44V38H4Z")
    + painted("sand", "M8 15H40V26H8Z")
    + inked("M14 26V38M24 26V38M34 26V38M19 15V26M29 15V26")
)

_LION = "M4 38V30C4 21 9 16 16 16C22 16 26 17 30 11H36C38 19 37 25 37 30H41C44.5 30 45 34 44 38Z"
_BODY = painted("sand", _LION) + inked(
    "M19 38C22 31 18 26 12 28M28 37.5C29 33 32 30.5 37 30M4 34C1.5 28 4 23 7 21"
)

_HEAD = (
    painted("sand", "M17 12H37L40 19L37 21V26L33 28V38H17Z")
    + painted("lapis", "M14 42C8 33 9 6 25 6C32 6 36 9 37 14L28 16C25 22 27 32 29 42Z")
    + stroke("gold", "M17 14C14 22 15 33 19 41M24 11C20 20 21 32 24 41", 2.4)
    + dot("ink", 33, 18.5, 1.7)
    + inked("M33 25.5H36.5")
    + painted("gold", "M36 13C40 12 40 7 37 5C35 8 34 10 33.5 11.5Z")
)

_DEMOLITION = (
    painted("chalk", "M5 44V33L12 30L15 35L20 29L25 34L28 44Z")
    + painted("chalk", "M33 44L31 37L37 33L43 38L44 44Z")
    + '<g transform="rotate(38 30 18)">'
    + painted("gold", "M27.5 12H32.5V42H27.5Z")
    + painted("stone", "M17 4H43V15H17Z")
    + "</g>"
    + stroke("chalk", "M5 24L9 26M8 15L12 19M18 22L17 26", 2.6)
)

_SCARAB = (
    both(stroke("chalk", "M14 17L8 13V6M11 26H4M13 35L7 38V44", 3.2))
    + painted("chalk", "M16.5 12C16 3 32 3 31.5 12Z")
    + painted("turquoise", "M12.5 20C12.5 15 14.5 12 17 12H31C33.5 12 35.5 15 35.5 20Z")
    + painted("gold", "M24 20V45C15 44 11 33 12.5 20Z")
    + painted("gold", "M24 20V45C33 44 37 33 35.5 20Z")
    + inked("M17.5 24C17 30 18 36 20.5 40M30.5 24C31 30 30 36 27.5 40")
)

ICONS: tuple[str, ...] = (
    *(_good(number) for number in range(1, HIGHEST + 1)),
    *(_bad(number) for number in range(1, HIGHEST + 1)),
    *(_ANKH, _JAR, _COLLAR, _MASK),
    *(_BASE, _BODY, _HEAD, _DEMOLITION, _SCARAB),
)
"""Pictures by tile kind, without ground and number."""

GROUNDS = (*["sand"] * 5, *["kohl"] * 5, *["turquoise"] * 4, *["clay"] * 3, "carnelian", "lapis")
"""Ground colours by tile kind."""

PYRAMID_PLAN = "M24 6L44 42H4Z"
SPHINX_PLAN = (
    "M4 42V34C4 27 9 24 15 24C20 24 22 25 24 23V14C24 7 37 6 38 14L41 18L38 20V25L35 27V34H41"
    "C44.5 34 45 38 44 42Z"
)
"""The outline of a sphinx on an empty site."""
