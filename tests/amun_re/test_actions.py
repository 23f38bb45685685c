"""Phase 3: power cards, farmers, bricks, and what may be sold when."""

from __future__ import annotations

import pytest

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards as power_cards, incomes, provinces, stages

from .table import KINDS, Table


def acting(*provinces: str, players: int = 3, cards: tuple[str, ...] = (), **options: str) -> Table:
    """Seat 0 is first to act in phase 3 and owns these provinces; the others own nothing."""
    table = Table(players, **options).clear().no_cards().own(0, *provinces).give(0, *cards)
    stages.start_actions(table.s)
    return table


def test_t2_prices_go_on_beyond_the_table() -> None:
    assert [stages.price(n) for n in (1, 2, 3, 8, 9, 10)] == [1, 3, 6, 36, 45, 55]


def test_t3_each_kind_is_priced_by_itself() -> None:
    table = acting("memphis", "amarna", "mendes").gold(19)
    table.play("buy 2")
    assert table.s.phase == st.FARMERS_STAGE
    table.play("buy 4")
    for _ in range(4):
        table.play("province mendes")
    table.play("done", "buy 3")
    assert table.s.gold[0] == 0


def test_t4_the_card_limit_is_the_best_province() -> None:
    table = acting("memphis", "amarna", "avaris").gold(100)
    assert stages.card_limit(table.s, 0) == 3
    assert "buy 3" in table.legal()
    assert "buy 4" not in table.legal()
    table = acting("buto", "mendes").gold(100)
    assert stages.card_limit(table.s, 0) == 0
    assert table.s.phase == st.FARMERS_STAGE


def test_by_option_the_card_limit_is_the_sum() -> None:
    table = acting("memphis", "amarna", "avaris", limit="sum").gold(100)
    assert stages.card_limit(table.s, 0) == 5
    assert "buy 5" in table.legal()
    assert "buy 6" not in table.legal()


def test_t5_two_farmers_for_baharya_none_for_berenike() -> None:
    table = acting("baharya", "berenike").play("done")
    assert "buy 3" not in table.legal()
    table.play("buy 2")
    assert table.s.gold[0] == 17
    assert table.at("baharya", "farmers") == 2
    assert incomes.farmers_in(table.s, box.BAHARYA) == 4
    assert table.at("berenike", "farmers") == 0
    assert table.s.farmer_supply == box.FARMER_SUPPLY - 2


def test_t6_three_bricks_make_two_pyramids() -> None:
    table = acting("memphis", "mendes", cards=("block",))
    table.put("memphis", bricks=2).put("mendes", pyramids=1, bricks=1)
    table.play("done", "done", "buy 3")
    table.play("province memphis", "province mendes", "province mendes")
    assert table.s.gold[0] == 14
    assert (table.at("memphis", "pyramids"), table.at("memphis", "bricks")) == (1, 0)
    assert (table.at("mendes", "pyramids"), table.at("mendes", "bricks")) == (2, 0)


def test_r12_purchases_are_made_once_a_stage() -> None:
    table = acting("memphis", cards=("block",))
    table.play("done", "buy 1")
    assert table.s.phase == st.FARMERS_STAGE
    assert not any(move.startswith("buy") for move in table.legal())


def test_bricks_without_end() -> None:
    table = acting("memphis").gold(500).play("done", "done")
    assert "buy 30" in table.legal()


def test_a_purchase_stays_within_the_treasure() -> None:
    table = acting("kharga").gold(5)
    assert {m for m in table.legal() if m.startswith("buy")} == {"buy 1", "buy 2"}


def test_r36_a_player_finishes_before_the_next_begins() -> None:
    table = acting("memphis").own(1, "kharga")
    table.play("done", "done")
    assert table.s.seat == 0
    table.play("done")
    assert table.s.seat == 1
    assert table.s.phase == st.CARDS_STAGE


def test_a_stage_with_nothing_to_decide_is_passed_over() -> None:
    table = acting("memphis").gold(0, 0, 0)
    stages.start_actions(table.s)
    assert table.s.phase == st.OFFERING


def test_a_stage_is_not_passed_over_while_cards_could_be_played() -> None:
    table = acting("berenike", cards=("block",)).gold(0, 0, 0)
    stages.start_actions(table.s)
    assert table.s.phase == st.CARDS_STAGE
    table.play("done")
    assert table.s.phase == st.FARMERS_STAGE
    table.play("done")
    assert table.s.phase == st.BRICKS_STAGE


