"""Phases 3 to 7: feeding, stones, building, collaboration and the next turn order."""

from __future__ import annotations

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import feeding, monuments, order, rounds, tableau
from nomarch.games.egizia.state import State

from .table import (
    AT_ONCE,
    USUAL,
    WAITING_LEFT_OUT,
    boat,
    fill,
    full_temple,
    give,
    happened,
    moves,
    play,
    table,
    to_build,
    to_feed,
)

# --- Feeding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("flood", "grain"), [(0, 6), (1, 10), (2, 18)])
def test_the_flood_decides_which_fields_give_grain(flood: int, grain: int) -> None:
    s = table()
    give(s, 0, "yellow-green-field-4", "brown-field-8")
    s.flood = flood
    assert feeding.harvested(s, 0) == grain


@pytest.mark.parametrize(("level", "lost"), [(0, 6), (1, 6), (2, 4), (3, 4), (4, 2)])
def test_hunger_costs_by_the_grain_market_and_may_lead_below_zero(level: int, lost: int) -> None:
    s = table()
    s.crew[0] = [3, 1, 1, 3]
    s.market[0][box.GRAIN_MARKET] = level
    feeding.feed(s, 0)
    assert s.points[0] == -lost


def test_feeding_goes_from_the_leader_backwards_and_asks_only_who_can_help() -> None:
    s = table(3)
    for seat in range(3):
        s.crew[seat] = [4, 4, 4, 4]
        give(s, seat, "grain-surplus")
    s.points[:3] = [5, 9, 7]
    to_feed(s)
    fed = []
    while s.phase == st.FEED:
        fed.append(int(s.seat))
        play(s, "feed")
    assert fed == [1, 2, 0]


def test_stones_feed_only_what_is_missing() -> None:
    s = table(2)
    give(s, 0, "stones-for-grain")
    s.crew[0] = [3, 1, 2, 2]
    s.stones[0] = 5
    to_feed(s)
    play(s, "stone for grain", "stone for grain")
    assert "stone for grain" not in moves(s)
    play(s, "feed")
    assert s.points[0] == 0
    assert (0, 8, 8) in happened(s, ev.FED)


def test_a_canal_helps_in_the_feeding_step() -> None:
    s = table(2)
    give(s, 0, "canal", "brown-field-8")
    s.crew[0] = [4, 4, 1, 2]
    to_feed(s)
    assert s.phase == st.FEED
    play(s, "canal 8 brown", "feed")
    assert s.points[0] == 0


@pytest.mark.parametrize(("flood", "canals", "asked"), [(0, 1, False), (0, 2, True), (1, 1, True)])
def test_a_canal_is_asked_for_only_where_water_reaches_the_field(
    flood: int, canals: int, asked: bool
) -> None:
    s = table(2)
    give(s, 0, *["canal"] * canals, "brown-field-8")
    s.crew[0], s.flood = [4, 4, 1, 2], flood
    to_feed(s)
    assert (s.phase == st.FEED) == asked


def test_stones_can_be_sold_before_the_quarries_give_too_many() -> None:
    s = table(2)
    give(s, 0, "stone-sale")
    s.stones[0], s.quarry[0] = 10, 20
    to_feed(s)
    assert (s.phase, s.seat) == (st.AFTER_FEED, 0)
    play(s, "sell 5")
    assert (s.points[0], s.stones[0]) == (5, 25)


def test_who_has_nothing_to_gain_is_not_asked_after_feeding() -> None:
    s = table(2)
    give(s, 0, "canal", "brown-field-8", "build-first", "grain-surplus", "second-boat")
    boat(s, 0, 0, 0)
    to_feed(s)
    assert (s.stage, s.phase) == (st.READYING, st.READY)


def test_who_shares_the_first_card_with_another_may_be_earlier_after_feeding() -> None:
    s = table(2)
    for seat in (0, 1):
        give(s, seat, "build-first")
        boat(s, seat, 0, seat)
    s.points[1] = 5
    to_feed(s)
    assert (s.phase, s.seat) == (st.AFTER_FEED, 1)
    play(s, "play build-first", "play build-first")
    assert s.first[:2] == [2, 1]


