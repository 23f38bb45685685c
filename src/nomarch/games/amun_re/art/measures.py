"""Measures of Amun-Re's board, and small parts that several modules use."""

from nomarch import draw
from nomarch.draw import Canvas, Measures, Scene, drawn, stamp as stamp_of, stamp_sheet, svg
from nomarch.games.amun_re import icons, state as st
from nomarch.games.amun_re.words import tips

GAP = 10
OWN = 236
"""Height of one's own area on a wide board."""


class AmunShape(Measures):
    """Measures of a wide or tall board."""

    map_w: int
    row: float
    """Height of one of the six rows of the map."""
    river: int
    """Width of the Nile between its banks."""
    wave: float
    """How far borders deviate from the straight line."""
    side: int
    """Width of the desk."""
    hand: int
    """Width of a power card in hand."""
    card_h: int
    """Height of a power card."""
    plots: int
    """Fields in a row of a province."""
    plot: float
    """Width of a field."""
    scale: int
    """Height of the temple scale."""


WIDE = AmunShape(draw.WIDE, 12, 792, 806 / 6, 78, 6, 384, 108, 150, 6, 26, 124)
TALL = AmunShape(draw.TALL, 8, 404, 126, 34, 2.5, 404, 92, 118, 3, 27, 108)


AmunScene = Scene[st.State, AmunShape]
AmunCanvas = Canvas[AmunShape]


def stamp(canvas: AmunCanvas, name: str, x: float, y: float, size: float) -> str:
    return stamp_of(canvas.prefix, name, x, y, size)


@drawn
def sheet(prefix: str) -> str:
    return stamp_sheet(prefix, icons.STAMPS)


def coin(canvas: AmunCanvas, x: float, y: float, value: object, r: float = 15) -> str:
    """Draw a gold piece with a number, centred on x, y."""
    size = canvas.shape.letter if r < 24 else canvas.shape.type.title
    return stamp(canvas, "coin", x - r * 1.2, y - r * 1.2, r * 2.4) + svg.text(
        x, y + size * 0.36, value, size, "f-soot sans", "middle", bold=True
    )


def province_tip(scene: AmunScene, p: int) -> str:
    return scene.tip(tips.province_of, scene.viewer, scene.names, p)
