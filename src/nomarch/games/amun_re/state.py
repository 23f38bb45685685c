"""The state of Amun-Re, and who may see it.

Secret are power cards in hand, face down on a province or in the pile, and offerings until all are
made; by an option also gold and hand sizes. The state records what a seat knows of hidden cards:
those dealt face up, and those it returned to the pile itself.
"""

from __future__ import annotations

from nomarch.games.amun_re.components import CARDS, MAX_GIFT_CARDS, MAX_SEATS, NUM_CARDS, PROVINCES
from nomarch.kernel.declare.layout import EVERYONE, NOBODY, OWNER, Cube, GameState, Grid, Row, field

QUESTIONS = 16
(
    START_KEEP, PICK, STEP, CARDS_STAGE, FARMERS_STAGE, BRICKS_STAGE, KEEP, PLACE_FARMER,
    PLACE_BRICK, SITE, OFFERING, ADJUSTING, REWARD, INCOME_CARDS, BONUS_PLAY, OVER,
) = range(QUESTIONS)  # fmt: skip
"""The phases; `OVER` ends the game."""
NO_SEAT = NO_PROVINCE = NO_CARD = -1
UNSEEN, SEEN_BY_ALL = -1, MAX_SEATS
"""Who knows a card in the pile or on a province, besides seats."""
UNSEEN_BEFORE = -2
"""Like `UNSEEN`, for a card on a province when the pile was last shuffled."""


def is_known(by: int, viewer: int) -> int:
    """Whether a viewer knows a card; a spectator does not."""
    return 1 if by == SEEN_BY_ALL or (viewer >= 0 and viewer == by) else 0


def sees_treasure(s: State, viewer: int, seat: int) -> int:
    """Gold and hand sizes are public, or by option private until the end."""
    return 1 if s.hidden == 0 or viewer == seat or s.phase == OVER or seat >= s.players else 0


OPENED = 2
"""Of an offering: its hand is open, while others may still be closed."""


def sees_offering(s: State, viewer: int, seat: int) -> int:
    """An offering is private until its hand is opened."""
    return 1 if s.phase != OFFERING or viewer == seat or s.offered[seat] == OPENED else 0


def sees_drawn(s: State, viewer: int, card: int) -> int:
    """Drawn cards are seen by the one who chooses."""
    return 1 if (s.phase != KEEP and s.phase != START_KEEP) or viewer == s.seat else 0


def sees_under(s: State, viewer: int, place: int) -> int:
    """A card under the pile is known to the one who put it there, or to all."""
    return 1 if place >= s.under_len else is_known(s.under_by[place], viewer)


def sees_gift(s: State, viewer: int, province: int, place: int) -> int:
    """A face-down card on a province is known to whoever put it under the pile."""
    return 1 if place >= s.gifts[province] else is_known(s.gift_by[province][place], viewer)


