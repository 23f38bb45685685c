"""Stamps: pictures that a drawing holds once and sets down wherever they are needed.

A board has dozens of farmers, and every one written out would travel to every viewer. A sheet of
stamps keeps one of each kind; setting it down costs a line.
"""

from __future__ import annotations

from collections.abc import Mapping

from nomarch.draw import svg
from nomarch.draw.shapes import GRID


class Stamps:
    """The pictures of one drawing, on the 48 grid, by name."""

    def __init__(self, prefix: str, pictures: Mapping[str, str]) -> None:
        """`prefix` is the drawing's, so that two drawings on one page do not mix theirs up."""
        self._prefix, self._pictures = prefix, pictures

    def set(self, name: str, x: float, y: float, size: float) -> str:
        """A picture at a place and size, by its upper left corner."""
        return svg.element(
            "use", href=f"#{self._prefix}-stamp-{name}", x=x, y=y, width=size, height=size
        )

    def sheet(self) -> str:
        """All pictures; it stands once in the drawing, anywhere."""
        return svg.element("defs", *map(self._symbol, self._pictures))

    def _symbol(self, name: str) -> str:
        return svg.element(
            "symbol",
            self._pictures[name],
            id=f"{self._prefix}-stamp-{name}",
            viewBox=f"0 0 {GRID} {GRID}",
            overflow="visible",
        )
