"""What a game of Egizia is made of, and who may see it.

Chance is drawn late: decks and grave tiles are counts of what has not been shown yet, which anyone
can work out. Hidden are the Sphinx cards alone: where each of them is, and what every seat knows.
"""

from typing import Any

from nomarch.games.egizia.components import (
    CARD_KINDS,
    CARD_SPACES,
    COLOURS,
    FIELD_KINDS,
    GRAVE_SPACES,
    GRAVE_TILES,
    HAND_SLOTS,
    IN_BOX,
    IN_FINGERS,
    MAX_DRAW,
    MAX_SEATS,
    NUM_SPACES,
    PART_SIZE,
    PILE_PARTS,
    PLACES,
    SITES,
    SPHINX_CARDS,
    STRUCTURES,
)
from nomarch.games.egizia.phases import OVER
from nomarch.kernel.layout import EVERYONE, OWNER, Field


def sees_card(s: Any, viewer: int, card: int) -> int:
    """A Sphinx card's place is known to its holder, to all in the box and after the end."""
    place = int(s.where[card])
    if s.phase == OVER or place == IN_BOX:
        return 1
    if place == IN_FINGERS:
        return int(viewer == s.seat)
    return int(viewer >= 0 and place // HAND_SLOTS == viewer)


def sees_drawn(s: Any, viewer: int, index: int) -> int:
    """The cards drawn at the Sphinx are seen by the one who drew them."""
    return int(viewer == s.seat)


FIELDS = (
    Field("players", "i1", (), EVERYONE, "number of seats"),
    Field("per_ten", "i1", (), EVERYONE, "1 = the optional Sphinx card is in the game"),
    Field("double_last", "i1", (), EVERYONE, "1 = Heliopolis may be doubled"),
    Field("stage", "i1", (), EVERYONE, "which of the round's phases is played"),
    Field("phase", "i1", (), EVERYONE, "what is being decided"),
    Field("round", "i1", (), EVERYONE, "1 to 5"),
    Field("seat", "i1", (), EVERYONE, "seat to act"),
    Field("order", "i1", (MAX_SEATS,), EVERYONE, "seats by order tile"),
    Field("turn", "i1", (), EVERYONE, "index in `order` of the last one to place a boat"),
    Field("extra", "i1", (), EVERYONE, "1 = the boat is one that a card gives"),
    Field("again", "i1", (), EVERYONE, "boats that cards give after this one"),
    Field("queue", "i1", (MAX_SEATS,), EVERYONE, "seats in the order of the stage being played"),
    Field("queue_at", "i1", (), EVERYONE, "how many of them have begun"),
    Field("half", "i1", (), EVERYONE, "how far the seat's own step of the stage has come"),
    Field("after", "i1", (), EVERYONE, "what goes on when an effect is settled"),
    Field("owed_steps", "i1", (), EVERYONE, "crew steps of choice still to be made"),
    Field("owed_market", "i1", (), EVERYONE, "steps down on a market of choice still to be made"),
    Field("flood_reach", "i1", (), EVERYONE, "spaces that the flood marker may be moved"),
    Field("grain_extra", "i1", (), EVERYONE, "grain from cards and stones in this feeding step"),
    Field("offered", "i1", (), EVERYONE, "cards that could be played before this boat, as bits"),
    Field("points", "i2", (MAX_SEATS,), EVERYONE, "score, may be negative"),
    Field("arrival", "i2", (MAX_SEATS,), EVERYONE, "when the score stone came to its space"),
    Field("arrivals", "i2", (), EVERYONE, "arrivals counted so far"),
    Field("crew", "i1", (MAX_SEATS, 4), EVERYONE, "strength of crews a, b, c and joker"),
    Field("used", "i1", (MAX_SEATS, 4), EVERYONE, "1 = that crew is turned over this round"),
    Field("stones", "i1", (MAX_SEATS,), EVERYONE, "stones in store, 0 to 25"),
    Field("quarry", "i1", (MAX_SEATS,), EVERYONE, "stones that the quarries give each round"),
    Field("grain", "i1", (MAX_SEATS, COLOURS), EVERYONE, "grain of the fields, by irrigation"),
    Field("field", "i1", (MAX_SEATS, FIELD_KINDS, COLOURS), EVERYONE, "fields, by kind and colour"),
    Field("market", "i1", (MAX_SEATS, 2), EVERYONE, "stone and grain marker, 0 top to 4 bottom"),
    Field("flood", "i1", (), EVERYONE, "flood marker: 0 left, 1 centre, 2 right"),
    Field("deck", "i1", (CARD_KINDS,), EVERYONE, "Nile cards left in the open deck, by kind"),
    Field("deck_left", "i1", (), EVERYONE, "their number"),
    Field("row", "i1", (CARD_SPACES,), EVERYONE, "cards on the Nile, -1 = taken"),
    Field("have", "i1", (MAX_SEATS, CARD_KINDS), EVERYONE, "a seat's Nile cards, by kind"),
    Field("gone", "i1", (CARD_KINDS,), EVERYONE, "Nile cards out of the game, by kind"),
    Field("canals", "i1", (MAX_SEATS,), EVERYONE, "canals not put to a field yet"),
    Field("tired", "i1", (MAX_SEATS,), EVERYONE, "once-a-round cards used this round, as bits"),
    Field("boats", "i4", (MAX_SEATS,), EVERYONE, "positions of a seat's boats, as bits"),
    Field("boats_left", "i1", (MAX_SEATS,), EVERYONE, "boats not placed yet"),
    Field("last", "i1", (MAX_SEATS,), EVERYONE, "position of the most downstream boat, -1 = none"),
    Field("passed", "i1", (MAX_SEATS,), EVERYONE, "1 = places no more boats this round"),
    Field("place", "i1", (len(SITES), PLACES), EVERYONE, "whose boat, -1 = nobody's"),
    Field("waiting", "i1", (len(SITES),), EVERYONE, "whose boat waits at a site, -1 = nobody's"),
    Field("first", "i1", (MAX_SEATS,), EVERYONE, "rank among those who build first, 0 = no"),
    Field("first_from", "i1", (MAX_SEATS,), EVERYONE, "first site at which that holds"),
    Field("firsts", "i1", (), EVERYONE, "cards that let build first, this round"),
    Field("site", "i1", (), EVERYONE, "site being built on, -1 = none yet"),
    Field("stepped", "i1", (), EVERYONE, "seats that had their step at the site, as bits"),
    Field("gave_way", "i1", (), EVERYONE, "place holders of the site who did not build"),
    Field("built", "i1", (MAX_SEATS,), EVERYONE, "sites at which a seat spent a stone this round"),
    Field("strength", "i1", (), EVERYONE, "strength left for this build"),
    Field("shift", "i1", (), EVERYONE, "1 = two basic crews may be used in this build"),
    Field("laid_now", "i1", (), EVERYONE, "stones laid in this build"),
    Field("stone", "i1", (NUM_SPACES,), EVERYONE, "whose stone lies on a space, -1 = none"),
    Field("laid", "i1", (len(PART_SIZE),), EVERYONE, "stones on every part"),
    Field("own", "i1", (MAX_SEATS, STRUCTURES), EVERYONE, "a seat's stones on every structure"),
    Field("grave", "i1", (GRAVE_SPACES,), EVERYONE, "values of the grave tiles, 0 = face down"),
    Field("grave_bag", "i1", (len(GRAVE_TILES),), EVERYONE, "tiles not turned up yet, by value"),
    Field("grave_left", "i1", (), EVERYONE, "their number"),
    Field("graves_up", "i1", (), EVERYONE, "grave spaces turned up so far"),
    Field("hand", "i1", (MAX_SEATS,), EVERYONE, "number of a seat's Sphinx cards"),
    Field("pile", "i1", (PILE_PARTS,), EVERYONE, "cards in each part of the pile, top first"),
    Field("pile_by", "i1", (PILE_PARTS,), EVERYONE, "who put that part there, -1 = the set-up"),
    Field("pile_parts", "i1", (), EVERYONE, "parts made so far"),
    Field("drawn_left", "i1", (), EVERYONE, "cards in the fingers of the one at the Sphinx"),
    Field("kept_now", "i1", (), EVERYONE, "cards kept from this draw"),
    Field("keep_most", "i1", (), EVERYONE, "cards that may be kept from this draw"),
    Field("drawn", "i1", (MAX_DRAW,), sees_drawn, "the cards drawn, -1 = kept or none"),
    Field("where", "i1", (SPHINX_CARDS,), sees_card, "where every Sphinx card is"),
    Field("maybe", "i8", (MAX_SEATS, SPHINX_CARDS), OWNER,
          "where a card may be for all a seat knows, as bits"),
)  # fmt: skip
