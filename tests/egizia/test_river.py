"""Phases 1 and 2: cards on the Nile, boats downstream, and the cards that bend this."""

from __future__ import annotations

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import order, reach, river, rounds

from .table import (
    BOOK,
    DOUBLE_LAST,
    NO_PER_TEN,
    OWN_BERTH_BARRED,
    USUAL,
    boat,
    give,
    happened,
    lay_row,
    moves,
    play,
    row_of_quarries,
    table,
    to_sail,
)

SPACES = {
    *(f"card {i}" for i in range(1, 11)),
    *box.ROUND_NAMES,
    *(f"{site} {place}" for site in box.SITE_NAMES for place in (1, 2, 3)),
}


def test_the_box_is_complete() -> None:
    assert [sum(deck) for deck in box.DECKS] == list(box.DECK_SIZES) == [22, 22, 12]
    assert len(box.SPHINX_TABLE) == box.SPHINX_CARDS == 29
    assert box.NUM_GRAVE_TILES == 20
    assert sum(value * count for value, count in enumerate(box.GRAVE_TILES)) == 75
    assert sum(box.PART_VALUES[0]) == 45
    assert sum(sum(values) for values in box.PART_VALUES[2:7]) == 48
    assert sum(sum(values) for values in box.PART_VALUES[7:]) == 77
    assert sorted((*box.CARD_POS, *box.ROUND_POS, *box.SITE_POS)) == list(range(20))
    assert len(box.CARD_NAMES) == len(set(box.CARD_NAMES)) == box.CARD_KINDS == 39
    assert len(box.EFFECTS) == box.CARD_KINDS + 7


def test_extra_slots_suffice_for_every_card_that_can_be_kept() -> None:
    extra = sum(deck[box.TWO_RIDDLES] for deck in box.DECKS)
    assert 1 + box.ROUNDS + extra <= box.HAND_SLOTS
    assert box.WHEREABOUTS < 63


def test_setup_deals_order_stones_crews_and_a_sphinx_card() -> None:
    for players in (2, 3, 4):
        s = BOOK.layout.plain()
        s = table(players)
        assert s.crew[0] == [1, 1, 1, 2]
        assert s.quarry[:players] == [3] * players
        assert s.grain[0] == [6, 0, 0]
        assert s.hand[:players] == [1] * players
        assert sum(s.pile) == 29 - players
        assert s.graves_up == 4
        assert s.flood == 1
        assert all(kind >= 0 for kind in s.row)
        assert s.deck_left == 12


def test_tile_one_is_rearmost_on_the_score_track_and_has_fewest_stones() -> None:
    fresh = BOOK.layout.plain()
    from nomarch.kernel.compile import backend
    from nomarch.kernel.run.seeds import key_of, make_seed

    backend.interpreted("egizia").start(fresh, 4, USUAL, key_of(make_seed("x")), 0)
    ranks = [order.place(fresh, seat) for seat in fresh.order]
    assert ranks == [4, 3, 2, 1]
    assert [fresh.stones[seat] for seat in fresh.order] == [2, 3, 4, 5]


def test_the_optional_card_can_stay_in_the_box() -> None:
    s = table(options=NO_PER_TEN)
    assert s.where[box.PER_TEN_CARD] == box.IN_BOX
    assert sum(s.pile) == 28 - 4


def test_rounds_use_the_right_decks_and_drop_the_rest() -> None:
    s = table()
    for round_ in range(1, 6):
        assert s.round == round_
        deck = box.DECKS[box.DECK_OF_ROUND[round_]]
        assert all(deck[kind] > 0 for kind in s.row)
        assert s.deck_left == (12, 2, 12, 2, 2)[round_ - 1]
        rounds.order_next_round(s)
        if round_ < 5:
            assert s.stage == st.LAYING
            s.phase = st.NOTHING
            rounds.go_on(s)
    assert all(card == -1 for card in s.row)


def test_the_first_boat_may_go_anywhere() -> None:
    s = table()
    assert moves(s) == {*SPACES, "pass"}


@pytest.mark.parametrize("players", [2, 3])
def test_with_two_or_three_players_the_third_place_is_closed(players: int) -> None:
    s = table(players)
    assert moves(s) == {*SPACES, "pass"} - {f"{site} 3" for site in box.SITE_NAMES}


