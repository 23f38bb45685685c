"""Discarding, drawing new tiles, and the order of turns."""

from nomarch.games.giza import actions as act, components as box, events as ev, state as st
from nomarch.games.giza.rules import ending, hands
from nomarch.kernel.declare.rules import ALL, allow, draw_from, emit


def legal_discards(s: st.State, seat, mask):
    """Discarding: any one to four tiles, also when a tile could be played."""
    for slot in range(hands.hand_size(s)):
        if s.marked[slot] == 0:
            allow(mask, act.DISCARD.at(s.hand[seat][slot]))


def discard_marked(s: st.State, seat):
    """Discarding: the chosen tiles leave the game face up."""
    for slot in range(box.HAND):
        if s.marked[slot] == 1:
            tile = int(s.hand[seat][slot])
            emit(s, ev.DISCARDED, ALL, seat, tile)
            s.gone[tile] += 1
            hands.drop(s, seat, slot)
    refill(s, seat)


def refill(s: st.State, seat):
    """Drawing: up to four tiles again; the last tile of the pile ends the game at once."""
    draw_up(s, seat)
    if s.pile_left == 0:
        emit(s, ev.PILE_EMPTY, ALL, seat)
        ending.end_game(s)
    else:
        next_turn(s, seat)


def draw_up(s: st.State, seat):
    """Drawing: until the hand holds four tiles or the pile is empty."""
    drawn = 0
    s.draws[seat] += 1
    for slot in range(hands.hand_size(s)):
        if s.hand[seat][slot] == st.NO_TILE and s.pile_left > 0:
            tile = draw_from(s, s.pile, s.pile_left)
            s.pile_left -= 1
            s.hand[seat][slot] = tile
            s.held[seat] += 1
            drawn += 1
            emit(s, ev.TOOK, seat, seat, tile, s.draws[seat])
    emit(s, ev.DREW, ALL, seat, drawn)


def next_turn(s: st.State, seat):
    """Order of turns: clockwise."""
    hands.clear_choice(s)
    s.seat = seat + 1 if seat + 1 < s.players else 0
