"""Observations for learning agents, from the own seat's side."""

from nomarch.games.egizia.rules import box, feeding, monuments, scoring, st
from nomarch.kernel.features import Features

HAND_BITS = (1 << box.HAND_SLOTS) - 1
PILE_BITS = ((1 << box.PILE_PARTS) - 1) << box.FIRST_PILE
SEATS, SITES, PARTS = box.MAX_SEATS, len(box.SITES), len(box.PARTS)
CREWS = len(box.CREWS)

FEATURES = Features()
PLAYERS = FEATURES.one("players", 2, 4, "number of seats")
ROUND = FEATURES.one("round", 1, 5, "the round that is played")
FLOOD = FEATURES.one("flood", 0, 2, "the flood marker's space")
SITE = FEATURES.one("site", -1, 3, "the site that is built on, -1 = none")
STRENGTH = FEATURES.one("strength", 0, 50, "strength left for this build")
SHIFT = FEATURES.one("shift", 0, 1, "1 = two basic crews may be used in this build")
LAID_NOW = FEATURES.one("laid_now", 0, 50, "stones laid in this build")
OWED_STEPS = FEATURES.one("owed_steps", 0, 2, "crew steps of choice still owed")
OWED_MARKET = FEATURES.one("owed_market", 0, 2, "steps down on a market of choice still owed")
FLOOD_REACH = FEATURES.one("flood_reach", 0, 2, "spaces that the flood marker may be moved")
GRAIN_EXTRA = FEATURES.one("grain_extra", 0, 50, "grain from cards and stones")
EXTRA = FEATURES.one("extra", 0, 1, "1 = the boat is one that a card gives")
DRAWN_LEFT = FEATURES.one("drawn_left", 0, 5, "Sphinx cards being drawn")
KEEP_LEFT = FEATURES.one("keep_left", 0, 2, "how many of them may still be kept")
GRAVES_UP = FEATURES.one("graves_up", 4, 12, "grave spaces turned up so far")
STAGE = FEATURES.block("stage", 0, 1, "1 at the stage of the round", stage=st.STAGES)
PHASE = FEATURES.block("asked", 0, 1, "1 at the current phase", question=st.QUESTIONS)
ROW = FEATURES.block(
    "row", 0, 1, "1 at the card on a space", space=box.CARD_SPACES, card=box.CARD_KINDS
)
DECK = FEATURES.block("deck", 0, 3, "Nile cards left in the deck", card=box.CARD_KINDS)
PLACE = FEATURES.block(
    "place", 0, 1, "1 = the player's boat is there", site=SITES, place=box.PLACES, player=SEATS
)
WAITING = FEATURES.block("waiting", 0, 1, "1 = the player waits there", site=SITES, player=SEATS)
LAID = FEATURES.block("laid", 0, 12, "stones on a part", part=PARTS)
VALUE = FEATURES.block("value", 0, 9, "value of a part's next space, 0 = not open", part=PARTS)
HELD = FEATURES.block("held", 0, 1, "1 = in one's own hand", riddle=box.SPHINX_CARDS)
DRAWN = FEATURES.block("drawn", 0, 1, "1 = being drawn by oneself", riddle=box.SPHINX_CARDS)
PILED = FEATURES.block("piled", 0, 1, "1 = known to be in the pile", riddle=box.SPHINX_CARDS)
POINTS = FEATURES.block("points", -600, 600, "a player's points", player=SEATS)
AHEAD = FEATURES.block("ahead", 0, 3, "players with more points", player=SEATS)
STONES = FEATURES.block("stones", 0, 25, "stones in store", player=SEATS)
QUARRY = FEATURES.block("quarry", 0, 30, "stones of the quarries", player=SEATS)
MARKET = FEATURES.block("market", 0, 4, "a marker, 0 = top", player=SEATS, market=2)
BOATS_LEFT = FEATURES.block("boats_left", 0, 8, "boats not placed yet", player=SEATS)
LAST = FEATURES.block("last", -1, 19, "the most downstream boat, -1 = none", player=SEATS)
PASSED = FEATURES.block("passed", 0, 1, "1 = places no more boats", player=SEATS)
TIRED = FEATURES.block("tired", 0, 15, "once-a-round cards used, as bits", player=SEATS)
CANALS = FEATURES.block("canals", 0, 2, "canals not put to a field yet", player=SEATS)
FIRST = FEATURES.block("first", 0, 2, "rank among those who build first, 0 = no", player=SEATS)
BUILT = FEATURES.block("built", 0, 3, "sites where stones were spent", player=SEATS)
HAND = FEATURES.block("hand", 0, 8, "number of Sphinx cards", player=SEATS)
TREASURE = FEATURES.block("treasure", 0, 80, "the value of all own graves", player=SEATS)
MISSING = FEATURES.block("missing", 0, 36, "grain that is missing now", player=SEATS)
TO_ACT = FEATURES.block("to_act", 0, 1, "1 = the player must decide", player=SEATS)
ORDER = FEATURES.block("order", 0, 4, "order tile", player=SEATS)
CREW = FEATURES.block("crew", 0, 9, "a crew's strength", player=SEATS, crew=CREWS)
USED = FEATURES.block("used", 0, 1, "1 = used this round", player=SEATS, crew=CREWS)
GRAIN = FEATURES.block("grain", 0, 60, "grain of fields", player=SEATS, colour=box.COLOURS)
OWN = FEATURES.block("own", 0, 21, "own stones", player=SEATS, structure=box.STRUCTURES)
HAVE = FEATURES.block("have", 0, 5, "Nile cards", player=SEATS, card=box.CARD_KINDS)
BOATS = FEATURES.block("boats", 0, 1, "1 = a boat is there", player=SEATS, space=box.POSITIONS)


