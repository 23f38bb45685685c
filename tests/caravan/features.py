"""What a learning agent sees of Caravan, always from its own seat's side."""

from nomarch.kernel.declare.features import Features
from tests.caravan import components as box, state as st

FEATURES = Features(st.State)
FEATURES.copy("day", 0, box.DAYS)
FEATURES.copy("sack", -1, len(box.COUNTS), "what the sack is worth, -1 = over")
FEATURES.copy("sacks", 0, 3, worth=len(box.COUNTS))
FEATURES.copy("coins", 0, box.COINS, "a player's coins", player=box.SEATS)
FEATURES.copy("has_bid", 0, 1, "1 = the player has made a bid", player=box.SEATS)
FEATURES.copy("points", 0, 30, "a player's points", player=box.SEATS)
OWN_BID = FEATURES.one("own_bid", 0, box.MOST, "the bid the player made")

copy_fields = FEATURES.copier(__name__)


def encode(s: st.State, seat, out):
    """What the seat may see; seats follow clockwise from its own."""
    copy_fields(s, seat, out)
    out[OWN_BID] = s.bid[seat]
