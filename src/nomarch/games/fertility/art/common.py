"""Shared by all parts of the board: measures, pictures of goods, the sheet of icons."""

from nomarch.draw import GRID, SEATS, Box, Canvas, Measures, Scene, card, drawn, icon, svg, textures
from nomarch.draw.icon_pen import flat, stroke
from nomarch.games.fertility import components as box, icons, state as st

GAP = 10
FURROWS = "M0 8L8 0M0 20L20 0M0 32L32 0M0 44L44 0M8 48L48 8M20 48L48 20M32 48L48 32M44 48L48 44"
"""The plough's traces on half a tile, on the 48 grid."""


class FertilityShape(Measures):
    """The measures of an arrangement."""

    margin: float
    """Sand to the left of the valley and above it, with the names of the cells on it."""
    header: float
    """Room above the valley for the steps of a turn."""
    status: float
    """Width of what stands beside the plots of the viewer's city, or height above them."""


WIDE = FertilityShape(1600, 12, 24, 44, 300)
TALL = FertilityShape(420, 12, 17, 38, 138)
FertilityScene = Scene[st.State, FertilityShape]
FertilityCanvas = Canvas[FertilityShape]


def columns(view: st.State) -> int:
    """Return the number of the valley's columns, those still to be laid included."""
    return box.VALLEY_COLUMNS * box.BOARDS_USED[view.players]


@drawn
def use(canvas: FertilityCanvas, name: str, x: float, y: float, size: float) -> str:
    moved = f"translate({svg.number(x)} {svg.number(y)}) scale({size / GRID:.4g})"
    return svg.element("use", href=f"#{canvas.id(f'icon-{name}')}", transform=moved)


@drawn
def good(canvas: FertilityCanvas, kind: int, x: float, y: float, size: float) -> str:
    return card(x, y, size, size, icons.GROUNDS[kind]) + use(canvas, f"r{kind}", x, y, size)


def monument(canvas: FertilityCanvas, seat: int, x: float, y: float, size: float) -> str:
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


@drawn
def sheet(canvas: FertilityCanvas, more: str = "") -> str:
    """Every icon once, and more definitions; the drawing refers to them."""
    rows = {"r": icons.RESOURCES, "g": icons.GODS, "m": icons.MONUMENTS}
    named = {f"{name}{i}": art for name, row in rows.items() for i, art in enumerate(row)}
    named |= {"any": icons.ANY, "any-god": icons.ANY_GOD}
    named |= {"exchange": icons.EXCHANGE, "quarry": icons.QUARRY}
    named |= {f"scene{kind}": _half(kind) for kind in range(box.KINDS)}
    groups = [svg.group(markup, id=canvas.id(f"icon-{name}")) for name, markup in named.items()]
    return svg.element("defs", *groups, more)


_GRASS = "M3 46l-1 -4M5 46l1 -5M7 46l3 -3M38 46l-2 -4M41 46V41M43 46l2 -3M22 47l-1 -3M25 47l2 -3"
_VINES = "M3 13h.1M8 11h.1M40 13h.1M45 11h.1M3 40h.1M10 42h.1M38 42h.1M45 40h.1"
_SOIL = (
    # a quarry: cut steps and loose blocks
    flat("bone", "M2 45V38H10V45ZM37 46V40H46V46ZM40 40V34H46V40Z")
    + stroke("basalt", "M0 12H6V20H0M48 10H42V18H48", 1.2),
    # a pasture: a fence behind, and grass
    stroke("timber", "M0 31H48M0 37H48M5 27V41M43 27V41", 2) + stroke("leaf", _GRASS, 1.6),
    # a vineyard: vines on trellises
    stroke("timber", "M0 12H48M0 41H48M5 6V47M43 6V47", 1.6) + stroke("leaf", _VINES, 6),
    # a marsh: stems in the water
    flat("nile", "M0 40Q12 36 24 40T48 40V48H0Z")
    + stroke("leaf", "M4 40V16M44 40V14", 2.4)
    + stroke("turquoise", "M6 45q4 -3 8 0t8 0M28 45q4 -3 8 0t8 0", 1.4),
)
"""Where each resource comes from, on the 48 grid."""


def _half(kind: int) -> str:
    """Half of a tile: the resource on the land that it comes from."""
    return (
        svg.rect(0, 0, GRID, GRID, f"f-{icons.GROUNDS[kind]}")
        + svg.path(FURROWS, "nofill s-soot", stroke_width=2, opacity="0.12")
        + _SOIL[kind]
        + icon(icons.RESOURCES[kind], 5, 3, 38)
    )
