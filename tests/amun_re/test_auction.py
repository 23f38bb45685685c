"""Phases 1 and 2: provinces, gifts, and the auction with its forced moves."""

from __future__ import annotations

import pytest

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import auction, provinces

from .table import NAMES, Table

RED, BLACK, BLUE, WHITE = range(4)
FOUR = ("baharya", "dakhla", "abydos", "sawu")


def bid(table: Table, province: str, gold: int) -> None:
    table.play(f"province {province}", f"bid {gold}")


def the_example(**options: str) -> Table:
    return Table(4, **options).clear().auction(*FOUR)


def test_t1_the_four_player_auction() -> None:
    table = the_example()
    for seat, province, gold in (
        (RED, "abydos", 3), (BLACK, "sawu", 1), (BLUE, "abydos", 6), (WHITE, "abydos", 10),
        (RED, "dakhla", 0), (BLUE, "sawu", 6), (BLACK, "baharya", 1),
    ):  # fmt: skip
        assert table.s.seat == seat
        bid(table, province, gold)
    owners = {name: table.at(name, "owner") for name in FOUR}
    assert owners == {"baharya": BLACK, "dakhla": RED, "abydos": WHITE, "sawu": BLUE}
    assert table.s.gold[:4] == [20 + 12, 19, 14, 10]
    assert table.s.phase == st.CARDS_STAGE


def test_an_outbid_pawn_must_leave_its_province() -> None:
    table = the_example()
    bid(table, "abydos", 3)
    bid(table, "sawu", 1)
    bid(table, "abydos", 6)
    bid(table, "abydos", 10)
    assert table.s.seat == RED
    assert "province abydos" not in table.legal()
    assert {"province dakhla", "province sawu", "province baharya"} <= table.legal()


def test_r7_one_may_come_back_after_a_bid_elsewhere() -> None:
    table = the_example()
    bid(table, "abydos", 0)
    bid(table, "abydos", 1)
    bid(table, "dakhla", 0)
    bid(table, "baharya", 0)
    bid(table, "dakhla", 1)  # red leaves Abydos and beats blue
    bid(table, "abydos", 3)  # blue beats black
    bid(table, "dakhla", 3)  # black beats red
    assert table.s.seat == RED
    assert "province abydos" in table.legal()


def test_overbidding_takes_at_least_one_step() -> None:
    table = the_example()
    bid(table, "abydos", 3)
    table.play("province abydos")
    bids = {move for move in table.legal() if move.startswith("bid")}
    assert bids == {"bid 6", "bid 10", "bid 15"}


def test_a_bid_stays_within_the_treasure() -> None:
    table = the_example().gold(5, 5, 5, 5)
    table.play("province sawu")
    assert {move for move in table.legal() if move.startswith("bid")} == {"bid 0", "bid 1", "bid 3"}


def test_a1_cards_count_only_once_they_are_sold() -> None:
    table = the_example().gold(5, 5, 5, 5).play("province sawu")
    assert "bid 6" not in table.legal()
    table.play("sell architect")
    assert "bid 6" in table.legal()


def test_r9_nobody_outbids_36() -> None:
    table = the_example().gold(40, 40, 40, 40)
    bid(table, "sawu", 36)
    assert "province sawu" not in table.legal()


def test_r10_a_player_without_gold_finds_a_free_card() -> None:
    table = the_example().gold(20, 0, 0, 0)
    bid(table, "abydos", 0)
    assert "province abydos" not in table.legal()
    assert "province sawu" in table.legal()


def test_a_block_asks_for_two_steps() -> None:
    table = the_example().give(RED, "block")
    table.play("province abydos", "play block", "bid 3")
    assert table.s.hand[RED][box.BLOCK] == 0
    assert table.s.discard[box.BLOCK] == 1
    table.play("province abydos")
    assert "bid 6" not in table.legal()
    assert "bid 10" in table.legal()


