"""Observations of Amun-Re, from the observing seat's side."""

from nomarch.games.amun_re import components as box, state as st
from nomarch.kernel.features import Features

SEATS, CARDS, PROVINCES = box.MAX_SEATS, box.CARDS, box.PROVINCES

FEATURES = Features()
PLAYERS = FEATURES.one("players", 3, 5, "number of seats")
DRAFT = FEATURES.one("draft", 0, 2, "how bought cards are drawn")
EDITION = FEATURES.one("edition", 0, 2, "which edition's rules are played")
BLOCK_ONCE = FEATURES.one("block_once", 0, 1, "1 = a block is spent with its bid")
HIDDEN = FEATURES.one("hidden", 0, 1, "1 = gold and numbers of cards are secret")
SUM_LIMIT = FEATURES.one("sum_limit", 0, 1, "1 = symbols of all provinces limit purchases")
FEW_BRICKS = FEATURES.one("few_bricks", 0, 1, "1 = bricks can run out")
TURN = FEATURES.one("turn", 0, 6, "the turn that is played, 0 = before the first")
TOTAL = FEATURES.one("total", -30, 2200, "the offering, once shown")
DECK = FEATURES.one("deck_left", 0, 39, "power cards in the shuffled part of the pile")
UNDER = FEATURES.one("under_len", 0, 39, "power cards returned under it")
POOL_LEFT = FEATURES.one("pool_left", 0, 15, "provinces not revealed yet in this kingdom")
UNITS = FEATURES.one("units", 0, 30, "units to place, or drawn cards to return")
OWED = FEATURES.one("owed", 0, 3, "units that the god still owes")
BOUGHT = FEATURES.one("bought", 0, 1, "1 = this stage's purchase is made")
BLOCKING = FEATURES.one("blocking", 0, 1, "1 = the bid will carry a block")
SITE_CARD = FEATURES.one("site_card", -1, 11, "card that looks for a province, -1 = none")
OFFER = FEATURES.one("offer", -3, 2200, "one's own offering, -3 = theft")
ADJUSTING = FEATURES.one("adjusting", 0, 1, "1 = with an adjustment card")
PHASE = FEATURES.block("asked", 0, 1, "1 at the current phase", question=st.QUESTIONS)
BOX = FEATURES.block("box", 0, 1, "1 at the temple marker's box", box=box.BOXES + 1)
HAND = FEATURES.block("hand", 0, 8, "power cards in one's hand", card=CARDS)
DISCARD = FEATURES.block("discard", 0, 8, "power cards played or sold", card=CARDS)
DRAWN = FEATURES.block("drawn", 0, 8, "power cards drawn to choose from", card=CARDS)
UP = FEATURES.block("up", 0, 1, "1 = up for auction", province=PROVINCES)
POOL = FEATURES.block("pool", 0, 1, "1 = not revealed yet in this kingdom", province=PROVINCES)
FARMERS = FEATURES.block("farmers", 0, 6, "farmers on green spaces", province=PROVINCES)
FREE = FEATURES.block("free", 0, 5, "farmers outside the green spaces", province=PROVINCES)
BRICKS = FEATURES.block("bricks", 0, 2, "bricks", province=PROVINCES)
PYRAMIDS = FEATURES.block("pyramids", 0, 127, "pyramids", province=PROVINCES)
GIFTS = FEATURES.block("gifts", 0, 2, "power cards lying on a province", province=PROVINCES)
OWNER = FEATURES.block("owner", 0, 1, "1 at the owner", province=PROVINCES, player=SEATS)
POINTS = FEATURES.block("points", 0, 1000, "a player's points", player=SEATS)
GOLD = FEATURES.block("gold", -1, 2200, "a player's gold, -1 = hidden", player=SEATS)
HAND_COUNT = FEATURES.block(
    "hand_count", -1, 39, "power cards in a hand, -1 = hidden", player=SEATS
)
TO_ACT = FEATURES.block("to_act", 0, 1, "1 = the player must decide", player=SEATS)
PHARAOH = FEATURES.block("pharaoh", 0, 1, "1 = holds the Pharaoh", player=SEATS)
OFFERED = FEATURES.block("offered", 0, 1, "1 = the offering is made", player=SEATS)
BID_ON = FEATURES.block("bid_on", 0, 15, "province bid for, from 1; 0 = none", player=SEATS)
BID_STEP = FEATURES.block("bid_step", 0, 1, "1 at the bid", player=SEATS, step=box.BID_STEPS)
BLOCKED = FEATURES.block("blocked", 0, 1, "1 = that bid carries a block", player=SEATS)
EIGHT = FEATURES.block("eight", 0, 15, "province with 8 gold, from 1; 0 = none", player=SEATS)
EXTRA = FEATURES.block("extra", 0, 15, "province with extra income, from 1", player=SEATS)
PLAYED = FEATURES.block("played", 0, 1, "1 = played in this phase", player=SEATS, card=CARDS)
KNOWN = FEATURES.block("known", 0, 8, "cards known to be in a hand", player=SEATS, card=CARDS)


