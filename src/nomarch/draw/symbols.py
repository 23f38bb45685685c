"""Pictures defined once in a drawing and used in many places: `<symbol>` and `<use>`."""

from collections.abc import Mapping

from nomarch.draw import svg
from nomarch.draw.shapes import GRID


def stamp(prefix: str, name: str, x: float, y: float, size: float) -> str:
    """Use a picture of the sheet, by its upper left corner."""
    return svg.element("use", href=f"#{prefix}-stamp-{name}", x=x, y=y, width=size, height=size)


def stamp_sheet(prefix: str, pictures: Mapping[str, str]) -> str:
    """Define pictures on the 48 grid, by name; it stands once in the drawing, anywhere."""
    grid = {"viewBox": f"0 0 {GRID} {GRID}", "overflow": "visible"}
    symbols = (
        svg.element("symbol", markup, id=f"{prefix}-stamp-{name}", **grid)
        for name, markup in pictures.items()
    )
    return svg.element("defs", *symbols)
