"""Observations for learning agents, from the own seat's side."""

from nomarch.games.egizia.rules import box, feeding, monuments, scoring, st
from nomarch.kernel.declare.features import Features

HAND_BITS = (1 << box.HAND_SLOTS) - 1
PILE_BITS = ((1 << box.PILE_PARTS) - 1) << box.FIRST_PILE
SEATS, SITES, PARTS = box.MAX_SEATS, len(box.SITES), len(box.PARTS)
CREWS = len(box.CREWS)

FEATURES = Features(st.State)
FEATURES.copy("players", 2, 4)
FEATURES.copy("round", 1, 5, "the round that is played")
FEATURES.copy("flood", 0, 2, "the flood marker's space")
FEATURES.copy("site", -1, 3, "the site that is built on, -1 = none")
FEATURES.copy("strength", 0, 50)
FEATURES.copy("shift", 0, 1)
FEATURES.copy("laid_now", 0, 50)
FEATURES.copy("owed_steps", 0, 2)
FEATURES.copy("owed_market", 0, 2)
FEATURES.copy("flood_reach", 0, 2)
FEATURES.copy("grain_extra", 0, 50, "grain from cards and stones")
FEATURES.copy("extra", 0, 1)
FEATURES.copy("drawn_left", 0, 5, "Sphinx cards being drawn")
KEEP_LEFT = FEATURES.one("keep_left", 0, 2, "how many of them may still be kept")
FEATURES.copy("graves_up", 4, 12)
FEATURES.mark("stage", "1 at the stage of the round", stage=st.STAGES)
FEATURES.mark("phase", "1 at the current phase", name="asked", question=st.QUESTIONS)
ROW = FEATURES.block(
    "row", 0, 1, "1 at the card on a space", space=box.CARD_SPACES, card=box.CARD_KINDS
)
FEATURES.copy("deck", 0, 3, "Nile cards left in the deck", card=box.CARD_KINDS)
PLACE = FEATURES.block(
    "place", 0, 1, "1 = the player's boat is there", site=SITES, place=box.PLACES, player=SEATS
)
WAITING = FEATURES.block("waiting", 0, 1, "1 = the player waits there", site=SITES, player=SEATS)
FEATURES.copy("laid", 0, 12, "stones on a part", part=PARTS)
VALUE = FEATURES.block("value", 0, 9, "value of a part's next space, 0 = not open", part=PARTS)
HELD = FEATURES.block("held", 0, 1, "1 = in one's own hand", riddle=box.SPHINX_CARDS)
DRAWN = FEATURES.block("drawn", 0, 1, "1 = being drawn by oneself", riddle=box.SPHINX_CARDS)
PILED = FEATURES.block("piled", 0, 1, "1 = known to be in the pile", riddle=box.SPHINX_CARDS)
FEATURES.copy("points", -600, 600, "a player's points", player=SEATS)
AHEAD = FEATURES.block("ahead", 0, 3, "players with more points", player=SEATS)
FEATURES.copy("stones", 0, 25, "stones in store", player=SEATS)
FEATURES.copy("quarry", 0, 30, "stones of the quarries", player=SEATS)
FEATURES.copy("market", 0, 4, "a marker, 0 = top", player=SEATS, market=2)
FEATURES.copy("boats_left", 0, 8, player=SEATS)
FEATURES.copy("last", -1, 19, player=SEATS)
FEATURES.copy("passed", 0, 1, "1 = places no more boats", player=SEATS)
FEATURES.copy("tired", 0, 15, "once-a-round cards used, as bits", player=SEATS)
FEATURES.copy("canals", 0, 2, player=SEATS)
FEATURES.copy("first", 0, 2, player=SEATS)
FEATURES.copy("built", 0, 3, "sites where stones were spent", player=SEATS)
FEATURES.copy("hand", 0, 8, "number of Sphinx cards", player=SEATS)
TREASURE = FEATURES.block("treasure", 0, 80, "the value of all own graves", player=SEATS)
MISSING = FEATURES.block("missing", 0, 36, "grain that is missing now", player=SEATS)
FEATURES.mark_seat("seat", "to_act", "1 = the player must decide", SEATS)
ORDER = FEATURES.block("order", 0, 4, "order tile", player=SEATS)
FEATURES.copy("crew", 0, 9, "a crew's strength", player=SEATS, crew=CREWS)
FEATURES.copy("used", 0, 1, "1 = used this round", player=SEATS, crew=CREWS)
FEATURES.copy("grain", 0, 60, "grain of fields", player=SEATS, colour=box.COLOURS)
FEATURES.copy("own", 0, 21, "own stones", player=SEATS, structure=box.STRUCTURES)
FEATURES.copy("have", 0, 5, "Nile cards", player=SEATS, card=box.CARD_KINDS)
BOATS = FEATURES.block("boats", 0, 1, "1 = a boat is there", player=SEATS, space=box.POSITIONS)
FEATURES.copy("per_ten", 0, 1)
FEATURES.copy("double_last", 0, 1)
FEATURES.copy("at_once", 0, 1)
FEATURES.copy("waiting_counts", 0, 1)
FEATURES.copy("own_berth", 0, 1)

copy_fields = FEATURES.copier(__name__)


def encode(s: st.State, seat, out):
    copy_fields(s, seat, out)
    out[KEEP_LEFT] = s.keep_most - s.kept_now
    for i in range(box.CARD_SPACES):
        if s.row[i] >= 0:
            out[ROW.at(i, s.row[i])] = 1
    for site in range(SITES):
        encode_site(s, seat, site, out)
    for part in range(PARTS):
        out[VALUE.at(part)] = monuments.next_value(s, part) if monuments.is_open(s, part) else 0
    encode_riddles(s, seat, out)
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, step)


def encode_site(s: st.State, seat, site, out):
    """Write whose boats are at a site: each place, then the waiting one."""
    for i in range(box.PLACES):
        if s.place[site][i] >= 0:
            out[PLACE.at(site, i, (s.place[site][i] - seat) % s.players)] = 1
    if s.waiting[site] >= 0:
        out[WAITING.at(site, (s.waiting[site] - seat) % s.players)] = 1


def encode_riddles(s: st.State, seat, out):
    """Sphinx cards: held, being drawn, and known to lie in the pile."""
    for card in range(box.SPHINX_CARDS):
        places = int(s.maybe[seat][card])
        if places & ~(HAND_BITS << (seat * box.HAND_SLOTS)) == 0:
            out[HELD.at(card)] = 1
        elif places == 1 << box.BEING_DRAWN and s.seat == seat:
            out[DRAWN.at(card)] = 1
        elif places & ~PILE_BITS == 0:
            out[PILED.at(card)] = 1


def encode_seat(s: st.State, seat, out, step):
    out[TREASURE.at(step)] = scoring.grave_total(s, seat)
    out[MISSING.at(step)] = feeding.missing(s, seat)
    for i in range(s.players):
        if s.order[i] == seat:
            out[ORDER.at(step)] = i + 1
        if s.points[i] > s.points[seat]:
            out[AHEAD.at(step)] += 1
    for pos in range(box.POSITIONS):
        out[BOATS.at(step, pos)] = (s.boats[seat] >> pos) & 1
