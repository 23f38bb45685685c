"""The pictures of Amun-Re: what stands on provinces, and one per power card, on a 48 grid."""

from __future__ import annotations


def _p(fill: str, data: str) -> str:
    """A painted shape with the even ink outline."""
    return f'<path class="f-{fill} line" d="{data}"/>'


def _flat(fill: str, data: str) -> str:
    """A painted shape without outline: eyes, holes, shadows."""
    return f'<path class="f-{fill}" d="{data}"/>'


def _l(data: str) -> str:
    """An ink line."""
    return f'<path class="nofill line" d="{data}"/>'


def _s(stroke: str, data: str, width: float = 3) -> str:
    """A line in a pigment."""
    return (
        f'<path class="nofill s-{stroke}" stroke-width="{width:g}" stroke-linejoin="round" '
        f'stroke-linecap="round" d="{data}"/>'
    )


def _disc(fill: str, x: float, y: float, r: float) -> str:
    """A disc with the even ink outline."""
    return f'<circle class="f-{fill} line" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


def _small(shape: str, x: float, y: float, scale: float) -> str:
    """A shape of the grid, made small."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{shape}</g>'


def _both(shape: str) -> str:
    """A shape and its mirror image in the middle of the grid."""
    return f'{shape}<g transform="matrix(-1 0 0 1 48 0)">{shape}</g>'


# --- What stands on the board -------------------------------------------------------------------

FARMER = (
    _p("chalk", "M10 45C10 31 15 24 24 24C33 24 38 31 38 45Z")
    + _disc("clay", 24, 18, 8)
    + _p("gold", "M8 15C13 14 15 5 24 5C33 5 35 14 40 15C34 18 14 18 8 15Z")
)

BRICK = (
    _p("clay", "M4 20H35V39H4Z")
    + _p("sand", "M4 20L13 10H44L35 20Z")
    + _p("stone", "M35 20L44 10V29L35 39Z")
    + _l("M4 29.5H35M20 20V29.5M12 29.5V39M27 29.5V39")
)

PYRAMID = (
    _p("gold", "M22 5L31 42H3Z") + _p("clay", "M22 5L45 42H31Z") + _p("chalk", "M22 5L29 16H17.6Z")
)

TEMPLE = (
    _p("sand", "M14 44V26H34V44Z")
    + _flat("ink", "M20 44V31H28V44Z")
    + _both(_p("sand", "M2 44L5 14H16L18 44Z") + _p("turquoise", "M3 7H18L16 14H5Z"))
    + _disc("gold", 24, 17, 5)
)

CAMEL = _p(
    "clay",
    "M9 44V33C5 30 4 25 6 21C8 17 11 16 12.5 13C14 9 19 9 20.5 13C22 16 23.5 16 25 13"
    "C27 9 31 10 32.5 14C34 18 36 17 36 13V9C36 5 39 4 42 4L46 8L45 11H41V19"
    "C41 26 38 29 34 31V44H30V32H15L14 44Z",
)

COIN = _disc("gold", 24, 24, 20) + '<circle class="nofill hair" cx="24" cy="24" r="15.5"/>'

CARD_BACK = (
    '<rect class="f-lapis line" x="9" y="3" width="30" height="42" rx="4"/>'
    + _disc("gold", 24, 18, 7)
    + _s("gold", "M14 35C18 31 30 31 34 35M18 40H30", 2.5)
)

_NEMES = "M24 4C35 4 38 11 38.5 19L45 43H32L31 35H17L16 43H3L9.5 19C10 11 13 4 24 4Z"
PHARAOH = (
    _p("gold", _NEMES)
    + _both(_flat("lapis", "M9.5 21L15 20V24L8.5 25ZM7 30L15 28.5L16.5 33L6 34ZM4.5 39H16V43H3.3Z"))
    + _l(_NEMES)
    + _p("sand", "M15 16H33V27C33 33 29 37 24 37C19 37 15 33 15 27Z")
    + _flat("ink", "M17 23Q20 19 23 23Q20 26 17 23ZM25 23Q28 19 31 23Q28 26 25 23Z")
    + _p("carnelian", "M21.5 15C19 10 21.5 5 24 3C26.5 5 29 10 26.5 15Z")
)

HAND = _p(
    "sand",
    "M10 45V30C6 26 6 22 8 20L13 25V8C13 4 18 4 18 8V20V5C18 1 23 1 23 5V20V6C23 2 28 2 28 6V21"
    "V10C28 6 33 6 33 10V24L38 20C42 18 44 22 41 25L33 37V45Z",
) + _s("clay", "M12 40H31", 3)

# --- Power cards --------------------------------------------------------------------------------

_BLOCK = (
    _p("carnelian", "M24 3C31 7 37 8 42 8V22C42 34 34 41 24 45C14 41 6 34 6 22V8C11 8 17 7 24 3Z")
    + _p("chalk", "M12 19H36V28H12Z")
    + _l("M20 19V28M28 19V28")
)

_PAWN = "M17 42C17 34 20 31 21 26C17 24 17 17 24 17C31 17 31 24 27 26C28 31 31 34 31 42Z"
_SAME = (
    _p("lapis", _PAWN)
    + _s("ink", "M8 30A18 18 0 1 1 40 30", 6)
    + _s("gold", "M8 30A18 18 0 1 1 40 30", 3)
    + _p("gold", "M47 26L40 37L32 27Z")
)

_FREE = (
    _small(FARMER, -4, 1, 0.95)
    + _disc("malachite", 37, 13, 10)
    + _s("chalk", "M37 8V18M32 13H42", 3)
)

_ARCHITECT = (
    _p("clay", "M24 4L44 44H36L24 18L12 44H4Z")
    + _p("sand", "M13 30H35V36H13Z")
    + _l("M24 18V33")
    + _p("gold", "M24 45L20.5 37H27.5Z")
)

_ADJUST = (
    _p("stone", "M22 10H26V42H22ZM14 41H34V45H14Z")
    + _p("gold", "M4 13L44 7V11L4 17Z")
    + _disc("gold", 24, 10, 4)
    + _l("M8 16L3 30M8 16L14 30M40 11L34 25M40 11L46 25")
    + _p("turquoise", "M2 30H16C15 36 3 36 2 30Z")
    + _p("carnelian", "M32 25H47C46 31 33 31 32 25Z")
)

_EIGHT = COIN + '<path class="nofill bold" d="M24 23A5.2 5.2 0 1 1 24.1 23A6.2 6.2 0 1 1 24 23Z"/>'

_EAR = "M24 4C28 8 28 12 24 16C20 12 20 8 24 4Z"
_GRAIN = "M24 25C24 18 28 15 34 14C35 21 31 25 24 25ZM24 36C24 29 28 26 34 25C35 32 31 36 24 36Z"
_EXTRA = (
    _small(_l("M24 14V46") + _both(_p("gold", _GRAIN)) + _p("gold", _EAR), -7, 0, 1)
    + _disc("gold", 36, 35, 10)
    + _l("M36 30V40M31 35H41")
)

_BONUS_CARDS = (
    '<g transform="rotate(-18 24 44)">' + _small(CARD_BACK, 6, 4, 0.75) + "</g>"
    '<g transform="rotate(18 24 44)">'
    + _small(CARD_BACK, 6, 4, 0.75)
    + "</g>"
    + _small(CARD_BACK, 6, 1, 0.75)
)

_BONUS_FARMERS = (
    _small(FARMER, -1, 4, 0.6) + _small(FARMER, 20, 4, 0.6) + _small(FARMER, 9, 17, 0.62)
)

_BONUS_EGYPT = (
    _p("chalk", "M17 22C14 12 18 3 23 3C29 3 33 12 31 22Z")
    + _l("M4 25H10M15 25H21M27 25H33M38 25H44")
    + _p("carnelian", "M12 44V29H33L38 29C38 33 35 35 31 35V44Z")
    + _s("carnelian", "M32 32C36 27 42 29 40 34", 2.5)
)

_BONUS_BANK = (
    _p("lapis", "M20 3C27 11 15 19 21 26C26 33 16 39 20 45H29C25 39 35 33 30 26C24 19 36 11 29 3Z")
    + _p("gold", "M2 24L11 16V21H15V27H11V32Z")
    + _p("gold", "M46 24L37 16V21H33V27H37V32Z")
)

_BONUS_NILE = (
    _s("malachite", "M15 26V9M24 26V5M33 26V9", 3)
    + _both(_p("malachite", "M15 3C18 7 18 12 15 15C12 12 12 7 15 3Z"))
    + _p("malachite", "M24 0C27 4 27 9 24 12C21 9 21 4 24 0Z")
    + _p("lapis", "M3 30L10 24L17 30L24 24L31 30L38 24L45 30V45H3Z")
    + _s("chalk", "M5 38L11 33L17.5 38L24 33L30.5 38L37 33L43 38", 2.5)
)

ICONS: tuple[str, ...] = (
    _BLOCK, _SAME, _FREE, _ARCHITECT, _ADJUST, _EIGHT, _EXTRA,
    _BONUS_CARDS, _BONUS_FARMERS, _BONUS_EGYPT, _BONUS_BANK, _BONUS_NILE,
)  # fmt: skip
"""The picture of each power card, without its ground."""

GROUNDS: tuple[str, ...] = (
    "sand", "sand",
    "turquoise", "turquoise",
    "papyrus-deep",
    "papyrus-edge", "papyrus-edge",
    *("chalk",) * 5,
)  # fmt: skip
"""The pigment of each card's ground: one for each phase."""
