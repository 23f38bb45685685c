"""The colours of both themes.

Drawings only name colours: a shape has `class="f-lapis s-ink"`, and the style sheet made here gives
the names their values, once for standalone pictures and once per theme for the page. Ink turns
light in the dark theme; soot stays dark for words on gold, linen stays light for words on water.
"""

from __future__ import annotations

LIGHT = {
    "papyrus": "#F4EAD5",
    "papyrus-deep": "#E6D5B0",
    "papyrus-edge": "#C9B184",
    "ink": "#2B2320",
    "ink-soft": "#66584B",
    "lapis": "#1F4E8C",
    "malachite": "#2A7656",
    "carnelian": "#B5432E",
    "gold": "#C8962E",
    "turquoise": "#3FA7A0",
    "amethyst": "#6C4A8F",
    "kohl": "#1B1A1F",
    "chalk": "#FFFAEF",
    "sand": "#EBD09A",
    "clay": "#C98A5B",
    "stone": "#A99F8D",
    "soot": "#2B2320",
    "linen": "#FFFAEF",
    "nile": "#2C689E",
    "reed": "#7A9F52",
}

DARK = {
    "papyrus": "#1B1A1F",
    "papyrus-deep": "#2A272D",
    "papyrus-edge": "#5A5046",
    "ink": "#F1E6CF",
    "ink-soft": "#B8AB97",
    "lapis": "#6FA3E6",
    "malachite": "#5FBF93",
    "carnelian": "#E8826B",
    "gold": "#E3B450",
    "turquoise": "#6CCFC7",
    "amethyst": "#B496DB",
    "kohl": "#F4F0E6",
    "chalk": "#35313A",
    "sand": "#6E5B38",
    "clay": "#A06A42",
    "stone": "#857B6C",
    "soot": "#1B1A1F",
    "linen": "#FFFAEF",
    "nile": "#22507E",
    "reed": "#4D7346",
}

THEMES = (LIGHT, DARK)

SEATS = ("lapis", "carnelian", "malachite", "gold", "amethyst", "kohl")
"""A seat's colour; `seat_emblems.MARKS` has the same order."""

READABLE = 4.5
"""Minimum contrast between words and their ground (WCAG AA)."""

_SHAPES = """
.line{stroke:INK;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.hair{stroke:INK;stroke-width:1.2;stroke-linejoin:round;stroke-linecap:round}
.bold{stroke:INK;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.nofill{fill:none}
.ring-edge{stroke:INK;stroke-width:5;opacity:.55}
.ring{stroke:GOLD;stroke-width:3;stroke-dasharray:7 5;stroke-linecap:round}
.serif{font-family:"Iowan Old Style",Palatino,"Palatino Linotype","Book Antiqua",Georgia,serif}
.sans{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
"""


def contrast(a: str, b: str) -> float:
    """Return the WCAG contrast of two colours in `#RRGGBB`, from 1 to 21."""
    low, high = sorted((_light(a), _light(b)))
    return (high + 0.05) / (low + 0.05)


def _light(colour: str) -> float:
    """Return a colour's relative luminance, from 0 to 1."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def css(theme: dict[str, str], scope: str = "") -> str:
    """Return the style rules of all colour classes, optionally under a selector."""
    rules = [
        f"{scope}.f-{name}{{fill:{value}}}{scope}.s-{name}{{stroke:{value}}}"
        for name, value in theme.items()
    ]
    shapes = (
        _SHAPES.replace("INK", theme["ink"]).replace("GOLD", theme["gold"]).strip().splitlines()
    )
    return "\n".join(rules + [scope + line for line in shapes])


def variables(theme: dict[str, str]) -> str:
    """Return the colours as CSS variables."""
    return "".join(f"--{name}:{value};" for name, value in theme.items())


def css_by_variable() -> str:
    """Return the style rules for drawings on a page, which use the page's CSS variables."""
    return css({name: f"var(--{name})" for name in LIGHT})
