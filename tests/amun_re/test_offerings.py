"""Phase 4: secret offerings, the temple scale, rewards and the Pharaoh."""

from typing import Any

import pytest

from nomarch.games.amun_re import components as box, events as ev, rules, state as st
from nomarch.games.amun_re.rules import offerings as phase4, stages
from tests.positions import Example, examples, given, then

from .table import LAYOUT, Table, offerings, offers

RED, BLUE, BLACK, WHITE = range(4)
RED_ALONE = offers(9, -3, -3)
"""Red has the highest of three offerings; the others steal."""
SEVEN = ("abu", "amarna", "avaris", "baharya", "berenike", "dakhla", "damanhur")
TWO_BRICKS: dict[str, Any] = {name: given(bricks=2) for name in SEVEN}


def renounce(times: int) -> str:
    return ", ".join(["renounce"] * times)


@pytest.mark.parametrize(
    ("total", "found"),
    [(-15, 1), (0, 1), (2, 1), (3, 2), (7, 2), (12, 2), (13, 3), (22, 3), (23, 4), (99, 4)],
)
def test_boxes(total: int, found: int) -> None:
    assert phase4.box_of(total) == found


PHASE_4: dict[str, Example] = {
    "t7 an offering of seven": (
        given(players=4), given(), offers(9, 4, -3), then(phase=st.OFFERING),
        offers(-3, first=WHITE),
        then(total=7, box=2, gold=(11, 16, 23, 23), seat=RED, owed=3),
        "take brick, take brick, take farmer", then(seat=BLUE, owed=2),
        "renounce, take farmer",
        then(pharaoh=RED, turn=2),  # nobody holds a card: the next turn begins
    ),
    "t15 all steal": (
        given(players=5, pharaoh=3), given(), offers(-3, -3, -3, -3, -3),
        then(total=-15, box=1, pharaoh=3,
             events={ev.BOX_SET: [(-15, 1)], ev.PHARAOH_PASSED: []}),
    ),
    "t16 adjustments in order": (
        given(players=4), given(cards="adjustment", cards_1="adjustment", cards_3="adjustment"),
        "0: play adjustment, 1: play adjustment, 3: play adjustment", offers(6, 5, 4, -3),
        then(total=12, phase=st.ADJUSTING, seat=RED), "raise", then(seat=BLUE),
        "lower", then(seat=WHITE), "raise", then(total=15, box=3, phase=st.REWARD, seat=RED,
            discard=tuple(3 * (kind == box.ADJUST) for kind in range(box.CARDS))),
    ),
    "r15 nothing is no offering": (
        given(), given(), then(may="steal", may_not="offer"),
        "0: put 1", then(who=RED, may="offer", may_not="steal"),
    ),
    "by option nothing is an offering of zero": (
        given(players=4, offering="nothing"), given(), then(who=RED, may="offer, steal"),
        "0: offer", offers(4, -3, 9, first=BLUE),
        then(total=10, box=2, gold=(20, 16, 23, 11), order=(WHITE, BLUE, RED), givers=3),
        "take brick, take brick, take brick, take brick, take brick", then(seat=RED, owed=1),
    ),
    "by option nothing is the highest offering among thieves": (
        given(pharaoh=1, offering="nothing"), given(), offers(-3, -3, first=BLUE), "0: offer",
        then(seat=RED, owed=3), renounce(3), then(pharaoh=RED),
    ),
    "r15 without gold one steals": (given(), given(gold=0), then(who=RED, only="steal")),
    "any sum up to the treasure": (
        given(), given(gold=38), then(who=RED, may_put=map(str, box.DENOMINATIONS)),
        "0: put 20, 0: put 10, 0: put 5, 0: put 2, 0: put 1",
        then(offer=38, who=RED, only="offer"),
    ),
    "the adjustment card cannot be sold from under the offering": (
        given(), given(cards="adjustment adjustment block"), "0: play adjustment",
        then(who=RED, may="sell adjustment", may_play=""),
        "0: sell adjustment", then(who=RED, may_sell="block"),
    ),
    "a8 selling before offering": (
        given(), given(cards="block", gold=(0, 5, 5)), "0: sell block",
        then(who=RED, may="put 1"),
    ),
    "the adjustment may go with a theft": (
        given(), given(cards="adjustment"), "0: play adjustment, 0: steal",
        offers(4, 4, first=BLUE), then(phase=st.ADJUSTING, total=5),
        "lower", then(total=2, box=1, order=(BLUE, BLACK)),
    ),
    "r18 ties go to the seat nearest the pharaoh": (
        given(players=5, pharaoh=2), given(), offers(5, 5, 1, 5, 1),
        then(order=(3, 0, 1, 2, 4), givers=5),
    ),
    "r17 three two one and r19 in rank order": (
        given(players=5), given(), offers(1, 9, 3, -3, 5), then(seat=1, owed=3), renounce(3),
        then(seat=4, owed=2), renounce(2), then(seat=2, owed=1), "renounce",
        then(seat=0, owed=1), "renounce", then(pharaoh=1, turn=2),
    ),
    "r20 farmers need a free field": (
        given(), given(memphis=given(farmers=3)), RED_ALONE, then(may_take="card, brick"),
    ),
    "reward units are placed where one likes": (
        given(), given(own="abu", cards="architect free-farmer", memphis=given(bricks=2)),
        RED_ALONE, then(may_play=""), "take farmer, province abu", then(abu=then(farmers=1)),
        "take brick", then(may="province abu, province memphis", may_play=""),
        "province memphis", then(memphis=then(pyramids=1, bricks=0), owed=1),
    ),
    "the pharaoh passes to the highest giver": (
        given(players=4, pharaoh=2), given(), offers(1, 2, 2, 1), renounce(7),
        then(events={ev.PHARAOH_PASSED: [(2,)]}),
    ),
    "the brick limit holds for rewards": (
        given(bricks="box"), given(edfu=given(bricks=1), **TWO_BRICKS), RED_ALONE,
        then(may_not="take brick"),
    ),
    "an adjustment is said once": (
        given(), given(cards_2="adjustment adjustment"), "2: play adjustment", offers(5, 5, 5),
        "raise", then(phase=st.REWARD, hand_count_2=1, adjusting=(0, 0, 0)),
        renounce(5), then(who=BLACK, may="sell adjustment"),
    ),
}  # fmt: skip


