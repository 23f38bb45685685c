"""The actions of Ra."""

from nomarch.games.ra import components as box
from nomarch.kernel.declare.actions import Actions, some

ACTIONS, NAMES = Actions(), box.TILE_NAMES

DRAW = ACTIONS.one(
    "draw",
    "Draw a tile from the bag; a Ra tile starts an auction.",
    "your turn, while the track of tiles isn't full",
)
INVOKE = ACTIONS.one("invoke", "Call an auction of the tiles on the track.", "your turn")
STOP = ACTIONS.one(
    "stop", "Use no more gods: your turn ends.", "after you took a tile with a god", ends=True
)
PASS = ACTIONS.one(
    "pass", "Make no bid.", "an auction, unless you called it and have to pay", ends=True
)
BID = ACTIONS.block(
    "bid {sun}",
    "Bid this sun.",
    "an auction: one of your face-up suns, higher than the highest bid",
    sun=range(1, box.MAX_SUN + 1),
)
TAKE = ACTIONS.block(
    "take {tile}",
    "Spend a god and take such a tile from the track.",
    "your turn or after another god, if you have a god and the tile may be taken",
    tile=some(NAMES, box.PHARAOH, box.EARTHQUAKE),
)
DISCARD_CIVILISATION = ACTIONS.block(
    "discard {tile}",
    "Give up a civilisation tile.",
    "unrest: a kind that you have",
    tile=some(NAMES, box.ART, box.WRITING),
)
DISCARD_MONUMENT = ACTIONS.block(
    "discard {tile}",
    "Give up a monument.",
    "an earthquake: a kind that you have",
    tile=some(NAMES, box.FORTRESS, box.TEMPLE),
)
