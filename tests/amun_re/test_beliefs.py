"""What a seat imagines agrees with everything it knows, and with nothing that it does not."""

from nomarch.games.amun_re import actions as act, components as box, invariants, rules, state as st
from nomarch.games.amun_re.rules import cards
from tests.positions import then

from .table import LAYOUT, Table, acting, imagine, offerings, offers


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
    table = Table(3).clear(turn=0).reveal("thebes", "abu", "sawu")
    assert table.s.gifts[box.THEBES] == 2
    seen = {tuple(imagine(table.s, 0, salt).gift[box.THEBES]) for salt in range(20)}
    assert len(seen) > 1


def test_gifts_are_face_down_for_players_and_spectators() -> None:
    table = Table(3).clear(turn=0).reveal("thebes", "abu", "sawu")
    for viewer in (-1, 0, 1, 2):
        assert LAYOUT.observe(table.s, viewer).gift[box.THEBES] == [-1, -1]
        assert LAYOUT.as_data(table.s, viewer)["gift"][box.THEBES] == [None, None]


def test_an_adjustment_card_that_was_shown_is_in_every_imagined_world() -> None:
    table = offerings(3).give(0, "adjustment", "block").give(2, "adjustment")
    table.follow("0: play adjustment, 2: play adjustment", offers(2, 3, 4))
    table.follow(then(phase=st.ADJUSTING))
    for salt in range(8):
        imagined = imagine(table.s, 1, salt)
        assert imagined.hand[0][box.ADJUST] >= 1
        assert imagined.hand[2][box.ADJUST] >= 1
        rules.apply(imagined, 0, act.RAISE)
        rules.apply(imagined, 2, act.LOWER)
        assert [c for c in invariants.broken(imagined) if "should own" not in c] == []
    table.play("raise")
    assert [table.s.known[1][seat][box.ADJUST] for seat in (0, 2)] == [0, 1]


def test_cards_outside_at_the_last_shuffle_are_not_in_the_pile() -> None:
    table = Table(3).clear().no_cards()
    s = table.given(cards_1="eight-gold eight-gold eight-gold").s  # all of them
    s.discard, s.deck, s.deck_left = list(s.deck), [0] * box.CARDS, 0
    cards.draw_to_hand(s, 2)
    for salt in range(8):
        imagined = imagine(s, 0, salt)
        assert imagined.deck[box.EIGHT] == 0
        assert sum(imagined.hand[seat][box.EIGHT] for seat in (1, 2)) == 3


def gifts_of_eight(laid_before: bool) -> Table:
    """The pile was shuffled with one 8 gold card in it, which then was laid on Edfu, or before."""
    table = Table(3).clear(turn=0).no_cards().given(cards_1="eight-gold eight-gold")
    s = table.s
    s.discard, s.deck, s.deck_left = list(s.deck), [0] * box.CARDS, 0
    if laid_before:
        s.discard[box.EIGHT] -= 1
        s.deck[box.EIGHT], s.deck_left = 1, 1
    else:
        cards.reshuffle(s)
        s.deck[box.EIGHT], s.deck_left = 0, s.deck_left - 1
    table.reveal("edfu", "buto", "abu")
    if not laid_before:
        s.deck[s.gift[box.EDFU][0]] += 1
        s.gift[box.EDFU][0] = box.EIGHT
    s.seat = s.pharaoh = 0
    return table


def test_an_imagined_gift_can_have_come_from_the_shuffled_pile() -> None:
    table = Table(3).clear(turn=0).no_cards()
    s = table.s
    s.hand[1], s.hand_count[1] = list(s.deck), box.NUM_CARDS - 8
    s.hand[1][box.ARCHITECT] = 0  # the pile is made of Architects alone
    s.discard, s.deck, s.deck_left = [0] * box.CARDS, [0] * box.CARDS, 0
    s.discard[box.ARCHITECT] = 8
    table.reveal("edfu", "thebes", "abu")
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
    table = acting("memphis", own_1="kharga", own_2="sawu", options={"draft": "hidden"})
    table.play("buy 1")
    table.play(min(table.legal()))
    table.play(min(table.legal()))
    under = table.s.under[:2]
    assert LAYOUT.observe(table.s, 0).under[:2] == under
    assert LAYOUT.observe(table.s, 1).under[:2] == [-1, -1]
    assert LAYOUT.observe(table.s, -1).under[:2] == [-1, -1]
    assert all(imagine(table.s, 0, salt).under[:2] == under for salt in range(5))


def test_drawn_cards_are_seen_by_the_one_who_chooses() -> None:
    table = acting("memphis", options={"draft": "shown"}).play("buy 2")
    assert LAYOUT.observe(table.s, 0).drawn == table.s.drawn
    assert set(LAYOUT.observe(table.s, 1).drawn) == {-1}
    assert sum(imagine(table.s, 1, 1).drawn) == 4


def test_imagined_offerings_are_possible_ones() -> None:
    table = offerings(4).given(gold=(20, 0, 3, 20), cards_2="adjustment block")
    table.follow(offers(7, -3, 2), then(phase=st.OFFERING))
    seen = set()
    for salt in range(30):
        imagined = imagine(table.s, 3, salt)
        assert imagined.offer[1] == box.THEFT
        assert imagined.offer[2] in (box.THEFT, 1, 2, 3)
        assert imagined.offer[3] == 0
        assert not any("offer" in complaint for complaint in invariants.broken(imagined))
        seen.add(imagined.offer[0])
    assert len(seen) > 3
