"""What a learning agent sees of Ra: a row of small ints, always from its own seat's side."""

from nomarch.games.ra.components import (
    KINDS,
    MAX_SEATS,
    MAX_SUN,
    OWNED_KINDS,
    RA_LIMIT,
    SUNS_EACH,
    TRACK_SPACES,
)

PHASES = 6
PER_SEAT = 4 + 2 * (MAX_SUN + 1) + OWNED_KINDS
NUM_FEATURES = 8 + PHASES + MAX_SUN + 1 + 2 * KINDS + MAX_SEATS * PER_SEAT


def encode(s, seat, out):
    """Fills `out` from what the seat may see; seats follow clockwise from its own."""
    for i in range(NUM_FEATURES):
        out[i] = 0
    out[0] = s.players
    out[1] = s.epoch
    out[2] = s.ra_count
    out[3] = RA_LIMIT[s.players] - s.ra_count
    out[4] = s.track_len
    out[5] = TRACK_SPACES - s.track_len
    out[6] = s.high
    out[7] = s.cause
    at = 8
    out[at + s.phase] = 1
    at += PHASES
    out[at + s.centre] = 1
    at += MAX_SUN + 1
    for i in range(s.track_len):
        out[at + s.track[i]] += 1
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = s.bag[kind]
    at += KINDS
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, at + step * PER_SEAT)


def encode_seat(s, seat, out, at):
    """One player's part: points, roles, suns up, suns down, tiles."""
    out[at] = s.points[seat]
    out[at + 1] = 1 if s.seat == seat else 0
    out[at + 2] = 1 if s.starter == seat else 0
    out[at + 3] = 1 if s.high_seat == seat else 0
    at += 4
    for i in range(SUNS_EACH):
        if s.sun[seat][i] > 0:
            face = 0 if s.up[seat][i] == 1 else MAX_SUN + 1
            out[at + face + s.sun[seat][i]] = 1
    at += 2 * (MAX_SUN + 1)
    for kind in range(OWNED_KINDS):
        out[at + kind] = s.have[seat][kind]
