"""The state of Egizia, and who may see each field.

Chance is drawn late: decks and grave tiles are counts of what has not been shown yet, which anyone
can work out. Hidden are the Sphinx cards alone: where each of them is, and what every seat knows.
"""

from __future__ import annotations

from nomarch.games.egizia import components as box
from nomarch.games.egizia.components import MAX_SEATS
from nomarch.kernel.declare.layout import EVERYONE, OWNER, Cube, GameState, Grid, Row, field

LAYING, PLACING, HARVESTING, FEEDING, PRODUCING = range(5)
READYING, BUILDING, REWARDING, ORDERING, CLOSING = range(5, 10)
"""The stages of a round, in order; the last one comes after round 5 only."""
STAGES = CLOSING + 1

NOTHING, SAIL, CREW_STEP, MARKET_STEP, FLOOD_STEP, GATHER, FEED = range(7)
WAIT, CREW, SECOND_CREW, JOKER_TOO, RIDDLES, KEEPING, STONES = range(7, 14)
AFTER_BOAT, AFTER_FEED, READY, AFTER_BUILD, LAST_MOMENT, OVER = range(14, 20)
"""Phases, last the moments for cards alone; `NOTHING` while the rules run on."""
QUESTIONS = OVER + 1

AFTER_PLACING, AFTER_GATHERING, AFTER_BUILDING = range(3)
"""Where the game continues after an effect."""

CAN_TRAIN, CAN_HIRE, CAN_DIG, CAN_SELL, CAN_BE_FIRST, CAN_SAIL_AGAIN = 1, 2, 4, 8, 16, 32
"""Cards that can be played in any own moment, as bits; the last only after a boat."""
PERISHABLE = CAN_TRAIN | CAN_HIRE | CAN_SELL
"""Cards that may lose value by waiting: training ends with the round, stones have a limit."""

TIRED_TRAINING, TIRED_HIRING, TIRED_BERTH, TIRED_UPSTREAM = 1, 2, 4, 8
"""Once-a-round cards, as bits."""

NO_SEAT = -1


