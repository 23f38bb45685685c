"""What a learning agent sees of Amun-Re: a row of small ints, always from its own seat's side."""

from nomarch.games.amun_re.components import (
    BANK,
    BID_STEPS,
    BOXES,
    CARAVAN,
    CARDS,
    EGYPT,
    INCOME,
    MAX_SEATS,
    NILE,
    PRINTED,
    PROVINCES,
    SPACES,
    SYMBOLS,
    TEMPLES,
)
from nomarch.games.amun_re.layout import KEEP, START_KEEP

NUM_PHASES = 16
TABLE = 15
PER_PROVINCE = 16 + MAX_SEATS
PER_SEAT = 12 + BID_STEPS + CARDS
NUM_FEATURES = (
    TABLE + NUM_PHASES + BOXES + 1 + 4 * CARDS + PROVINCES * PER_PROVINCE + MAX_SEATS * PER_SEAT
)


def encode(s, seat, out):
    """Fills `out` from what the seat may see; seats follow clockwise from its own."""
    for i in range(NUM_FEATURES):
        out[i] = 0
    encode_table(s, seat, out)
    at = TABLE
    out[at + s.phase] = 1
    at += NUM_PHASES
    out[at + s.box] = 1
    at += BOXES + 1
    choosing = (s.phase == KEEP or s.phase == START_KEEP) and s.seat == seat
    for kind in range(CARDS):
        out[at + kind] = s.hand[seat][kind]
        out[at + CARDS + kind] = s.discard[kind]
        out[at + 2 * CARDS + kind] = s.drawn[kind] if choosing else 0
        out[at + 3 * CARDS + kind] = (int(s.played[seat]) >> kind) & 1
    at += 4 * CARDS
    for p in range(PROVINCES):
        encode_province(s, seat, p, out, at)
        at += PER_PROVINCE
    for away in range(s.players):
        encode_seat(s, seat, (seat + away) % s.players, out, at + away * PER_SEAT)


def encode_table(s, seat, out):
    """What belongs to nobody: turn, marker, piles, and what is being chosen."""
    out[0] = s.players
    out[1] = s.turn
    out[2] = s.total
    out[3] = s.deck_left
    out[4] = s.under_len
    out[5] = s.pool_left
    out[6] = s.units
    out[7] = s.owed
    out[8] = s.bought
    out[9] = s.blocking
    out[10] = s.site_card
    out[11] = s.draft
    out[12] = s.edition
    out[13] = s.offer[seat]
    out[14] = s.adjusting[seat]


def encode_province(s, seat, p, out, at):
    """One province: what is printed on it, what stands there, and whose it is."""
    out[at] = s.card[p]
    out[at + 1] = s.pool[p]
    out[at + 2] = s.farmers[p]
    out[at + 3] = s.free[p]
    out[at + 4] = s.bricks[p]
    out[at + 5] = s.pyramids[p]
    out[at + 6] = s.gifts[p]
    out[at + 7] = SPACES[p]
    out[at + 8] = PRINTED[p]
    out[at + 9] = SYMBOLS[p]
    out[at + 10] = INCOME[p]
    out[at + 11] = CARAVAN[p]
    out[at + 12] = TEMPLES[p]
    out[at + 13] = BANK[p]
    out[at + 14] = EGYPT[p]
    out[at + 15] = NILE[p]
    if s.owner[p] >= 0:
        out[at + 16 + (s.owner[p] - seat + s.players) % s.players] = 1


def encode_seat(s, viewer, seat, out, at):
    """One player's part: points, gold, cards, bid, offering as far as it is open."""
    out[at] = s.points[seat]
    out[at + 1] = s.gold[seat]
    out[at + 2] = s.hand_count[seat]
    out[at + 3] = 1 if s.seat == seat else 0
    out[at + 4] = 1 if s.pharaoh == seat else 0
    out[at + 5] = s.offered[seat]
    out[at + 6] = s.bid_on[seat] + 1
    out[at + 7] = s.blocked[seat]
    out[at + 8] = s.eight[seat] + 1
    out[at + 9] = s.extra[seat] + 1
    out[at + 10] = s.played[seat]
    out[at + 11] = 1 if s.bid_on[seat] >= 0 else 0
    if s.bid_on[seat] >= 0:
        out[at + 12 + s.bid_step[seat]] = 1
    at += 12 + BID_STEPS
    for kind in range(CARDS):
        out[at + kind] = s.known[viewer][seat][kind]
