"""Phase 3: power cards, farmers, bricks, and what may be sold when."""

from typing import Any

import pytest

from nomarch.games.amun_re import components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards as power_cards, stages
from tests.positions import Example, examples, given, then

from .table import KINDS, Table, acting

SEVEN = ("abu", "amarna", "avaris", "baharya", "berenike", "dakhla", "damanhur")
ALL_BUT_ONE: dict[str, Any] = {name: given(bricks=2) for name in SEVEN}
"""14 of the 15 bricks in the box."""


def test_t2_prices_go_on_beyond_the_table() -> None:
    assert [stages.price(n) for n in (1, 2, 3, 8, 9, 10)] == [1, 3, 6, 36, 45, 55]


PHASE_3: dict[str, Example] = {
    "t3 each kind is priced by itself": (
        given(own="memphis amarna mendes", gold=19), "buy 2", then(phase=st.FARMERS_STAGE),
        "buy 4, province mendes, province mendes, province mendes, province mendes",
        "done, buy 3", then(gold=0),
    ),
    "t4 the card limit is the best province": (
        given(own="memphis amarna avaris", gold=100), then(may="buy 3", may_not="buy 4"),
    ),
    "provinces without symbols sell no cards": (
        given(own="buto mendes", gold=100), then(phase=st.FARMERS_STAGE),
    ),
    "by option the card limit is the sum": (
        given(own="memphis amarna avaris", gold=100, options={"limit": "sum"}),
        then(may="buy 5", may_not="buy 6"),
    ),
    "t5 two farmers for baharya none for berenike": (
        given(own="baharya berenike"), "done", then(may_not="buy 3"),
        "buy 2", then(gold=17, baharya=then(farmers=2, workers=4), berenike=then(farmers=0),
                      farmer_supply=box.FARMER_SUPPLY - 2),
    ),
    "t6 three bricks make two pyramids": (
        given(own="memphis mendes", cards="block", memphis=given(bricks=2),
              mendes=given(pyramids=1, bricks=1)),
        "done, done, buy 3, province memphis, province mendes, province mendes",
        then(gold=14, memphis=then(pyramids=1, bricks=0), mendes=then(pyramids=2, bricks=0)),
    ),
    "r12 purchases are made once a stage": (
        given(own="memphis", cards="block"), "done, buy 1",
        then(phase=st.FARMERS_STAGE, may_buy=""),
    ),
    "bricks without end": (given(own="memphis", gold=500), "done, done", then(may="buy 30")),
    "a purchase stays within the treasure": (given(own="kharga", gold=5), then(may_buy="1, 2")),
    "r36 a player finishes before the next begins": (
        given(own="memphis", own_1="kharga"), "done, done", then(seat=0),
        "done", then(seat=1, phase=st.CARDS_STAGE),
    ),
    "a stage with nothing to decide is passed over": (
        given(own="memphis", gold=(0, 0, 0)), then(phase=st.OFFERING),
    ),
    "a stage is not passed over while cards could be played": (
        given(own="berenike", cards="block", gold=(0, 0, 0)), then(phase=st.CARDS_STAGE),
        "done", then(phase=st.FARMERS_STAGE), "done", then(phase=st.BRICKS_STAGE),
    ),
    "without cards only stages with something to buy are asked": (
        given(own="berenike", gold=(20, 0, 0)), "done",
        then(seat=0, phase=st.BRICKS_STAGE),  # Berenike has no fields
        "done", then(phase=st.OFFERING),  # the others have neither gold nor cards
    ),
    "the free farmer stands outside the fields": (
        given(own="berenike baharya", cards="free-farmer"), "done, play free-farmer",
        then(may="province berenike, province baharya"),
        "province berenike", then(berenike=then(free=1, farmers=0, workers=1)),
    ),
    "the free farmer does not use up a field": (
        given(own="sawu", cards="free-farmer"), "done, play free-farmer",
        then(sawu=then(free=1), phase=st.FARMERS_STAGE), "buy 1", then(sawu=then(farmers=1)),
    ),
    "the free farmer can follow the bought ones": (
        given(own="sawu", cards="free-farmer"), "done, buy 1, play free-farmer",
        then(sawu=then(workers=2)),
    ),
    "r14 one free farmer a phase": (
        given(own="sawu", cards="free-farmer free-farmer"), "done, play free-farmer",
        then(may_not="play free-farmer"),
    ),
    "r32 without farmers in the supply none can be had": (
        given(own="mendes", cards="free-farmer", farmer_supply=0),
        then(phase=st.FARMERS_STAGE, only="done, sell free-farmer"),
    ),
    "the architect builds with two bricks": (
        given(own="memphis", cards="architect", memphis=given(bricks=2)),
        "done, done, play architect", then(memphis=then(pyramids=1, bricks=0)),
    ),
    "a card is played on one province only": (
        given(own="memphis abu", cards="architect free-farmer block", memphis=given(bricks=2)),
        "done, play free-farmer, province abu, done, play architect",
        then(site_card=st.NO_CARD, memphis=then(pyramids=1)),
        "buy 1", then(may="province memphis, province abu"),
    ),
    "the architect needs two bricks in one province": (
        given(own="memphis mendes", cards="architect", memphis=given(bricks=1),
              mendes=given(bricks=1)),
        "done, done", then(may_not="play architect"),
    ),
    "a4 the architect comes between bricks": (
        given(own="memphis", cards="architect"), "done, done, buy 3", then(phase=st.PLACE_BRICK),
        "province memphis, province memphis, play architect, province memphis",
        then(memphis=then(pyramids=1, bricks=1), seat=1),
    ),
    "the architect chooses among several provinces": (
        given(own="memphis mendes", cards="architect architect", memphis=given(bricks=2),
              mendes=given(bricks=2)),
        "done, done, play architect, province mendes",
        then(mendes=then(pyramids=1), may_not="play architect"),
    ),
    "without cards the only province takes all bricks": (
        given(own="memphis"), "done, done, buy 4", then(memphis=then(pyramids=1, bricks=1)),
    ),
    "by option the bricks of the box are all there are": (
        given(own="memphis mendes", options={"bricks": "box"}, gold=100, **ALL_BUT_ONE),
        "done, done", then(may="buy 1", may_not="buy 2"),
    ),
    "r13 a sold card brings a gold and is discarded": (
        given(own="memphis", cards="block architect"), "sell block",
        then(gold=21, hand_count=1, phase=st.CARDS_STAGE,
             discard=tuple(int(kind == box.BLOCK) for kind in range(box.CARDS))),
    ),
    "a8 selling while placing": (
        given(own="memphis abu", cards="block"), "done, done, buy 1", then(may="sell block"),
    ),
    "a8 selling while choosing among drawn cards": (
        given(own="memphis", options={"draft": "hidden"}, cards="block"), "buy 1, sell block",
        then(hand_count=0, gold=20, phase=st.KEEP),
    ),
    "selling the last card can end a stage": (
        given(own="berenike", cards="block", gold=(0, 0, 0)), "done, done",
        then(phase=st.BRICKS_STAGE),
        "sell block", then(phase=st.BRICKS_STAGE),  # the gold buys a brick
        "buy 1", then(phase=st.OFFERING),
    ),
}  # fmt: skip


