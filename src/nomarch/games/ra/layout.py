"""What a game of Ra is made of, and who may see it: all of it but the stream of chance."""

from nomarch.games.ra.components import (
    KINDS,
    MAX_SEATS,
    OWNED_KINDS,
    SUNS_EACH,
    TRACK_SPACES,
)
from nomarch.kernel.layout import EVERYONE, Field

FIELDS = (
    Field("players", "i1", (), EVERYONE, "number of seats"),
    Field("phase", "i1", (), EVERYONE, "what is being decided"),
    Field("epoch", "i1", (), EVERYONE, "1 to 3"),
    Field("seat", "i1", (), EVERYONE, "seat to act"),
    Field("starter", "i1", (), EVERYONE, "seat that started the auction: holds the Ra figure"),
    Field("cause", "i1", (), EVERYONE, "why the auction is held"),
    Field("high", "i1", (), EVERYONE, "highest bid so far, 0 = none"),
    Field("high_seat", "i1", (), EVERYONE, "who made it, -1 = nobody"),
    Field("ra_count", "i1", (), EVERYONE, "tiles on the Ra track"),
    Field("centre", "i1", (), EVERYONE, "the sun in the centre"),
    Field("track_len", "i1", (), EVERYONE, "tiles on the auction track"),
    Field("track", "i1", (TRACK_SPACES,), EVERYONE, "their kinds, oldest first"),
    Field("owed_civilisations", "i1", (), EVERYONE, "civilisation tiles still to be given up"),
    Field("owed_monuments", "i1", (), EVERYONE, "monuments still to be given up"),
    Field("after_discard", "i1", (), EVERYONE, "what goes on once nothing is owed"),
    Field("sun", "i1", (MAX_SEATS, SUNS_EACH), EVERYONE, "values of a seat's suns, 0 = none"),
    Field("up", "i1", (MAX_SEATS, SUNS_EACH), EVERYONE, "1 = that sun lies face up"),
    Field("have", "i1", (MAX_SEATS, OWNED_KINDS), EVERYONE, "tiles in a seat's display, by kind"),
    Field("bag", "i1", (KINDS,), EVERYONE, "tiles not drawn yet, by kind: all others lie open"),
    Field("bag_left", "i2", (), EVERYONE, "their number"),
    Field("gone", "i1", (KINDS,), EVERYONE, "tiles out of the game, by kind"),
    Field("points", "i2", (MAX_SEATS,), EVERYONE, "fame; follows from open tiles, so not secret"),
)
