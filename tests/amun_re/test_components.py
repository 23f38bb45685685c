"""The tables of the box add up, and what is known of the board holds."""

from nomarch.games.amun_re import components as box, events as ev, invariants, state as st, words
from nomarch.i18n import ENGLISH

PER_PROVINCE = (
    box.SPACES, box.PRINTED, box.SYMBOLS, box.GIFT_CARDS, box.GIFT_BRICKS, box.GIFT_GOLD,
    box.INCOME, box.CARAVAN, box.TEMPLES, box.BANK, box.EGYPT, box.NILE, box.LATITUDE,
    box.TOURNAMENT_OUT, box.PROVINCE_NAMES,
)  # fmt: skip


def test_tables_are_complete() -> None:
    assert all(len(table) == box.PROVINCES for table in PER_PROVINCE)
    assert len(box.CARD_NAMES) == len(box.CARD_COUNTS) == len(box.CARD_PHASE) == box.CARDS
    assert sum(box.CARD_COUNTS) == box.NUM_CARDS
    assert len(box.BID_TRACK) == box.BID_STEPS
    assert len(box.BOX_LIMITS) == box.BOXES - 1
    assert st.OVER + 1 == st.QUESTIONS
    assert len(words.categories(ENGLISH)) == ev.WEALTH + 1
    assert len(invariants.ENDINGS) == ev.SHARED + 1


def test_hard_facts_of_the_board() -> None:
    """What every correction of the chosen values must respect."""
    assert sum(box.BANK) == 7
    assert sum(box.EGYPT) == 8
    assert (min(box.SPACES), max(box.SPACES)) == (0, 6)
    assert (min(box.SYMBOLS), max(box.SYMBOLS)) == (0, 4)
    assert box.SYMBOLS.count(4) == 1
    assert box.SYMBOLS[box.MEMPHIS] == 3
    assert box.SYMBOLS[box.BUTO] == box.SYMBOLS[box.MENDES] == 0
    assert (box.SPACES[box.BAHARYA], box.PRINTED[box.BAHARYA]) == (2, 2)
    assert box.SPACES[box.BERENIKE] == 0
    assert box.BANK[box.EDFU] == box.BANK[box.MEMPHIS] == box.WEST
    assert box.BANK[box.AMARNA] == box.EAST
    assert sum(box.TEMPLES) == 4


def test_totals_of_the_chosen_values() -> None:
    assert sum(box.SPACES) + box.CARD_COUNTS[box.FREE] == box.FARMER_SUPPLY
    assert sum(box.SYMBOLS) == 22
    assert sum(box.NILE) == 8
