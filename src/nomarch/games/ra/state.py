"""The state of Ra. Everything but the random stream is public."""

from nomarch.games.ra.components import KINDS, MAX_SEATS, OWNED_KINDS, SUNS_EACH, TRACK_SPACES
from nomarch.kernel.declare.layout import EVERYONE, GameState, Grid, Row, field

TURN, GOD_TURN, AUCTION, UNREST_LOSS, EARTHQUAKE_LOSS, OVER = range(6)
"""The phases. In both losses a seat chooses the tiles it gives up."""
VOLUNTARY, FORCED, RA_DRAWN = range(3)
"""Causes of an auction."""
AFTER_AUCTION, AFTER_GOD = range(2)
"""Where the game continues after a disaster's losses."""
NO_SEAT = -1


class State(GameState):
    """The state; all of it is public, and the bag can be counted."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    eighth_calls: int = field("i1", (), EVERYONE, "1 = the eighth tile starts an auction at once")
    gods_spare: int = field("i1", (), EVERYONE, "1 = gods take no disasters")
    invoker_bids: int = field("i1", (), EVERYONE, "1 = who invoked Ra must outbid the others")
    phase: int = field("i1", (), EVERYONE, "what the seat to act decides", stored_name="asked")
    epoch: int = field("i1", (), EVERYONE, "1 to 3")
    seat: int = field("i1", (), EVERYONE, "seat to act, -1 = the game is over")
    starter: int = field("i1", (), EVERYONE, "seat that started the auction: holds the Ra figure")
    cause: int = field("i1", (), EVERYONE, "why the auction is held")
    high: int = field("i1", (), EVERYONE, "highest bid so far, 0 = none")
    high_seat: int = field("i1", (), EVERYONE, "who made it, -1 = nobody")
    ra_count: int = field("i1", (), EVERYONE, "tiles on the Ra track")
    centre: int = field("i1", (), EVERYONE, "the sun in the centre")
    track_len: int = field("i1", (), EVERYONE, "tiles on the auction track")
    track: Row = field("i1", (TRACK_SPACES,), EVERYONE, "their kinds, oldest first")
    owed_civilisations: int = field("i1", (), EVERYONE, "civilisation tiles still to be given up")
    owed_monuments: int = field("i1", (), EVERYONE, "monuments still to be given up")
    after_discard: int = field("i1", (), EVERYONE, "what goes on once nothing is owed")
    sun: Grid = field("i1", (MAX_SEATS, SUNS_EACH), EVERYONE, "values of a seat's suns, 0 = none")
    up: Grid = field("i1", (MAX_SEATS, SUNS_EACH), EVERYONE, "1 = that sun lies face up")
    have: Grid = field(
        "i1", (MAX_SEATS, OWNED_KINDS), EVERYONE, "tiles in a seat's display, by kind"
    )
    bag: Row = field("i1", (KINDS,), EVERYONE, "tiles not drawn yet, by kind: all others lie open")
    bag_left: int = field("i2", (), EVERYONE, "their number")
    gone: Row = field(
        "i1", (KINDS,), EVERYONE, "tiles out of the game, by kind; on the Ra track they are not"
    )
    points: Row = field(
        "i2", (MAX_SEATS,), EVERYONE, "fame; follows from open tiles, so not secret"
    )
