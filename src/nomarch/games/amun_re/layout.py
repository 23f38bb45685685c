"""What a game of Amun-Re is made of, and who may see it.

Gold lies open. Secret are the power cards in a hand, those that lie face down on a province or in
the pile, and an offering until all are made. What a seat knows of hidden cards is kept too, since
it has seen it: cards dealt in the open, and those that it returned to the pile itself.
"""

from __future__ import annotations

from typing import Any

from nomarch.games.amun_re.components import (
    CARDS,
    MAX_GIFT_CARDS,
    MAX_SEATS,
    NUM_CARDS,
    PROVINCES,
)
from nomarch.kernel.layout import EVERYONE, NOBODY, OWNER, Field

PHASES = (
    START_KEEP, PICK, STEP, CARDS_STAGE, FARMERS_STAGE, BRICKS_STAGE, KEEP, PLACE_FARMER,
    PLACE_BRICK, SITE, OFFERING, ADJUSTING, REWARD, INCOME_CARDS, BONUS_PLAY, OVER,
) = tuple(range(16))  # fmt: skip
"""What is being decided."""

UNSEEN, SEEN_BY_ALL = -1, MAX_SEATS
"""Who knows a card in the pile or on a province, where it is not a seat."""
UNSEEN_BEFORE = -2
"""The same as `UNSEEN` for a card that lay on a province when the pile was last shuffled."""


def is_known(by: int, viewer: int) -> int:
    """Whether a viewer belongs to those who know a card; a spectator, who has no seat, does not."""
    return 1 if by == SEEN_BY_ALL or (viewer >= 0 and viewer == by) else 0


def sees_offering(s: Any, viewer: int, seat: int) -> int:
    """An offering is its owner's secret until all are made."""
    return 1 if s.phase != OFFERING or viewer == seat else 0


def sees_drawn(s: Any, viewer: int, card: int) -> int:
    """Cards drawn to choose from are seen by the one who chooses."""
    return 1 if (s.phase != KEEP and s.phase != START_KEEP) or viewer == s.seat else 0


def sees_under(s: Any, viewer: int, place: int) -> int:
    """A card under the pile is known to the one who put it there, or to all."""
    return 1 if place >= s.under_len else is_known(s.under_by[place], viewer)


def sees_gift(s: Any, viewer: int, province: int, place: int) -> int:
    """A card that lies face down on a province is known to whoever had put it under the pile."""
    return 1 if place >= s.gifts[province] else is_known(s.gift_by[province][place], viewer)


