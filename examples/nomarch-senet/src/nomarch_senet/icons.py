"""The pictures of Senet on the 48 grid: pieces, houses and sticks."""

from nomarch.draw.icon_pen import disc, inked, painted, small, stroke

CONE = (
    painted("lapis", "M24 3q4 0 5 6l7 26q0 7 -12 7t-12 -7l7 -26q1 -6 5 -6z")
    + stroke("linen", "M23 9l-6 25", 2.2)
    + inked("M12 35q0 -5 12 -5t12 5")
)
SPOOL = (
    painted(
        "carnelian",
        "M10 9q0 -5 14 -5t14 5v4q0 3 -6 5q-3 4 0 9q6 2 6 6v4q0 6 -14 6t-14 -6v-4q0 -4 6 -6"
        "q3 -5 0 -9q-6 -2 -6 -5z",
    )
    + inked("M10 10q0 5 14 5t14 -5")
    + stroke("linen", "M15 34v5M14 14v2", 2.2)
)
PIECES = (CONE, SPOOL)
"""The pieces of each seat."""

ANKH = painted(
    "gold",
    "M24 3q9 0 9 10q0 6 -6 11h12v6h-12v15h-6v-15h-12v-6h12q-6 -5 -6 -11q0 -10 9 -10z"
    "M24 8q-4 0 -4 5q0 4 4 8q4 -4 4 -8q0 -5 -4 -5z",
)
_NEFER = painted("gold", "M22 4h4v3h4v3h-4v16q7 2 7 9q0 8 -9 8t-9 -8q0 -7 7 -9v-16h-4v-3h4z")
NEFER = small(_NEFER, -8, 6, 0.72) + small(_NEFER, 21, 6, 0.72) + small(_NEFER, 6.7, 2, 0.72)
_WAVE = "l4.5 -6 4.5 6 4.5 -6 4.5 6 4.5 -6 4.5 6 4.5 -6 4.5 6"
WATER = "".join(stroke("linen", f"M6 {y}{_WAVE}", 3) for y in (16, 27, 38))
_FEATHER = painted("malachite", "M22 45v-9q-8 -6 -6 -18q2 -12 10 -14q7 4 6 16q-1 11 -7 16v9z") + (
    inked("M24 40q-1 -16 3 -28")
)
TRUTHS = small(_FEATHER, -9, 2, 0.9) + small(_FEATHER, 5, 2, 0.9) + small(_FEATHER, 19, 2, 0.9)
_FIGURE = (
    disc("clay", 24, 11, 6.5)
    + painted("linen", "M17 20q7 -4 14 0q3 9 2 15h7v8h-24q-4 -12 1 -23z")
    + inked("M20 29h9")
)
ATUM = small(_FIGURE, -9, 1, 0.95) + small(_FIGURE, 13, 1, 0.95)
HORUS = (
    painted("linen", "M3 21q10 -13 22 -13t19 12q-9 11 -20 11t-21 -10z")
    + disc("lapis", 24, 20, 7)
    + stroke("soot", "M24 20h.1", 6)
    + inked("M3 12q19 -12 42 2M24 31l-5 13M30 30q4 9 13 8q4 -1 3 -5t-5 -2")
)
HOUSES = {15: ANKH, 26: NEFER, 27: WATER, 28: TRUTHS, 29: ATUM, 30: HORUS}
GROUNDS = {15: "turquoise", 26: "carnelian", 27: "nile", 28: "sand", 29: "amethyst", 30: "gold"}
"""The picture and the ground of each house that has a name."""


def stick(pale: bool) -> str:
    """A throwing stick, from the pale or from the dark side."""
    body = painted("linen" if pale else "soot", "M17 3q7 -4 14 0v42q-7 4 -14 0z")
    if pale:
        return body + stroke("papyrus-edge", "M24 8v32", 2)
    return body + "".join(stroke("clay", f"M20 {y}h8", 2.4) for y in (12, 20, 28, 36))


def throw(count: int, longest: int = 5) -> str:
    """Four sticks as a throw leaves them."""
    pale = 0 if count == longest else count
    return "".join(small(stick(i < pale), 10.8 * i - 7.5, 8, 0.66) for i in range(4))
