"""The actions of Giza: a tile is chosen first, then its place; discards are marked one by one."""

from nomarch.games.giza.components import MAX_SEATS, SITE_NAMES, SITES, TILE_NAMES, TILES

PLAY = 0
"""`PLAY + t` chooses tile t of the hand to be played."""
DISCARD = PLAY + TILES
"""`DISCARD + t` marks one more tile t of the hand to be discarded."""
ON = DISCARD + TILES
"""`ON + 4 * owner + site` plays the chosen tile there."""
REMOVE = ON + MAX_SEATS * SITES
"""`REMOVE + site` takes a scarab off one's own stack."""
DONE = REMOVE + SITES
"""Discards what is marked."""
NUM_ACTIONS = DONE + 1


def format_action(action: int) -> str:
    """An action's notation, e.g. `play stone+5` and then `on 2 khufu`."""
    if action < DISCARD:
        return f"play {TILE_NAMES[action - PLAY]}"
    if action < ON:
        return f"discard {TILE_NAMES[action - DISCARD]}"
    if action < REMOVE:
        owner, site = divmod(action - ON, SITES)
        return f"on {owner} {SITE_NAMES[site]}"
    if action < DONE:
        return f"remove {SITE_NAMES[action - REMOVE]}"
    return "done"
