"""What a seat imagines agrees with everything it knows, and with nothing that it does not."""

from __future__ import annotations

from nomarch.games.amun_re import (
    actions as act,
    beliefs,
    components as box,
    invariants,
    rules,
    state as st,
)
from nomarch.games.amun_re.rules import cards, provinces, stages
from nomarch.games.amun_re.state import State
from nomarch.kernel.declare.chance import IMAGINED, reseed
from nomarch.kernel.declare.layout import STREAM

from .table import LAYOUT, Table, offer, offerings


def imagine(state: State, seat: int, salt: int) -> State:
    stream = STREAM.plain()
    reseed(stream, [salt] * 8, 0, IMAGINED)
    view = LAYOUT.observe(state, seat)
    beliefs.determinise(view, seat, stream)
    return view


def test_the_architects_dealt_in_the_open_stay_where_they_are() -> None:
    table = Table(4)
    for salt in range(8):
        imagined = imagine(table.s, 0, salt)
        assert all(imagined.hand[seat][box.ARCHITECT] == 1 for seat in range(4))
        assert invariants.broken(imagined) == []


def test_a_sold_architect_is_no_longer_known() -> None:
    table = Table(3).clear().auction("abu", "edfu", "sawu").play("sell architect")
    assert table.s.known[1][0][box.ARCHITECT] == 0
    assert table.s.discard[box.ARCHITECT] == 1


def test_gifts_differ_from_world_to_world() -> None:
    table = Table(3).clear(turn=0)
    table.s.pool = [1 if p in (box.THEBES, box.ABU, box.SAWU) else 0 for p in range(15)]
    table.s.pool_left = 3
    provinces.start_turn(table.s)
    assert table.s.gifts[box.THEBES] == 2
    seen = {tuple(imagine(table.s, 0, salt).gift[box.THEBES]) for salt in range(20)}
    assert len(seen) > 1


def test_gifts_are_face_down_for_players_and_spectators() -> None:
    table = Table(3).clear(turn=0)
    table.s.pool = [1 if p in (box.THEBES, box.ABU, box.SAWU) else 0 for p in range(15)]
    table.s.pool_left = 3
    provinces.start_turn(table.s)
    for viewer in (-1, 0, 1, 2):
        assert LAYOUT.observe(table.s, viewer).gift[box.THEBES] == [-1, -1]
        assert LAYOUT.as_data(table.s, viewer)["gift"][box.THEBES] == [None, None]


def test_an_adjustment_card_that_was_shown_is_in_every_imagined_world() -> None:
    table = offerings(3).give(0, "adjustment", "block").give(2, "adjustment")
    for seat in (0, 2):
        table.play("play adjustment", seat=seat)
    for seat in range(3):
        offer(table, seat, 2 + seat)
    assert table.s.phase == st.ADJUSTING
    for salt in range(8):
        imagined = imagine(table.s, 1, salt)
        assert imagined.hand[0][box.ADJUST] >= 1
        assert imagined.hand[2][box.ADJUST] >= 1
        rules.apply(imagined, 0, act.RAISE)
        rules.apply(imagined, 2, act.LOWER)
        assert [c for c in invariants.broken(imagined) if "should own" not in c] == []
    table.play("raise")
    assert table.s.known[1][0][box.ADJUST] == 0
    assert table.s.known[1][2][box.ADJUST] == 1


def test_cards_outside_at_the_last_shuffle_are_not_in_the_pile() -> None:
    table = Table(3).clear().no_cards()
    s = table.s
    s.hand[1], s.hand_count[1] = [0] * box.CARDS, 0
    for kind in (box.EIGHT, box.EIGHT, box.EIGHT):  # all of them are in a hidden hand
        s.deck[kind] -= 1
        s.hand[1][kind] += 1
        s.hand_count[1] += 1
    s.discard, s.deck, s.deck_left = list(s.deck), [0] * box.CARDS, 0
    cards.draw_to_hand(s, 2)
    for salt in range(8):
        imagined = imagine(s, 0, salt)
        assert imagined.deck[box.EIGHT] == 0
        assert sum(imagined.hand[seat][box.EIGHT] for seat in (1, 2)) == 3


def gifts_of_eight(laid_before: bool) -> Table:
    """The pile was shuffled with one 8 gold card in it, which then was laid on Edfu, or before."""
    table = Table(3).clear(turn=0).no_cards()
    s = table.s
    s.pool = [1 if p in (box.EDFU, box.BUTO, box.ABU) else 0 for p in range(15)]
    s.pool_left = 3
    s.hand[1], s.hand_count[1] = [0] * box.CARDS, 2
    s.hand[1][box.EIGHT] = 2
    s.deck[box.EIGHT] -= 2
    s.discard, s.deck, s.deck_left = list(s.deck), [0] * box.CARDS, 0
    if laid_before:
        s.discard[box.EIGHT] -= 1
        s.deck[box.EIGHT], s.deck_left = 1, 1
    else:
        cards.reshuffle(s)
        s.deck[box.EIGHT], s.deck_left = 0, s.deck_left - 1
    provinces.start_turn(s)
    if not laid_before:
        s.deck[s.gift[box.EDFU][0]] += 1
        s.gift[box.EDFU][0] = box.EIGHT
    s.seat = s.pharaoh = 0
    return table