def test_boats_go_downstream_only_and_not_to_taken_spaces() -> None:
    s = table(2)
    row_of_quarries(s)
    play(s, "selinon", "card 5")
    assert s.seat == 0
    assert "card 2" not in moves(s)
    assert "card 5" not in moves(s)
    assert "selinon" not in moves(s)
    assert {"card 3", "sphinx 1", "thebae"} <= moves(s)
    play(s, "temple 2")
    assert moves(s) & SPACES == SPACES & moves(s)
    play(s, "temple 1")
    assert s.seat == 0
    assert moves(s) == {"card 10", "heliopolis", "pass"}


def test_one_boat_a_player_at_each_site_and_any_empty_place() -> None:
    s = table(4)
    row_of_quarries(s)
    play(s, "obelisk 3", "obelisk 1")
    assert s.place[1] == [1, -1, 0]
    assert "obelisk 2" in moves(s)
    play(s, "obelisk 2")
    assert "obelisk wait" in moves(s)
    play(s, "obelisk wait")
    assert s.waiting[1] == 3
    assert not any(move.startswith("obelisk") for move in moves(s))


def test_nobody_waits_beside_an_empty_place() -> None:
    s = table(3)
    row_of_quarries(s)
    play(s, "sphinx 1")
    assert "sphinx wait" not in moves(s)
    play(s, "sphinx 2")
    assert "sphinx wait" in moves(s)


def test_who_passes_places_no_more_boats_and_the_others_go_on() -> None:
    s = table(2)
    row_of_quarries(s)
    play(s, "pass", "card 1", "card 2", "card 3")
    assert s.seat == 1
    play(s, "pass")
    assert s.round == 2
    assert s.boats[:2] == [0, 0]


def test_without_a_legal_space_a_seat_is_out() -> None:
    s = table(2)
    row_of_quarries(s)
    play(s, "heliopolis", "flood centre", "card 1")
    assert s.seat == 1
    assert s.passed[0] == 1
    assert happened(s, ev.STUCK) == [(0,)]


def test_eight_boats_are_all_there_are() -> None:
    s = table(2)
    row_of_quarries(s)
    play(s, "pass")
    play(s, "card 1", "edfu", "card 2", "selinon", "card 3", "sphinx 1", "card 4")
    assert s.boats_left[1] == 1
    play(s, "thebae")
    assert s.phase != st.SAIL or s.round == 2


def test_edfu_lowers_both_markers_and_doubled_by_two() -> None:
    s = table()
    play(s, "edfu")
    assert s.market[0] == [1, 1]
    give(s, 1, "double-round")
    s.boats[0] = 0
    play(s, "edfu doubled")
    assert s.market[1] == [2, 2]


@pytest.mark.parametrize(
    ("space", "crews"),
    [("selinon", [2, 2, 1, 2]), ("thebae", [2, 1, 2, 2]), ("beni-hasan", [1, 2, 2, 2])],
)
def test_pair_spaces_raise_their_two_crews(space: str, crews: list[int]) -> None:
    s = table()
    play(s, space)
    assert s.crew[0] == crews


def test_a_crew_at_its_maximum_stays_and_the_other_moves() -> None:
    s = table()
    s.crew[0][0] = 9
    play(s, "selinon")
    assert s.crew[0] == [9, 2, 1, 2]


def test_alyi_gives_a_crew_of_choice_and_two_stones() -> None:
    s = table()
    play(s, "alyi")
    assert s.phase == st.CREW_STEP
    assert moves(s) == {"raise a", "raise b", "raise c", "raise joker"}
    play(s, "raise joker")
    assert (s.crew[0], s.stones[0], s.seat) == ([1, 1, 1, 3], 4, 1)


def test_alyi_doubled_gives_two_steps_and_four_stones() -> None:
    s = table()
    give(s, 0, "double-round")
    play(s, "alyi doubled", "raise a", "raise a")
    assert (s.crew[0], s.stones[0], s.seat) == ([3, 1, 1, 2], 6, 1)


def test_a_choice_among_crews_at_the_maximum_is_lost() -> None:
    s = table()
    s.crew[0] = [9, 9, 9, 9]
    play(s, "alyi")
    assert (s.stones[0], s.seat) == (4, 1)


