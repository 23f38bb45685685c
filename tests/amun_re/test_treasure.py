"""Gold and power cards have the same back: what others hold is open, or hidden by an option."""

import pytest

from nomarch.games.amun_re import art, components as box, events as ev, state as st, words
from nomarch.games.amun_re.rules import incomes, stages as phase3
from nomarch.i18n import translator
from tests.positions import then

from .table import LAYOUT, NAMES, Table, bids, imagine, offerings, offers

PLAYERS = ("Ann", "Bob", "Cleo")


def acting(treasure: str) -> Table:
    """Seat 0 begins phase 3; it has neither gold nor cards, the others hold some."""
    return Table(3, treasure=treasure).clear().no_cards().given(
        own="memphis", own_1="mendes", own_2="edfu", gold=(0, 14, 9),
        cards_1="block architect", cards_2="extra-income",
    )  # fmt: skip


def told(state: st.State, viewer: int) -> tuple[object, ...]:
    """Everything that a viewer is shown: the view, its words and its picture."""
    view, t = LAYOUT.observe(state, viewer), translator("nomarch.games.amun_re", "en")
    drawn = art.draw(
        view, viewer=viewer, legal=(), to_act=(0,), names=PLAYERS, t=t, shape="wide", prefix="board"
    )
    return LAYOUT.as_data(state, viewer), words.position(t, view, PLAYERS), drawn


def test_treasures_are_open_unless_a_table_hides_them() -> None:
    view = LAYOUT.as_data(acting("open").s, 0)
    assert (view["gold"][:3], view["hand_count"][:3]) == ([0, 14, 9], [0, 2, 1])


def test_a_hidden_treasure_is_seen_by_its_owner_alone() -> None:
    s = acting("hidden").s
    seen = [LAYOUT.as_data(s, viewer) for viewer in (-1, 0, 1, 2)]
    assert [view["gold"][:3] for view in seen] == [
        [None] * 3, [0, None, None], [None, 14, None], [None, None, 9]
    ]  # fmt: skip
    assert [view["hand_count"][:3] for view in seen] == [
        [None] * 3, [0, None, None], [None, 2, None], [None, None, 1]
    ]  # fmt: skip


@pytest.mark.parametrize("viewer", [-1, 0])
def test_nothing_that_is_shown_depends_on_a_hidden_treasure(viewer: int) -> None:
    richer = acting("hidden").gold(0, 30, 1).give(1, "free-farmer", "eight-gold")
    richer.s.deck_left += 2  # as many cards in the pile: only the hand differs
    assert told(richer.s, viewer) == told(acting("hidden").s, viewer)
    position = told(richer.s, viewer)[1]
    assert isinstance(position, words.Position)
    assert position.rows[1][2:4] == ("?", "?")


def test_who_is_asked_does_not_tell_that_a_hand_is_empty() -> None:
    """Every stage of phase 3 in which something could be done is asked, and phases 5 and 6."""
    for treasure, stages in (("open", 0), ("hidden", 3)):
        table = acting(treasure)
        phase3.start_actions(table.s)
        for stage in range(stages):
            table.follow(then(seat=0, phase=st.CARDS_STAGE + stage, only="done"), "done")
        assert table.s.seat == 1


def test_income_and_bonuses_ask_everybody_while_hands_are_hidden() -> None:
    table = acting("hidden")
    table.s.turn = 3
    incomes.start_income(table.s)
    asked = []
    while table.s.turn == 3:
        asked.append((table.s.phase, table.s.seat))
        table.play("done")
    assert asked == [
        (phase, seat) for phase in (st.INCOME_CARDS, st.BONUS_PLAY) for seat in range(3)
    ]


def test_selling_the_last_card_is_not_noticed_while_hands_are_hidden() -> None:
    table = acting("hidden").own(2, "abu")
    incomes.start_income(table.s)
    table.follow("done, done, sell extra-income", then(phase=st.INCOME_CARDS, seat=2))


def test_prices_paid_and_incomes_are_told_to_everybody() -> None:
    """What lies on the table or is handed over is seen by all; only sums are nobody's business."""
    table = Table(3, treasure="hidden").clear().no_cards().auction("abu", "edfu", "sawu")
    table.follow(bids("abu 3, edfu 1, sawu 0"))
    assert table.events(ev.WON) == [
        (0, NAMES["abu"], 3), (1, NAMES["edfu"], 1), (2, NAMES["sawu"], 0)
    ]  # fmt: skip
    table.play("buy 2")
    assert table.events(ev.BOUGHT) == [(0, ev.BUYS_CARDS, 2, 3)]


def test_imagined_hands_hold_the_cards_that_lie_nowhere_else() -> None:
    s = acting("hidden").s
    counts = set()
    for salt in range(20):
        imagined = imagine(s, 0, salt)
        assert imagined.gold[0] == 0
        assert sum(imagined.hand_count[:3]) == 3
        assert [sum(hand) for hand in imagined.hand[:3]] == imagined.hand_count[:3]
        counts.add(tuple(imagined.hand_count[:3]))
    assert len(counts) > 1


def test_imagined_gold_is_enough_for_the_bids() -> None:
    table = Table(3, treasure="hidden").clear().no_cards().auction("abu", "edfu", "sawu")
    table.gold(40, 40, 40).play("province abu", "bid 28", "province abu")
    golds = {tuple(imagine(table.s, 2, salt).gold[:3]) for salt in range(20)}
    assert len(golds) > 1
    for first, second, own in golds:
        assert first >= 28  # the bid that stands
        assert second == 36  # the only step above it
        assert own == 40


def test_imagined_offerings_come_from_imagined_gold() -> None:
    table = offerings(3, treasure="hidden").gold(20, 20, 20).follow(offers(5))
    for salt in range(20):
        imagined = imagine(table.s, 1, salt)
        assert imagined.offer[0] == box.THEFT or 1 <= imagined.offer[0] <= imagined.gold[0]


def test_hidden_gold_is_shown_when_it_is_counted() -> None:
    table = acting("hidden")
    table.s.turn = 6
    incomes.end_turn(table.s)
    table.follow("done, done, done", then(phase=st.OVER))
    assert table.events(ev.TREASURE_SHOWN) == [(0, 0), (1, 16), (2, 10)]
    assert LAYOUT.as_data(table.s, -1)["gold"][:3] == [0, 16, 10]
