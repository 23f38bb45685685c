"""The colours of both themes.

Drawings only name colours: a shape has `class="f-lapis s-ink"`, and the style sheet made here gives
the names their values, once for standalone pictures and once per theme for the page.

The dark theme is night, not a negative: grounds turn dark and ink turns light, but painted things
keep their dark outline and their colours, as if by lamplight. Soot stays dark for words on gold,
linen stays light for words on water. The table is the wood that boards lie on, the frame the bars
of the page.
"""

import re

_COLOURS = {
    "papyrus": ("#F7EFDD", "#252A3B"),
    "papyrus-deep": ("#ECDFC2", "#2D3347"),
    "papyrus-edge": ("#CFB98F", "#565D75"),
    "ink": ("#2B2320", "#F1E6CF"),
    "ink-soft": ("#66584B", "#C6BAA6"),
    "lapis": ("#1F4E8C", "#6FA3E6", "#4273BC"),
    "malachite": ("#2A7656", "#5FBF93", "#33805C"),
    "carnelian": ("#B5432E", "#E8826B", "#BC4C36"),
    "gold": ("#C8962E", "#E3B450", "#D6A23C"),
    "turquoise": ("#3FA7A0", "#6CCFC7", "#3FA39C"),
    "amethyst": ("#6C4A8F", "#B496DB", "#8460B4"),
    "kohl": ("#1B1A1F", "#F4F0E6"),
    "chalk": ("#FFFAEF", "#3A4157"),
    "sand": ("#EBD09A", "#6B5D45"),
    "clay": ("#C98A5B", "#A06A42"),
    "stone": ("#A99F8D", "#857B6C"),
    "soot": ("#2B2320", "#1B1A1F"),
    "linen": ("#FFFAEF", "#FFFAEF"),
    "nile": ("#2C689E", "#22507E"),
    "reed": ("#7A9F52", "#4D7346"),
    "warning": ("#B5432E", "#F2A08A"),
    "outline": ("#2B2320", "#101118"),
    "bone": ("#FFFAEF", "#EDE2CB"),
    "limestone": ("#F0D9A6", "#B9A27A"),
    "basalt": ("#3A343C", "#4B4753"),
    "dune": ("#E2BE82", "#6B5D45"),
    "dune-far": ("#D3A468", "#4A4550"),
    "leaf": ("#2F7A4F", "#2C5F48"),
    "timber": ("#7A5230", "#5A4030"),
    "wood": ("#D8B78A", "#352B2B"),
    "sun": ("#E3AC3A", "#EFE8D2"),
    "table": ("#5B3D2A", "#141A2B"),
    "table-deep": ("#2C1B11", "#080A12"),
    "table-light": ("#7A5539", "#1E2740"),
    "frame": ("#291A11", "#0B0E18"),
    "frame-ink": ("#F4EAD5", "#F1E6CF"),
    "frame-soft": ("#CBB595", "#A9A08F"),
}
"""By name: in the light theme, in the dark one, and of painted things at night.

On a dark page itself, words are lighter than paint.
"""

LIGHT = {name: light for name, (light, *_) in _COLOURS.items()}
DARK = {name: dark for name, (_, dark, *_) in _COLOURS.items()}
PAINT = {name: paint for name, (_, _, *paints) in _COLOURS.items() for paint in paints}
NIGHT = DARK | PAINT
"""The dark theme of drawings."""
THEMES = (LIGHT, NIGHT)

_SKIES = (
    ("#A5CFCB", "#F8DDB8", "#1B2245", "#6A4A5C"),
    ("#86CAC8", "#F4EDD0", "#141B3A", "#323860"),
    ("#74C1CB", "#EDF1DA", "#10162F", "#28335F"),
    ("#85B5C0", "#F7DCA4", "#10172F", "#2A3968"),
    ("#6E82A9", "#F1A96B", "#17224B", "#42507E"),
    ("#35426F", "#E37B4E", "#26346A", "#A8687C"),
)
"""The sky from morning to dusk, above and at the horizon; the same from nightfall to first light."""

HOURS = len(_SKIES)

SEATS = ("lapis", "carnelian", "malachite", "gold", "amethyst", "kohl")
"""A seat's colour; `seat_emblems.MARKS` has the same order."""

READABLE = 4.5
"""Minimum contrast between words and their ground (WCAG AA)."""

FACES = {"serif": '"Nomarch Serif",serif', "sans": '"Nomarch Sans",sans-serif'}
"""Alegreya for inscriptions and Source Sans 3 for all else, under names of their own."""
PLAIN = {"day", "night", *FACES}
"""Values without colour classes."""
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
    return _css(theme | _more_values(night=theme is NIGHT))


def _css(values: dict[str, str]) -> str:
    rules = [_rule(name, value) for name, value in values.items() if name not in PLAIN]
    shapes = _KEYWORD.sub(lambda found: values[found[0].lower()], _SHAPES).strip().splitlines()
    return "\n".join(rules + shapes)


def _rule(name: str, value: str) -> str:
    if name.startswith(SKY):
        return f".{name}{{stop-color:{value}}}"
    return f".f-{name}{{fill:{value}}}.s-{name}{{stroke:{value}}}"


def _more_values(*, night: bool) -> dict[str, str]:
    """Return what a theme has besides its colours.

    These are the opacities of things that only one theme shows (stars, rays), the colours of
    gradients (`sky-0` above, `glow-0` at the horizon) and the faces.
    """
    values = {"day": str(int(not night)), "night": str(int(night))}
    for hour, colours in enumerate(_SKIES):
        values[f"sky-{hour}"], values[f"glow-{hour}"] = colours[2:] if night else colours[:2]
    return values | {"glow-sun": "#FFF3C4"} | FACES


def variables(*, night: bool = False) -> str:
    """Return the colours of a theme as CSS variables."""
    values = DARK if night else LIGHT
    paint = {f"paint-{name}": (PAINT if night else LIGHT)[name] for name in PAINT}
    values = values | paint | _more_values(night=night)
    return "".join(f"--{name}:{value};" for name, value in values.items())


def css_by_variable() -> str:
    """Return the style rules for drawings on a page, which use the page's CSS variables."""
    names = (*LIGHT, *_more_values(night=False))
    return _css({name: f"var(--{'paint-' * (name in PAINT)}{name})" for name in names})