@examples(PHASE_4)
def test_phase_4(example: Example) -> None:
    table = offerings(**{"players": 3, **example[0]}).given(**example[1])
    table.follow(*example[2:])


def test_offerings_are_owed_by_all_at_once_in_any_order() -> None:
    table = offerings(4)
    for moves, waiting in (("", 0b1111), (offers(5, first=BLACK), 0b1011), (offers(1), 0b1010)):
        table.follow(moves)
        assert rules.to_act(table.s) == waiting


def test_an_offering_is_a_secret_until_all_are_in() -> None:
    table = offerings(3).give(RED, "adjustment")
    table.play("play adjustment", "put 5", seat=RED)
    assert [event for event in table.s.trace or () if event.is_told_to(BLUE)] == []
    table.play("offer", seat=RED)
    assert table.events(ev.OFFERED) == [(RED,)]
    assert table.s.gold[RED] == 20
    for viewer in (BLUE, BLACK, -1):
        view = LAYOUT.observe(table.s, viewer)
        assert (view.offer[RED], view.adjusting[RED]) == (-1, -1)
        assert view.hand_count[RED] == 1
    table.follow(offers(2, -3, first=BLUE))
    assert LAYOUT.observe(table.s, -1).offer[:3] == [5, 2, -3]
    assert table.events(ev.OFFER_SHOWN) == [(RED, 5, 1), (BLUE, 2, 0), (BLACK, -3, 0)]


def test_reward_cards_know_no_limit() -> None:
    table = offerings(3)
    table.s.owner = [-1] * box.PROVINCES
    table.own(RED, "mendes").own(BLUE, "buto")
    assert stages.card_limit(table.s, RED) == 0
    table.follow(RED_ALONE, "take card, take card, take card", then(hand_count=3))
    assert table.events(ev.TOOK_CARD) == [(RED,)] * 3
    assert len(table.events(ev.GOT_CARD, audience=RED)) == 3


def test_a3_no_card_reward_without_cards() -> None:
    offerings(3).pile_of(0, holder=BLACK).follow(
        RED_ALONE, then(only="renounce, take farmer, take brick")
    )


def test_r22_the_theft_is_there_every_turn() -> None:
    table = offerings(3).follow(offers(-3, -3, -3))
    stages.start_offerings(table.s)
    assert all("steal" in table.legal(seat) for seat in range(3))


def test_setup_begins_left_of_box_one() -> None:
    assert Table(3).s.box == 0


def test_every_turn_has_its_own_sum_and_its_own_incomes() -> None:
    """Two turns in a row: nothing of the first offering is left in the second."""
    table = offerings(3)
    for seat, name in enumerate(("memphis", "mendes", "edfu")):
        table.put(name, farmers=1 + seat)
    for gold in (1, 3):
        table.given(gold=(20, 20, 20), turn=1)
        stages.start_offerings(table.s)
        table.follow(offers(gold, gold, gold), then(total=3 * gold, givers=3), renounce(6))
        received = [(seat, income) for seat, _, income in table.events(ev.RECEIVED)]
        assert received == [(0, 2), (1, 4), (2, 6)]  # box 2: two gold a farmer, the Pharaoh first
        assert table.s.turn == 2


def test_r38_incomes_come_before_the_scoring_which_counts_this_turns_box() -> None:
    table = offerings(3, turn=6).own(RED, "damanhur").put("memphis", farmers=2).gold(20, 9, 9)
    table.follow(offers(5, 5, 5), renounce(6), then(gold=15 + 2 * 3, phase=st.OVER))
    kinds = [record.event for record in table.s.trace or ()]
    assert kinds.index(ev.RECEIVED) < kinds.index(ev.SCORED)
    scored = {(seat, category): points for seat, category, points in table.events(ev.SCORED)}
    assert scored[RED, ev.TEMPLE_SERVICE] == 2 * 3
    assert [scored[seat, ev.WEALTH] for seat in range(3)] == [6, 4, 4]


def test_gold_scores_after_the_sixth_turn_only() -> None:
    table = offerings(3, turn=3).follow(offers(5, 5, 5), renounce(6), then(turn=4))
    assert all(category != ev.WEALTH for _, category, _ in table.events(ev.SCORED))
