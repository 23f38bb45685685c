"""What a game of Giza is made of: hands, the pile and what lies under others' tiles are hidden."""

from __future__ import annotations

from nomarch.games.giza.components import HAND, MAX_HEIGHT, MAX_SEATS, SITES, TILES
from nomarch.kernel.layout import EVERYONE, NOBODY, OWNER, Cube, GameState, Grid, Row, field

TURN, PLACING, DISCARDING = range(3)
"""What can be asked: anything at all, where the chosen tile goes, which tiles go as well."""
NO_SEAT = -1
NO_TILE = -1


def sees_choice(s: State, viewer: int) -> int:
    """What is being chosen is the acting player's own affair until it is done."""
    return 1 if viewer == s.seat else 0


def sees_mark(s: State, viewer: int, slot: int) -> int:
    """A tile that is about to be discarded is still in a hand."""
    return sees_choice(s, viewer)


def sees_tile(s: State, viewer: int, owner: int, site: int, level: int) -> int:
    """One's own stacks whole, of all others the top; when the game is over, everything."""
    if viewer == owner or s.seat < 0:
        return 1
    return 1 if level >= s.height[owner][site] - 1 else 0


class State(GameState):
    """A table of Giza."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    base_points: int = field("i1", (), EVERYONE, "what the base of a sphinx scores")
    seat: int = field("i1", (), EVERYONE, "seat to act, -1 = the game is over")
    asked: int = field("i1", (), sees_choice, "what is being asked", unknown=TURN)
    picked: int = field("i1", (), sees_choice, "the tile to be played", unknown=NO_TILE)
    marked: Row = field("i1", (HAND,), sees_mark, "1 = that tile will be discarded", unknown=0)
    hand: Grid = field("i1", (MAX_SEATS, HAND), OWNER, "a seat's tiles, -1 = none")
    held: Row = field("i1", (MAX_SEATS,), EVERYONE, "their number")
    height: Grid = field("i1", (MAX_SEATS, SITES), EVERYONE, "tiles on a site")
    stack: Cube = field("i1", (MAX_SEATS, SITES, MAX_HEIGHT), sees_tile, "they, bottom first")
    takes: Grid = field("i4", (MAX_SEATS, SITES), EVERYONE, "tiles that fit on a site, as bits")
    pile: Row = field("i1", (TILES,), NOBODY, "tiles to draw, by kind: their order is still open")
    pile_left: int = field("i1", (), EVERYONE, "their number")
    gone: Row = field("i1", (TILES,), EVERYONE, "tiles out of the game, by kind: all left face up")
    points: Row = field("i2", (MAX_SEATS,), EVERYONE, "points, counted when the game is over")
    treasure: Row = field("i2", (MAX_SEATS,), EVERYONE, "the part of them that treasures gave")
    next_first: int = field("i1", (), EVERYONE, "who begins a following game, -1 = not known yet")