def test_passalon_and_heliopolis_raise_the_joker_and_may_move_the_flood() -> None:
    s = table()
    play(s, "passalon")
    assert s.phase == st.FLOOD_STEP
    assert moves(s) == {"flood left", "flood centre", "flood right"}
    play(s, "flood left")
    assert (s.crew[0][3], s.flood) == (3, 0)
    play(s, "heliopolis")
    assert moves(s) == {"flood left", "flood centre"}
    play(s, "flood left")
    assert s.flood == 0
    assert len(happened(s, ev.FLOOD_MOVED)) == 1


def test_heliopolis_can_be_doubled_by_option_only() -> None:
    for options, allowed in ((USUAL, False), (DOUBLE_LAST, True)):
        s = table(options=options)
        give(s, 0, "double-round")
        assert ("heliopolis doubled" in moves(s)) == allowed
        assert "passalon doubled" in moves(s)


def test_shared_berth_once_a_round_on_taken_round_spaces_but_not_heliopolis() -> None:
    s = table(2)
    row_of_quarries(s)
    give(s, 1, "shared-berth")
    s.boats[0] = sum(1 << pos for pos in box.ROUND_POS)
    to_sail(s, 1)
    assert {*box.ROUND_NAMES[:-1]} <= moves(s)
    assert "heliopolis" not in moves(s)
    s.last[0] = 0
    play(s, "edfu", "pass")
    assert s.market[1] == [1, 1]
    assert not set(box.ROUND_NAMES) & moves(s)
    assert (1, box.SHARED_BERTH) in happened(s, ev.PLAYED)


def test_shared_berth_may_join_ones_own_last_boat() -> None:
    """The card's text: a round space taken by a boat, "even one of his own"."""
    s = table(2)
    row_of_quarries(s)
    give(s, 0, "shared-berth")
    play(s, "edfu", "pass")
    assert "edfu" in moves(s)
    play(s, "edfu")
    assert s.market[0] == [2, 2]
    assert s.boats_left[0] == box.BOATS_EACH - 2
    assert (0, box.SHARED_BERTH) in happened(s, ev.PLAYED)
    assert "edfu" not in moves(s)


def test_shared_berth_joins_no_own_boat_on_heliopolis_or_at_a_site() -> None:
    s = table(2)
    give(s, 0, "shared-berth")
    for last in (box.ROUND_POS[box.HELIOPOLIS], box.SITE_POS[0], box.CARD_POS[0]):
        s.boats[0], s.last[0] = 1 << last, last
        to_sail(s, 0)
        assert not reach.can_reach(s, 0, last)


def test_shared_berth_reaches_an_own_boat_upstream_with_that_card_only() -> None:
    s = table(2)
    give(s, 0, "shared-berth")
    s.boats[0] = 1 << box.ROUND_POS[box.ALYI] | 1 << box.ROUND_POS[box.PASSALON]
    s.last[0] = box.ROUND_POS[box.PASSALON]
    to_sail(s, 0)
    assert "alyi" not in moves(s)
    give(s, 0, "upstream")
    assert "alyi" in moves(s)


def test_by_option_shared_berth_reaches_an_own_boat_only_upstream_of_another() -> None:
    s = table(2, OWN_BERTH_BARRED)
    give(s, 0, "shared-berth", "upstream")
    s.boats[0], s.last[0] = 1 << box.ROUND_POS[box.ALYI], box.ROUND_POS[box.ALYI]
    to_sail(s, 0)
    assert "alyi" not in moves(s)
    s.boats[0] |= 1 << box.ROUND_POS[box.PASSALON]
    s.last[0] = box.ROUND_POS[box.PASSALON]
    assert "alyi" in moves(s)
    play(s, "alyi", "raise a")
    assert s.last[0] == box.ROUND_POS[box.PASSALON]


def test_upstream_once_a_round_and_then_from_the_most_downstream_boat() -> None:
    s = table(2)
    row_of_quarries(s)
    give(s, 0, "upstream")
    play(s, "card 8", "pass", "card 2")
    assert s.last[0] == box.CARD_POS[7]
    assert "card 3" not in moves(s)
    assert "card 9" in moves(s)


def test_second_boat_is_placed_at_once_and_can_be_chained() -> None:
    s = table(2)
    lay_row(s, *["second-boat"] * 10)
    play(s, "card 1")
    assert s.phase == st.AFTER_BOAT
    assert moves(s) == {"done", "play second-boat"}
    play(s, "play second-boat")
    assert s.seat == 0
    assert "pass" not in moves(s)
    play(s, "card 2")
    play(s, "play second-boat", "card 3", "done")
    assert s.seat == 1
    assert s.have[0][box.SECOND_BOAT] == 1