def test_training_after_feeding_costs_no_grain() -> None:
    s = table(2)
    give(s, 0, "training")
    s.crew[0] = [1, 1, 1, 3]
    to_feed(s)
    assert s.phase == st.AFTER_FEED
    play(s, "train a")
    assert s.points[0] == 0
    assert s.crew[0][0] == 2
    assert s.phase != st.AFTER_FEED


def test_after_feeding_one_may_go_on_without_training() -> None:
    s = table(2)
    give(s, 0, "training")
    to_feed(s)
    play(s, "done")
    assert s.crew[0] == [1, 1, 1, 2]


# --- Who builds ---------------------------------------------------------------------------------


def _rich(s: State) -> None:
    for seat in range(s.players):
        s.stones[seat] = 20
        s.crew[seat] = [4, 3, 2, 2]


def test_sites_are_built_from_the_source_and_places_from_the_nile() -> None:
    s = table(4)
    _rich(s)
    boat(s, 0, 0, 2)
    boat(s, 1, 0, 0)
    boat(s, 2, 2, 1)
    boat(s, 3, 1, 0)
    to_build(s)
    builders = []
    while s.stage == st.BUILDING:
        builders.append((int(s.site), int(s.seat)))
        play(s, "leave")
    assert builders == [(0, 1), (0, 0), (1, 3), (2, 2)]


def test_who_waits_builds_only_if_somebody_gave_way() -> None:
    s = table(3)
    full_temple(s)
    to_build(s, 2)
    play(s, "leave")
    play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert s.seat == 2
    assert s.phase == st.CREW
    assert (2, 2) in happened(s, ev.PROMOTED)
    play(s, "crew a", "no joker", "lay left-wall", "stop")
    assert s.points[2] == 1 + 1


def test_who_waits_in_vain_gets_nothing() -> None:
    s = table(3)
    full_temple(s)
    to_build(s, 2)
    for _ in range(2):
        play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert s.stage != st.BUILDING
    assert s.points[:3] == [3, 3, 0]


def test_build_while_waiting_needs_nobody_to_give_way() -> None:
    s = table(3)
    full_temple(s)
    give(s, 2, "build-waiting")
    to_build(s, 2)
    for _ in range(2):
        play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert s.phase == st.WAIT
    assert moves(s) == {"done", "play build-waiting"}
    twin_points = s.points[2]
    play(s, "play build-waiting", "crew a", "no joker", "lay floor-1", "stop")
    assert s.points[2] == twin_points + 2 + 1


def test_double_shift_ends_with_its_step() -> None:
    s = table(3)
    full_temple(s)
    fill(s, "left-wall", *[1] * 4)
    fill(s, "right-wall", *[1] * 4)
    fill(s, "floor-1", *[1] * 6)
    fill(s, "floor-2", *[1] * 5)
    fill(s, "floor-3", *[1] * 4)
    give(s, 1, "double-shift")
    give(s, 2, "build-waiting")
    s.crew[2] = [3, 2, 1, 1]
    to_build(s, 2)
    play(s, "crew a", "joker", "lay left-column")
    play(s, "play double-shift", "crew a", "crew b", "no joker", "lay right-column")
    assert (2, 2) in happened(s, ev.LEFT)
    assert s.have[2][box.BUILD_WAITING] == 1
    assert s.round == 2


def test_a_card_to_build_while_waiting_is_not_spent_without_stones() -> None:
    s = table(3)
    full_temple(s)
    give(s, 2, "build-waiting", "stone-sale")
    s.stones[2] = 2
    to_build(s, 2)
    for _ in range(2):
        play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert "play build-waiting" in moves(s)
    play(s, "sell 2")
    assert moves(s) == {"done"}