def test_an_imagined_gift_can_have_come_from_the_shuffled_pile() -> None:
    table = Table(3).clear(turn=0).no_cards()
    s = table.s
    s.pool = [1 if p in (box.EDFU, box.THEBES, box.ABU) else 0 for p in range(15)]
    s.pool_left = 3
    s.hand[1], s.hand_count[1] = list(s.deck), box.NUM_CARDS - 8
    s.hand[1][box.ARCHITECT] = 0  # the pile is made of Architects alone
    s.discard, s.deck, s.deck_left = [0] * box.CARDS, [0] * box.CARDS, 0
    s.discard[box.ARCHITECT] = 8
    provinces.start_turn(s)
    for salt in range(8):
        imagined = imagine(s, 0, salt)
        assert imagined.gift[box.EDFU][0] == box.ARCHITECT
        assert imagined.gift[box.THEBES] == [box.ARCHITECT] * 2
        assert invariants.broken(imagined) == []


def test_a_gift_from_the_shuffled_pile_is_no_longer_in_it() -> None:
    table = gifts_of_eight(laid_before=False)
    table.play("province edfu", "bid 0", "province buto", "bid 0", "province abu", "bid 0")
    assert table.s.hand[0][box.EIGHT] == 1
    assert table.s.deck_most[0][box.EIGHT] == 0
    assert table.s.deck_most[2][box.EIGHT] == 1  # seat 2 has not seen the gift
    assert all(imagine(table.s, 0, salt).deck[box.EIGHT] == 0 for salt in range(8))


def test_a_gift_laid_before_the_shuffle_was_not_in_the_pile() -> None:
    table = gifts_of_eight(laid_before=True)
    s = table.s
    eight = box.EDFU if s.gift[box.EDFU][0] == box.EIGHT else box.BUTO
    other = box.BUTO + box.EDFU - eight
    assert s.gift_by[eight][0] == st.UNSEEN_BEFORE
    assert s.gift_by[other][0] == st.UNSEEN
    assert LAYOUT.observe(s, 0).gift[eight][0] == -1
    for p in (eight, other, box.ABU):
        table.play(f"province {box.PROVINCE_NAMES[p]}", "bid 0")
    assert s.hand[0][box.EIGHT] == 1
    assert s.deck_most[0][box.EIGHT] == 0
    assert table.sound()


def test_a_seat_remembers_what_it_put_under_the_pile() -> None:
    table = Table(3, draft="hidden").clear().no_cards()
    table.own(0, "memphis").own(1, "kharga").own(2, "sawu")
    stages.start_actions(table.s)
    table.play("buy 1")
    table.play(min(table.legal()))
    table.play(min(table.legal()))
    under = table.s.under[:2]
    assert LAYOUT.observe(table.s, 0).under[:2] == under
    assert LAYOUT.observe(table.s, 1).under[:2] == [-1, -1]
    assert LAYOUT.observe(table.s, -1).under[:2] == [-1, -1]
    assert all(imagine(table.s, 0, salt).under[:2] == under for salt in range(5))


def test_drawn_cards_are_seen_by_the_one_who_chooses() -> None:
    table = Table(3, draft="shown").clear().no_cards().own(0, "memphis")
    stages.start_actions(table.s)
    table.play("buy 2")
    assert LAYOUT.observe(table.s, 0).drawn == table.s.drawn
    assert set(LAYOUT.observe(table.s, 1).drawn) == {-1}
    imagined = imagine(table.s, 1, 1)
    assert sum(imagined.drawn) == 4


def test_imagined_offerings_are_possible_ones() -> None:
    table = offerings(4).gold(20, 0, 3, 20)
    table.give(2, "adjustment", "block")
    offer(table, 0, 7)
    offer(table, 1, -3)
    offer(table, 2, 2)
    seen = set()
    for salt in range(30):
        imagined = imagine(table.s, 3, salt)
        assert imagined.offer[1] == box.THEFT
        assert imagined.offer[2] in (box.THEFT, 1, 2, 3)
        assert imagined.offer[3] == 0
        assert not any("offer" in complaint for complaint in invariants.broken(imagined))
        seen.add(imagined.offer[0])
    assert len(seen) > 3
    assert table.s.phase == st.OFFERING
