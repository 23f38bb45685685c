"""The state of Giza. Hands, the pile and tiles under others' top tiles are hidden.

With open memory every tile ever laid may be looked up; otherwise the past shows only what the
stacks still show.
"""

from __future__ import annotations

from nomarch.games.giza.components import HAND, MAX_HEIGHT, MAX_SEATS, SITES, TILES
from nomarch.kernel.declare.layout import EVERYONE, NOBODY, OWNER, Cube, GameState, Grid, Row, field

TURN, PLACING, DISCARDING = range(3)
"""The phases: choose a move, place the chosen tile, choose more tiles."""
NO_SEAT = -1
NO_TILE = -1


def sees_choice(s: State, viewer: int) -> int:
    """A choice in progress is private to the acting player."""
    return 1 if viewer == s.seat else 0


def sees_mark(s: State, viewer: int, slot: int) -> int:
    """A tile marked for discarding is still in a hand."""
    return sees_choice(s, viewer)


def is_all_open(s: State) -> bool:
    """Whether every stack may be looked through: by the option, or after the game."""
    return s.open_memory == 1 or s.seat == NO_SEAT


def sees_tile(s: State, viewer: int, owner: int, site: int, level: int) -> int:
    """A seat sees its own stacks, and the tops of all others."""
    if viewer == owner or is_all_open(s):
        return 1
    return 1 if level >= s.height[owner][site] - 1 else 0


def remembers(now: State, viewer: int, owner: int, site: int, level: int, tile: int) -> int:
    """Whether a tile once seen on a stack may still be shown.

    It is forgotten when it is covered. If it left the stack, it is forgotten when another tile
    takes its place, because it would reveal something about the covered tile below.
    """
    if viewer == owner or is_all_open(now):
        return 1
    height = now.height[owner][site]
    is_still_there = level == height - 1 and now.stack[owner][site][level] == tile
    return 1 if level >= height or is_still_there else 0


def sees_past_tile(then: State, now: State, viewer: int, owner: int, site: int, level: int) -> int:
    """In the past, only remembered tiles are shown."""
    return remembers(now, viewer, owner, site, level, then.stack[owner][site][level])


def sees_past_top(then: State, now: State, viewer: int, owner: int, site: int) -> int:
    """In the past, a forgotten top tile also hides what fitted on it."""
    level = then.height[owner][site] - 1
    return 1 if level < 0 else sees_past_tile(then, now, viewer, owner, site, level)


def sees_past_hand(then: State, now: State, viewer: int, seat: int, slot: int) -> int:
    """In the past, a hand is hidden once it has changed, since it reveals what was played."""
    return 1 if is_all_open(now) or then.draws[seat] == now.draws[seat] else 0


def sees_past_choice(then: State, now: State, viewer: int, *slot: int) -> int:
    """In the past, the choice from a hand is hidden with the hand."""
    return sees_past_hand(then, now, viewer, then.seat, 0)


class State(GameState):
    """The complete state of a game."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    base_points: int = field("i1", (), EVERYONE, "what the base of a sphinx scores")
    open_memory: int = field("i1", (), EVERYONE, "1 = covered tiles may be looked up")
    own_sphinx: int = field("i1", (), EVERYONE, "1, 2 = no demolition of others' sphinxes")
    seat: int = field("i1", (), EVERYONE, "seat to act, -1 = the game is over")
    phase: int = field(
        "i1",
        (),
        sees_choice,
        "what the seat to act decides",
        stored_name="asked",
        unknown=TURN,
        past=sees_past_choice,
    )
    picked: int = field(
        "i1", (), sees_choice, "the tile to be played", unknown=NO_TILE, past=sees_past_choice
    )
    marked: Row = field(
        "i1", (HAND,), sees_mark, "1 = it will be discarded", unknown=0, past=sees_past_choice
    )
    hand: Grid = field(
        "i1", (MAX_SEATS, HAND), OWNER, "a seat's tiles, -1 = none", past=sees_past_hand
    )
    held: Row = field("i1", (MAX_SEATS,), EVERYONE, "their number")
    draws: Row = field("i1", (MAX_SEATS,), EVERYONE, "how often a seat has filled its hand up")
    height: Grid = field("i1", (MAX_SEATS, SITES), EVERYONE, "tiles on a site")
    stack: Cube = field(
        "i1", (MAX_SEATS, SITES, MAX_HEIGHT), sees_tile, "bottom first", past=sees_past_tile
    )
    takes: Grid = field(
        "i4", (MAX_SEATS, SITES), EVERYONE, "tiles that fit on a site, as bits", past=sees_past_top
    )
    pile: Row = field("i1", (TILES,), NOBODY, "tiles to draw, by kind: their order is still open")
    pile_left: int = field("i1", (), EVERYONE, "their number")
    gone: Row = field("i1", (TILES,), EVERYONE, "tiles out of the game, by kind: all left face up")
    points: Row = field("i2", (MAX_SEATS,), EVERYONE, "points, counted when the game is over")
    treasure: Row = field("i2", (MAX_SEATS,), EVERYONE, "the part of them that treasures gave")
    next_first: int = field("i1", (), EVERYONE, "who begins a following game, -1 = not known yet")
