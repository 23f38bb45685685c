"""What a learning agent sees of Caravan, always from its own seat's side."""

from nomarch.kernel.features import Features
from tests.caravan import components as box, state as st

FEATURES = Features()
DAY = FEATURES.one("day", 0, box.DAYS, "sacks offered so far")
SACK = FEATURES.one("sack", -1, len(box.COUNTS), "what the sack is worth, -1 = over")
SACKS = FEATURES.block("sacks", 0, 3, "sacks to come, by worth", worth=len(box.COUNTS))
COINS = FEATURES.block("coins", 0, box.COINS, "a player's coins", player=box.SEATS)
HAS_BID = FEATURES.block("has_bid", 0, 1, "1 = the player has made a bid", player=box.SEATS)
POINTS = FEATURES.block("points", 0, 30, "a player's points", player=box.SEATS)
OWN_BID = FEATURES.one("own_bid", 0, box.MOST, "the bid the player made")


def encode(s: st.State, seat, out):
    """What the seat may see; seats follow clockwise from its own."""
    out[DAY] = s.day
    out[SACK] = s.sack
    out[OWN_BID] = s.bid[seat]
    for worth in range(len(box.COUNTS)):
        out[SACKS.at(worth)] = s.sacks[worth]
    for step in range(s.players):
        other = (seat + step) % s.players
        out[COINS.at(step)] = s.coins[other]
        out[HAS_BID.at(step)] = s.has_bid[other]
        out[POINTS.at(step)] = s.points[other]