def test_who_does_not_build_takes_the_boat_back() -> None:
    s = table(2)
    boat(s, 0, 1, 0)
    boat(s, 0, 2, 1)
    s.stones[0] = 9
    to_build(s, 1)
    play(s, "leave")
    assert s.boats[0] == 1 << box.SITE_POS[2]
    assert s.place[1] == [-1, -1, -1]


def test_who_moves_up_may_build_from_the_freed_place_by_option() -> None:
    for options, builders in ((USUAL, [0, 1, 2]), (AT_ONCE, [0, 2, 1])):
        s = table(3, options)
        full_temple(s)
        to_build(s, 2)
        order = [int(s.seat)]
        play(s, "leave")
        for _ in range(2):
            order.append(int(s.seat))
            play(s, "crew a", "no joker", "lay floor-1", "stop")
        assert order == builders
        assert happened(s, ev.PROMOTED) == [(2, 2)]
        assert s.points[:3] == [0, 3, 3]


@pytest.mark.parametrize(("options", "bonus"), [(USUAL, 1), (WAITING_LEFT_OUT, 0)])
@pytest.mark.parametrize("card", ["build-waiting", "build-first"])
def test_building_while_waiting_earns_the_bonus_unless_the_option_says_no(
    card: str, options: tuple[int, ...], bonus: int
) -> None:
    s = table(3, options)
    full_temple(s)
    give(s, 2, card)
    if card == "build-first":
        s.phase, s.seat, s.stage = st.READY, 2, st.READYING
        play(s, "play build-first")
    to_build(s, 2)
    while s.stage == st.BUILDING:
        if s.phase == st.WAIT:
            play(s, "play build-waiting")
        play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert s.points[:3] == [3, 3, 2 + bonus]


def test_build_while_waiting_may_be_kept() -> None:
    s = table(3)
    full_temple(s)
    give(s, 2, "build-waiting")
    to_build(s, 2)
    for _ in range(2):
        play(s, "crew a", "no joker", "lay floor-1", "stop")
    play(s, "done")
    assert s.have[2][box.BUILD_WAITING] == 1
    assert (2, 2) in happened(s, ev.LEFT)


def test_first_to_build_goes_before_the_places_even_from_waiting() -> None:
    s = table(3)
    full_temple(s)
    give(s, 2, "build-first")
    s.stage, s.phase, s.queue_at = st.READYING, st.NOTHING, 0
    order.queue_by_turn(s)
    rounds.go_on(s)
    assert (s.phase, s.seat) == (st.READY, 2)
    play(s, "play build-first")
    builders = []
    while s.stage == st.BUILDING:
        builders.append(int(s.seat))
        play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert builders == [2, 0, 1]


def test_a_later_first_card_goes_behind_and_a_late_one_waits_for_the_next_site() -> None:
    s = table(4)
    _rich(s)
    give(s, 3, "build-first")
    give(s, 2, "build-first")
    for site in (1, 2):
        for seat in range(3):
            boat(s, seat, site, seat)
        boat(s, 3, site, 3)
    s.seat = 3
    s.phase = st.SAIL
    play(s, "play build-first")
    to_build(s, 1)
    assert s.seat == 3
    play(s, "leave", "leave", "leave")
    assert s.seat == 2
    play(s, "play build-first")
    assert s.first_from[2] == 2
    play(s, "leave")
    order = []
    for _ in range(4):
        assert s.site == 2
        order.append(int(s.seat))
        play(s, "leave")
    assert order == [3, 2, 0, 1]


def test_first_to_build_cannot_be_played_when_no_site_is_left() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "build-first")
    boat(s, 0, 2, 0)
    to_build(s, 2)
    assert "play build-first" not in moves(s)


def test_ready_is_asked_for_paid_training_of_those_without_a_boat() -> None:
    s = table(2)
    give(s, 0, "paid-training")
    s.stage, s.phase, s.queue_at = st.READYING, st.NOTHING, 0
    order.queue_by_turn(s)
    rounds.go_on(s)
    assert (s.phase, s.seat) == (st.READY, 0)
    play(s, "hire b")
    assert s.crew[0][1] == 2
    assert s.phase != st.READY


