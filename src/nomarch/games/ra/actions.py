"""The actions of Ra: small ints in memory, a few words everywhere else."""

from nomarch.games.ra.components import (
    ART,
    EARTHQUAKE,
    MAX_SUN,
    PHARAOH,
    TEMPLE,
    TILE_NAMES,
)

DRAW, INVOKE, STOP, PASS = range(4)
BID = PASS
"""`BID + v` bids the sun of value v, 1 to 16."""
TAKE = BID + MAX_SUN + 1 - PHARAOH
"""`TAKE + k` lets a god take a tile of kind k, from pharaoh to earthquake."""
DISCARD = TAKE + EARTHQUAKE + 1 - ART
"""`DISCARD + k` gives up a tile of kind k, a civilisation or a monument."""
NUM_ACTIONS = DISCARD + TEMPLE + 1

_WORDS = ("draw", "invoke", "stop", "pass")


def format_action(action: int) -> str:
    """An action's notation, e.g. `bid 9`."""
    if action <= PASS:
        return _WORDS[action]
    if action <= BID + MAX_SUN:
        return f"bid {action - BID}"
    if action <= TAKE + EARTHQUAKE:
        return f"take {TILE_NAMES[action - TAKE]}"
    return f"discard {TILE_NAMES[action - DISCARD]}"