def test_a_second_boat_held_since_earlier_is_offered_after_every_boat() -> None:
    s = table(2)
    row_of_quarries(s)
    give(s, 0, "second-boat")
    assert "play second-boat" not in moves(s)
    play(s, "card 1")
    assert (s.phase, s.seat) == (st.AFTER_BOAT, 0)
    play(s, "done", "card 2", "card 3", "play second-boat", "card 4")
    assert (s.seat, s.boats_left[0]) == (1, 5)
    assert s.have[0][box.SECOND_BOAT] == 0


def test_a_second_boat_without_a_space_is_kept() -> None:
    s = table(2)
    row_of_quarries(s)
    give(s, 0, "second-boat")
    play(s, "heliopolis", "flood centre")
    assert s.seat == 1
    assert s.have[0][box.SECOND_BOAT] == 1


def test_the_last_boat_cannot_be_followed_by_another() -> None:
    s = table(2)
    row_of_quarries(s)
    give(s, 0, "second-boat")
    s.boats_left[0] = 1
    play(s, "card 1")
    assert s.seat == 1


def test_second_boat_is_not_offered_without_a_space_for_it() -> None:
    s = table(2)
    row_of_quarries(s)
    lay_row(s, *["quarry-2"] * 9, "second-boat")
    s.boats_left[0] = 1
    play(s, "card 10")
    assert s.seat == 1


def test_late_harvest_takes_a_card_without_a_boat() -> None:
    s = table(2)
    lay_row(s, *["six-stones"] * 4, *["recruits"] * 6)
    give(s, 1, "late-harvest")
    play(s, "pass", "pass")
    assert s.phase == st.GATHER
    assert moves(s) == {"done", *(f"harvest {i}" for i in range(1, 11))}
    play(s, "harvest 5", "raise a", "raise joker")
    assert s.crew[1] == [2, 1, 1, 3]
    assert s.round == 2
    lay_row(s, *["six-stones"] * 10)
    before = s.stones[1]
    play(s, "pass", "pass", "done")
    assert s.stones[1] == min(25, before + 3)


def test_brown_fields_give_their_bonus_once() -> None:
    s = table()
    lay_row(s, "brown-field-6", "brown-field-7", "brown-field-8", "brown-field-9")
    play(s, "card 1", "card 2", "card 3", "card 4")
    assert s.market[0] == [1, 0]
    assert s.market[1] == [0, 1]
    assert s.points[2] == 3
    assert s.stones[3] == 9
    assert [s.grain[seat][2] for seat in range(4)] == [6, 7, 8, 9]


def test_immediate_cards_happen_and_leave_the_game() -> None:
    s = table()
    lay_row(s, "grain-market", "stone-market", "six-stones", "crews-ab", "crews-ac", "crews-bc")
    play(s, "card 1", "card 2", "card 3", "card 4")
    assert s.market[0] == [0, 2]
    assert s.market[1] == [2, 0]
    assert s.stones[2] == 10
    assert s.crew[3] == [2, 2, 1, 2]
    play(s, "card 5", "card 6")
    assert s.crew[0] == [2, 1, 2, 2]
    assert s.crew[1] == [1, 2, 2, 2]
    assert sum(map(sum, s.have)) == 0


def test_recruits_may_go_to_one_crew_or_two() -> None:
    s = table()
    lay_row(s, "recruits", "recruits")
    play(s, "card 1", "raise b", "raise b", "card 2", "raise a", "raise joker")
    assert s.crew[0] == [1, 3, 1, 2]
    assert s.crew[1] == [2, 1, 1, 3]


def test_a_market_card_of_choice_is_not_split() -> None:
    s = table()
    lay_row(s, "market-choice")
    s.market[0] = [3, 0]
    play(s, "card 1")
    assert s.phase == st.MARKET_STEP
    play(s, "lower stone")
    assert s.market[0] == [4, 0]
    assert s.stones[0] == 2 + 3 + 3


def test_tributes_count_own_stones() -> None:
    s = table()
    lay_row(s, "tribute-obelisk", "tribute-temple")
    s.own[0] = [2, 3, 5, 7]
    s.own[1] = [2, 3, 5, 7]
    play(s, "card 1", "card 2")
    assert s.points[:2] == [5, 12]


