"""Observations of Ra, from the observing seat's side."""

from nomarch.games.ra import components as box, state as st
from nomarch.kernel.features import Features

FEATURES = Features()
PLAYERS = FEATURES.one("players", 2, 5, "number of seats")
EIGHTH_CALLS = FEATURES.one("eighth_calls", 0, 1, "1 = the eighth tile starts an auction")
GODS_SPARE = FEATURES.one("gods_spare", 0, 1, "1 = gods take no disasters")
EPOCH = FEATURES.one("epoch", 1, 3, "the epoch that is played")
RA_COUNT = FEATURES.one("ra_count", 0, 10, "tiles on the Ra track")
RA_LEFT = FEATURES.one("ra_left", 0, 10, "Ra tiles until the epoch ends")
TRACK_LEN = FEATURES.one("track_len", 0, 8, "tiles on the auction track")
TRACK_FREE = FEATURES.one("track_free", 0, 8, "its empty spaces")
HIGH = FEATURES.one("high", 0, 16, "the highest bid, 0 = none")
CAUSE = FEATURES.one("cause", 0, 2, "why the auction is held")
PHASE = FEATURES.block("asked", 0, 1, "1 at the current phase", question=6)
CENTRE = FEATURES.block("centre", 0, 1, "1 at the sun in the centre", sun=box.MAX_SUN + 1)
TRACK = FEATURES.block("track", 0, 8, "tiles on the auction track", tile=box.KINDS)
BAG = FEATURES.block("bag", 0, 30, "tiles not drawn yet", tile=box.KINDS)
POINTS = FEATURES.block("points", 0, 500, "a player's points", player=box.MAX_SEATS)
TO_ACT = FEATURES.block("to_act", 0, 1, "1 = the player must decide", player=box.MAX_SEATS)
STARTER = FEATURES.block("starter", 0, 1, "1 = called the auction", player=box.MAX_SEATS)
LEADS = FEATURES.block("leads", 0, 1, "1 = made the highest bid", player=box.MAX_SEATS)
SUN_UP = FEATURES.block(
    "sun_up", 0, 1, "1 at a player's suns to bid", player=box.MAX_SEATS, sun=box.MAX_SUN + 1
)
SUN_DOWN = FEATURES.block(
    "sun_down", 0, 1, "1 at a player's spent suns", player=box.MAX_SEATS, sun=box.MAX_SUN + 1
)
HAVE = FEATURES.block(
    "have", 0, 25, "tiles in a player's display", player=box.MAX_SEATS, tile=box.OWNED_KINDS
)


def encode(s: st.State, seat, out):
    """Encode the observation of a seat; seats follow clockwise from its own."""
    out[PLAYERS] = s.players
    out[EIGHTH_CALLS] = s.eighth_calls
    out[GODS_SPARE] = s.gods_spare
    out[EPOCH] = s.epoch
    out[RA_COUNT] = s.ra_count
    out[RA_LEFT] = box.RA_LIMIT[s.players] - s.ra_count
    out[TRACK_LEN] = s.track_len
    out[TRACK_FREE] = box.TRACK_SPACES - s.track_len
    out[HIGH] = s.high
    out[CAUSE] = s.cause
    out[PHASE.at(s.phase)] = 1
    out[CENTRE.at(s.centre)] = 1
    for i in range(s.track_len):
        out[TRACK.at(s.track[i])] += 1
    for kind in range(box.KINDS):
        out[BAG.at(kind)] = s.bag[kind]
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, step)


def encode_seat(s: st.State, seat, out, step):
    out[POINTS.at(step)] = s.points[seat]
    out[TO_ACT.at(step)] = 1 if s.seat == seat else 0
    out[STARTER.at(step)] = 1 if s.starter == seat else 0
    out[LEADS.at(step)] = 1 if s.high_seat == seat else 0
    for i in range(box.SUNS_EACH):
        if s.sun[seat][i] > 0:
            if s.up[seat][i] == 1:
                out[SUN_UP.at(step, s.sun[seat][i])] = 1
            else:
                out[SUN_DOWN.at(step, s.sun[seat][i])] = 1
    for kind in range(box.OWNED_KINDS):
        out[HAVE.at(step, kind)] = s.have[seat][kind]
