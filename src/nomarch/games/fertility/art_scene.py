"""What all parts of Fertility's board share: measures, the scene, the sheet of icons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nomarch.draw import scene as draw_scene
from nomarch.draw import svg
from nomarch.draw.palette import SEATS
from nomarch.draw.shapes import (
    card,
)
from nomarch.games.fertility import icons
from nomarch.games.fertility.components import (
    BOARDS_USED,
    VALLEY_COLUMNS,
)

GAP = 10
EDGE = 12
FADED = "0.5"


@dataclass(frozen=True)
class Shape(draw_scene.Measures):
    """The measures of an arrangement."""

    cell: int
    own_scale: float
    own_columns: int
    other_columns: int


WIDE = Shape(1200, 24, 44, 1.0, 9, 3)
TALL = Shape(420, EDGE, 40, 1.5, 2, 1)
OTHER_SCALE = 0.85
SHOP_WIDTH, SHOP_HEIGHT, SPOT = 118, 28, 24
"""A shop's measures at scale 1."""


class Scene(draw_scene.Scene[Any, Shape]):
    """Everything a part of the drawing needs to know."""

    def use(self, name: str, x: float, y: float, size: float) -> str:
        """An icon of the sheet, at a place and size."""
        return svg.element(
            "use", href=f"#{self.id(f'icon-{name}')}",
            transform=f"translate({svg.number(x)} {svg.number(y)}) scale({size / 48:.4g})",
        )  # fmt: skip

    def good(self, kind: int, x: float, y: float, size: float) -> str:
        """A resource or wheat on its ground."""
        return card(x, y, size, size, icons.GROUNDS[kind]) + self.use(f"r{kind}", x, y, size)


def sheet(scene: Scene) -> str:
    """Every icon once; the drawing refers to them."""
    named = {
        **{f"r{i}": markup for i, markup in enumerate(icons.RESOURCES)},
        **{f"g{i}": markup for i, markup in enumerate(icons.GODS)},
        **{f"m{i}": markup for i, markup in enumerate(icons.MONUMENTS)},
        "water": icons.WATER, "any": icons.ANY, "any-god": icons.ANY_GOD,
        "exchange": icons.EXCHANGE, "quarry": icons.QUARRY,
    }  # fmt: skip
    groups = [svg.group(markup, id=scene.id(f"icon-{name}")) for name, markup in named.items()]
    return svg.element("defs", *groups)


def columns(scene: Scene) -> int:
    """The valley's columns, those still to be laid included."""
    return VALLEY_COLUMNS * BOARDS_USED[scene.view.players]


def monument(scene: Scene, seat: int, x: float, y: float, size: float) -> str:
    """A monument in its seat's colour."""
    return svg.group(scene.use(f"m{seat}", x, y, size), class_=f"f-{SEATS[seat]}")