@examples(PHASE_3)
def test_phase_3(example: Example) -> None:
    acting(**example[0]).follow(*example[1:])


def test_by_option_gifts_keep_to_the_bricks_of_the_box() -> None:
    table = Table(3, bricks="box").clear(turn=0).given(**ALL_BUT_ONE, sawu=given(bricks=1))
    assert table.reveal("memphis", "edfu", "buto").at("memphis", "bricks") == 0


def test_cards_are_told_to_their_buyer_alone() -> None:
    table = acting("memphis").play("buy 3")
    assert len(table.events(ev.GOT_CARD, audience=0)) == 3
    assert table.events(ev.GOT_CARD) == []
    assert table.events(ev.BOUGHT) == [(0, ev.BUYS_CARDS, 3, 6)]
    assert table.s.hand_count[0] == 3


# --- The pile -------------------------------------------------------------------------------------


def test_r32_the_discards_are_shuffled_when_the_pile_is_empty() -> None:
    table = acting("memphis")
    s = table.s
    s.discard, s.deck, s.deck_left = s.deck, [0] * box.CARDS, 0
    s.deck[box.FREE], s.discard[box.FREE], s.deck_left = 1, s.discard[box.FREE] - 1, 1
    table.follow("buy 3", then(hand_count=3, deck_left=box.NUM_CARDS - 3))
    assert s.hand[0][box.FREE] >= 1
    assert sum(s.discard) == 0
    assert table.events(ev.SHUFFLED) == [(box.NUM_CARDS - 1,)]
    assert table.sound()


def test_a3_purchases_are_capped_at_what_can_be_drawn() -> None:
    table = acting("memphis").pile_of(free_farmers=2)
    s = table.s
    s.discard, s.deck, s.deck_left = s.deck, [0] * box.CARDS, 0
    table.follow(then(may_buy="1, 2"))


