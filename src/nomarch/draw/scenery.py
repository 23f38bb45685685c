"""Skies and things that stand in a landscape: the sun, stars, palms, birds, boats, dunes.

The hour changes two gradients and the sun only, so the rest of a landscape is sent once:

    scenery.light(prefix, hour)          once, anywhere in the drawing
    scenery.sky(prefix, box)             refers to it
    scenery.sun(prefix, box, share)      `share` of the day is over

In the dark theme the same landscape lies in the night: the sun is a moon, and windows are lit.
"""

from functools import lru_cache
from math import cos, pi, sin

from nomarch.draw import svg
from nomarch.draw.box import Box
from nomarch.draw.caching import drawn
from nomarch.draw.icon_pen import flat, painted, stroke
from nomarch.draw.palette import HOURS as HOURS

SUN_STEPS = 24
"""Places of the sun between morning and dusk; fewer are sent less often."""
_HAZE = (0.22, 0.06, 0.0, 0.16, 0.34, 0.46)
"""How strongly the light at the horizon colours the land, by hour."""
_RED = (0, 0, 0, 0.15, 0.4, 0.7)
"""How red the sun is, by hour."""
SUN = 40
"""Radius of the sun as it is defined."""


def hour(share: float) -> int:
    """Return the hour of a sky when a share of the day is over."""
    return min(HOURS - 1, int(share * HOURS))


def round_sun(share: float) -> float:
    """Round a share of the day to a place of the sun."""
    return round(min(1, max(0, share)) * SUN_STEPS) / SUN_STEPS


@lru_cache(256)
def light(prefix: str, now: int) -> str:
    """Return the definitions of an hour: the sky, the haze over the land, and the sun."""
    sky = (_stop(0, f"sky-{now}"), _stop(0.85, f"glow-{now}"))
    haze = (_stop(0, f"glow-{now}", _HAZE[now]), _stop(1, f"glow-{now}", _HAZE[now] / 3))
    halo = (_stop(0.3, "glow-sun", 0.8), _stop(1, "glow-sun", 0))
    return svg.element(
        "defs",
        svg.element("linearGradient", *sky, id=f"{prefix}-sky", x2=0, y2=1),
        svg.element("linearGradient", *haze, id=f"{prefix}-haze", x2=0, y2=1),
        svg.element("radialGradient", *halo, id=f"{prefix}-halo"),
        _sun(prefix, now),
    )


def _stop(offset: float, cls: str, opacity: float = 1) -> str:
    shown = None if opacity == 1 else f"{opacity:.2g}"
    return svg.element("stop", offset=f"{offset:g}", class_=cls, stop_opacity=shown)


@drawn
def sky(prefix: str, box: Box, r: float = 8) -> str:
    """Draw the sky of the hour, with stars at night."""
    x, y, w, h = box
    ground = svg.element("rect", x=x, y=y, width=w, height=h, rx=r, fill=f"url(#{prefix}-sky)")
    return ground + stars(box)


@drawn
def stars(box: Box) -> str:
    """Draw stars over the upper part of a sky; only the dark theme shows them."""
    number, dots = svg.number, ["", ""]
    for i in range(max(12, int(box.w * box.h / 6000))):
        x = box.x + 6 + (i * 0.618034 % 1) * (box.w - 12)
        y = box.y + 6 + (i * 0.754877 % 1) ** 1.4 * 0.62 * box.h
        dots[i % 3 == 0] += f"M{number(x)} {number(y)}h.1"
    return svg.group(stroke("linen", dots[0], 1.5), stroke("linen", dots[1], 2.6), class_="night")


@drawn
def sun(prefix: str, box: Box, share: float, r: float) -> str:
    """Draw the sun where it stands when a share of the day is over."""
    x = box.x + box.w * (0.1 + 0.8 * share)
    y = box.y + max(2.3 * r, box.h * (0.66 - 0.5 * sin(pi * (0.12 + 0.76 * share))))
    moved = f"translate({x:.0f} {y:.0f}) scale({r / SUN:.3g})"
    return f'<use href="#{prefix}-sky-sun" transform="{moved}"/>'


def _sun(prefix: str, now: int) -> str:
    """Define the sun of an hour around the origin; at night it is the moon."""
    rays = "".join(
        f"M{svg.number(51 * cos(a))} {svg.number(51 * sin(a))}"
        f"L{svg.number(62 * cos(a))} {svg.number(62 * sin(a))}"
        for a in (2 * pi * i / 14 for i in range(14))
    )
    red = svg.circle(0, 0, SUN, "f-carnelian day", fill_opacity=f"{_RED[now]:g}")
    return svg.group(
        svg.element("circle", r=2.3 * SUN, fill=f"url(#{prefix}-halo)"),
        svg.path(rays, "nofill line day"),
        svg.circle(0, 0, SUN, "f-sun line"),
        red if _RED[now] else "",
        svg.group(stroke("stone", "M-14 -12h.1M14 14h.1", 15), class_="night"),
        id=f"{prefix}-sky-sun",
    )