class State(GameState):
    """The complete state of a game."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    draft: int = field("i1", (), EVERYONE, "how bought cards are drawn")
    edition: int = field("i1", (), EVERYONE, "which edition's rules are played")
    block_once: int = field("i1", (), EVERYONE, "1 = a block is spent with its bid")
    hidden: int = field("i1", (), EVERYONE, "1 = gold and numbers of cards are secret")
    sum_limit: int = field("i1", (), EVERYONE, "1 = symbols of all provinces limit purchases")
    few_bricks: int = field("i1", (), EVERYONE, "1 = bricks can run out")
    empty_offers: int = field("i1", (), EVERYONE, "1 = an offering of nothing is allowed")
    phase: int = field("i1", (), EVERYONE, "what the seat to act decides", stored_name="asked")
    turn: int = field("i1", (), EVERYONE, "1 to 6; the New Kingdom begins with 4")
    seat: int = field("i1", (), EVERYONE, "seat to act, but for offerings")
    first: int = field("i1", (), EVERYONE, "who held the Pharaoh at the beginning")
    pharaoh: int = field("i1", (), EVERYONE, "who holds the Pharaoh")
    at: int = field("i1", (), EVERYONE, "how many seats have finished this part")
    pick: int = field("i1", (), EVERYONE, "province that a bid is being made on, -1 = none")
    blocking: int = field("i1", (), EVERYONE, "1 = that bid will carry a block")
    site_card: int = field("i1", (), EVERYONE, "card that looks for a province, -1 = none")
    back: int = field("i1", (), EVERYONE, "the phase to return to once everything is placed")
    bought: int = field("i1", (), EVERYONE, "1 = this stage's purchase is made")
    units: int = field("i1", (), EVERYONE, "units to place, or drawn cards to return")
    owed: int = field("i1", (), EVERYONE, "units that the god still owes the seat")
    total: int = field("i2", (), EVERYONE, "the offering, once shown")
    box: int = field("i1", (), EVERYONE, "box of the temple marker, 0 = the Amun-Re space")
    givers: int = field("i1", (), EVERYONE, "seats that gave to the god")
    order: Row = field("i1", (MAX_SEATS,), EVERYONE, "those seats by rank")
    gold: Row = field("i2", (MAX_SEATS,), sees_treasure, "a seat's gold")
    points: Row = field("i2", (MAX_SEATS,), EVERYONE, "a seat's points")
    hand: Grid = field("i1", (MAX_SEATS, CARDS), OWNER, "power cards in a hand, by kind")
    hand_count: Row = field("i1", (MAX_SEATS,), sees_treasure, "their number")
    played: Row = field("i2", (MAX_SEATS,), EVERYONE, "bit set of the kinds played in this phase")
    bid_on: Row = field("i1", (MAX_SEATS,), EVERYONE, "province that a pawn is on, -1 = none")
    bid_step: Row = field("i1", (MAX_SEATS,), EVERYONE, "its space on the bid track")
    blocked: Row = field("i1", (MAX_SEATS,), EVERYONE, "1 = that bid carries a block")
    offered: Row = field("i1", (MAX_SEATS,), EVERYONE, "1 = the seat's offering is made")
    offer: Row = field("i2", (MAX_SEATS,), sees_offering, "gold put in, -3 = theft")
    adjusting: Row = field("i1", (MAX_SEATS,), sees_offering, "1 = with an adjustment card")
    eight: Row = field("i1", (MAX_SEATS,), EVERYONE, "province with a seat's 8 gold, -1 = none")
    extra: Row = field("i1", (MAX_SEATS,), EVERYONE, "province with its extra income, -1 = none")
    pool: Row = field("i1", (PROVINCES,), EVERYONE, "1 = card not revealed yet in this kingdom")
    pool_left: int = field("i1", (), EVERYONE, "number of those cards")
    card: Row = field("i1", (PROVINCES,), EVERYONE, "1 = up for auction")
    owner: Row = field("i1", (PROVINCES,), EVERYONE, "a province's owner, -1 = none")
    farmers: Row = field("i1", (PROVINCES,), EVERYONE, "farmers on green spaces")
    free: Row = field("i1", (PROVINCES,), EVERYONE, "farmers outside the green spaces")
    bricks: Row = field("i1", (PROVINCES,), EVERYONE, "bricks")
    pyramids: Row = field("i1", (PROVINCES,), EVERYONE, "pyramids")
    farmer_supply: int = field("i1", (), EVERYONE, "farmers beside the board")
    gifts: Row = field("i1", (PROVINCES,), EVERYONE, "power cards lying on a province")
    gift: Grid = field("i1", (PROVINCES, MAX_GIFT_CARDS), sees_gift, "their kinds")
    gift_by: Grid = field("i1", (PROVINCES, MAX_GIFT_CARDS), EVERYONE, "who knows them")
    deck: Row = field("i1", (CARDS,), NOBODY, "power cards in the shuffled pile, by kind")
    deck_left: int = field("i1", (), EVERYONE, "their number")
    under: Row = field("i1", (NUM_CARDS,), sees_under, "cards returned under the pile, top first")
    under_by: Row = field("i1", (NUM_CARDS,), EVERYONE, "who knows them")
    under_len: int = field("i1", (), EVERYONE, "their number")
    discard: Row = field("i1", (CARDS,), EVERYONE, "power cards played or sold, by kind")
    drawn: Row = field("i1", (CARDS,), sees_drawn, "cards drawn to choose from, by kind")
    drawn_left: int = field("i1", (), EVERYONE, "their number")
    drawn_known: Grid = field("i1", (MAX_SEATS, CARDS), OWNER, "those that a seat knows of")
    known: Cube = field(
        "i1", (MAX_SEATS, MAX_SEATS, CARDS), OWNER, "cards known to be in a hand, at least"
    )
    deck_most: Grid = field(
        "i1", (MAX_SEATS, CARDS), OWNER, "the most that the shuffled pile holds, as a seat knows"
    )
    spare: Row = field("i1", (CARDS,), NOBODY, "room to think in; always empty", unknown=0)
