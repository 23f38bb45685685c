"""The colours of both themes.

Drawings only name colours: a shape has `class="f-lapis s-ink"`, and the style sheet made here gives
the names their values, once for standalone pictures and once per theme for the page.

The dark theme is night, not a negative: grounds turn dark and ink turns light, but painted things
keep their dark outline and their colours, as if by lamplight. Soot stays dark for words on gold,
linen stays light for words on water. The table is the wood that boards lie on, the frame the bars
of the page.
"""

from __future__ import annotations

import re

LIGHT = {
    "papyrus": "#F7EFDD",
    "papyrus-deep": "#ECDFC2",
    "papyrus-edge": "#CFB98F",
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
    "warning": "#B5432E",
    "outline": "#2B2320",
    "bone": "#FFFAEF",
    "limestone": "#F0D9A6",
    "basalt": "#3A343C",
    "dune": "#E2BE82",
    "dune-far": "#D3A468",
    "leaf": "#2F7A4F",
    "timber": "#7A5230",
    "wood": "#D8B78A",
    "sun": "#E3AC3A",
    "table": "#5B3D2A",
    "table-deep": "#2C1B11",
    "table-light": "#7A5539",
    "frame": "#291A11",
    "frame-ink": "#F4EAD5",
    "frame-soft": "#CBB595",
}

DARK = {
    "papyrus": "#252A3B",
    "papyrus-deep": "#2D3347",
    "papyrus-edge": "#565D75",
    "ink": "#F1E6CF",
    "ink-soft": "#C6BAA6",
    "lapis": "#6FA3E6",
    "malachite": "#5FBF93",
    "carnelian": "#E8826B",
    "gold": "#E3B450",
    "turquoise": "#6CCFC7",
    "amethyst": "#B496DB",
    "kohl": "#F4F0E6",
    "chalk": "#3A4157",
    "sand": "#6B5D45",
    "clay": "#A06A42",
    "stone": "#857B6C",
    "soot": "#1B1A1F",
    "linen": "#FFFAEF",
    "nile": "#22507E",
    "reed": "#4D7346",
    "warning": "#F2A08A",
    "outline": "#101118",
    "bone": "#EDE2CB",
    "limestone": "#B9A27A",
    "basalt": "#4B4753",
    "dune": "#6B5D45",
    "dune-far": "#4A4550",
    "leaf": "#2C5F48",
    "timber": "#5A4030",
    "wood": "#352B2B",
    "sun": "#EFE8D2",
    "table": "#141A2B",
    "table-deep": "#080A12",
    "table-light": "#1E2740",
    "frame": "#0B0E18",
    "frame-ink": "#F1E6CF",
    "frame-soft": "#A9A08F",
}

PAINT = {
    "lapis": "#4273BC",
    "malachite": "#33805C",
    "carnelian": "#BC4C36",
    "gold": "#D6A23C",
    "turquoise": "#3FA39C",
    "amethyst": "#8460B4",
}
"""Colours of painted things at night. On the page itself, words in these colours are lighter."""

NIGHT = DARK | PAINT
"""The dark theme of drawings."""

THEMES = (LIGHT, NIGHT)

SKIES = (
    ("#A5CFCB", "#F8DDB8"),
    ("#86CAC8", "#F4EDD0"),
    ("#74C1CB", "#EDF1DA"),
    ("#85B5C0", "#F7DCA4"),
    ("#6E82A9", "#F1A96B"),
    ("#35426F", "#E37B4E"),
)
"""The sky from morning to dusk: above and at the horizon."""

NIGHT_SKIES = (
    ("#1B2245", "#6A4A5C"),
    ("#141B3A", "#323860"),
    ("#10162F", "#28335F"),
    ("#10172F", "#2A3968"),
    ("#17224B", "#42507E"),
    ("#26346A", "#A8687C"),
)
"""The sky of the dark theme, from nightfall to first light."""

HOURS = len(SKIES)

SEATS = ("lapis", "carnelian", "malachite", "gold", "amethyst", "kohl")
"""A seat's colour; `seat_emblems.MARKS` has the same order."""

READABLE = 4.5
"""Minimum contrast between words and their ground (WCAG AA)."""

SWITCHES = ("day", "night")
"""Opacities of things that only one of the themes shows: stars, rays."""
FACES = {"serif": '"Nomarch Serif",serif', "sans": '"Nomarch Sans",sans-serif'}
"""Alegreya for inscriptions and Source Sans 3 for all else, under names of their own."""
SKY = ("sky-", "glow-")
_KEYWORD = re.compile(r"\b(?:INK|OUTLINE|GOLD|LIMESTONE|DAY|NIGHT|SERIF|SANS)\b")

_SHAPES = """
.line{stroke:OUTLINE;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.hair{stroke:OUTLINE;stroke-width:1.2;stroke-linejoin:round;stroke-linecap:round}
.bold{stroke:OUTLINE;stroke-width:3;stroke-linejoin:round;stroke-linecap:round}
.nofill{fill:none}
.drawn{stroke:INK;stroke-linejoin:round;stroke-linecap:round}
.carved{paint-order:stroke;stroke:LIMESTONE;stroke-width:4;stroke-linejoin:round}
.day{opacity:DAY}
.night{opacity:NIGHT}
.ring-edge{stroke:OUTLINE;stroke-width:5;opacity:.55}
.ring{stroke:GOLD;stroke-width:3;stroke-dasharray:7 5;stroke-linecap:round}
.serif{font-family:SERIF;font-variant-numeric:lining-nums}
.sans{font-family:SANS;font-variant-numeric:lining-nums tabular-nums}
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


def css(theme: dict[str, str]) -> str:
    """Return the style rules of all colour classes."""
    is_light = theme is not NIGHT
    shown = {"day": str(int(is_light)), "night": str(int(not is_light))}
    return _css(theme | shown | FACES | _sky_colours(SKIES if is_light else NIGHT_SKIES))


PLAIN = {*SWITCHES, *FACES}
"""Values without colour classes."""


def _css(values: dict[str, str]) -> str:
    rules = [_rule(name, value) for name, value in values.items() if name not in PLAIN]
    shapes = _KEYWORD.sub(lambda found: values[found[0].lower()], _SHAPES).strip().splitlines()
    return "\n".join(rules + shapes)


def _rule(name: str, value: str) -> str:
    if name.startswith(SKY):
        return f".{name}{{stop-color:{value}}}"
    return f".f-{name}{{fill:{value}}}.s-{name}{{stroke:{value}}}"


def _sky_colours(skies: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the colours of gradients by class: `sky-0` above and `glow-0` at the horizon."""
    return {
        f"{part}-{hour}": colour
        for hour, pair in enumerate(skies)
        for part, colour in zip(("sky", "glow"), pair, strict=True)
    } | {"glow-sun": "#FFF3C4"}


def variables(*, night: bool = False) -> str:
    """Return the colours of a theme as CSS variables."""
    values = DARK if night else LIGHT
    paint = {f"paint-{name}": (PAINT if night else LIGHT)[name] for name in PAINT}
    switches = {"day": str(int(not night)), "night": str(int(night))}
    skies = _sky_colours(NIGHT_SKIES if night else SKIES)
    return "".join(
        f"--{name}:{value};" for name, value in (values | paint | switches | skies | FACES).items()
    )


def css_by_variable() -> str:
    """Return the style rules for drawings on a page, which use the page's CSS variables."""
    names = (*LIGHT, *PLAIN, *_sky_colours(SKIES))
    return _css({name: f"var(--{'paint-' * (name in PAINT)}{name})" for name in names})
