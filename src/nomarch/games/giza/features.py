"""What a learning agent sees of Giza: a row of small ints, always from its own seat's side."""

from nomarch.games.giza.components import (
    HAND,
    MAX_HEIGHT,
    MAX_SEATS,
    NO_TILE,
    SITES,
    TILES,
)
from nomarch.games.giza.rules import top

PHASES = 3
PER_SITE = TILES + 2
"""The visible tile, the height, and whether the site is empty."""
PER_SEAT = 2 + SITES * PER_SITE
OWN_STACKS = SITES * TILES
NUM_FEATURES = 3 + PHASES + 3 * TILES + TILES + OWN_STACKS + MAX_SEATS * PER_SEAT


def encode(s, seat, out):
    """Fills `out` from what the seat may see; seats follow clockwise from its own."""
    for i in range(NUM_FEATURES):
        out[i] = 0
    out[0] = s.players
    out[1] = s.pile_left
    out[2] = s.base_points
    at = 3
    if s.seat == seat:
        out[at + s.phase] = 1
    at += PHASES
    encode_hand(s, seat, out, at)
    at += 3 * TILES
    for tile in range(TILES):
        out[at + tile] = s.gone[tile]
    at += TILES
    encode_own_stacks(s, seat, out, at)
    at += OWN_STACKS
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, at + step * PER_SEAT)


def encode_hand(s, seat, out, at):
    """The own hand, the tile that is being played, and those marked to be discarded."""
    for slot in range(HAND):
        if s.hand[seat][slot] != NO_TILE:
            out[at + s.hand[seat][slot]] += 1
            if s.seat == seat and s.marked[slot] == 1:
                out[at + 2 * TILES + s.hand[seat][slot]] += 1
    if s.seat == seat and s.picked != NO_TILE:
        out[at + TILES + s.picked] = 1


def encode_own_stacks(s, seat, out, at):
    """What lies in the own stacks, which their owner may look through."""
    for site in range(SITES):
        for level in range(MAX_HEIGHT):
            if level < s.height[seat][site]:
                out[at + site * TILES + s.stack[seat][site][level]] += 1


def encode_seat(s, seat, out, at):
    """One player's part: points once counted, the turn, and every site's top and height."""
    out[at] = s.points[seat]
    out[at + 1] = 1 if s.seat == seat else 0
    at += 2
    for site in range(SITES):
        tile = top(s, seat, site)
        if tile == NO_TILE:
            out[at + TILES + 1] = 1
        else:
            out[at + tile] = 1
        out[at + TILES] = s.height[seat][site]
        at += PER_SITE
