"""What a game of Crocodile is made of, and who may see it: everyone, all but chance."""

from nomarch.kernel.declare.layout import EVERYONE, GameState, Row, field
from tests.smallest import components as box


class State(GameState):
    """The river, the boat of whoever is to act, and the points."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    seat: int = field("i1", (), EVERYONE, "seat to act, -1 = the game is over")
    river: Row = field("i1", (2,), EVERYONE, "fish and crocodiles that still swim")
    boat: int = field("i1", (), EVERYONE, "fish that may yet be lost")
    points: Row = field("i2", (box.SEATS,), EVERYONE, "fish that a seat has landed")
