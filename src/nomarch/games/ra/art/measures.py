"""Measures and scene of Ra's board."""

from nomarch.draw import Box, Canvas, Measures, Scene, drawn, textures, tile
from nomarch.games.ra import actions as act, components, icons, state as st, words
from nomarch.games.ra.words import tips

GAP = 10


class RaShape(Measures):
    """Measures of a wide or tall board."""

    slot: int
    per_row: int
    ra_slot: int
    own_tile: int
    other_tile: int
    """The largest tile in another player's display; a narrow display has smaller ones."""
    other_columns: int
    letter: float
    """The smallest font: 12 px on a small page."""


WIDE = RaShape(1600, 12, 130, 8, 56, 109, 58, 4, 18)
LEFT = 1188
"""Width of the stage and one's own display; the others have the column beside them."""
HEIGHT = 868
TALL = RaShape(420, 12, 90, 4, 33, 41, 31, 1, 14.5)
RaScene = Scene[st.State, RaShape]
RaCanvas = Canvas[RaShape]


@drawn
def lying(kind: int, at: Box) -> str:
    """Draw a tile with light and shadow."""
    below = textures.shadow(textures.slab(*at.moved(0.04 * at.w, 0.05 * at.w), 0.06 * at.w))
    return below + tile(icons.ICONS[kind], icons.GROUNDS[kind], *at[:3]) + textures.lit(*at)