# --- Crews --------------------------------------------------------------------------------------


def test_each_crew_once_a_round_and_the_joker_never_alone() -> None:
    s = table(2)
    _rich(s)
    for site in range(3):
        boat(s, 0, site, 0)
    to_build(s)
    assert moves(s) == {"crew a", "crew b", "crew c", "leave"}
    play(s, "crew b")
    assert s.phase == st.JOKER_TOO
    play(s, "joker", "draw 1", "done")
    assert moves(s) == {"crew a", "crew c", "leave"}
    play(s, "crew a")
    assert s.phase == st.STONES
    play(s, "lay obelisk", "stop", "lower stone")
    play(s, "crew c", "lay floor-1")
    assert s.round == 2
    assert s.used[0] == [0, 0, 0, 0]
    assert s.points[0] == 1 + 1 + 2 + 6


def test_double_shift_uses_two_crews_in_one_build() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "double-shift")
    boat(s, 0, 2, 0)
    to_build(s, 2)
    play(s, "play double-shift", "crew a")
    assert s.phase == st.SECOND_CREW
    assert moves(s) == {"crew b", "crew c", "done"}
    play(s, "crew b", "joker")
    assert s.strength == 9
    assert s.used[0] == [1, 1, 0, 1]


def test_double_shift_may_end_with_one_crew() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "double-shift")
    boat(s, 0, 2, 0)
    to_build(s, 2)
    play(s, "play double-shift", "crew a", "done", "no joker")
    assert s.strength == 4


def test_double_shift_needs_two_fresh_crews() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "double-shift")
    s.used[0] = [1, 1, 0, 0]
    boat(s, 0, 2, 0)
    to_build(s, 2)
    assert "play double-shift" not in moves(s)


def test_overtime_adds_three_before_or_during_a_build_and_adds_up() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "overtime", "overtime")
    boat(s, 0, 2, 0)
    to_build(s, 2)
    play(s, "play overtime", "crew c", "no joker")
    assert s.strength == 5
    play(s, "lay floor-1", "play overtime")
    assert s.strength == 6
    assert s.crew[0][2] == 2


def test_overtime_works_at_the_sphinx() -> None:
    s = table(2)
    s.stones[0] = 9
    give(s, 0, "overtime")
    boat(s, 0, 0, 0)
    to_build(s)
    play(s, "crew a", "no joker")
    assert s.phase == st.RIDDLES
    assert moves(s) == {"draw 1", "play overtime"}
    play(s, "play overtime")
    assert moves(s) == {f"draw {n}" for n in range(1, 5)}


def test_a_crew_too_weak_for_any_space_cannot_be_chosen() -> None:
    s = table(2)
    s.stones[0] = 9
    fill(s, "left-wall", 1, 1, 1)
    fill(s, "right-wall", 1, 1, 1)
    fill(s, "floor-1", *[1] * 6)
    fill(s, "floor-2", *[1] * 5)
    s.crew[0] = [1, 2, 1, 2]
    boat(s, 0, 2, 0)
    to_build(s, 2)
    assert moves(s) == {"crew b", "leave"}
    play(s, "crew b")
    assert moves(s) == {"joker"}


def test_training_at_the_site_can_make_a_build_possible() -> None:
    s = table(2)
    s.stones[0] = 9
    fill(s, "left-wall", 1, 1, 1)
    fill(s, "right-wall", 1, 1, 1)
    fill(s, "floor-1", *[1] * 6)
    fill(s, "floor-2", *[1] * 5)
    s.crew[0] = [1, 1, 1, 2]
    give(s, 0, "training")
    boat(s, 0, 2, 0)
    to_build(s, 2)
    assert "crew a" not in moves(s)
    play(s, "train a", "crew a", "joker", "lay left-wall")
    assert s.points[0] == 4 + 1