def encode(s: st.State, seat, out):
    """Encode the observation of a seat; seats follow clockwise from its own."""
    encode_table(s, seat, out)
    for p in range(PROVINCES):
        encode_province(s, seat, p, out)
    for step in range(s.players):
        encode_seat(s, seat, (seat + step) % s.players, out, step)


def encode_table(s: st.State, seat, out):
    """Encode turn, marker, piles, the current choice, and what only the seat sees."""
    out[PLAYERS] = s.players
    out[DRAFT] = s.draft
    out[EDITION] = s.edition
    out[BLOCK_ONCE] = s.block_once
    out[HIDDEN] = s.hidden
    out[SUM_LIMIT] = s.sum_limit
    out[FEW_BRICKS] = s.few_bricks
    out[TURN] = s.turn
    out[TOTAL] = s.total
    out[DECK] = s.deck_left
    out[UNDER] = s.under_len
    out[POOL_LEFT] = s.pool_left
    out[UNITS] = s.units
    out[OWED] = s.owed
    out[BOUGHT] = s.bought
    out[BLOCKING] = s.blocking
    out[SITE_CARD] = s.site_card
    out[PHASE.at(s.phase)] = 1
    out[BOX.at(s.box)] = 1
    out[OFFER] = s.offer[seat]
    out[ADJUSTING] = s.adjusting[seat]
    choosing = (s.phase == st.KEEP or s.phase == st.START_KEEP) and s.seat == seat
    for kind in range(CARDS):
        out[DISCARD.at(kind)] = s.discard[kind]
        out[HAND.at(kind)] = s.hand[seat][kind]
        out[DRAWN.at(kind)] = s.drawn[kind] if choosing else 0


def encode_province(s: st.State, seat, p, out):
    """Encode one province: what stands there, and its owner. Printed values are constant."""
    out[UP.at(p)] = s.card[p]
    out[POOL.at(p)] = s.pool[p]
    out[FARMERS.at(p)] = s.farmers[p]
    out[FREE.at(p)] = s.free[p]
    out[BRICKS.at(p)] = s.bricks[p]
    out[PYRAMIDS.at(p)] = s.pyramids[p]
    out[GIFTS.at(p)] = s.gifts[p]
    if s.owner[p] >= 0:
        out[OWNER.at(p, (s.owner[p] - seat + s.players) % s.players)] = 1


def encode_seat(s: st.State, viewer, seat, out, step):
    """Encode one player: points, gold, cards, bid, and the offering once revealed."""
    out[POINTS.at(step)] = s.points[seat]
    is_seen = st.sees_treasure(s, viewer, seat) == 1
    out[GOLD.at(step)] = s.gold[seat] if is_seen else -1
    out[HAND_COUNT.at(step)] = s.hand_count[seat] if is_seen else -1
    out[TO_ACT.at(step)] = 1 if s.seat == seat else 0
    out[PHARAOH.at(step)] = 1 if s.pharaoh == seat else 0
    out[OFFERED.at(step)] = s.offered[seat]
    out[BID_ON.at(step)] = s.bid_on[seat] + 1
    out[BLOCKED.at(step)] = s.blocked[seat]
    out[EIGHT.at(step)] = s.eight[seat] + 1
    out[EXTRA.at(step)] = s.extra[seat] + 1
    if s.bid_on[seat] >= 0:
        out[BID_STEP.at(step, s.bid_step[seat])] = 1
    for kind in range(CARDS):
        out[PLAYED.at(step, kind)] = (int(s.played[seat]) >> kind) & 1
        out[KNOWN.at(step, kind)] = s.known[viewer][seat][kind]
