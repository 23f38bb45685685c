"""The actions of Giza: a tile is chosen first, then its place; discards are marked one by one."""

from nomarch.games.giza.components import SITE_NAMES, SITES, SPOTS, TILE_NAMES, TILES

DONE = 0
"""Discards what is marked."""
DISCARD = 1
"""`DISCARD + t` marks one more tile t of the hand to be discarded."""
PLAY = DISCARD + TILES
"""`PLAY + t` chooses tile t of the hand to be played."""
ON = PLAY + TILES
"""`ON + 4 * owner + site` plays the chosen tile there."""
REMOVE = ON + SPOTS
"""`REMOVE + site` takes a scarab off one's own stack."""
NUM_ACTIONS = REMOVE + SITES


def format_action(action: int) -> str:
    """An action's notation, e.g. `play stone+5` and then `on 2 khufu`."""
    if action == DONE:
        return "done"
    if action < PLAY:
        return f"discard {TILE_NAMES[action - DISCARD]}"
    if action < ON:
        return f"play {TILE_NAMES[action - PLAY]}"
    if action < REMOVE:
        owner, site = divmod(action - ON, SITES)
        return f"on {owner} {SITE_NAMES[site]}"
    return f"remove {SITE_NAMES[action - REMOVE]}"