def test_a_seat_without_stones_or_crews_leaves_by_itself() -> None:
    s = table(2)
    s.stones[0] = 0
    boat(s, 0, 2, 0)
    s.stones[1] = 9
    s.used[1] = [1, 1, 1, 0]
    boat(s, 1, 2, 1)
    to_build(s, 2)
    assert s.stage != st.BUILDING
    assert happened(s, ev.LEFT) == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("cards", "stones", "asked"),
    [
        (["overtime"], 5, False), (["overtime", "training"], 5, True), (["overtime"] * 2, 5, True),
        (["overtime", "paid-training"], 5, False), (["overtime", "paid-training"], 7, True),
    ],
)  # fmt: skip
def test_who_cannot_lay_a_stone_whatever_is_played_leaves_by_itself(
    cards: list[str], stones: int, asked: bool
) -> None:
    s = table(2)
    fill(s, "left-wall", *[1] * 4)
    fill(s, "right-wall", *[1] * 4)
    fill(s, "floor-1", *[1] * 6)
    fill(s, "floor-2", *[1] * 5)
    fill(s, "floor-3", *[1] * 4)
    s.crew[0], s.used[0], s.stones[0] = [1, 1, 1, 2], [0, 0, 0, 1], stones
    give(s, 0, *cards)
    boat(s, 0, 2, 0)
    to_build(s, 2)
    assert (s.phase == st.CREW) == asked
    assert ((0, 2) in happened(s, ev.LEFT)) != asked


def test_spending_the_stones_before_the_build_leaves_only_the_way_out() -> None:
    s = table(2)
    s.stones[0] = 2
    give(s, 0, "paid-training")
    boat(s, 0, 2, 0)
    to_build(s, 2)
    give(s, 0, "overtime", "double-shift")
    play(s, "hire a")
    assert moves(s) == {"leave"}


def test_stones_left_after_the_last_build_can_be_sold_before_the_others_build() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "stone-sale")
    boat(s, 0, 2, 0)
    boat(s, 1, 2, 1)
    to_build(s, 2)
    play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert (s.phase, s.seat) == (st.AFTER_BUILD, 0)
    play(s, "sell 10")
    assert (s.points[0], s.seat) == (12, 1)


def test_after_the_last_build_training_of_the_round_can_still_be_used() -> None:
    s = table(2)
    _rich(s)
    give(s, 0, "paid-training")
    boat(s, 0, 1, 0)
    boat(s, 0, 2, 0)
    to_build(s, 1)
    play(s, "leave")
    assert s.site == 2
    play(s, "crew a", "no joker", "lay floor-1", "stop")
    assert s.phase == st.AFTER_BUILD
    play(s, "hire a")
    assert s.phase != st.AFTER_BUILD


# --- The Sphinx ---------------------------------------------------------------------------------


def _at_sphinx(s: State, strength: int, stones: int) -> None:
    s.crew[0][0], s.stones[0] = strength, stones
    boat(s, 0, 0, 0)
    boat(s, 1, 2, 0)
    s.stones[1] = 9
    to_build(s)
    play(s, "crew a", "no joker")


@pytest.mark.parametrize(("strength", "stones", "most"), [(3, 9, 3), (9, 9, 5), (9, 2, 2)])
def test_draw_up_to_strength_stones_and_five(strength: int, stones: int, most: int) -> None:
    s = table(2)
    _at_sphinx(s, strength, stones)
    assert moves(s) == {f"draw {n}" for n in range(1, most + 1)}


def test_no_card_needs_to_be_kept() -> None:
    s = table(2)
    _at_sphinx(s, 3, 9)
    play(s, "draw 3", "done")
    assert (s.points[0], s.hand[0], s.pile[1], s.pile_by[1]) == (3, 1, 3, 0)