def test_stones_beyond_25_are_lost() -> None:
    s = table()
    lay_row(s, "six-stones")
    s.stones[0] = 24
    play(s, "card 1")
    assert s.stones[0] == 25


def test_training_is_offered_once_a_round_at_any_own_moment() -> None:
    s = table(2)
    row_of_quarries(s)
    lay_row(s, "training")
    play(s, "card 1")
    assert s.phase == st.AFTER_BOAT
    play(s, "train c")
    assert s.crew[0][2] == 2
    assert s.seat == 1
    play(s, "pass")
    assert not any(move.startswith("train") for move in moves(s))
    play(s, "pass")
    assert s.round == 2


def test_no_moment_is_asked_for_what_could_be_played_before_the_boat() -> None:
    s = table(2)
    row_of_quarries(s)
    give(s, 0, "training")
    assert "train a" in moves(s)
    play(s, "card 1")
    assert s.seat == 1


def test_paid_training_costs_two_stones() -> None:
    s = table(2)
    give(s, 0, "paid-training")
    s.stones[0] = 1
    assert "hire a" not in moves(s)
    s.stones[0] = 2
    play(s, "hire a")
    assert (s.crew[0][0], s.stones[0]) == (2, 0)
    s.stones[0] = 5
    assert "hire a" not in moves(s)


def test_training_is_nothing_when_all_crews_are_at_their_maximum() -> None:
    s = table(2)
    give(s, 0, "training", "paid-training")
    s.crew[0] = [9, 9, 9, 9]
    assert not any(move.startswith(("train", "hire")) for move in moves(s))


def test_stone_sale_sells_up_to_ten() -> None:
    s = table(2)
    give(s, 0, "stone-sale")
    s.stones[0] = 12
    assert {f"sell {n}" for n in range(1, 11)} <= moves(s)
    play(s, "sell 10")
    assert (s.stones[0], s.points[0]) == (2, 10)
    assert s.have[0][box.STONE_SALE] == 0


def test_stones_that_a_boat_brings_can_be_sold_after_it() -> None:
    s = table(2)
    lay_row(s, "six-stones", *["quarry-2"] * 9)
    give(s, 0, "stone-sale")
    s.stones[0] = 4
    play(s, "card 1")
    assert (s.phase, s.seat) == (st.AFTER_BOAT, 0)
    play(s, "sell 10")
    assert (s.stones[0], s.points[0], s.seat) == (0, 10, 1)


@pytest.mark.parametrize(("stones", "card"), [(4, "quarry-2"), (12, "six-stones")])
def test_nobody_is_asked_for_a_sale_that_was_as_good_before_the_boat(
    stones: int, card: str
) -> None:
    s = table(2)
    lay_row(s, card)
    give(s, 0, "stone-sale")
    s.stones[0] = stones
    play(s, "card 1")
    assert s.seat == 1


def test_other_cards_can_be_played_before_the_late_harvest() -> None:
    s = table(2)
    lay_row(s, *["six-stones"] * 10)
    give(s, 0, "late-harvest", "stone-sale")
    s.stones[0] = 22
    play(s, "pass", "pass", "sell 10", "harvest 1")
    assert (s.points[0], s.stones[0]) == (10, 12 + 6 + 3)


def test_a_canal_betters_one_field_by_one_level_and_twice() -> None:
    s = table(2)
    give(s, 0, "canal", "canal", "brown-field-8", "green-field-3")
    assert {move for move in moves(s) if move.startswith("canal")} == {"canal 8 brown"}
    play(s, "canal 8 brown")
    assert s.grain[0] == [9, 8, 0]
    play(s, "canal 8 yellow-green")
    assert s.grain[0] == [17, 0, 0]
    assert s.canals[0] == 0
    assert not any(move.startswith("canal") for move in moves(s))


def test_boats_at_the_sites_stay_for_the_building() -> None:
    s = table(2)
    row_of_quarries(s)
    boat(s, 0, 0, 0)
    s.boats[0] |= 3
    river.take_boats_back(s)
    assert s.boats[0] == 1 << box.SITE_POS[0]


def test_a_canal_just_taken_may_be_put_to_a_field_at_once() -> None:
    s = table(2)
    row_of_quarries(s)
    lay_row(s, "canal")
    give(s, 0, "yellow-green-field-4")
    play(s, "card 1")
    assert s.phase == st.AFTER_BOAT
    assert moves(s) == {"done", "canal 3 yellow-green"}
