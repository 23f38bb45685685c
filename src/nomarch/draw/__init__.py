"""Drawing: boards and covers as SVG, in one style for all games.

palette       the colours of both themes
font_metrics  widths of words
svg           elements as strings
icon_files, icon_pen   icons from a game's `icons.svg`, and strokes to compose them
seat_emblems, symbols, textures   seats' emblems, shared pictures, grounds
shapes, box   cards, tiles, badges, lettering, and where they lie
caching       `@drawn`, the cache of a board's parts
scene         what parts read, and the canvas they draw on
board_parts   nameplates, tracks and other parts that every board has
covers, cropping, tips                      covers, parts shown alone, tips sent later

A game's `art` arranges these and adds what only that game has.
"""

from nomarch.draw.board_parts import (
    Areas as Areas,
    area as area,
    areas as areas,
    clip as clip,
    numerals as numerals,
    pile as pile,
    placed as placed,
    region as region,
    space as space,
    steps as steps,
    tableau as tableau,
    zone as zone,
    zoned as zoned,
)
from nomarch.draw.box import Box as Box, disc as disc, flow as flow, rows as rows, square as square
from nomarch.draw.caching import drawn as drawn
from nomarch.draw.icon_pen import stroke as stroke
from nomarch.draw.palette import SEATS as SEATS
from nomarch.draw.scene import (
    HIGH as HIGH,
    INERT as INERT,
    NO_ACTION as NO_ACTION,
    TALL as TALL,
    WIDE as WIDE,
    Canvas as Canvas,
    DrawOptions as DrawOptions,
    Measures as Measures,
    PieceAction as PieceAction,
    Scene as Scene,
    Spot as Spot,
    TypeScale as TypeScale,
)
from nomarch.draw.seat_emblems import MARKS as MARKS
from nomarch.draw.shapes import (
    GRID as GRID,
    badge as badge,
    card as card,
    icon as icon,
    piece as piece,
    ring as ring,
    tile as tile,
    wrapped as wrapped,
    written as written,
)
from nomarch.draw.symbols import stamp as stamp, stamp_sheet as stamp_sheet
