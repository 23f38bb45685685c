"""Measures of Amun-Re's board, and small parts that several modules use."""

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
from nomarch.games.amun_re.words import component_names, tips

GAP = 8


class AmunShape(Measures):
    """Measures of a wide or tall board."""

    map_w: int
    row: int
    """Height of one of the six rows of the map."""
    river: int
    """Width of the Nile between its banks."""
    wave: float
    """How far borders deviate from the straight line."""
    side: int
    """Width of the column of panels."""
    hand: int
    """Width of a power card in hand."""
    letter: int
    """Smallest font: 12 px on a laptop, 13 px on a phone."""
    plots: int
    """Fields in a row of a province."""
    plot: float
    """Width of a field."""
    stage: int
    """Minimum height of the question, so that little jumps between phases."""


WIDE = AmunShape(1600, 12, 792, 133, 78, 6, 384, 106, 18, 6, 26, 430)
TALL = AmunShape(420, 8, 404, 136, 34, 2.5, 404, 96, 15, 3, 27, 244)


AmunScene = Scene[st.State, AmunShape]
AmunCanvas = Canvas[AmunShape]


def stamp(canvas: AmunCanvas, name: str, x: float, y: float, size: float) -> str:
    """Place one of the game's pictures by its upper left corner."""
    return stamp_of(canvas.prefix, name, x, y, size)


@drawn
def sheet(prefix: str) -> str:
    """Define the game's pictures."""
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
    return svg.text(x, y, words, canvas.shape.letter, cls, anchor, bold)


def coin(canvas: AmunCanvas, x: float, y: float, value: object, r: float = 15) -> str:
    """Draw a gold piece with a number, centred on x, y."""
    size = max(canvas.shape.letter, r if len(str(value)) < 3 else 0.8 * r)
    return stamp(canvas, "coin", x - r * 1.2, y - r * 1.2, r * 2.4) + svg.text(
        x, y + size * 0.36, value, size, "f-soot sans", "middle", bold=True
    )


def count(canvas: AmunCanvas, x: float, y: float, words: object) -> str:
    """Draw a count in a rounded oval, centred on x, y."""
    return cartouche(x, y, words, size=canvas.shape.letter)


def province_tip(scene: AmunScene, p: int) -> str:
    """Return a province in words, with its effect for the viewer."""
    return scene.tip(tips.province_of, scene.viewer, scene.names, p)