def sees_card(s: State, viewer: int, card: int) -> int:
    """A Sphinx card's place is known to its holder, to all in the box and after the end."""
    place = s.where[card]
    if s.phase == OVER or place == box.IN_BOX:
        return 1
    if place == box.BEING_DRAWN:
        return int(viewer == s.seat)
    return int(viewer >= 0 and place // box.HAND_SLOTS == viewer)


def sees_drawn(s: State, viewer: int, index: int) -> int:
    """The cards drawn at the Sphinx are seen by the one who drew them."""
    return int(viewer == s.seat)


class State(GameState):
    """The open board, and the Sphinx cards that only their holders have seen."""

    players: int = field("i1", (), EVERYONE, "number of seats")
    per_ten: int = field("i1", (), EVERYONE, "1 = the optional Sphinx card is in the game")
    double_last: int = field("i1", (), EVERYONE, "1 = Heliopolis may be doubled")
    at_once: int = field("i1", (), EVERYONE, "1 = who moves up builds from the freed place")
    waiting_counts: int = field("i1", (), EVERYONE, "1 = building while waiting earns the bonus")
    own_berth: int = field("i1", (), EVERYONE, "1 = Shared berth may join one's own last boat")
    stage: int = field("i1", (), EVERYONE, "which of the round's phases is played")
    phase: int = field("i1", (), EVERYONE, "what the seat to act decides", stored_name="asked")
    round: int = field("i1", (), EVERYONE, "1 to 5")
    seat: int = field("i1", (), EVERYONE, "seat to act, -1 = the game is over")
    order: Row = field("i1", (MAX_SEATS,), EVERYONE, "seats by order tile")
    turn: int = field("i1", (), EVERYONE, "index in `order` of the last one to place a boat")
    extra: int = field("i1", (), EVERYONE, "1 = the boat is one that a card gives")
    queue: Row = field("i1", (MAX_SEATS,), EVERYONE, "seats in the order of the stage being played")
    queue_at: int = field("i1", (), EVERYONE, "how many of them have begun")
    half: int = field("i1", (), EVERYONE, "how far the seat's own step of the stage has come")
    after: int = field("i1", (), EVERYONE, "what goes on when an effect is settled")
    owed_steps: int = field("i1", (), EVERYONE, "crew steps of choice still owed")
    owed_market: int = field("i1", (), EVERYONE, "steps down on a market of choice still owed")
    flood_reach: int = field("i1", (), EVERYONE, "spaces that the flood marker may be moved")
    grain_extra: int = field("i1", (), EVERYONE, "grain from cards and stones in this feeding step")
    offered: int = field("i1", (), EVERYONE, "cards that could be played before this boat, as bits")
    points: Row = field("i2", (MAX_SEATS,), EVERYONE, "score, may be negative")
    arrival: Row = field("i2", (MAX_SEATS,), EVERYONE, "when the score stone came to its space")
    arrivals: int = field("i2", (), EVERYONE, "arrivals counted so far")
    crew: Grid = field("i1", (MAX_SEATS, 4), EVERYONE, "strength of crews a, b, c and joker")
    used: Grid = field("i1", (MAX_SEATS, 4), EVERYONE, "1 = that crew is turned over this round")
    stones: Row = field("i1", (MAX_SEATS,), EVERYONE, "stones in store, 0 to 25")
    quarry: Row = field("i1", (MAX_SEATS,), EVERYONE, "stones that the quarries give each round")
    grain: Grid = field("i1", (MAX_SEATS, box.COLOURS), EVERYONE, "grain of fields, by irrigation")
    plots: Cube = field(
        "i1", (MAX_SEATS, box.FIELD_KINDS, box.COLOURS), EVERYONE, "fields, by kind and colour"
    )
    market: Grid = field("i1", (MAX_SEATS, 2), EVERYONE, "stone and grain marker, 0 = top")
    flood: int = field("i1", (), EVERYONE, "flood marker: 0 left, 1 centre, 2 right")
    deck: Row = field("i1", (box.CARD_KINDS,), EVERYONE, "Nile cards left in the deck, by kind")
    deck_left: int = field("i1", (), EVERYONE, "their number")
    row: Row = field("i1", (box.CARD_SPACES,), EVERYONE, "cards on the Nile, -1 = taken")
    have: Grid = field("i1", (MAX_SEATS, box.CARD_KINDS), EVERYONE, "a seat's Nile cards, by kind")
    gone: Row = field("i1", (box.CARD_KINDS,), EVERYONE, "Nile cards out of the game, by kind")
    canals: Row = field("i1", (MAX_SEATS,), EVERYONE, "canals not put to a field yet")
    tired: Row = field("i1", (MAX_SEATS,), EVERYONE, "once-a-round cards used this round, as bits")
    boats: Row = field("i4", (MAX_SEATS,), EVERYONE, "positions of a seat's boats, as bits")
    boats_left: Row = field("i1", (MAX_SEATS,), EVERYONE, "boats not placed yet")
    last: Row = field("i1", (MAX_SEATS,), EVERYONE, "the most downstream boat, -1 = none")
    passed: Row = field("i1", (MAX_SEATS,), EVERYONE, "1 = places no more boats this round")
    place: Grid = field("i1", (len(box.SITES), box.PLACES), EVERYONE, "whose boat, -1 = none")
    waiting: Row = field("i1", (len(box.SITES),), EVERYONE, "whose boat waits at a site, -1 = none")
    first: Row = field("i1", (MAX_SEATS,), EVERYONE, "rank among those who build first, 0 = no")
    first_from: Row = field("i1", (MAX_SEATS,), EVERYONE, "first site at which that holds")
    firsts: int = field("i1", (), EVERYONE, "cards that let build first, this round")
    site: int = field("i1", (), EVERYONE, "site being built on, -1 = none yet")
    stepped: int = field("i1", (), EVERYONE, "seats that had their step at the site, as bits")
    built: Row = field("i1", (MAX_SEATS,), EVERYONE, "sites where stones were spent this round")
    strength: int = field("i1", (), EVERYONE, "strength left for this build")
    shift: int = field("i1", (), EVERYONE, "1 = two basic crews may be used in this build")
    laid_now: int = field("i1", (), EVERYONE, "stones laid in this build")
    stone: Row = field("i1", (box.NUM_SPACES,), EVERYONE, "whose stone lies on a space, -1 = none")
    laid: Row = field("i1", (len(box.PART_SIZE),), EVERYONE, "stones on every part")
    own: Grid = field("i1", (MAX_SEATS, box.STRUCTURES), EVERYONE, "a seat's stones, by structure")
    grave: Row = field("i1", (box.GRAVE_SPACES,), EVERYONE, "values of graves, 0 = face down")
    grave_bag: Row = field("i1", (len(box.GRAVE_TILES),), EVERYONE, "tiles not turned up, by value")
    grave_left: int = field("i1", (), EVERYONE, "their number")
    graves_up: int = field("i1", (), EVERYONE, "grave spaces turned up so far")
    hand: Row = field("i1", (MAX_SEATS,), EVERYONE, "number of a seat's Sphinx cards")
    pile: Row = field("i1", (box.PILE_PARTS,), EVERYONE, "cards in the pile's parts, top first")
    pile_by: Row = field("i1", (box.PILE_PARTS,), EVERYONE, "who put them there, -1 = the set-up")
    pile_parts: int = field("i1", (), EVERYONE, "parts made so far")
    drawn_left: int = field("i1", (), EVERYONE, "cards drawn at the Sphinx and not settled yet")
    kept_now: int = field("i1", (), EVERYONE, "cards kept from this draw")
    keep_most: int = field("i1", (), EVERYONE, "cards that may be kept from this draw")
    drawn: Row = field("i1", (box.MAX_DRAW,), sees_drawn, "the cards drawn, -1 = kept or none")
    where: Row = field("i1", (box.SPHINX_CARDS,), sees_card, "where every Sphinx card is")
    maybe: Grid = field("i8", (MAX_SEATS, box.SPHINX_CARDS), OWNER, "where a card may be, as bits")
