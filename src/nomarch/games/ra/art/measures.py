"""What all parts of Ra's board share: measures, the scene, and a tile that lies on something."""

from nomarch.draw import Box, Canvas, Measures, Scene, drawn, textures, tile
from nomarch.games.ra import actions as act, components as kit, icons, state as st, words
from nomarch.games.ra.words import tips

GAP = 10


class RaShape(Measures):
    """The measures of an arrangement."""

    slot: int
    per_row: int
    ra_slot: int
    own_tile: int
    other_tile: int
    """The largest tile in another's display; a narrow display has smaller ones."""
    other_columns: int
    letter: float
    """The smallest words: 12 px where the page is small."""


WIDE = RaShape(1200, 24, 100, 8, 50, 72, 56, 4, 17)
TALL = RaShape(420, 12, 90, 4, 33, 41, 31, 1, 14.5)
RaScene = Scene[st.State, RaShape]
RaCanvas = Canvas[RaShape]


@drawn
def lying(kind: int, at: Box) -> str:
    """A tile that lies on its ground, in the light."""
    below = textures.shadow(textures.slab(*at.moved(0.04 * at.w, 0.05 * at.w), 0.06 * at.w))
    return below + tile(icons.ICONS[kind], icons.GROUNDS[kind], *at[:3]) + textures.lit(*at)
