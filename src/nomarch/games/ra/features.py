"""Observations of Ra, from the observing seat's side."""

from nomarch.games.ra import components as box, state as st
from nomarch.kernel.declare.features import Features

SEATS, SUNS = box.MAX_SEATS, box.MAX_SUN + 1

FEATURES = Features(st.State)
FEATURES.copy("players", 2, 5)
FEATURES.copy("eighth_calls", 0, 1, "1 = the eighth tile starts an auction")
FEATURES.copy("gods_spare", 0, 1)
FEATURES.copy("epoch", 1, 3, "the epoch that is played")
FEATURES.copy("ra_count", 0, 10)
RA_LEFT = FEATURES.one("ra_left", 0, 10, "Ra tiles until the epoch ends")
FEATURES.copy("track_len", 0, 8)
TRACK_FREE = FEATURES.one("track_free", 0, 8, "its empty spaces")
FEATURES.copy("high", 0, 16, "the highest bid, 0 = none")
FEATURES.copy("cause", 0, 2)
FEATURES.mark("phase", "1 at the current phase", name="asked", question=6)
FEATURES.mark("centre", "1 at the sun in the centre", sun=SUNS)
TRACK = FEATURES.block("track", 0, 8, "tiles on the auction track", tile=box.KINDS)
FEATURES.copy("bag", 0, 30, "tiles not drawn yet", tile=box.KINDS)
FEATURES.copy("points", 0, 500, "a player's points", player=SEATS)
FEATURES.mark_seat("seat", "to_act", "1 = the player must decide", SEATS)
FEATURES.mark_seat("starter", "starter", "1 = called the auction", SEATS)
FEATURES.mark_seat("high_seat", "leads", "1 = made the highest bid", SEATS)
SUN_UP = FEATURES.block("sun_up", 0, 1, "1 at a player's suns to bid", player=SEATS, sun=SUNS)
SUN_DOWN = FEATURES.block("sun_down", 0, 1, "1 at a player's spent suns", player=SEATS, sun=SUNS)
FEATURES.copy("have", 0, 25, "tiles in a player's display", player=SEATS, tile=box.OWNED_KINDS)
FEATURES.copy("invoker_bids", 0, 1)

copy_fields = FEATURES.copier(__name__)


def encode(s: st.State, seat, out):
    copy_fields(s, seat, out)
    out[RA_LEFT] = box.RA_LIMIT[s.players] - s.ra_count
    out[TRACK_FREE] = box.TRACK_SPACES - s.track_len
    for i in range(s.track_len):
        out[TRACK.at(s.track[i])] += 1
    for step in range(s.players):
        encode_suns(s, (seat + step) % s.players, out, step)


def encode_suns(s: st.State, seat, out, step):
    for i in range(box.SUNS_EACH):
        if s.sun[seat][i] > 0:
            if s.up[seat][i] == 1:
                out[SUN_UP.at(step, s.sun[seat][i])] = 1
            else:
                out[SUN_DOWN.at(step, s.sun[seat][i])] = 1
