"""Measures and scene of Ra's board."""

from nomarch.draw import Box, Canvas, Measures, Scene, drawn, textures, tile
from nomarch.games.ra import icons, state as st

GAP = 10


class RaShape(Measures):
    """Measures of a wide or tall board."""

    slot: int
    """Size of a space of the auction track."""
    per_row: int
    stage: int
    """Height of the middle of the table on a tall board."""
    own: int
    """Height of the viewer's own display."""
    other: int
    """Height of another player's display on a tall board."""


WIDE = RaShape(1600, 12, 132, 8, 0, 456, 0)
TALL = RaShape(420, 12, 88, 4, 482, 508, 190)
RaScene = Scene[st.State, RaShape]
RaCanvas = Canvas[RaShape]


@drawn
def lying(kind: int, at: Box) -> str:
    below = textures.shadow(textures.slab(*at.moved(0.04 * at.w, 0.05 * at.w), 0.06 * at.w))
    return below + tile(icons.ICONS[kind], icons.GROUNDS[kind], *at[:3]) + textures.lit(*at)
