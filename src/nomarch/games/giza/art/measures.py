"""Measures, scene and canvas of Giza's drawings."""

from nomarch.draw import Canvas, Measures, Scene
from nomarch.games.giza import components, state as st

GAP = 10


class GizaShape(Measures):
    """The measures of an arrangement."""

    own: int
    """Height of the viewer's board on a tall drawing; a wide one gives it what is left."""
    hand: int
    """Height of the hand."""
    other: int
    """Height of another player's board on a tall drawing."""
    named: int
    """Room above the viewer's stacks for the name."""


WIDE = GizaShape(1600, 12, 0, 304, 0, 60)
TALL = GizaShape(420, 12, 344, 214, 132, 48)
GizaCanvas = Canvas[GizaShape]


class GizaScene(Scene[st.State, GizaShape]):
    """What the parts of the drawing read."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: then every stack lies open."""
        return self.view.seat == st.NO_SEAT

    @property
    def share_of_day(self) -> float:
        """How much of the game is over, by the tiles drawn: it is evening when the pile ends."""
        pile = components.NUM_TILES - components.HAND * self.view.players
        return 1.0 if self.is_over else 1 - self.view.pile_left / pile

    @property
    def is_placing(self) -> bool:
        """Whether the viewer has chosen a tile and now its place."""
        return self.is_to_act and self.view.phase == st.PLACING


def points_of(kind: int, base: int) -> int:
    """What a tile scores where the base of a sphinx scores `base`."""
    return base if kind == components.SPHINX_BASE else components.POINTS[kind]
