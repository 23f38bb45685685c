"""The desert behind the stacks: sky, pyramids at the horizon, the Nile, palms and sand."""

from functools import lru_cache

from nomarch.draw import Box, drawn, scenery, svg, textures
from nomarch.draw.icon_pen import stroke

EDGE = 8
"""Radius of the corners."""
VISTA = "vista"
DEEPEST = 26
"""Room from the feet of the stacks up to the end of the near sand, on a large board."""


def desert(prefix: str, box: Box, low: float, share: float) -> tuple[str, ...]:
    """Draw a landscape whose stacks stand at `low`; `share` of the day is over."""
    now = scenery.round_sun(share)
    air = Box(box.x, box.y, box.w, low - box.y)
    radius = min(0.055 * box.w, 0.1 * air.h)
    heavens = scenery.sky(prefix, box, EDGE), scenery.sun(prefix, air, now, round(radius, 1))
    return *heavens, _land(prefix, box, low, is_forenoon(share))


def vista(prefix: str, box: Box, low: float, share: float) -> str:
    """Define a landscape that many boards show; `view` draws it."""
    opening = f'<defs><g id="{prefix}-{VISTA}">'
    return svg.Composed(opening, *desert(prefix, box, low, share), "</g></defs>")


def view(prefix: str) -> str:
    return f'<use href="#{prefix}-{VISTA}"/>'


def is_forenoon(share: float) -> bool:
    """Whether the sun stands to the left: it lights the left sides."""
    return scenery.hour(share) < 3


@drawn
def _land(prefix: str, box: Box, low: float, forenoon: bool) -> str:
    k = min(box.w / 684, (low - box.y) / 430)
    near, water, far = low - DEEPEST * k, low - 66 * k, low - 100 * k
    n, x, w = svg.number, box.x, box.w
    crest, shore = (
        scenery.hills(box, far, (40 * k, 62 * k, 26 * k)),
        scenery.hills(box, water, (16 * k, 4 * k, 24 * k, 10 * k)),
    )
    ridge, middle = (f"{line}V{n(low)}H{n(x)}Z" for line in (crest, shore))
    beach = scenery.hills(box, near, (18 * k, 10 * k, 8 * k))
    front = beach + (
        f"V{n(box.bottom - EDGE)}q0 {EDGE} -{EDGE} {EDGE}H{n(x + EDGE)}q-{EDGE} 0 -{EDGE} -{EDGE}Z"
    )
    giants = ((0.66, 190, 150), (0.8, 270, 216), (0.9, 126, 100), (0.19, 120, 88))
    return svg.group(
        scenery.clouds(Box(x, box.y, w, low - box.y)),
        scenery.birds(x + 0.38 * w, box.y + 0.2 * (low - box.y), 18 * k) if k > 0.4 else "",
        *(
            scenery.far_pyramid(x + at * w, far - 4 * k, wide * k, high * k, forenoon)
            for at, wide, high in giants
        ),
        scenery.dune(ridge, crest, "dune-far"),
        scenery.dune(middle, shore, "dune"),
        scenery.haze(prefix, ridge),
        _river(box, water, near, k),
        textures.laid(prefix, "sand", front),
        svg.path(beach, "nofill hair"),
        scenery.haze(prefix, front),
        svg.rect(*box, "nofill s-papyrus-edge", EDGE, stroke_width=1.5),
        aria_hidden="true",
    )


def _river(box: Box, water: float, near: float, k: float) -> str:
    """The Nile between the dunes, with palms, a boat and a village on its banks."""
    n, left, right = svg.number, box.x + 0.3 * box.w, box.right
    bend = (
        f"M{n(right)} {n(water + 4 * k)}C{n(right - 120 * k)} {n(water - 4 * k)}"
        f" {n(left + 160 * k)} {n(water + 20 * k)} {n(left)} {n(water + 18 * k)}"
        f"C{n(left + 140 * k)} {n(water + 34 * k)} {n(right - 150 * k)} {n(near + 4 * k)}"
        f" {n(right)} {n(near + 2 * k)}Z"
    )
    ripples = "".join(
        f"M{n(right - at * k)} {n(water + down * k)}"
        f"q{n(8 * k)} {n(-5 * k)} {n(16 * k)} 0t{n(16 * k)} 0"
        for at, down in ((60, 16), (150, 20), (120, 28), (230, 22), (300, 24), (40, 27))
    )
    parts = [svg.path(bend, "f-nile hair"), stroke("turquoise", ripples, 1.4)]
    if k > 0.3:
        parts += [
            scenery.felucca(right - 190 * k, water + 16 * k, 34 * k),
            scenery.house(left - 96 * k, water + 14 * k, 38 * k),
            scenery.house(left - 50 * k, water + 20 * k, 30 * k),
            scenery.palm(left - 8 * k, water + 18 * k, 74 * k, 5),
        ]
    parts += [
        scenery.palm(right - 56 * k, water + 10 * k, 116 * k, -6),
        scenery.palm(right - 88 * k, water + 14 * k, 86 * k, 7),
    ]
    return "".join(parts)


_PLAN = "M-43 0H43L34 -13H-34Z"
_PEGS = "M-43 2v-9M43 2v-9M-34 -11v-8M34 -11v-8"
_PYRAMID = "M-43 0L0 -50L43 0M0 -50L34 -13"
_SPHINX = (
    "M-34 -5c-4 -22 8 -26 24 -25c12 0 14 -2 15 -16c1 -12 18 -12 19 1l4 8l-6 3l1 16h10q5 4 2 13"
)
"""Lines of an empty site around the middle of its foot, 100 wide."""


@lru_cache(256)
def building_plans(prefix: str) -> str:
    """Define what could be built on an empty site: chalk lines, and pegs with a cord."""
    plans = (
        svg.group(
            svg.path(_PLAN, "f-soot", opacity="0.1"),
            svg.path(_PLAN, "nofill s-bone", stroke_width=1.6),
            svg.path(sketch, "nofill s-bone", stroke_width=1.3, stroke_dasharray="6 3"),
            stroke("outline", _PEGS, 3.4),
            stroke("timber", _PEGS, 1.8),
            id=f"{prefix}-plan-{i}",
        )
        for i, sketch in enumerate((_PYRAMID, _SPHINX))
    )
    return svg.element("defs", *plans)


def building_site(prefix: str, box: Box, is_sphinx: bool) -> str:
    at = f"translate({svg.number(box.mid)} {svg.number(box.bottom)}) scale({box.w / 100:.3g})"
    return f'<use href="#{prefix}-plan-{int(is_sphinx)}" transform="{at}"/>'
