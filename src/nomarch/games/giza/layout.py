"""What a game of Giza is made of: hands, the pile and what lies under others' tiles are hidden."""

from __future__ import annotations

from typing import Any

from nomarch.games.giza.components import HAND, MAX_HEIGHT, MAX_SEATS, NO_TILE, SITES, SPOTS, TILES
from nomarch.kernel.layout import EVERYONE, NOBODY, OWNER, Field


def sees_choice(s: Any, viewer: int) -> int:
    """What is being chosen is the acting player's own affair until it is done."""
    return 1 if viewer == s.seat else 0


def sees_mark(s: Any, viewer: int, slot: int) -> int:
    """A tile that is about to be discarded is still in a hand."""
    return sees_choice(s, viewer)


def sees_tile(s: Any, viewer: int, owner: int, site: int, level: int) -> int:
    """One's own stacks whole, of all others the top; when the game is over, everything."""
    if viewer == owner or s.seat < 0:
        return 1
    return 1 if level >= s.height[owner][site] - 1 else 0


FIELDS = (
    Field("players", "i1", (), EVERYONE, "number of seats"),
    Field("base_points", "i1", (), EVERYONE, "what the base of a sphinx scores"),
    Field("seat", "i1", (), EVERYONE, "seat to act, -1 = the game is over"),
    Field("phase", "i1", (), sees_choice, "what the seat is choosing", unknown=0),
    Field("picked", "i1", (), sees_choice, "the tile it wants to play", unknown=NO_TILE),
    Field("marked", "i1", (HAND,), sees_mark, "1 = that tile will be discarded", unknown=0),
    Field("hand", "i1", (MAX_SEATS, HAND), OWNER, "a seat's tiles, -1 = none"),
    Field("held", "i1", (MAX_SEATS,), EVERYONE, "their number"),
    Field("height", "i1", (MAX_SEATS, SITES), EVERYONE, "tiles on a site"),
    Field("stack", "i1", (MAX_SEATS, SITES, MAX_HEIGHT), sees_tile, "those tiles, bottom first"),
    Field("takes", "i4", (SPOTS,), EVERYONE, "tiles that fit on a site, as a bit set"),
    Field("pile", "i1", (TILES,), NOBODY, "tiles to draw, by kind: their order is still open"),
    Field("pile_left", "i1", (), EVERYONE, "their number"),
    Field("gone", "i1", (TILES,), EVERYONE, "tiles out of the game, by kind: all left face up"),
    Field("points", "i2", (MAX_SEATS,), EVERYONE, "points, counted when the game is over"),
    Field("treasure", "i2", (MAX_SEATS,), EVERYONE, "the part of them that treasures gave"),
    Field("next_first", "i1", (), EVERYONE, "who begins a following game, -1 = not known yet"),
)
