"""Textured grounds (sand, water, fields, stone, wood, linen) and shadows.

A texture is a thin pattern in palette colours, defined once per drawing and laid over a colour, so
it follows the theme and words on it stay readable.

    textures.textures(prefix)                           once, anywhere in the drawing
    textures.laid(prefix, "sand", "M0 0H90V40Z")        a shape of sand
"""

from functools import lru_cache

from nomarch.draw import svg
from nomarch.draw.icon_pen import stroke

_RIPPLES = "M2 9q7 -6 14 0t14 0M34 25q7 -6 14 0t14 0M-10 38q7 -6 14 0"
_DRIFTS = "M6 20q16 -12 34 0q8 5 18 2M74 52q16 -12 34 0q8 5 18 2M30 82q10 -8 22 0q6 4 12 1"
_GRAINS = "M16 50h.1M62 12h.1M96 26h.1M48 62h.1M108 80h.1M12 90h.1M84 94h.1M124 8h.1"
_EARS = "M3 9q3 -6 6 0M15 9q3 -6 6 0M-3 19q3 -6 6 0M9 19q3 -6 6 0M21 19q3 -6 6 0"
_GRAIN = (
    "M0 6H96M0 30H96M4 14q20 -5 44 0t44 -1M0 22q26 4 50 0t46 1M30 36q12 -4 30 0M0 42q30 4 60 0t36 0"
)
_WEAVE = "M0 2H8M0 6H8M2 0V8M6 0V8"
_JOINTS = "M0 15.5H64M0 31.5H64M18 0V15M50 0V15M4 16V31M36 16V31"
_SAND = stroke("papyrus-edge", _DRIFTS) + stroke("clay", _GRAINS, 2.4)

_TEXTURES = {
    "sand": ("sand", 132, 100, _SAND, "0.75"),
    "water": ("nile", 64, 44, stroke("turquoise", _RIPPLES, 1.8), "0.6"),
    "field": ("gold", 24, 20, stroke("timber", _EARS, 1.8), "0.45"),
    "stone": ("papyrus-deep", 64, 32, stroke("stone", _JOINTS, 1.4), "0.55"),
    "wood": ("wood", 96, 48, stroke("timber", _GRAIN, 1), "0.28"),
    "linen": ("chalk", 8, 8, stroke("papyrus-edge", _WEAVE, 0.8), "0.2"),
}
"""By name: the colour below, width and height of the pattern, its content and its opacity."""
SHADE = "0.18"
"""Opacity of a shadow."""


@lru_cache(256)
def textures(prefix: str, *names: str) -> str:
    """Return the patterns of these grounds; they go into the drawing once."""
    return svg.element("defs", *(_pattern(prefix, name) for name in names))


def _pattern(prefix: str, name: str) -> str:
    _, width, height, strokes, thin = _TEXTURES[name]
    size = {"width": width, "height": height, "patternUnits": "userSpaceOnUse"}
    return svg.element("pattern", svg.group(strokes, opacity=thin), id=f"{prefix}-{name}", **size)


def laid(prefix: str, name: str, data: str, edge: str = "") -> str:
    """Draw a shape of a ground: its colour and the texture over it."""
    face = svg.path(data, f"f-{_TEXTURES[name][0]} {edge}".strip())
    return face + svg.element("path", d=data, fill=f"url(#{prefix}-{name})")


def shadow(data: str) -> str:
    """Draw a flat shadow."""
    return svg.path(data, "f-soot", opacity=SHADE)


def lit(x: float, y: float, w: float, h: float) -> str:
    """Draw light on the upper left edge of a raised box."""
    corner = f"M{svg.number(x + 2.2)} {svg.number(y + h - 3)}V{svg.number(y + 2.2)}"
    edge = f"{corner}H{svg.number(x + w - 3)}"
    return svg.path(edge, "nofill s-linen", stroke_width=1.6, opacity="0.5")


def sunk(x: float, y: float, w: float, h: float, r: float = 4) -> str:
    """Draw shade inside the upper and left edge of a sunken box."""
    face = svg.rect(x, y, w, h, "f-papyrus-deep hair", r)
    across, down = svg.number(w - 5), svg.number(h - 5)
    corner = f"M{svg.number(x)} {svg.number(y)}h{svg.number(w)}"
    return face + shadow(f"{corner}v5h-{across}v{down}h-5z")


@lru_cache(2048)
def pressed(x: float, y: float, w: float, h: float, r: float = 4) -> str:
    """Draw a slot pressed into paper: darker floor, shade above, light below."""
    n = svg.number
    floor = svg.rect(x, y, w, h, "f-papyrus-edge", r, opacity="0.3", pointer_events="all")
    upper = f"M{n(x + 1)} {n(y + h - 3)}V{n(y + 1)}H{n(x + w - 3)}"
    lower = f"M{n(x + 3)} {n(y + h - 0.5)}H{n(x + w - 0.5)}V{n(y + 3)}"
    shade = svg.path(upper, "nofill s-soot", stroke_width=2, opacity="0.26")
    return floor + shade + svg.path(lower, "nofill s-chalk", stroke_width=1.4, opacity="0.7")


def slab(x: float, y: float, w: float, h: float, r: float = 0) -> str:
    """Return the outline of a box as a path, for `laid` and `shadow`."""
    if not r:
        return f"M{svg.number(x)} {svg.number(y)}h{svg.number(w)}v{svg.number(h)}h{svg.number(-w)}z"
    across, down = svg.number(w - 2 * r), svg.number(h - 2 * r)
    back, up, r_ = svg.number(2 * r - w), svg.number(2 * r - h), svg.number(r)
    return (
        f"M{svg.number(x + r)} {svg.number(y)}h{across}q{r_} 0 {r_} {r_}v{down}q0 {r_} -{r_} {r_}"
        f"h{back}q-{r_} 0 -{r_} -{r_}v{up}q0 -{r_} {r_} -{r_}z"
    )