FIELDS = (
    Field("players", "i1", (), EVERYONE, "number of seats"),
    Field("draft", "i1", (), EVERYONE, "how bought cards are drawn"),
    Field("edition", "i1", (), EVERYONE, "which edition's rules are played"),
    Field("phase", "i1", (), EVERYONE, "what is being decided"),
    Field("turn", "i1", (), EVERYONE, "1 to 6; the New Kingdom begins with 4"),
    Field("seat", "i1", (), EVERYONE, "seat to act, but for offerings"),
    Field("first", "i1", (), EVERYONE, "who held the Pharaoh at the beginning"),
    Field("pharaoh", "i1", (), EVERYONE, "who holds the Pharaoh"),
    Field("at", "i1", (), EVERYONE, "how many seats have finished this part"),
    Field("pick", "i1", (), EVERYONE, "province that a bid is being made on, -1 = none"),
    Field("blocking", "i1", (), EVERYONE, "1 = that bid will carry a block"),
    Field("site_card", "i1", (), EVERYONE, "card that a province is being chosen for, -1 = none"),
    Field("back", "i1", (), EVERYONE, "phase to go on with once everything is placed"),
    Field("bought", "i1", (), EVERYONE, "1 = this stage's purchase is made"),
    Field("units", "i1", (), EVERYONE, "units to place, or drawn cards to return"),
    Field("owed", "i1", (), EVERYONE, "units that the god still owes the seat"),
    Field("total", "i2", (), EVERYONE, "the offering, once shown"),
    Field("box", "i1", (), EVERYONE, "box of the temple marker, 0 = the Amun-Re space"),
    Field("givers", "i1", (), EVERYONE, "seats that gave to the god"),
    Field("order", "i1", (MAX_SEATS,), EVERYONE, "those seats by rank"),
    Field("gold", "i2", (MAX_SEATS,), EVERYONE, "a seat's treasure: open"),
    Field("points", "i2", (MAX_SEATS,), EVERYONE, "a seat's points"),
    Field("hand", "i1", (MAX_SEATS, CARDS), OWNER, "power cards in a hand, by kind"),
    Field("hand_count", "i1", (MAX_SEATS,), EVERYONE, "their number"),
    Field("played", "i2", (MAX_SEATS,), EVERYONE, "bit set of the kinds played in this phase"),
    Field("bid_on", "i1", (MAX_SEATS,), EVERYONE, "province that a seat's pawn is on, -1 = none"),
    Field("bid_step", "i1", (MAX_SEATS,), EVERYONE, "its space on the bid track"),
    Field("blocked", "i1", (MAX_SEATS,), EVERYONE, "1 = that bid carries a block"),
    Field("offered", "i1", (MAX_SEATS,), EVERYONE, "1 = the seat's offering is made"),
    Field("offer", "i2", (MAX_SEATS,), sees_offering, "gold put in, -3 = theft"),
    Field("adjusting", "i1", (MAX_SEATS,), sees_offering, "1 = with an adjustment card"),
    Field("eight", "i1", (MAX_SEATS,), EVERYONE, "province with a seat's 8 gold card, -1 = none"),
    Field("extra", "i1", (MAX_SEATS,), EVERYONE, "province with its extra income, -1 = none"),
    Field("pool", "i1", (PROVINCES,), EVERYONE, "1 = card not revealed yet in this kingdom"),
    Field("pool_left", "i1", (), EVERYONE, "number of those cards"),
    Field("card", "i1", (PROVINCES,), EVERYONE, "1 = up for auction"),
    Field("owner", "i1", (PROVINCES,), EVERYONE, "a province's owner, -1 = none"),
    Field("farmers", "i1", (PROVINCES,), EVERYONE, "farmers on green spaces"),
    Field("free", "i1", (PROVINCES,), EVERYONE, "farmers outside the green spaces"),
    Field("bricks", "i1", (PROVINCES,), EVERYONE, "bricks"),
    Field("pyramids", "i1", (PROVINCES,), EVERYONE, "pyramids"),
    Field("farmer_supply", "i1", (), EVERYONE, "farmers beside the board"),
    Field("gifts", "i1", (PROVINCES,), EVERYONE, "power cards lying on a province"),
    Field("gift", "i1", (PROVINCES, MAX_GIFT_CARDS), sees_gift, "their kinds"),
    Field("gift_by", "i1", (PROVINCES, MAX_GIFT_CARDS), EVERYONE, "who knows them"),
    Field("deck", "i1", (CARDS,), NOBODY, "power cards in the shuffled part of the pile, by kind"),
    Field("deck_left", "i1", (), EVERYONE, "their number"),
    Field("under", "i1", (NUM_CARDS,), sees_under, "cards returned under the pile, top first"),
    Field("under_by", "i1", (NUM_CARDS,), EVERYONE, "who knows them"),
    Field("under_len", "i1", (), EVERYONE, "their number"),
    Field("discard", "i1", (CARDS,), EVERYONE, "power cards played or sold, by kind"),
    Field("drawn", "i1", (CARDS,), sees_drawn, "cards drawn to choose from, by kind"),
    Field("drawn_left", "i1", (), EVERYONE, "their number"),
    Field("drawn_known", "i1", (MAX_SEATS, CARDS), OWNER, "those that a seat knows of"),
    Field("known", "i1", (MAX_SEATS, MAX_SEATS, CARDS), OWNER,
          "cards that a seat knows to be in another's hand, at least"),
    Field("deck_most", "i1", (MAX_SEATS, CARDS), OWNER,
          "what the shuffled part can hold at most, as far as a seat knows"),
    Field("spare", "i1", (CARDS,), NOBODY, "room to think in; always empty", unknown=0),
)  # fmt: skip