def blocked_and_outbid(**options: str) -> Table:
    """Red blocks in Abydos, is outbid there and goes to Sawu, where blue stood."""
    table = the_example(**options).give(RED, "block")
    table.play("province abydos", "play block", "bid 3")
    bid(table, "abydos", 10)
    bid(table, "sawu", 0)
    bid(table, "baharya", 0)
    bid(table, "sawu", 1)
    return table


def test_the_block_holds_for_the_whole_auction() -> None:
    """Power cards, bid block: it is good for all of the phase, wherever its owner bids."""
    table = blocked_and_outbid()
    assert table.s.blocked[RED] == 1
    assert auction.lowest_step(table.s, NAMES["sawu"]) == 3
    assert table.events(ev.BID) == [(RED, NAMES["sawu"], 1, 1)]
    bid(table, "baharya", 1)  # blue beats white
    table.play("province sawu")
    assert "bid 3" not in table.legal()
    assert "bid 6" in table.legal()


def test_the_block_ends_with_the_auction() -> None:
    table = blocked_and_outbid()
    bid(table, "dakhla", 0)
    assert table.s.phase == st.CARDS_STAGE
    assert table.s.blocked == [0] * box.MAX_SEATS


def test_a7_by_option_the_block_is_spent_with_its_bid() -> None:
    table = blocked_and_outbid(block="bid")
    assert table.s.blocked[RED] == 0
    assert auction.lowest_step(table.s, NAMES["sawu"]) == 2
    assert table.events(ev.BID) == [(RED, NAMES["sawu"], 1, 0)]


def test_a_block_at_the_end_of_the_track_cannot_be_beaten() -> None:
    table = the_example().give(RED, "block").gold(40, 40, 40, 40)
    table.play("province abydos", "play block", "bid 28")
    assert "province abydos" not in table.legal()


def test_r14_a_second_block_must_wait() -> None:
    table = the_example().give(RED, "block", "block")
    table.play("province abydos", "play block")
    assert "play block" not in table.legal()
    table.play("bid 0")
    bid(table, "abydos", 3)
    bid(table, "sawu", 0)
    bid(table, "baharya", 0)
    table.play("province dakhla")
    assert "play block" not in table.legal()


def outbid_on_abydos(*cards: str) -> Table:
    table = the_example().give(RED, *cards)
    bid(table, "abydos", 3)
    bid(table, "sawu", 0)
    bid(table, "abydos", 6)
    bid(table, "baharya", 0)
    assert table.s.seat == RED
    return table


def test_the_same_province_card_lets_one_stay() -> None:
    table = outbid_on_abydos("same-province")
    table.play("play same-province")
    assert {m for m in table.legal() if m.startswith("bid")} == {"bid 10", "bid 15"}
    table.play("bid 10")
    assert table.s.seat == BLUE


def test_the_same_province_card_needs_a_payable_step() -> None:
    table = outbid_on_abydos("same-province").gold(9, 20, 20, 20)
    assert "play same-province" not in table.legal()


def test_the_same_province_card_is_useless_before_the_first_bid() -> None:
    assert "play same-province" not in the_example().give(RED, "same-province").legal()


def test_r35_block_and_same_province_go_together() -> None:
    table = outbid_on_abydos("same-province", "block")
    table.play("play same-province", "play block", "bid 10")
    assert table.s.blocked[RED] == 1
    assert auction.lowest_step(table.s, NAMES["abydos"]) == 6


@pytest.mark.parametrize(("players", "cards"), [(3, 9), (4, 12), (5, 15)])
def test_r1_as_many_provinces_as_players_each_turn(players: int, cards: int) -> None:
    table = Table(players)
    assert sum(table.s.card) == players
    assert table.s.pool_left == box.PROVINCES - players
    assert cards == players * box.KINGDOM_TURNS


def test_r3_gifts_lie_on_the_revealed_provinces() -> None:
    table = Table(5).clear(turn=0)
    provinces.start_turn(table.s)
    for p in range(box.PROVINCES):
        up = table.s.card[p]
        assert table.s.gifts[p] == box.GIFT_CARDS[p] * up
        assert table.s.bricks[p] == box.GIFT_BRICKS[p] * up
    assert table.sound()


