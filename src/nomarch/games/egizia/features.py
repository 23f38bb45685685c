"""What a learning agent sees of Egizia: a row of small ints, always from its own seat's side."""

from nomarch.games.egizia.components import (
    BASIC_CREWS,
    CARD_KINDS,
    CARD_SPACES,
    COLOURS,
    FIRST_PILE,
    GRAVE_PART,
    HAND_SLOTS,
    IN_FINGERS,
    MAX_SEATS,
    PARTS,
    PILE_PARTS,
    PLACES,
    POSITIONS,
    SITES,
    SPHINX_CARDS,
    STRUCTURES,
)
from nomarch.games.egizia.rules import grave_total, is_open, missing, next_value

STAGES, PHASES = 10, 20
HAND_BITS = (1 << HAND_SLOTS) - 1
PILE_BITS = ((1 << PILE_PARTS) - 1) << FIRST_PILE
GLOBAL = 16
PER_SITE = (PLACES + 1) * MAX_SEATS
PER_SEAT = 18 + 2 * (BASIC_CREWS + 1) + COLOURS + STRUCTURES + CARD_KINDS + POSITIONS
NUM_FEATURES = (
    GLOBAL + STAGES + PHASES + CARD_SPACES * CARD_KINDS + CARD_KINDS + 3 * PER_SITE
    + 2 * len(PARTS) + 3 * SPHINX_CARDS + MAX_SEATS * PER_SEAT
)  # fmt: skip


def encode(s, seat, out):
    """Fills `out` from what the seat may see; seats follow clockwise from its own."""
    for i in range(NUM_FEATURES):
        out[i] = 0
    encode_decision(s, out)
    at = GLOBAL
    out[at + s.stage] = 1
    at += STAGES
    out[at + s.phase] = 1
    at += PHASES
    for i in range(CARD_SPACES):
        if s.row[i] >= 0:
            out[at + i * CARD_KINDS + s.row[i]] = 1
    at += CARD_SPACES * CARD_KINDS
    for kind in range(CARD_KINDS):
        out[at + kind] = s.deck[kind]
    at += CARD_KINDS
    for site in range(len(SITES)):
        encode_site(s, seat, site, out, at + site * PER_SITE)
    at += 3 * PER_SITE
    for part in range(len(PARTS)):
        out[at + 2 * part] = s.laid[part]
        out[at + 2 * part + 1] = next_value(s, part) if is_open(s, part) else 0
    at += 2 * len(PARTS)
    encode_riddles(s, seat, out, at)
    at += 3 * SPHINX_CARDS
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, at + step * PER_SEAT)


def encode_decision(s, out):
    """Round, flood, and the numbers of the decision under way."""
    out[0] = s.players
    out[1] = s.round
    out[2] = s.flood
    out[3] = s.site
    out[4] = s.strength
    out[5] = s.shift
    out[6] = s.laid_now
    out[7] = s.owed_steps
    out[8] = s.owed_market
    out[9] = s.flood_reach
    out[10] = s.grain_extra
    out[11] = s.extra + 2 * s.again
    out[12] = s.drawn_left
    out[13] = s.keep_most - s.kept_now
    out[14] = s.graves_up
    out[15] = s.gave_way


def encode_site(s, seat, site, out, at):
    """Whose boats lie at a site: each place, then the waiting one."""
    for i in range(PLACES):
        if s.place[site][i] >= 0:
            out[at + i * MAX_SEATS + (s.place[site][i] - seat) % s.players] = 1
    if s.waiting[site] >= 0:
        out[at + PLACES * MAX_SEATS + (s.waiting[site] - seat) % s.players] = 1


def encode_riddles(s, seat, out, at):
    """Sphinx cards: held, in the fingers, and known to lie in the pile."""
    for card in range(SPHINX_CARDS):
        places = int(s.maybe[seat][card])
        if places & ~(HAND_BITS << (seat * HAND_SLOTS)) == 0:
            out[at + card] = 1
        elif places == 1 << IN_FINGERS and s.seat == seat:
            out[at + SPHINX_CARDS + card] = 1
        elif places & ~PILE_BITS == 0:
            out[at + 2 * SPHINX_CARDS + card] = 1


def encode_seat(s, seat, out, at):
    """One player's part: score, stones, markers, crews, fields, monuments, cards, boats."""
    out[at] = s.points[seat]
    out[at + 1] = s.stones[seat]
    out[at + 2] = s.quarry[seat]
    out[at + 3] = s.market[seat][0]
    out[at + 4] = s.market[seat][1]
    out[at + 5] = s.boats_left[seat]
    out[at + 6] = s.last[seat]
    out[at + 7] = s.passed[seat]
    out[at + 8] = s.tired[seat]
    out[at + 9] = s.canals[seat]
    out[at + 10] = s.first[seat]
    out[at + 11] = s.built[seat]
    out[at + 12] = s.hand[seat]
    out[at + 13] = grave_total(s, seat) if s.laid[GRAVE_PART] > 0 else 0
    out[at + 14] = missing(s, seat)
    out[at + 15] = 1 if s.seat == seat else 0
    for i in range(s.players):
        if s.order[i] == seat:
            out[at + 16] = i + 1
        if s.points[i] > s.points[seat]:
            out[at + 17] += 1
    at += 18
    for crew in range(BASIC_CREWS + 1):
        out[at + 2 * crew] = s.crew[seat][crew]
        out[at + 2 * crew + 1] = s.used[seat][crew]
    at += 2 * (BASIC_CREWS + 1)
    for colour in range(COLOURS):
        out[at + colour] = s.grain[seat][colour]
    at += COLOURS
    for structure in range(STRUCTURES):
        out[at + structure] = s.own[seat][structure]
    at += STRUCTURES
    for kind in range(CARD_KINDS):
        out[at + kind] = s.have[seat][kind]
    at += CARD_KINDS
    for pos in range(POSITIONS):
        out[at + pos] = (s.boats[seat] >> pos) & 1
