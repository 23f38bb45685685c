"""Hand-made positions of Egizia for lessons."""

from nomarch.games.egizia.rules import box, cards, st
from nomarch.kernel.declare.lessons import Prepare

ME, THEM = range(2)
EARLY = (
    box.FIELD_GREEN_2, box.QUARRY_3, box.FIELD_GREEN_3, box.QUARRY_2, box.FIELD_YELLOW_4,
    box.CANAL, box.QUARRY_3, box.TRAINING, box.FIELD_YELLOW_5, box.GRAIN_SURPLUS,
)  # fmt: skip
DRY = (
    box.QUARRY_2, box.QUARRY_3, box.QUARRY_3, box.MORE_RIDDLES, box.DOUBLE_ROUND,
    box.SHARED_BERTH, box.QUARRY_2, box.OVERTIME, box.MARKET_STONE_2, box.QUARRY_3,
)  # fmt: skip
MIXED = (
    box.QUARRY_3, box.MARKET_GRAIN_2, box.GRAIN_SURPLUS, box.QUARRY_2, box.FIELD_YELLOW_4,
    box.CANAL, box.QUARRY_3, box.TRAINING, box.FIELD_YELLOW_5, box.OVERTIME,
)  # fmt: skip
LATE = (
    box.SIX_STONES, box.RECRUITS, box.GRAVE_GOODS, box.OVERTIME, box.GRAIN_SURPLUS,
    box.SECOND_BOAT, box.TWO_RIDDLES, box.BUILD_FIRST, box.TRIBUTE_OBELISK, box.DOUBLE_SHIFT,
)  # fmt: skip
"""Cards on the Nile, from the source on."""
TEMPLE_RIDDLE = 9
"""The Sphinx card for four own stones on the Temple."""


def position(
    row: tuple[int, ...] = EARLY,
    stones: int = 2,
    crews: tuple[int, ...] = box.CREW_START,
    own: tuple[int, ...] = (),
    markets: tuple[int, int] = (0, 0),
    flood: int = box.FLOOD_START,
    laid: dict[int, tuple[int, ...]] | None = None,
    graves: tuple[int, ...] = (2, 3, 3, 4),
    points: tuple[int, int] = (0, 0),
    number: int = 1,
) -> Prepare[st.State]:
    """The learner is to place the first boat of a round: cards, tableau and monuments."""

    def prepare(s: st.State) -> None:
        s.round, s.flood = number, flood
        s.seat, s.turn = ME, 0
        for seat in range(s.players):
            s.order[seat], s.arrival[seat] = seat, s.players - 1 - seat
            s.stones[seat] = box.START_STONES[seat]
        _lay_cards(s, row)
        for kind in own:
            _give(s, kind)
        s.stones[ME] = stones
        for crew, strength in enumerate(crews):
            s.crew[ME][crew] = strength
        s.market[ME][box.STONE_MARKET], s.market[ME][box.GRAIN_MARKET] = markets
        s.points[ME], s.points[THEM] = points
        _lay_stones(s, laid or {})
        _show_graves(s, graves)

    return prepare


def _lay_cards(s: st.State, row: tuple[int, ...]) -> None:
    """The cards of the round on the Nile; what was left of earlier decks is gone."""
    deck = box.DECK_OF_ROUND[s.round]
    for kind in range(box.CARD_KINDS):
        s.deck[kind] = box.DECKS[deck][kind] - row.count(kind)
        s.gone[kind] = sum(box.DECKS[earlier][kind] for earlier in range(deck))
    for space, kind in enumerate(row):
        s.row[space] = kind
    s.deck_left = sum(s.deck)


def _give(s: st.State, kind: int) -> None:
    """A card that the learner has taken before: from an earlier deck, or from this one."""
    if s.gone[kind]:
        s.gone[kind] -= 1
    else:
        s.deck[kind] -= 1
        s.deck_left -= 1
    lying, s.row[0] = s.row[0], kind
    cards.take_card(s, ME, 0)
    s.row[0] = lying


def _lay_stones(s: st.State, laid: dict[int, tuple[int, ...]]) -> None:
    for part, owners in laid.items():
        s.laid[part] = len(owners)
        for i, owner in enumerate(owners):
            s.stone[box.PART_START[part] + i] = owner
            s.own[owner][box.PART_STRUCTURE[part]] += 1


def _show_graves(s: st.State, values: tuple[int, ...]) -> None:
    for value, count in enumerate(box.GRAVE_TILES):
        s.grave_bag[value] = count - values.count(value)
    for i in range(box.GRAVE_SPACES):
        s.grave[i] = values[i] if i < len(values) else 0
    s.graves_up, s.grave_left = len(values), box.NUM_GRAVE_TILES - len(values)