def encode(s: st.State, seat, out):
    """Write what the seat may see; seats follow clockwise from its own."""
    encode_decision(s, out)
    out[STAGE.at(s.stage)] = 1
    out[PHASE.at(s.phase)] = 1
    for i in range(box.CARD_SPACES):
        if s.row[i] >= 0:
            out[ROW.at(i, s.row[i])] = 1
    for kind in range(box.CARD_KINDS):
        out[DECK.at(kind)] = s.deck[kind]
    for site in range(SITES):
        encode_site(s, seat, site, out)
    for part in range(PARTS):
        out[LAID.at(part)] = s.laid[part]
        out[VALUE.at(part)] = monuments.next_value(s, part) if monuments.is_open(s, part) else 0
    encode_riddles(s, seat, out)
    for step in range(s.players):
        encode_seat(s, (seat + step) % s.players, out, step)
        encode_tableau(s, (seat + step) % s.players, out, step)


def encode_decision(s: st.State, out):
    """Round, flood, and the numbers of the decision under way."""
    out[PLAYERS] = s.players
    out[ROUND] = s.round
    out[FLOOD] = s.flood
    out[SITE] = s.site
    out[STRENGTH] = s.strength
    out[SHIFT] = s.shift
    out[LAID_NOW] = s.laid_now
    out[OWED_STEPS] = s.owed_steps
    out[OWED_MARKET] = s.owed_market
    out[FLOOD_REACH] = s.flood_reach
    out[GRAIN_EXTRA] = s.grain_extra
    out[EXTRA] = s.extra
    out[DRAWN_LEFT] = s.drawn_left
    out[KEEP_LEFT] = s.keep_most - s.kept_now
    out[GRAVES_UP] = s.graves_up


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
    """One player's part: score, stones, markers, boats and turn."""
    out[POINTS.at(step)] = s.points[seat]
    out[STONES.at(step)] = s.stones[seat]
    out[QUARRY.at(step)] = s.quarry[seat]
    out[BOATS_LEFT.at(step)] = s.boats_left[seat]
    out[LAST.at(step)] = s.last[seat]
    out[PASSED.at(step)] = s.passed[seat]
    out[TIRED.at(step)] = s.tired[seat]
    out[CANALS.at(step)] = s.canals[seat]
    out[FIRST.at(step)] = s.first[seat]
    out[BUILT.at(step)] = s.built[seat]
    out[HAND.at(step)] = s.hand[seat]
    out[TREASURE.at(step)] = scoring.grave_total(s, seat)
    out[MISSING.at(step)] = feeding.missing(s, seat)
    out[TO_ACT.at(step)] = 1 if s.seat == seat else 0
    for i in range(s.players):
        if s.order[i] == seat:
            out[ORDER.at(step)] = i + 1
        if s.points[i] > s.points[seat]:
            out[AHEAD.at(step)] += 1


def encode_tableau(s: st.State, seat, out, step):
    """One player's part: markets, crews, fields, monuments, cards and boats."""
    for market in range(2):
        out[MARKET.at(step, market)] = s.market[seat][market]
    for crew in range(CREWS):
        out[CREW.at(step, crew)] = s.crew[seat][crew]
        out[USED.at(step, crew)] = s.used[seat][crew]
    for colour in range(box.COLOURS):
        out[GRAIN.at(step, colour)] = s.grain[seat][colour]
    for structure in range(box.STRUCTURES):
        out[OWN.at(step, structure)] = s.own[seat][structure]
    for kind in range(box.CARD_KINDS):
        out[HAVE.at(step, kind)] = s.have[seat][kind]
    for pos in range(box.POSITIONS):
        out[BOATS.at(step, pos)] = (s.boats[seat] >> pos) & 1
