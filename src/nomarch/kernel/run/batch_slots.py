"""Slots: the data of a batch's games besides their states."""

from nomarch.kernel.declare.game import MAX_PLAYERS
from nomarch.kernel.declare.layout import NOBODY, Layout, Row, Stream, field


class Slot(Stream):
    """A slot of a batch, which plays one game after the other.

    It is also the random stream of the policies that play inside the batch.
    """

    key: Row = field("i4", (8,), NOBODY, "the seed that its games are numbered under")
    number: int = field("i8", (), NOBODY, "the number of the game that is played")
    seat: int = field("i4", (), NOBODY, "whose decision is the caller's, or was the last")
    shift: int = field("i4", (), NOBODY, "seats that policies have moved on")
    over: int = field("i4", (), NOBODY, "1 = the game has ended, the next has not begun")
    places: Row = field("i4", (MAX_PLAYERS,), NOBODY, "the last finished game's places, by seat")
    points: Row = field("i4", (MAX_PLAYERS,), NOBODY, "its points, by seat")


SLOT = Layout(Slot)