def haze(prefix: str, data: str) -> str:
    """Lay the light of the hour over a shape of land."""
    return svg.element("path", d=data, fill=f"url(#{prefix}-haze)")


def dune(data: str, crest: str, fill: str) -> str:
    """Draw a dune with a line along its crest only."""
    return svg.path(data, f"f-{fill}") + svg.path(crest, "nofill hair")


_CLOUDS = ((0.03, 0.34, 0.2), (0.13, 0.37, 0.12), (0.6, 0.16, 0.24), (0.72, 0.2, 0.15))
"""Of each cloud: left end and level in shares of the sky, and length in shares of its width."""


@drawn
def clouds(box: Box) -> str:
    """Draw long thin clouds."""
    n, data = svg.number, ""
    for x, y, share in _CLOUDS:
        long, up = share * box.w, 0.08 * share * box.w
        data += f"M{n(box.x + x * box.w)} {n(box.y + y * box.h)}"
        data += f"q{n(0.4 * long)} {n(-2 * up)} {n(0.6 * long)} {n(-0.3 * up)}"
        data += f"q{n(0.2 * long)} {n(-0.4 * up)} {n(0.4 * long)} {n(0.3 * up)}z"
    return svg.path(data, "f-linen", opacity="0.4")


def hills(box: Box, level: float, heights: tuple[float, ...]) -> str:
    """Return the outline of dunes across a box: the level of their feet, and a height per crest."""
    n, width = svg.number, box.w / len(heights)
    data, x = f"M{n(box.x)} {n(level)}", box.x
    for height in heights:
        data += (
            f"C{n(x + 0.3 * width)} {n(level - height)} {n(x + 0.6 * width)} {n(level - height)}"
        )
        data += f" {n(x + width)} {n(level)}"
        x += width
    return data


def far_pyramid(x: float, foot: float, width: float, height: float, lit_left: bool) -> str:
    """Draw a pyramid at the horizon, with a lit and a dark side."""
    n, edge = svg.number, 0.16 if lit_left else -0.16
    top = f"M{n(x)} {n(foot - height)}"
    whole = svg.path(f"{top}L{n(x + width / 2)} {n(foot)}H{n(x - width / 2)}Z", "f-dune-far hair")
    side = width / 2 if lit_left else -width / 2
    dark = svg.path(
        f"{top}L{n(x + side)} {n(foot)}H{n(x + edge * width)}Z", "f-soot", opacity="0.22"
    )
    return whole + dark


_TRUNK = "M0 0Q3 -38 0 -66"
_FRONDS = (
    "M0 -66q-20 -18 -39 1M0 -66q-14 -36 -30 -16M0 -66q-3 -44 -10 -27"
    "M0 -66q5 -44 14 -26M0 -66q15 -36 32 -14M0 -66q21 -18 40 2"
)
_PALM = (
    stroke("outline", _TRUNK, 10.5)
    + stroke("timber", _TRUNK, 7.5)
    + stroke("outline", _FRONDS, 11)
    + stroke("leaf", _FRONDS, 8)
)
_HOUSE = (
    painted("clay", "M-50 0L-44 -62H44L50 0Z")
    + flat("basalt", "M-28 0V-38H-10V0ZM10 -46H30V-30H10Z")
    + svg.group(
        svg.circle(20, -38, 44, "f-gold", opacity="0.22"),
        flat("gold", "M10 -46H30V-30H10Z"),
        class_="night",
    )
)
_BOAT = painted("bone", "M-4 -16V-100Q50 -60 40 -20Z") + painted(
    "timber", "M-45 -16H55Q40 10 0 10T-45 -16Z"
)
_REEDS = (
    "M-20 0q-8 -40 -22 -62M-8 0q-4 -60 -12 -96M4 0q2 -50 8 -80M16 0q6 -60 24 -100M28 0q8 -40 30 -60"
)
_BIRDS = stroke("outline", "M0 0q30 -34 50 0q30 -34 50 0M110 -50q30 -34 50 0q30 -34 50 0", 9)


def palm(x: float, foot: float, height: float, lean: float = 0) -> str:
    """Draw a date palm; it may lean by some degrees."""
    turned = f" rotate({lean:g})" if lean else ""
    at = f"translate({svg.number(x)} {svg.number(foot)}) scale({height / 100:.3g}){turned}"
    return svg.element("g", _PALM, transform=at)


def house(x: float, foot: float, width: float) -> str:
    """Draw a mud-brick house; its window is lit at night."""
    return svg.group(_HOUSE, at=(x, foot), scale=width / 100)


def felucca(x: float, y: float, size: float) -> str:
    """Draw a small boat with one sail."""
    return svg.group(_BOAT, at=(x, y), scale=size / 100)


def birds(x: float, y: float, size: float) -> str:
    """Draw two birds in the distance; they sleep at night."""
    return svg.group(svg.group(_BIRDS, class_="day"), at=(x, y), scale=size / 100)


def reeds(x: float, foot: float, size: float) -> str:
    """Draw a few reeds at the water."""
    blades = stroke("outline", _REEDS, 13) + stroke("reed", _REEDS, 8)
    return svg.group(blades, at=(x, foot), scale=size / 100)
