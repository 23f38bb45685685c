"""Stacks of tiles: what fits on one and what is on top of it."""

from nomarch.games.giza import components as box, state as st


def is_closed(s: st.State, site):
    """Small box: a site that takes nothing is not used; any other takes a scarab at least."""
    return s.takes[0][site] == 0


def top(s: st.State, owner, site):
    """The visible tile of a stack; `NO_TILE` on an empty site."""
    height = int(s.height[owner][site])
    return st.NO_TILE if height == 0 else int(s.stack[owner][site][height - 1])


def fits(tile, site, below_it):
    """Whether a tile may be played on a site whose visible tile is `below_it`."""
    if tile == box.SCARAB:
        return True
    if tile == box.DEMOLITION:
        return below_it != st.NO_TILE
    if tile >= box.SPHINX_BASE:
        return site == box.SPHINX and sphinx_fits(tile, below_it)
    if site == box.SPHINX or below_it == box.SCARAB:
        return False
    if tile >= box.TREASURE:
        return treasure_fits(tile, below_it)
    return stone_fits(tile, below_it)


def stone_fits(tile, below_it):
    """Stones: on an empty pyramid site, or on a stone or treasure of a higher number."""
    return below_it == st.NO_TILE or box.NUMBERS[tile] < box.NUMBERS[below_it]


def treasure_fits(tile, below_it):
    """Treasures: only on a stone of the same number, whatever its sign."""
    is_stone = below_it != st.NO_TILE and below_it < box.TREASURE
    return is_stone and box.NUMBERS[tile] == box.NUMBERS[below_it]


def treasure_of(number):
    """The treasure of a number from 2 to 5."""
    return box.TREASURE + number - box.LOWEST_TREASURE


def sphinx_fits(tile, below_it):
    """Sphinx: the base on an empty site, the body on the base, the head on the body."""
    return below_it == (st.NO_TILE if tile == box.SPHINX_BASE else tile - 1)


TAKES = tuple(
    tuple(
        sum(1 << tile for tile in range(box.TILES) if fits(tile, site, below_it))
        for below_it in range(st.NO_TILE, box.TILES)
    )
    for site in range(box.SITES)
)
"""The tiles that a stack takes, as a bit set, by its site and its visible tile counted from -1."""


def note_top(s: st.State, owner, site):
    """A stack has a new visible tile: other tiles fit on it now."""
    s.takes[owner][site] = TAKES[site][top(s, owner, site) + 1]