def test_without_cards_only_stages_with_something_to_buy_are_asked() -> None:
    table = acting("berenike").gold(20, 0, 0).play("done")
    assert (table.s.seat, table.s.phase) == (0, st.BRICKS_STAGE)  # Berenike has no fields
    table.play("done")
    assert table.s.phase == st.OFFERING  # the others have neither gold nor cards


def test_cards_are_told_to_their_buyer_alone() -> None:
    table = acting("memphis").play("buy 3")
    assert len(table.events(ev.GOT_CARD, audience=0)) == 3
    assert table.events(ev.GOT_CARD) == []
    assert table.events(ev.BOUGHT) == [(0, ev.BUYS_CARDS, 3, 6)]
    assert table.s.hand_count[0] == 3


# --- Free farmer ----------------------------------------------------------------------------------


def test_the_free_farmer_stands_outside_the_fields() -> None:
    table = acting("berenike", "baharya", cards=("free-farmer",)).play("done", "play free-farmer")
    assert table.legal() >= {"province berenike", "province baharya"}
    table.play("province berenike")
    assert (table.at("berenike", "free"), table.at("berenike", "farmers")) == (1, 0)
    assert incomes.farmers_in(table.s, box.BERENIKE) == 1


def test_the_free_farmer_does_not_use_up_a_field() -> None:
    table = acting("sawu", cards=("free-farmer",)).play("done", "play free-farmer")
    assert table.at("sawu", "free") == 1
    assert table.s.phase == st.FARMERS_STAGE
    table.play("buy 1")
    assert table.at("sawu", "farmers") == 1


def test_the_free_farmer_can_follow_the_bought_ones() -> None:
    table = acting("sawu", cards=("free-farmer",)).play("done", "buy 1", "play free-farmer")
    assert incomes.farmers_in(table.s, box.SAWU) == 2


def test_r14_one_free_farmer_a_phase() -> None:
    table = acting("sawu", cards=("free-farmer", "free-farmer")).play("done", "play free-farmer")
    assert "play free-farmer" not in table.legal()


def test_r32_without_farmers_in_the_supply_none_can_be_had() -> None:
    table = acting("mendes", cards=("free-farmer",))
    table.s.farmer_supply = 0
    assert table.s.phase == st.FARMERS_STAGE
    assert table.legal() == {"done", "sell free-farmer"}


# --- Architect ------------------------------------------------------------------------------------


def test_the_architect_builds_with_two_bricks() -> None:
    table = acting("memphis", cards=("architect",)).put("memphis", bricks=2)
    table.play("done", "done", "play architect")
    assert (table.at("memphis", "pyramids"), table.at("memphis", "bricks")) == (1, 0)


def test_a_card_is_played_on_one_province_only() -> None:
    table = acting("memphis", "abu", cards=("architect", "free-farmer", "block"))
    table.put("memphis", bricks=2)
    table.play("done", "play free-farmer", "province abu", "done", "play architect")
    assert (table.s.site_card, table.at("memphis", "pyramids")) == (st.NO_CARD, 1)
    table.play("buy 1")
    assert {"province memphis", "province abu"} <= table.legal()


def test_the_architect_needs_two_bricks_in_one_province() -> None:
    table = acting("memphis", "mendes", cards=("architect",))
    table.put("memphis", bricks=1).put("mendes", bricks=1).play("done", "done")
    assert "play architect" not in table.legal()


def test_a4_the_architect_comes_between_bricks() -> None:
    table = acting("memphis", cards=("architect",)).play("done", "done", "buy 3")
    assert table.s.phase == st.PLACE_BRICK
    table.play("province memphis", "province memphis", "play architect", "province memphis")
    assert (table.at("memphis", "pyramids"), table.at("memphis", "bricks")) == (1, 1)
    assert table.s.seat != 0 or table.s.phase != st.PLACE_BRICK


def test_the_architect_chooses_among_several_provinces() -> None:
    table = acting("memphis", "mendes", cards=("architect", "architect"))
    table.put("memphis", bricks=2).put("mendes", bricks=2)
    table.play("done", "done", "play architect", "province mendes")
    assert table.at("mendes", "pyramids") == 1
    assert "play architect" not in table.legal()


def test_without_cards_the_only_province_takes_all_bricks() -> None:
    table = acting("memphis").play("done", "done", "buy 4")
    assert (table.at("memphis", "pyramids"), table.at("memphis", "bricks")) == (1, 1)


SEVEN = ("abu", "amarna", "avaris", "baharya", "berenike", "dakhla", "damanhur")


