"""Phase 4: secret offerings, the temple scale, rewards and the Pharaoh."""

from __future__ import annotations

import pytest

from nomarch.games.amun_re import components as box, events as ev, rules, state as st
from nomarch.games.amun_re.rules import offerings as phase4, stages

from .table import LAYOUT, Table, offer, offerings

RED, BLUE, BLACK, WHITE = range(4)


def test_t7_an_offering_of_seven() -> None:
    table = offerings(4)
    for seat, gold in ((RED, 9), (BLUE, 4), (BLACK, -3)):
        offer(table, seat, gold)
    assert table.s.phase == st.OFFERING
    offer(table, WHITE, -3)
    assert (table.s.total, table.s.box) == (7, 2)
    assert table.s.gold[:4] == [11, 16, 23, 23]
    assert (table.s.seat, table.s.owed) == (RED, 3)
    table.play("take brick", "take brick", "take farmer")
    assert (table.s.seat, table.s.owed) == (BLUE, 2)
    table.play("renounce", "take farmer")
    assert table.s.pharaoh == RED
    assert table.s.turn == 2  # nobody holds a card: incomes are paid and the next turn begins


def test_t15_all_steal() -> None:
    table = offerings(5, pharaoh=3)
    for seat in range(5):
        offer(table, seat, -3)
    assert (table.s.total, table.s.box) == (-15, 1)
    assert table.events(ev.BOX_SET) == [(-15, 1)]
    assert table.events(ev.PHARAOH_PASSED) == []
    assert table.s.pharaoh == 3


def test_t16_adjustments_in_order() -> None:
    table = offerings(4)
    for seat in (RED, BLUE, WHITE):
        table.give(seat, "adjustment").play("play adjustment", seat=seat)
    for seat, gold in ((RED, 6), (BLUE, 5), (BLACK, 4), (WHITE, -3)):
        offer(table, seat, gold)
    assert (table.s.total, table.s.phase, table.s.seat) == (12, st.ADJUSTING, RED)
    table.play("raise")
    assert table.s.seat == BLUE
    table.play("lower")
    assert table.s.seat == WHITE
    table.play("raise")
    assert (table.s.total, table.s.box) == (15, 3)
    assert table.s.discard[box.ADJUST] == 3
    assert (table.s.phase, table.s.seat) == (st.REWARD, RED)


@pytest.mark.parametrize(
    ("total", "found"),
    [(-15, 1), (0, 1), (2, 1), (3, 2), (7, 2), (12, 2), (13, 3), (22, 3), (23, 4), (99, 4)],
)
def test_boxes(total: int, found: int) -> None:
    assert phase4.box_of(total) == found


def test_r15_nothing_is_no_offering() -> None:
    table = offerings(3)
    assert "offer" not in table.legal(RED)
    assert "steal" in table.legal(RED)
    table.play("put 1", seat=RED)
    assert "offer" in table.legal(RED)
    assert "steal" not in table.legal(RED)


def test_by_option_nothing_is_an_offering_of_zero() -> None:
    """Phase 4: as many gold cards as one likes; only who played a -3 gets no unit."""
    table = offerings(4, offering="nothing")
    assert {"offer", "steal"} <= table.legal(RED)
    table.play("offer", seat=RED)
    offer(table, BLUE, 4)
    offer(table, BLACK, -3)
    offer(table, WHITE, 9)
    assert (table.s.total, table.s.box) == (10, 2)
    assert table.s.gold[:4] == [20, 16, 23, 11]
    assert table.s.order[:3] == [WHITE, BLUE, RED]
    assert table.s.givers == 3
    table.play("take brick", "take brick", "take brick", "take brick", "take brick")
    assert (table.s.seat, table.s.owed) == (RED, 1)


def test_by_option_nothing_is_the_highest_offering_among_thieves() -> None:
    table = offerings(3, pharaoh=1, offering="nothing")
    for seat in (BLUE, BLACK):
        offer(table, seat, -3)
    table.play("offer", seat=RED)
    assert (table.s.seat, table.s.owed) == (RED, 3)
    table.play("renounce", "renounce", "renounce")
    assert table.s.pharaoh == RED


def test_r15_without_gold_one_steals() -> None:
    table = offerings(3).gold(0, 20, 20)
    assert table.legal(RED) == {"steal"}


def test_any_sum_up_to_the_treasure() -> None:
    table = offerings(3).gold(38)
    assert {m for m in table.legal(RED) if m.startswith("put")} == {
        f"put {coin}" for coin in box.DENOMINATIONS
    }
    table.play("put 20", "put 10", "put 5", "put 2", "put 1", seat=RED)
    assert table.s.offer[RED] == 38
    assert table.legal(RED) == {"offer"}


