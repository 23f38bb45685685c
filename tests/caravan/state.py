"""What a game of Caravan is made of. Bids belong to their owners until they are shown."""

from nomarch.kernel.declare.layout import EVERYONE, OWNER, GameState, Row, field
from tests.caravan import components as box

OVER = -1


class State(GameState):
    """The sack of the day, what everybody has, and the bids."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    day: int = field("i1", (), EVERYONE, "sacks offered so far")
    sack: int = field("i1", (), EVERYONE, "what the sack is worth, -1 = the game is over")
    sacks: Row = field("i1", (len(box.COUNTS),), EVERYONE, "sacks to come, by worth")
    coins: Row = field("i1", (box.SEATS,), EVERYONE, "coins of a seat")
    bid: Row = field("i1", (box.SEATS,), OWNER, "the bid of a seat, 0 before it made one")
    has_bid: Row = field("i1", (box.SEATS,), EVERYONE, "1 = the seat has made its bid")
    points: Row = field("i2", (box.SEATS,), EVERYONE, "what a seat's sacks are worth")