def test_by_option_the_bricks_of_the_box_are_all_there_are() -> None:
    """Material: 15 bricks."""
    table = acting("memphis", "mendes", bricks="box").gold(100)
    for name in SEVEN:
        table.put(name, bricks=2)
    table.play("done", "done")
    assert "buy 1" in table.legal()
    assert "buy 2" not in table.legal()
    table = Table(3, bricks="box").clear(turn=0)
    for name in SEVEN:
        table.put(name, bricks=2)
    table.put("sawu", bricks=1)
    table.s.pool = [1 if p in (box.MEMPHIS, box.EDFU, box.BUTO) else 0 for p in range(15)]
    table.s.pool_left = 3
    provinces.start_turn(table.s)
    assert table.at("memphis", "bricks") == 0


# --- Selling --------------------------------------------------------------------------------------


def test_r13_a_sold_card_brings_a_gold_and_is_discarded() -> None:
    table = acting("memphis", cards=("block", "architect")).play("sell block")
    assert table.s.gold[0] == 21
    assert table.s.discard[box.BLOCK] == 1
    assert table.s.hand_count[0] == 1
    assert table.s.phase == st.CARDS_STAGE


def test_a8_selling_while_placing() -> None:
    table = acting("memphis", "abu", cards=("block",)).play("done", "done", "buy 1")
    assert "sell block" in table.legal()


def test_a8_selling_while_choosing_among_drawn_cards() -> None:
    table = acting("memphis", draft="hidden", cards=("block",)).play("buy 1", "sell block")
    assert (table.s.hand_count[0], table.s.gold[0], table.s.phase) == (0, 20, st.KEEP)


def test_selling_the_last_card_can_end_a_stage() -> None:
    table = acting("berenike", cards=("block",)).gold(0, 0, 0)
    table.play("done", "done")
    assert table.s.phase == st.BRICKS_STAGE
    table.play("sell block")
    assert table.s.phase == st.BRICKS_STAGE  # the gold buys a brick
    table.play("buy 1")
    assert table.s.phase == st.OFFERING


# --- The pile -------------------------------------------------------------------------------------


def test_r32_the_discards_are_shuffled_when_the_pile_is_empty() -> None:
    table = acting("memphis")
    s = table.s
    s.discard, s.deck, s.deck_left = s.deck, [0] * box.CARDS, 0
    s.deck[box.FREE], s.discard[box.FREE], s.deck_left = 1, s.discard[box.FREE] - 1, 1
    table.play("buy 3")
    assert s.hand[0][box.FREE] >= 1
    assert s.hand_count[0] == 3
    assert s.deck_left == box.NUM_CARDS - 3
    assert sum(s.discard) == 0
    assert table.events(ev.SHUFFLED) == [(box.NUM_CARDS - 1,)]
    assert table.sound()


def test_a3_purchases_are_capped_at_what_can_be_drawn() -> None:
    table = acting("memphis")
    s = table.s
    s.hand[1] = list(s.deck)
    s.hand[1][box.FREE] -= 2
    s.hand_count[1], s.deck, s.deck_left = 37, [0] * box.CARDS, 0
    s.discard[box.FREE] = 2
    assert {m for m in table.legal() if m.startswith("buy")} == {"buy 1", "buy 2"}


# --- The variant: two cards more ------------------------------------------------------------------


@pytest.mark.parametrize("draft", ["hidden", "shown"])
def test_v1_draw_two_more_and_return_two(draft: str) -> None:
    table = acting("memphis", draft=draft).play("buy 1")
    assert table.s.phase == st.KEEP
    assert (table.s.drawn_left, table.s.units, table.s.gold[0]) == (3, 2, 19)
    returned = []
    while table.s.phase == st.KEEP:
        assert all(move.startswith("return") for move in table.legal())
        move = min(table.legal())
        returned.append(KINDS[move.removeprefix("return ")])
        table.play(move)
        audience = -1 if draft == "shown" else 0
        assert table.events(ev.RETURNED, audience) == [(0, returned[-1])]
        assert len(table.events(ev.RETURNED_SECRETLY)) == (0 if draft == "shown" else 1)
    assert table.s.hand_count[0] == 1
    assert list(table.s.under[:2]) == returned
    assert table.s.under_by[:2] == [st.SEEN_BY_ALL if draft == "shown" else 0] * 2
    assert table.s.phase == st.FARMERS_STAGE
    assert table.sound()


def test_v1_returned_cards_come_after_the_rest_in_order() -> None:
    table = acting("memphis", draft="hidden").play("buy 1")
    table.play(min(table.legal()))
    table.play(max(table.legal()))
    s = table.s
    under = list(s.under[:2])
    moved = list(s.deck)
    s.hand[2], s.hand_count[2] = moved, sum(moved)
    s.deck, s.deck_left = [0] * box.CARDS, 0
    s.phase, s.bought = st.CARDS_STAGE, 0
    assert power_cards.draw_card(s) == under[0] + box.CARDS
    assert power_cards.draw_card(s) == under[1] + box.CARDS
    assert s.under_len == 0


