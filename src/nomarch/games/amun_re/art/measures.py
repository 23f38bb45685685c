"""What the parts of the board of Amun-Re measure, and small things that several of them show."""

from nomarch.draw import (
    Canvas,
    Measures,
    Scene,
    cartouche,
    drawn,
    stamp as stamp_of,
    stamp_sheet,
    svg,
)
from nomarch.games.amun_re import actions as act, components as box, icons, state as st
from nomarch.games.amun_re.words import names, tips

GAP = 8


class AmunShape(Measures):
    """The measures of an arrangement."""

    map_w: int
    row: int
    """Height of one of the six rows of the map."""
    river: int
    """Width of the Nile between its banks."""
    wave: float
    """How far borders leave the straight line."""
    side: int
    """Width of the column of panels."""
    hand: int
    """Width of a power card in hand."""
    letter: int
    """Size of the smallest lettering: 12 px on a laptop's screen, 13 px on a phone's."""
    plots: int
    """Fields in a row of a province."""
    plot: float
    """Width of a field."""
    stage: int
    """The stage is at least so high, so that little jumps from phase to phase."""


WIDE = AmunShape(1200, 12, 780, 115, 74, 6, 384, 106, 17, 6, 25, 300)
TALL = AmunShape(420, 8, 404, 136, 34, 2.5, 404, 96, 15, 3, 27, 244)


AmunScene = Scene[st.State, AmunShape]
AmunCanvas = Canvas[AmunShape]


def stamp(canvas: AmunCanvas, name: str, x: float, y: float, size: float) -> str:
    """One of the game's pictures, by its upper left corner."""
    return stamp_of(canvas.prefix, name, x, y, size)


@drawn
def sheet(prefix: str) -> str:
    """The game's pictures, each once."""
    return stamp_sheet(prefix, icons.STAMPS)


def letters(
    canvas: AmunCanvas,
    x: float,
    y: float,
    words: object,
    cls: str = "f-ink sans",
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """The smallest lettering of this shape."""
    return svg.text(x, y, words, canvas.shape.letter, cls, anchor, bold)


def coin(canvas: AmunCanvas, x: float, y: float, value: object, r: float = 15) -> str:
    """A gold piece with a number, around a point."""
    size = max(canvas.shape.letter, r if len(str(value)) < 3 else 0.8 * r)
    return stamp(canvas, "coin", x - r * 1.2, y - r * 1.2, r * 2.4) + svg.text(
        x, y + size * 0.36, value, size, "f-soot sans", "middle", bold=True
    )


def count(canvas: AmunCanvas, x: float, y: float, words: object) -> str:
    """A count in a rounded oval, around a point."""
    return cartouche(x, y, words, size=canvas.shape.letter)


def province_tip(scene: AmunScene, p: int) -> str:
    """A province in words, with what it would do for the viewer."""
    return scene.tip(tips.province_of, scene.viewer, scene.names, p)
