"""What all parts of Fertility's board share: measures, the scene, the sheet of icons."""

from dataclasses import dataclass

from nomarch.draw import scene as draw, svg
from nomarch.draw.palette import SEATS
from nomarch.draw.shapes import GRID, card
from nomarch.games.fertility import components as box, icons, state as st

GAP = 10


@dataclass(frozen=True)
class Shape(draw.Measures):
    """The measures of an arrangement."""

    cell: int
    scale: float
    """Of the shops in the viewer's own city."""
    plots: int
    """In a row of the viewer's own city."""
    others: int
    """Other players' areas in a row."""


WIDE = Shape(1200, 24, 44, 1.0, 9, 3)
TALL = Shape(420, 12, 40, 1.5, 2, 1)


class Scene(draw.Scene[st.State, Shape]):
    """Everything a part of the drawing needs to know."""

    @property
    def columns(self) -> int:
        """The valley's columns, those still to be laid included."""
        return box.VALLEY_COLUMNS * box.BOARDS_USED[self.view.players]

    def use(self, name: str, x: float, y: float, size: float) -> str:
        """An icon of the sheet, at a place and size."""
        moved = f"translate({svg.number(x)} {svg.number(y)}) scale({size / GRID:.4g})"
        return svg.element("use", href=f"#{self.id(f'icon-{name}')}", transform=moved)

    def good(self, kind: int, x: float, y: float, size: float) -> str:
        """A resource or wheat on its ground."""
        return card(x, y, size, size, icons.GROUNDS[kind]) + self.use(f"r{kind}", x, y, size)

    def monument(self, seat: int, x: float, y: float, size: float) -> str:
        """A monument in its seat's colour."""
        return svg.group(self.use(f"m{seat}", x, y, size), class_=f"f-{SEATS[seat]}")

    def sheet(self) -> str:
        """Every icon once; the drawing refers to them."""
        rows = {"r": icons.RESOURCES, "g": icons.GODS, "m": icons.MONUMENTS}
        named = {f"{name}{i}": art for name, row in rows.items() for i, art in enumerate(row)}
        named |= {"water": icons.WATER, "any": icons.ANY, "any-god": icons.ANY_GOD}
        named |= {"exchange": icons.EXCHANGE, "quarry": icons.QUARRY}
        groups = [svg.group(markup, id=self.id(f"icon-{name}")) for name, markup in named.items()]
        return svg.element("defs", *groups)
