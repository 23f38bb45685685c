"""Observations of Amun-Re, from the observing seat's side."""

from nomarch.games.amun_re import components as box, state as st
from nomarch.kernel.declare.features import Features

SEATS, CARDS, PROVINCES = box.MAX_SEATS, box.CARDS, box.PROVINCES

FEATURES = Features(st.State)
FEATURES.copy("players", 3, 5)
FEATURES.copy("draft", 0, 2)
FEATURES.copy("edition", 0, 2)
FEATURES.copy("block_once", 0, 1)
FEATURES.copy("hidden", 0, 1)
FEATURES.copy("sum_limit", 0, 1)
FEATURES.copy("few_bricks", 0, 1)
FEATURES.copy("turn", 0, 6, "the turn that is played, 0 = before the first")
FEATURES.copy("total", -30, 2200)
FEATURES.copy("deck_left", 0, 39, "power cards in the shuffled part of the pile")
FEATURES.copy("under_len", 0, 39, "power cards returned under it")
FEATURES.copy("pool_left", 0, 15, "provinces not revealed yet in this kingdom")
FEATURES.copy("units", 0, 30)
FEATURES.copy("owed", 0, 3, "units that the god still owes")
FEATURES.copy("bought", 0, 1)
FEATURES.copy("blocking", 0, 1, "1 = the bid will carry a block")
FEATURES.copy("site_card", -1, 11)
OFFER = FEATURES.one("offer", -3, 2200, "one's own offering, -3 = theft")
ADJUSTING = FEATURES.one("adjusting", 0, 1, "1 = with an adjustment card")
FEATURES.mark("phase", "1 at the current phase", name="asked", question=st.QUESTIONS)
FEATURES.mark("box", "1 at the temple marker's box", box=box.BOXES + 1)
HAND = FEATURES.block("hand", 0, 8, "power cards in one's hand", card=CARDS)
FEATURES.copy("discard", 0, 8, "power cards played or sold", card=CARDS)
DRAWN = FEATURES.block("drawn", 0, 8, "power cards drawn to choose from", card=CARDS)
FEATURES.copy("card", 0, 1, name="up", province=PROVINCES)
FEATURES.copy("pool", 0, 1, "1 = not revealed yet in this kingdom", province=PROVINCES)
FEATURES.copy("farmers", 0, 6, province=PROVINCES)
FEATURES.copy("free", 0, 5, province=PROVINCES)
FEATURES.copy("bricks", 0, 2, province=PROVINCES)
FEATURES.copy("pyramids", 0, 127, province=PROVINCES)
FEATURES.copy("gifts", 0, 2, province=PROVINCES)
OWNER = FEATURES.block("owner", 0, 1, "1 at the owner", province=PROVINCES, player=SEATS)
FEATURES.copy("points", 0, 1000, "a player's points", player=SEATS)
GOLD = FEATURES.block("gold", -1, 2200, "a player's gold, -1 = hidden", player=SEATS)
HAND_COUNT = FEATURES.block(
    "hand_count", -1, 39, "power cards in a hand, -1 = hidden", player=SEATS
)
FEATURES.mark_seat("seat", "to_act", "1 = the player must decide", SEATS)
FEATURES.mark_seat("pharaoh", "pharaoh", "1 = holds the Pharaoh", SEATS)
FEATURES.copy("offered", 0, 1, "1 = the offering is made", player=SEATS)
FEATURES.copy("bid_on", 0, 15, "province bid for, from 1; 0 = none", plus=1, player=SEATS)
BID_STEP = FEATURES.block("bid_step", 0, 1, "1 at the bid", player=SEATS, step=box.BID_STEPS)
FEATURES.copy("blocked", 0, 1, player=SEATS)
FEATURES.copy("eight", 0, 15, "province with 8 gold, from 1; 0 = none", plus=1, player=SEATS)
FEATURES.copy("extra", 0, 15, "province with extra income, from 1", plus=1, player=SEATS)
PLAYED = FEATURES.block("played", 0, 1, "1 = played in this phase", player=SEATS, card=CARDS)
KNOWN = FEATURES.block("known", 0, 8, "cards known to be in a hand", player=SEATS, card=CARDS)
FEATURES.copy("empty_offers", 0, 1)

copy_fields = FEATURES.copier(__name__)


def encode(s: st.State, seat, out):
    copy_fields(s, seat, out)
    out[OFFER] = s.offer[seat]
    out[ADJUSTING] = s.adjusting[seat]
    choosing = (s.phase == st.KEEP or s.phase == st.START_KEEP) and s.seat == seat
    for kind in range(CARDS):
        out[HAND.at(kind)] = s.hand[seat][kind]
        out[DRAWN.at(kind)] = s.drawn[kind] if choosing else 0
    for p in range(PROVINCES):
        if s.owner[p] >= 0:
            out[OWNER.at(p, (s.owner[p] - seat + s.players) % s.players)] = 1
    for step in range(s.players):
        encode_seat(s, seat, (seat + step) % s.players, out, step)


def encode_seat(s: st.State, viewer, seat, out, step):
    is_seen = st.sees_treasure(s, viewer, seat) == 1
    out[GOLD.at(step)] = s.gold[seat] if is_seen else -1
    out[HAND_COUNT.at(step)] = s.hand_count[seat] if is_seen else -1
    if s.bid_on[seat] >= 0:
        out[BID_STEP.at(step, s.bid_step[seat])] = 1
    for kind in range(CARDS):
        out[PLAYED.at(step, kind)] = (int(s.played[seat]) >> kind) & 1
        out[KNOWN.at(step, kind)] = s.known[viewer][seat][kind]
