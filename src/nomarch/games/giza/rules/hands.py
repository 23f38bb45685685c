"""Hands: their size, and the tiles marked or played."""

from nomarch.games.giza import components as box, state as st
from nomarch.games.giza.rules import stacks
from nomarch.kernel.declare.rules import fill


def hand_size(s: st.State):
    """Hands: four tiles, fewer with the small box, which closes the sphinx site."""
    return box.SMALL_HAND if stacks.is_closed(s, box.SPHINX) else box.HAND


def clear_choice(s: st.State):
    """Nothing has been chosen yet in this turn."""
    s.phase = st.TURN
    s.picked = st.NO_TILE
    fill(s.marked, 0)


def find_unmarked(s: st.State, seat, tile):
    """The slot of a tile of the hand that is not marked to be discarded."""
    slot = 0
    while s.hand[seat][slot] != tile or s.marked[slot] == 1:
        slot += 1
    return slot


def drop(s: st.State, seat, slot):
    """A tile leaves a hand."""
    s.hand[seat][slot] = st.NO_TILE
    s.held[seat] -= 1
