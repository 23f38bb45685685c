"""Observations of Giza, from the observing seat's side."""

from nomarch.games.giza.rules import box, st, stacks
from nomarch.kernel.declare.features import Features

SEATS, SITES, TILES = box.MAX_SEATS, box.SITES, box.TILES

FEATURES = Features(st.State)
FEATURES.copy("players", 2, 6)
FEATURES.copy("pile_left", 0, 75, "tiles to draw")
FEATURES.copy("base_points", -15, -5)
FEATURES.copy("open_memory", 0, 1, "1 = all stacks may be looked through")
FEATURES.copy("own_sphinx", 0, 2)
PHASE = FEATURES.block("asked", 0, 1, "1 at the phase of the own seat", question=3)
HAND = FEATURES.block("hand", 0, 4, "tiles in the own hand", tile=TILES)
PICKED = FEATURES.block("picked", 0, 1, "1 at the tile that is being played", tile=TILES)
MARKED = FEATURES.block("marked", 0, 4, "tiles marked to be discarded", tile=TILES)
FEATURES.copy("gone", 0, 9, "tiles out of the game", tile=TILES)
STACK = FEATURES.block(
    "stack", 0, 6, "tiles of stacks it may look through", player=SEATS, site=SITES, tile=TILES
)
FEATURES.copy("points", -60, 107, "a player's points once counted", player=SEATS)
FEATURES.mark_seat("seat", "to_act", "1 = the player must decide", SEATS)
FEATURES.copy("height", 0, 15, player=SEATS, site=SITES)
EMPTY = FEATURES.block("empty", 0, 1, "1 = nothing on a site", player=SEATS, site=SITES)
TOP = FEATURES.block("top", 0, 1, "1 at a visible tile", player=SEATS, site=SITES, tile=TILES)

copy_fields = FEATURES.copier(__name__)


def encode(s: st.State, seat, out):
    copy_fields(s, seat, out)
    encode_hand(s, seat, out)
    for step in range(s.players):
        encode_tops(s, (seat + step) % s.players, out, step)
        if step == 0 or s.open_memory == 1:
            encode_stacks(s, (seat + step) % s.players, out, step)


def encode_hand(s: st.State, seat, out):
    for slot in range(box.HAND):
        if s.hand[seat][slot] != st.NO_TILE:
            out[HAND.at(s.hand[seat][slot])] += 1
            if s.seat == seat and s.marked[slot] == 1:
                out[MARKED.at(s.hand[seat][slot])] += 1
    if s.seat == seat:
        out[PHASE.at(s.phase)] = 1
        if s.picked != st.NO_TILE:
            out[PICKED.at(s.picked)] = 1


def encode_stacks(s: st.State, seat, out, step):
    for site in range(SITES):
        for level in range(s.height[seat][site]):
            out[STACK.at(step, site, s.stack[seat][site][level])] += 1


def encode_tops(s: st.State, seat, out, step):
    for site in range(SITES):
        tile = stacks.top(s, seat, site)
        if tile == st.NO_TILE:
            out[EMPTY.at(step, site)] = 1
        else:
            out[TOP.at(step, site, tile)] = 1