def test_two_more_riddles_are_free_up_to_five() -> None:
    s = table(2)
    give(s, 0, "more-riddles")
    _at_sphinx(s, 9, 9)
    more = {f"draw {n} and 2" for n in range(1, 5)}
    assert moves(s) == {*(f"draw {n}" for n in range(1, 6)), *more}
    play(s, "draw 4 and 2")
    assert (s.drawn_left, s.stones[0]) == (5, 5)


def test_two_more_riddles_with_one_stone() -> None:
    s = table(2)
    give(s, 0, "more-riddles")
    _at_sphinx(s, 9, 1)
    play(s, "draw 1 and 2")
    assert (s.drawn_left, s.stones[0]) == (3, 0)


def test_two_riddles_lets_keep_two() -> None:
    s = table(2)
    give(s, 0, "two-riddles")
    _at_sphinx(s, 3, 9)
    play(s, "draw 3", "keep 1")
    assert s.phase == st.KEEPING
    assert moves(s) == {"done", "play two-riddles"}
    play(s, "play two-riddles", "keep 3")
    assert (s.hand[0], s.points[0]) == (3, 1)


def test_two_riddles_is_not_offered_for_a_single_card() -> None:
    s = table(2)
    give(s, 0, "two-riddles")
    _at_sphinx(s, 1, 9)
    play(s, "draw 1")
    assert moves(s) == {"done", "keep 1"}


def test_a_short_pile_limits_the_draw_and_an_empty_one_the_visit() -> None:
    s = table(2)
    give(s, 0, "more-riddles")
    for card in range(29):
        if s.where[card] == box.FIRST_PILE:
            s.where[card] = box.IN_BOX
    kept = 2
    for card in range(29):
        if s.where[card] == box.IN_BOX and kept:
            s.where[card] = box.FIRST_PILE
            kept -= 1
    s.pile[0] = 2
    _at_sphinx(s, 9, 9)
    assert moves(s) == {"draw 1", "draw 2", "draw 1 and 2"}
    play(s, "draw 1 and 2")
    assert s.drawn_left == 2
    s = table(2)
    s.pile[0] = 0
    boat(s, 0, 0, 0)
    s.stones[0] = 9
    to_build(s)
    assert happened(s, ev.LEFT) == [(0, 0)]


def test_returned_cards_come_up_after_all_older_ones() -> None:
    s = table(2)
    _at_sphinx(s, 2, 9)
    play(s, "draw 2", "done")
    own = {card for card in range(29) if s.where[card] == box.FIRST_PILE + 1}
    assert len(own) == 2
    others = [card for card in range(29) if s.where[card] == box.FIRST_PILE]
    for card in others[:-1]:
        s.where[card] = box.IN_BOX
    s.pile[0] = 1
    s.site, s.phase = 0, st.RIDDLES
    s.stones[0] = s.strength = 5
    play(s, "draw 2")
    assert others[-1] in s.drawn
    assert own & set(s.drawn)


# --- Obelisk, graves, temple, pyramid -----------------------------------------------------------


def test_graves_are_taken_in_order_and_the_next_one_is_turned_at_once() -> None:
    s = table(2)
    s.crew[0][0], s.stones[0] = 9, 20
    s.grave[:4] = [2, 3, 4, 5]
    boat(s, 0, 1, 0)
    to_build(s, 1)
    play(s, "crew a", "no joker", "lay grave", "lay grave")
    assert s.points[0] == 5
    assert s.graves_up == 6
    assert s.grave[5] > 0


def test_the_last_graves_are_not_followed_by_others() -> None:
    s = table(2)
    for _ in range(8):
        monuments.show_grave(s)
    left = s.grave_left
    monuments.show_grave(s)
    assert (s.graves_up, s.grave_left) == (12, left)


def test_building_stops_by_itself_when_nothing_more_can_be_laid() -> None:
    s = table(2)
    s.crew[0][0], s.stones[0] = 1, 9
    s.grave[0] = 5
    boat(s, 0, 1, 0)
    to_build(s, 1)
    play(s, "crew a", "no joker", "lay obelisk")
    assert moves(s) == {"lower stone", "lower grain"}