def test_v1_with_few_cards_fewer_are_returned() -> None:
    table = acting("memphis", draft="hidden")
    s = table.s
    s.hand[1] = list(s.deck)
    s.hand[1][box.FREE] -= 2
    s.hand_count[1], s.deck, s.deck_left = 37, [0] * box.CARDS, 2
    s.deck[box.FREE] = 2
    table.play("buy 1")
    assert (s.drawn_left, s.units) == (2, 1)
    table.play("return free-farmer")
    assert s.hand_count[0] == 1


def test_v1_without_two_more_nothing_is_returned() -> None:
    table = acting("memphis", draft="hidden")
    s = table.s
    s.hand[1] = list(s.deck)
    s.hand[1][box.FREE] -= 2
    s.hand_count[1], s.deck, s.deck_left = 37, [0] * box.CARDS, 2
    s.deck[box.FREE] = 2
    table.play("buy 2")
    assert s.hand_count[0] == 2
    assert s.phase == st.FARMERS_STAGE


def test_what_one_returned_one_recognises_in_anothers_hand() -> None:
    table = acting("memphis", draft="hidden")
    s = table.s
    s.under[0], s.under_by[0], s.under_len = box.EIGHT, 2, 1
    s.deck[box.EIGHT] -= 1
    s.hand[1] = list(s.deck)
    s.hand_count[1], s.deck, s.deck_left = sum(s.deck), [0] * box.CARDS, 0
    table.play("buy 1")
    assert s.known[2][0][box.EIGHT] == 1
    assert s.known[1][0][box.EIGHT] == 0
    assert table.sound()


def test_a_returned_card_that_was_drawn_leaves_no_trace_under_the_pile() -> None:
    table = acting("memphis", draft="hidden")
    s = table.s
    s.under[0], s.under_by[0], s.under_len = box.EIGHT, 2, 1
    s.deck[box.EIGHT] -= 1
    s.hand[1] = list(s.deck)
    s.hand_count[1], s.deck, s.deck_left = sum(s.deck), [0] * box.CARDS, 0
    before = list(s.deck_most[0])
    table.play("buy 1")
    assert s.hand[0][box.EIGHT] == 1
    assert (s.under_len, s.under[0], s.under_by[0]) == (0, 0, st.UNSEEN)
    assert s.deck_most[0] == before  # it did not come from the shuffled part


def test_what_may_have_been_returned_is_no_longer_known() -> None:
    table = acting("memphis", draft="hidden")
    s = table.s
    s.under[0], s.under_by[0], s.under_len = box.EIGHT, 2, 1
    s.deck[box.EIGHT] -= 1
    s.hand[1] = list(s.deck)
    s.hand[1][box.FREE] -= 2
    s.hand_count[1], s.deck, s.deck_left = sum(s.hand[1]), [0] * box.CARDS, 2
    s.deck[box.FREE] = 2
    table.play("buy 1")
    assert s.drawn_known[2][box.EIGHT] == 1
    table.play("return free-farmer")
    assert s.drawn_known[2][box.EIGHT] == 0
    table.play("return free-farmer")
    assert s.known[2][0][box.EIGHT] == 0
    assert table.sound()


def test_v1_shown_returns_leave_the_rest_known() -> None:
    table = acting("memphis", draft="shown")
    s = table.s
    s.under[0], s.under_by[0], s.under_len = box.EIGHT, st.SEEN_BY_ALL, 1
    s.deck[box.EIGHT] -= 1
    s.hand[1] = list(s.deck)
    s.hand[1][box.FREE] -= 2
    s.hand_count[1], s.deck, s.deck_left = sum(s.hand[1]), [0] * box.CARDS, 2
    s.deck[box.FREE] = 2
    table.play("buy 1", "return free-farmer", "return free-farmer")
    assert s.known[2][0][box.EIGHT] == 1
    assert s.known[1][0][box.EIGHT] == 1


def test_v3_anniversary_start_keeps_one_of_two() -> None:
    table = Table(3, edition="anniversary")
    s = table.s
    assert s.phase == st.START_KEEP
    for away in range(3):
        assert s.seat == (s.pharaoh + away) % 3
        assert s.drawn_left == 2
        table.play(min(table.legal()))
    assert s.hand_count[:3] == [1, 1, 1]
    assert s.under_len == 3
    assert (s.turn, s.phase) == (1, st.PICK)
    assert table.sound()
