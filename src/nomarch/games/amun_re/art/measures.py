"""What the parts of the board of Amun-Re measure, and small things that several of them show."""

from typing import Any

from nomarch.draw import Measures, Scene, Stamps, cartouche, on_demand, part, question, svg
from nomarch.games.amun_re import actions as act, components as box, icons, state as st
from nomarch.games.amun_re.words import names, tips

GAP = 8


class Shape(Measures):
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


WIDE = Shape(1200, 12, 780, 115, 74, 6, 384, 106, 17, 6, 25, 300)
TALL = Shape(420, 8, 404, 136, 34, 2.5, 404, 96, 15, 3, 27, 244)


class AmunScene(Scene[st.State, Shape]):
    """The scene, with the stamps of this drawing."""

    def __init__(self, *args: Any, **asked: Any) -> None:
        """As every scene."""
        super().__init__(*args, **asked)
        self.stamps = Stamps(self.prefix, icons.STAMPS)

    def stamp(self, name: str, x: float, y: float, size: float) -> str:
        """One of the game's pictures, by its upper left corner."""
        return self.stamps.set(name, x, y, size)

    def letters(
        self,
        x: float,
        y: float,
        told: object,
        cls: str = "f-ink sans",
        anchor: str = "start",
        bold: bool = False,
    ) -> str:
        """The smallest lettering of this shape."""
        return svg.text(x, y, told, self.shape.letter, cls, anchor, bold)

    def coin(self, x: float, y: float, value: object, r: float = 15) -> str:
        """A gold piece with a number, around a point."""
        size = max(self.shape.letter, r if len(str(value)) < 3 else 0.8 * r)
        return self.stamp("coin", x - r * 1.2, y - r * 1.2, r * 2.4) + svg.text(
            x, y + size * 0.36, value, size, "f-soot sans", "middle", bold=True
        )

    def count(self, x: float, y: float, told: object) -> str:
        """A count in a rounded oval, around a point."""
        return cartouche(x, y, told, size=self.shape.letter)


@part
def sheet(scene: AmunScene) -> str:
    """The game's pictures, each once."""
    return scene.stamps.sheet()


def is_picked(scene: AmunScene, p: int) -> bool:
    """Whether a province is the one that is bid for now."""
    return scene.sees("pick", p)


@on_demand
def province_tip(scene: AmunScene, p: int) -> str:
    """A province in words, with what it would do for the viewer."""
    return tips.province_of(scene.t, scene.view, scene.viewer, scene.names, p)


@question
def province_says(scene: AmunScene, p: int) -> str:
    """A province in words."""
    return tips.described(scene.t, scene.view, scene.names, p)