def test_offerings_are_owed_by_all_at_once_in_any_order() -> None:
    table = offerings(4)
    assert rules.to_act(table.s) == 0b1111
    offer(table, BLACK, 5)
    assert rules.to_act(table.s) == 0b1011
    offer(table, RED, 1)
    assert rules.to_act(table.s) == 0b1010


def test_an_offering_is_a_secret_until_all_are_in() -> None:
    table = offerings(3).give(RED, "adjustment")
    table.play("play adjustment", "put 5", seat=RED)
    told = [event for event in table.s.trace or () if event.is_told_to(BLUE)]
    assert told == []
    table.play("offer", seat=RED)
    assert table.events(ev.OFFERED) == [(RED,)]
    assert table.s.gold[RED] == 20
    for viewer in (BLUE, BLACK, -1):
        view = LAYOUT.observe(table.s, viewer)
        assert (view.offer[RED], view.adjusting[RED]) == (-1, -1)
        assert view.hand_count[RED] == 1
    offer(table, BLUE, 2)
    offer(table, BLACK, -3)
    assert LAYOUT.observe(table.s, -1).offer[:3] == [5, 2, -3]
    assert table.events(ev.OFFER_SHOWN) == [(RED, 5, 1), (BLUE, 2, 0), (BLACK, -3, 0)]


def test_the_adjustment_card_cannot_be_sold_from_under_the_offering() -> None:
    table = offerings(3).give(RED, "adjustment", "adjustment", "block")
    table.play("play adjustment", seat=RED)
    assert "sell adjustment" in table.legal(RED)
    assert "play adjustment" not in table.legal(RED)
    table.play("sell adjustment", seat=RED)
    assert "sell adjustment" not in table.legal(RED)
    assert "sell block" in table.legal(RED)


def test_a8_selling_before_offering() -> None:
    table = offerings(3).give(RED, "block").gold(0, 5, 5)
    table.play("sell block", seat=RED)
    assert "put 1" in table.legal(RED)


def test_the_adjustment_may_go_with_a_theft() -> None:
    table = offerings(3).give(RED, "adjustment")
    table.play("play adjustment", "steal", seat=RED)
    offer(table, BLUE, 4)
    offer(table, BLACK, 4)
    assert (table.s.phase, table.s.total) == (st.ADJUSTING, 5)
    table.play("lower")
    assert (table.s.total, table.s.box) == (2, 1)
    assert table.s.order[:2] == [BLUE, BLACK]


def test_r18_ties_go_to_the_seat_nearest_the_pharaoh() -> None:
    table = offerings(5, pharaoh=2)
    for seat, gold in enumerate((5, 5, 1, 5, 1)):
        offer(table, seat, gold)
    assert table.s.order == [3, 0, 1, 2, 4]
    assert table.s.givers == 5


def test_r17_three_two_one_and_r19_in_rank_order() -> None:
    table = offerings(5)
    for seat, gold in enumerate((1, 9, 3, -3, 5)):
        offer(table, seat, gold)
    seen = []
    while table.s.phase == st.REWARD:
        seen.append((table.s.seat, table.s.owed))
        table.play(*["renounce"] * table.s.owed)
    assert seen == [(1, 3), (4, 2), (2, 1), (0, 1)]
    assert table.s.pharaoh == 1


def test_reward_cards_know_no_limit() -> None:
    table = offerings(3)
    for p in range(box.PROVINCES):
        table.s.owner[p] = -1
    table.own(RED, "mendes").own(BLUE, "buto")
    assert stages.card_limit(table.s, RED) == 0
    offer(table, RED, 9)
    offer(table, BLUE, -3)
    offer(table, BLACK, -3)
    table.play("take card", "take card", "take card")
    assert table.s.hand_count[RED] == 3
    assert table.events(ev.TOOK_CARD) == [(RED,)] * 3
    assert len(table.events(ev.GOT_CARD, audience=RED)) == 3


def test_r20_farmers_need_a_free_field() -> None:
    table = offerings(3).put("memphis", farmers=3)
    offer(table, RED, 9)
    offer(table, BLUE, -3)
    offer(table, BLACK, -3)
    assert "take farmer" not in table.legal()


