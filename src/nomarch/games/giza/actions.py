"""The actions of Giza: a tile is chosen first, then its place; discards are marked one by one."""

from nomarch.games.giza.components import MAX_SEATS, SITE_NAMES, TILE_NAMES
from nomarch.kernel.declare.actions import Actions

ACTIONS = Actions()

DONE = ACTIONS.one(
    "done",
    "Discard what is marked; the turn ends.",
    "after at least one tile was marked",
    ends=True,
)
DISCARD = ACTIONS.block(
    "discard {tile}",
    "Mark one more such tile of your hand to be discarded.",
    "your turn, before a tile was chosen to be played: an unmarked tile of your hand",
    tile=TILE_NAMES,
)
PLAY = ACTIONS.block(
    "play {tile}",
    "Choose a tile of your hand to play; its place comes next.",
    "your turn, before anything was marked: a tile that fits somewhere",
    tile=TILE_NAMES,
)
ON = ACTIONS.block(
    "on {owner} {site}",
    "Play the chosen tile on that player's site; owner 0 is seat 0.",
    "after `play`: a place that takes the tile",
    owner=MAX_SEATS,
    site=SITE_NAMES,
)
REMOVE = ACTIONS.block(
    "remove {site}",
    "Take the scarab off the top of your own stack.",
    "your turn, before anything was marked: a scarab lies on top there",
    site=SITE_NAMES,
)
