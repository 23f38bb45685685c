"""What a game of Senet is made of. Nothing but the next throw is hidden."""

from nomarch.kernel.declare.layout import EVERYONE, GameState, Row, field
from nomarch_senet import components as box

EMPTY = 0


class State(GameState):
    """The houses, the throw that is to be played, and the pieces that have left the board."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    seat: int = field("i1", (), EVERYONE, "seat to act, -1 = the game is over")
    pieces: int = field("i1", (), EVERYONE, "pieces that each seat began with")
    throw: int = field("i1", (), EVERYONE, "what the last throw counts")
    thrown: int = field("i1", (), EVERYONE, "1 = the throw has to be played, 0 = the next is due")
    house: Row = field("i1", (box.OFF + 1,), EVERYONE, "the piece in each house, 0 = none")
    points: Row = field("i1", (box.SEATS,), EVERYONE, "pieces that a seat has brought off")
