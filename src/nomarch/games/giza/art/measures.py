"""Measures, scene and canvas of Giza's drawings."""

from nomarch.draw import Box, Canvas, Measures, Scene
from nomarch.games.giza import actions as act, components, state as st

GAP = 10


class GizaShape(Measures):
    """The measures of an arrangement."""

    own_width: int
    own_height: int
    hand_width: int
    most_columns: int
    letter: int
    """Size of the smallest lettering."""

    def own_row(self, y: float) -> tuple[Box, Box]:
        """The viewer's board, and the hand beside it or below it."""
        own = Box(self.edge, y, self.own_width, self.own_height)
        if self.own_width + self.hand_width > self.room:
            return own, Box(
                self.edge, own.bottom + GAP, self.hand_width, 308 if self.width > 1000 else 214
            )
        return own, Box(own.right + GAP, y, self.hand_width, own.h)


WIDE = GizaShape(1600, 10, 1188, 528, 1188, 1, 18)
TALL = GizaShape(420, 12, 396, 282, 396, 1, 15)
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
