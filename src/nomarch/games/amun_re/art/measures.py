"""What the parts of the board of Amun-Re measure, and small things that several of them show."""

from __future__ import annotations

from dataclasses import dataclass

from nomarch.draw import svg
from nomarch.draw.scene import Measures, Scene
from nomarch.draw.shapes import icon
from nomarch.games.amun_re import icons
from nomarch.games.amun_re.state import State

GAP = 10


@dataclass(frozen=True)
class Shape(Measures):
    """The measures of an arrangement."""

    cell_w: int
    cell_h: int
    row: int
    """Height of one of the six rows of the map."""
    river: int
    """Width of the Nile between the banks."""
    space: int
    """Between columns."""
    side: int
    """Width of the column of panels."""
    hand: int
    """Width of a power card in hand."""


WIDE = Shape(1200, 16, 164, 106, 114, 64, 8, 388, 88)
TALL = Shape(420, 8, 92, 104, 110, 22, 3, 404, 92)
AmunScene = Scene[State, Shape]


def coin(x: float, y: float, value: object, r: float = 13, size: float = 14) -> str:
    """A gold piece with a number."""
    return icon(icons.COIN, x - r * 1.2, y - r * 1.2, r * 2.4) + svg.text(
        x, y + size * 0.36, value, size, "f-ink sans", "middle", bold=True
    )