def test_walls_then_columns_then_roof() -> None:
    s = table(2)
    s.site, s.phase, s.seat, s.strength = 2, st.STONES, 0, 99
    s.stones[0] = 25

    def temple() -> set[str]:
        return {move[4:] for move in moves(s) if "floor" not in move and move.startswith("lay")}

    assert temple() == {"left-wall", "right-wall"}
    fill(s, "left-wall", 0, 0, 0, 0)
    assert temple() == {"right-wall"}
    fill(s, "right-wall", 0, 0, 0, 0)
    assert temple() == {"left-column", "right-column"}
    fill(s, "right-column", 0)
    assert temple() == {"left-column"}
    fill(s, "left-column", 0)
    assert temple() == {"roof"}
    fill(s, "roof", 0, 0, 0)
    assert temple() == set()


def test_temple_and_pyramid_may_share_one_build() -> None:
    s = table(2)
    s.crew[0][0], s.stones[0] = 6, 20
    boat(s, 0, 2, 0)
    to_build(s, 2)
    play(s, "crew a", "no joker", "lay left-wall", "lay floor-1", "lay floor-1")
    assert s.points[0] == 5
    assert s.own[0] == [0, 0, 1, 2]
    assert moves(s) == {"lay right-wall", "stop"}


def test_stones_limit_a_build_as_strength_does() -> None:
    s = table(2)
    s.crew[0][0], s.stones[0] = 9, 3
    boat(s, 0, 2, 0)
    to_build(s, 2)
    play(s, "crew a", "no joker", "lay floor-1")
    assert moves(s) == {"lay left-wall", "lay right-wall", "stop"}


def test_more_stones_than_the_twenty_in_the_box_may_be_laid() -> None:
    """24 stones less 4 markers; tournament rulings use substitutes for more."""
    s = table(2)
    for floor, size in ((1, 6), (2, 5), (3, 4), (4, 3), (5, 2)):
        fill(s, f"floor-{floor}", *[0] * size)
    assert sum(s.own[0]) == 20
    s.crew[0][0], s.stones[0] = 7, 7
    boat(s, 0, 2, 0)
    to_build(s, 2)
    play(s, "crew a", "no joker", "lay floor-6")
    assert sum(s.own[0]) == 21


def test_a_site_where_all_is_built_cannot_be_used() -> None:
    s = table(2)
    for part, size in zip(box.PART_NAMES[:2], box.PART_SIZE[:2], strict=True):
        fill(s, part, *[0] * size)
    s.site = 1
    assert monuments.cheapest(s) == 0
    s.stones[0] = 9
    boat(s, 0, 1, 0)
    to_build(s, 1)
    assert happened(s, ev.LEFT) == [(0, 1)]


# --- Phases 6 and 7 -----------------------------------------------------------------------------


def test_the_bonus_counts_sites_with_a_stone_spent_not_boats() -> None:
    s = table(2)
    _rich(s)
    for site in range(3):
        boat(s, 0, site, 0)
    to_build(s)
    play(s, "leave", "leave", "crew a", "no joker", "lay left-wall", "stop")
    assert s.points[0] == 1 + 1


def test_the_last_on_the_track_gets_tile_one() -> None:
    s = table(4)
    s.points[:] = [7, 3, 7, 12]
    s.arrival[:] = [4, 1, 9, 2]
    rounds.order_next_round(s)
    assert s.order == [1, 2, 0, 3]


def test_no_points_keep_the_place_on_the_space() -> None:
    s = table(2)
    before = list(s.arrival)
    tableau.move_score(s, 0, ev.FOR_CARDS, 0)
    assert s.arrival == before


def test_a_stone_that_falls_back_goes_behind_too() -> None:
    s = table(2)
    s.points[:2] = [4, 6]
    tableau.move_score(s, 1, ev.FOR_HUNGER, -2)
    assert order.is_ahead(s, 0, 1)