def test_gift_bricks_are_laid_by_nobody() -> None:
    table = Table(3).clear(turn=3)
    table.put("memphis", bricks=1)
    table.s.trace = []
    table.s.pool = [1 if p in (box.MEMPHIS, box.ABYDOS, box.SAWU) else 0 for p in range(15)]
    table.s.pool_left = 3
    provinces.start_turn(table.s)
    assert table.events(ev.BRICK_PLACED) == []
    assert table.events(ev.BUILT) == [(st.NO_SEAT, box.MEMPHIS, 3)]


def only_these(table: Table, *names: str) -> None:
    table.clear(turn=0)
    for p in range(box.PROVINCES):
        table.s.pool[p] = 1 if box.PROVINCE_NAMES[p] in names else 0
    table.s.pool_left = len(names)
    provinces.start_turn(table.s)


def test_r3_cards_and_gold_go_to_the_winner_bricks_stay() -> None:
    table = Table(4)
    only_these(table, "dakhla", "thebes", "memphis", "abydos")
    table.s.seat = table.s.pharaoh = 0
    for name in ("dakhla", "thebes", "memphis", "abydos"):
        bid(table, name, 0)
    assert table.s.gold[:4] == [32, 20, 20, 20]
    assert table.s.hand_count[:4] == [2, 3, 1, 1]
    assert (table.at("memphis", "bricks"), table.at("abydos", "bricks")) == (2, 1)
    assert sum(table.s.gifts) == 0
    assert table.sound()


def test_gift_cards_are_told_to_their_owner_alone() -> None:
    table = Table(3)
    only_these(table, "thebes", "memphis", "abydos")
    table.s.seat = table.s.pharaoh = 0
    bid(table, "memphis", 0)
    bid(table, "abydos", 0)
    bid(table, "thebes", 0)
    assert len(table.events(ev.GOT_CARD, audience=2)) == 2
    assert table.events(ev.GOT_CARD) == []


def test_r5_a_gift_can_complete_a_pyramid() -> None:
    table = Table(3).clear(turn=3)
    table.put("memphis", bricks=1).put("abydos", bricks=2)
    for p in range(box.PROVINCES):
        table.s.pool[p] = 1 if box.PROVINCE_NAMES[p] in ("memphis", "abydos", "sawu") else 0
    table.s.pool_left = 3
    provinces.start_turn(table.s)
    assert (table.at("memphis", "pyramids"), table.at("memphis", "bricks")) == (1, 0)
    assert (table.at("abydos", "pyramids"), table.at("abydos", "bricks")) == (1, 0)


def test_a3_a_missing_gift_is_lost() -> None:
    table = Table(3)
    table.clear(turn=0)
    s = table.s
    for kind in range(box.CARDS):  # one card is left in the pile, all others are in hand
        s.hand[0][kind] += s.deck[kind]
        s.hand_count[0] += s.deck[kind]
        s.deck[kind] = 0
    s.hand[0][box.FREE] -= 1
    s.hand_count[0] -= 1
    s.deck[box.FREE], s.deck_left = 1, 1
    s.trace = []
    for p in range(box.PROVINCES):
        s.pool[p] = 1 if box.PROVINCE_NAMES[p] in ("memphis", "thebes", "sawu") else 0
    s.pool_left = 3
    provinces.start_turn(s)
    assert table.at("thebes", "gifts") == 1
    assert table.events(ev.GIFT_LOST) == [(NAMES["thebes"],)]


def test_the_pharaoh_bids_first() -> None:
    for seed in range(4):
        table = Table(5, seed=f"pharaoh {seed}")
        assert table.s.seat == table.s.pharaoh == table.s.first


def test_the_start_is_twenty_gold_and_an_architect() -> None:
    table = Table(3)
    assert table.s.gold == [20, 20, 20, 0, 0]
    assert all(table.s.hand[seat][box.ARCHITECT] == 1 for seat in range(3))
    assert table.s.hand_count == [1, 1, 1, 0, 0]
    assert table.s.box == 0
    assert all(table.s.known[seat][other][box.ARCHITECT] for seat in range(3) for other in range(3))