# --- The variant: two cards more ------------------------------------------------------------------


@pytest.mark.parametrize("draft", ["hidden", "shown"])
def test_v1_draw_two_more_and_return_two(draft: str) -> None:
    table = acting("memphis", options={"draft": draft})
    s = table.s
    table.follow("buy 1", then(phase=st.KEEP, drawn_left=3, units=2, gold=19))
    returned = []
    while s.phase == st.KEEP:
        assert all(move.startswith("return") for move in table.legal())
        move = min(table.legal())
        returned.append(KINDS[move.removeprefix("return ")])
        table.play(move)
        assert table.events(ev.RETURNED, -1 if draft == "shown" else 0) == [(0, returned[-1])]
        assert len(table.events(ev.RETURNED_SECRETLY)) == (draft == "hidden")
    by = st.SEEN_BY_ALL if draft == "shown" else 0
    table.follow(
        then(hand_count=1, under=tuple(returned), under_by=(by, by), phase=st.FARMERS_STAGE)
    )
    assert table.sound()


def hidden_draft(under_by: int | None = None, pile: int | None = None) -> Table:
    """A purchase while some free farmers are the pile, above an 8 gold card that was returned."""
    table = acting(
        "memphis", options={"draft": "hidden" if under_by != st.SEEN_BY_ALL else "shown"}
    )
    s = table.s
    if under_by is not None:
        s.under[0], s.under_by[0], s.under_len = box.EIGHT, under_by, 1
        s.deck[box.EIGHT] -= 1
        s.deck_left -= 1
    return table if pile is None else table.pile_of(pile)


def test_v1_returned_cards_come_after_the_rest_in_order() -> None:
    table = hidden_draft().play("buy 1")
    table.play(min(table.legal()))
    table.play(max(table.legal()))
    under, s = list(table.s.under[:2]), table.pile_of(0, holder=2).s
    s.phase, s.bought = st.CARDS_STAGE, 0
    assert [power_cards.draw_card(s) for _ in under] == [kind + box.CARDS for kind in under]
    assert s.under_len == 0


def test_v1_with_few_cards_fewer_are_returned() -> None:
    table = hidden_draft(pile=2).follow("buy 1", then(drawn_left=2, units=1))
    table.follow("return free-farmer", then(hand_count=1))


def test_v1_without_two_more_nothing_is_returned() -> None:
    hidden_draft(pile=2).follow("buy 2", then(hand_count=2, phase=st.FARMERS_STAGE))


def test_what_one_returned_one_recognises_in_anothers_hand() -> None:
    table = hidden_draft(under_by=2, pile=0).play("buy 1")
    assert [table.s.known[seat][0][box.EIGHT] for seat in (1, 2)] == [0, 1]
    assert table.sound()


def test_a_returned_card_that_was_drawn_leaves_no_trace_under_the_pile() -> None:
    table = hidden_draft(under_by=2, pile=0)
    s, before = table.s, list(table.s.deck_most[0])
    table.follow("buy 1", then(under_len=0, under=0, under_by=st.UNSEEN))
    assert s.hand[0][box.EIGHT] == 1
    assert s.deck_most[0] == before  # it did not come from the shuffled part


def test_what_may_have_been_returned_is_no_longer_known() -> None:
    table = hidden_draft(under_by=2, pile=2).play("buy 1")
    assert table.s.drawn_known[2][box.EIGHT] == 1
    table.play("return free-farmer")
    assert table.s.drawn_known[2][box.EIGHT] == 0
    table.play("return free-farmer")
    assert table.s.known[2][0][box.EIGHT] == 0
    assert table.sound()


def test_v1_shown_returns_leave_the_rest_known() -> None:
    table = hidden_draft(under_by=st.SEEN_BY_ALL, pile=2)
    table.play("buy 1", "return free-farmer", "return free-farmer")
    assert [table.s.known[seat][0][box.EIGHT] for seat in (1, 2)] == [1, 1]


def test_v3_anniversary_start_keeps_one_of_two() -> None:
    table = Table(3, edition="anniversary")
    s = table.s
    assert s.phase == st.START_KEEP
    for away in range(3):
        table.follow(then(seat=(s.pharaoh + away) % 3, drawn_left=2), min(table.legal()))
    table.follow(then(hand_count=(1, 1, 1), under_len=3, turn=1, phase=st.PICK))
    assert table.sound()
