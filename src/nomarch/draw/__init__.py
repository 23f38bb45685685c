"""One hand draws every game.

`palette` has the pigments, `svg` the elements, `pen` and `marks` the icons' strokes and the seats'
marks. From these `shapes` makes what lies on any board, at places told by `box`. A `scene` knows
the view and what may be done; `parts` are the larger things that every board has. `covers` frames
a game's cover. A game's `art.py` arranges all this, and draws what only it has.
"""

from nomarch.draw.board_parts import (
    clip as clip,
    numerals as numerals,
    pile as pile,
    placed as placed,
    region as region,
    space as space,
    steps as steps,
    tableau as tableau,
)
from nomarch.draw.box import Box as Box, disc as disc, flow as flow, rows as rows, square as square
from nomarch.draw.caching import drawn as drawn
from nomarch.draw.icon_pen import stroke as stroke
from nomarch.draw.palette import SEATS as SEATS
from nomarch.draw.scene import (
    INERT as INERT,
    NO_ACTION as NO_ACTION,
    Canvas as Canvas,
    DrawOptions as DrawOptions,
    Measures as Measures,
    PieceAction as PieceAction,
    Scene as Scene,
)
from nomarch.draw.seat_emblems import MARKS as MARKS
from nomarch.draw.shapes import (
    GRID as GRID,
    badge as badge,
    card as card,
    cartouche as cartouche,
    icon as icon,
    piece as piece,
    ring as ring,
    tile as tile,
    wrapped as wrapped,
    written as written,
)
from nomarch.draw.symbols import stamp as stamp, stamp_sheet as stamp_sheet
from nomarch.draw.tips import on_demand as on_demand
