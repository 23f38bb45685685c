"""The pictures of Giza's tiles on the 48 grid, and the ground of each.

A stone is its number's course of a pyramid: wide for 5, the capstone for 1. Bad stones are cracked
and on a dark ground. The other kinds have grounds of their own, so a hand reads at a glance.
"""

from nomarch.draw.icon_files import load_icons
from nomarch.draw.icon_pen import flat, inked, painted, stroke
from nomarch.games.giza.components import HIGHEST

_icons = load_icons(__package__)


def _slice(number: int) -> str:
    """Return the outline of a course: the capstone for 1, the widest for 5."""
    low = 6.5 + 2.9 * number
    high = 0 if number == 1 else low - 4.2
    return f"M{24 - low:g} 44L{24 - high:g} 31H{24 + high:g}L{24 + low:g} 44Z"


def _good(number: int) -> str:
    step = 2 * (4.4 + 2.9 * number) / number
    joints = "".join(f"M{24 + step * (i + 1 - number / 2):g} 32V43" for i in range(number - 1))
    stone = painted("gold" if number == 1 else "bone", _slice(number))
    return stone + inked(joints) if joints else stone


_CRACKS = (
    "M24 31L22.5 36L25.5 39L24 44",
    "M26 31L23 36L27 39L24 44",
    "M19 31L22 36L19 40L21 44M30 31L28 36L31 39",
    "M16 31L19 36L15 40L17 44M30 31L27 36L31 40L29 44",
    "M13 31L16 36L12 40L14 44M27 31L24 36L28 40L26 44M37 31L35 36L38 40",
)


def _bad(number: int) -> str:
    return flat("stone", _slice(number)) + stroke("basalt", _CRACKS[number - 1], 2.4)


ICONS: tuple[str, ...] = (
    *(_good(number) for number in range(1, HIGHEST + 1)),
    *(_bad(number) for number in range(1, HIGHEST + 1)),
    *(_icons[name] for name in ("ankh", "jar", "collar", "mask")),
    *(_icons[name] for name in ("base", "body", "head", "demolition", "scarab")),
)
"""Pictures by tile kind, without ground and number."""

GROUNDS = (
    *["limestone"] * 5,
    *["basalt"] * 5,
    *["limestone"] * 4,
    *["clay"] * 3,
    "carnelian",
    "lapis",
)
"""Ground colours by tile kind."""

PYRAMID_PLAN = "M24 6L44 42H4Z"

_PYRAMIDS = (("clay", 5), ("carnelian", 11), ("nile", 19))
CATEGORIES = (
    *(
        (f'<path class="f-limestone line" d="M24 {top}L44 42H4Z"/>', ground)
        for ground, top in _PYRAMIDS
    ),
    (_icons["body"], "sand"),
)
"""Pictures and grounds by scoring category."""
