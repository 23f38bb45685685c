"""Shared by all parts of the board: measures, pictures of goods, the sheet of icons."""

from nomarch.draw import (
    GRID,
    SEATS,
    Box,
    Canvas,
    Measures,
    Scene,
    card,
    cartouche,
    drawn,
    icon,
    svg,
    textures,
)
from nomarch.games.fertility import actions as act, components as box, icons, state as st, words
from nomarch.games.fertility.words import names, tips

GAP = 10
HORIZON = 34
"""Where the ground of a tile's picture begins, on the 48 grid."""


class FertilityShape(Measures):
    """The measures of an arrangement."""

    letter: float
    """Size of the smallest lettering."""
    margin: float
    """Sand to the left of the valley and above it, with the names of the cells on it."""
    scale: float
    """Scale of the shops in the viewer's own city."""
    plots: int
    """Plots in a row of the viewer's own city."""
    others: int
    """Other players' areas in a row."""


WIDE = FertilityShape(1200, 24, 17.5, 24, 1.0, 9, 3)
TALL = FertilityShape(420, 12, 14.5, 17, 1.5, 2, 1)
FertilityScene = Scene[st.State, FertilityShape]
FertilityCanvas = Canvas[FertilityShape]


def columns(view: st.State) -> int:
    """Return the number of the valley's columns, those still to be laid included."""
    return box.VALLEY_COLUMNS * box.BOARDS_USED[view.players]


@drawn
def use(canvas: FertilityCanvas, name: str, x: float, y: float, size: float) -> str:
    """An icon of the sheet, at a place and size."""
    moved = f"translate({svg.number(x)} {svg.number(y)}) scale({size / GRID:.4g})"
    return svg.element("use", href=f"#{canvas.id(f'icon-{name}')}", transform=moved)


@drawn
def good(canvas: FertilityCanvas, kind: int, x: float, y: float, size: float) -> str:
    """A resource or wheat on its ground."""
    return card(x, y, size, size, icons.GROUNDS[kind]) + use(canvas, f"r{kind}", x, y, size)


def monument(canvas: FertilityCanvas, seat: int, x: float, y: float, size: float) -> str:
    """A monument in its seat's colour."""
    return svg.group(use(canvas, f"m{seat}", x, y, size), class_=f"f-{SEATS[seat]}")


@drawn
def tile(canvas: FertilityCanvas, halves: tuple[tuple[int, Box], ...], around: Box) -> str:
    """A tile of scenes, raised a little above what it lies on; one outline around them all."""
    r = 0.07 * halves[0][1].w
    scenes = [use(canvas, f"scene{kind}", *half[:3]) for kind, half in halves]
    return svg.joined(
        textures.shadow(textures.slab(*around.moved(0.05 * halves[0][1].w, 4), r)),
        *scenes,
        textures.lit(*around),
        svg.rect(*around, "nofill line", r),
    )


def count(canvas: FertilityCanvas, x: float, y: float, number: object) -> str:
    """A number in a cartouche, large enough to be read."""
    return cartouche(x, y, number, size=canvas.shape.letter)


@drawn
def sheet(canvas: FertilityCanvas) -> str:
    """Every icon once; the drawing refers to them."""
    rows = {"r": icons.RESOURCES, "g": icons.GODS, "m": icons.MONUMENTS}
    named = {f"{name}{i}": art for name, row in rows.items() for i, art in enumerate(row)}
    named |= {"any": icons.ANY, "any-god": icons.ANY_GOD}
    named |= {"exchange": icons.EXCHANGE, "quarry": icons.QUARRY}
    named |= {f"scene{kind}": _half(kind) for kind in range(box.KINDS)}
    groups = [svg.group(markup, id=canvas.id(f"icon-{name}")) for name, markup in named.items()]
    return svg.element("defs", *groups)


def _half(kind: int) -> str:
    """Half of a tile: the resource standing on its ground."""
    return (
        svg.rect(0, 0, GRID, GRID, f"f-{icons.GROUNDS[kind]}")
        + svg.rect(0, HORIZON, GRID, GRID - HORIZON, "f-soot", opacity=textures.SHADE)
        + icon(icons.RESOURCES[kind], 4, 3, 40)
    )