def test_reward_units_are_placed_where_one_likes() -> None:
    table = offerings(3).own(RED, "abu").give(RED, "architect", "free-farmer")
    offer(table, RED, 9)
    offer(table, BLUE, -3)
    offer(table, BLACK, -3)
    table.put("memphis", bricks=2)
    assert "play free-farmer" not in table.legal()
    table.play("take farmer", "province abu")
    assert table.at("abu", "farmers") == 1
    table.play("take brick")
    assert table.legal() >= {"province abu", "province memphis"}
    assert "play architect" not in table.legal()
    table.play("province memphis")
    assert (table.at("memphis", "pyramids"), table.at("memphis", "bricks")) == (1, 0)
    assert table.s.owed == 1


def test_a3_no_card_reward_without_cards() -> None:
    table = offerings(3)
    s = table.s
    s.hand[BLACK], s.hand_count[BLACK] = list(s.deck), sum(s.deck)
    s.deck, s.deck_left = [0] * box.CARDS, 0
    offer(table, RED, 9)
    offer(table, BLUE, -3)
    offer(table, BLACK, -3)
    assert table.legal() == {"renounce", "take farmer", "take brick"}


def test_the_pharaoh_passes_to_the_highest_giver() -> None:
    table = offerings(4, pharaoh=2)
    for seat, gold in enumerate((1, 2, 2, 1)):
        offer(table, seat, gold)
    table.play(*["renounce"] * 7)
    assert table.events(ev.PHARAOH_PASSED) == [(2,)]


def test_r22_the_theft_is_there_every_turn() -> None:
    table = offerings(3)
    for seat in range(3):
        offer(table, seat, -3)
    stages.start_offerings(table.s)
    assert all("steal" in table.legal(seat) for seat in range(3))


def test_setup_begins_left_of_box_one() -> None:
    assert Table(3).s.box == 0


def test_the_brick_limit_holds_for_rewards() -> None:
    table = offerings(3, bricks="box").put("edfu", bricks=1)
    for name in ("abu", "amarna", "avaris", "baharya", "berenike", "dakhla", "damanhur"):
        table.put(name, bricks=2)
    offer(table, RED, 9)
    offer(table, BLUE, -3)
    offer(table, BLACK, -3)
    assert "take brick" not in table.legal()


def test_every_turn_has_its_own_sum_and_its_own_incomes() -> None:
    """Two turns in a row: nothing of the first offering is left in the second."""
    table = offerings(3)
    for seat, name in enumerate(("memphis", "mendes", "edfu")):
        table.put(name, farmers=1 + seat)
    for gold in (1, 3):
        table.gold(20, 20, 20)
        table.s.turn = 1
        stages.start_offerings(table.s)
        for seat in range(3):
            offer(table, seat, gold)
        assert (table.s.total, table.s.givers) == (3 * gold, 3)
        table.play(*["renounce"] * 6)
        received = [(seat, income) for seat, _, income in table.events(ev.RECEIVED)]
        assert received == [(0, 2), (1, 4), (2, 6)]  # box 2: two gold a farmer, the Pharaoh first
        assert table.s.turn == 2


def test_r38_incomes_come_before_the_scoring_which_counts_this_turns_box() -> None:
    table = offerings(3, turn=6).own(RED, "damanhur").put("memphis", farmers=2).gold(20, 9, 9)
    for seat in range(3):
        offer(table, seat, 5)
    table.play(*["renounce"] * 6)
    assert table.s.gold[RED] == 15 + 2 * 3
    kinds = [record.event for record in table.s.trace or ()]
    assert kinds.index(ev.RECEIVED) < kinds.index(ev.SCORED)
    scored = {(seat, category): points for seat, category, points in table.events(ev.SCORED)}
    assert scored[RED, ev.TEMPLE_SERVICE] == 2 * 3
    assert [scored[seat, ev.WEALTH] for seat in range(3)] == [6, 4, 4]
    assert table.s.phase == st.OVER


def test_gold_scores_after_the_sixth_turn_only() -> None:
    table = offerings(3, turn=3)
    for seat in range(3):
        offer(table, seat, 5)
    table.play(*["renounce"] * 6)
    assert all(category != ev.WEALTH for _, category, _ in table.events(ev.SCORED))
    assert table.s.turn == 4


def test_an_adjustment_is_said_once() -> None:
    table = offerings(3).give(BLACK, "adjustment", "adjustment")
    table.play("play adjustment", seat=BLACK)
    for seat in range(3):
        offer(table, seat, 5)
    table.play("raise")
    assert table.s.phase == st.REWARD
    assert table.s.hand[BLACK][box.ADJUST] == 1
    assert table.s.adjusting[:3] == [0, 0, 0]
    table.play(*["renounce"] * 5)
    assert "sell adjustment" in table.legal(BLACK)
