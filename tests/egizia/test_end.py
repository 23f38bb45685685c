"""The end of the game: the last moment for cards, final scoring and all 29 Sphinx cards."""

from __future__ import annotations

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import rounds, scoring
from nomarch.games.egizia.state import State

from .table import PLAY, fill, give, happened, moves, play, table


def _close(s: State) -> None:
    s.round = 5
    rounds.order_next_round(s)
    s.phase = st.NOTHING
    rounds.go_on(s)


def _no_riddles(s: State) -> None:
    for card in range(29):
        s.where[card] = box.FIRST_PILE


@pytest.mark.parametrize(
    ("card", "part", "count", "points"),
    [
        (0, "obelisk", 7, 5), (1, "obelisk", 8, 7), (2, "obelisk", 9, 9),
        (4, "roof", 3, 8), (5, "floor-3", 4, 6), (6, "floor-4", 3, 9),
    ],
)  # fmt: skip
def test_s01_to_s07_pay_for_what_anyone_built(
    card: int, part: str, count: int, points: int
) -> None:
    s = table()
    fill(s, part, *[1] * (count - 1))
    assert scoring.riddle_points(s, 0, card) == 0
    fill(s, part, 1)
    assert scoring.riddle_points(s, 0, card) == points


def test_s04_pays_for_both_columns() -> None:
    s = table()
    fill(s, "left-column", 1)
    assert scoring.riddle_points(s, 0, 3) == 0
    fill(s, "right-column", 2)
    assert scoring.riddle_points(s, 0, 3) == 5


@pytest.mark.parametrize(("card", "market"), [(7, 0), (8, 1)])
def test_s08_s09_pay_by_players_at_the_bottom(card: int, market: int) -> None:
    s = table()
    paid = [scoring.riddle_points(s, 0, card)]
    for seat in range(4):
        s.market[seat][market] = 4
        paid.append(scoring.riddle_points(s, 0, card))
    assert paid == [0, 3, 5, 7, 7]


@pytest.mark.parametrize(
    ("card", "structure", "count", "points"),
    [(9, 2, 4, 7), (10, 3, 6, 6), (11, 3, 7, 8), (12, 0, 4, 7), (13, 0, 5, 9)],
)
def test_s10_to_s14_pay_for_own_stones(card: int, structure: int, count: int, points: int) -> None:
    s = table()
    s.own[0][structure] = count - 1
    assert scoring.riddle_points(s, 0, card) == 0
    s.own[0][structure] = count
    assert scoring.riddle_points(s, 0, card) == points


def test_s15_pays_for_two_stones_everywhere() -> None:
    s = table()
    s.own[0] = [2, 2, 2, 1]
    assert scoring.riddle_points(s, 0, 14) == 0
    s.own[0] = [2, 2, 2, 2]
    assert scoring.riddle_points(s, 0, 14) == 8


def test_s16_pays_for_each_grave() -> None:
    s = table()
    s.own[0][box.GRAVES] = 3
    assert scoring.riddle_points(s, 0, 15) == 3


def test_s17_to_s20_pay_the_strength_of_a_crew() -> None:
    s = table()
    s.crew[0] = [3, 4, 5, 6]
    assert [scoring.riddle_points(s, 0, card) for card in range(16, 20)] == [3, 4, 5, 6]


def test_s21_pays_for_the_most_quarries_ties_included() -> None:
    s = table()
    assert scoring.riddle_points(s, 0, 20) == 7
    give(s, 1, "quarry-2")
    assert scoring.riddle_points(s, 0, 20) == 0
    give(s, 0, "quarry-3")
    assert scoring.riddle_points(s, 0, 20) == 7


def test_s22_to_s24_pay_for_the_most_grain_of_a_colour_but_not_for_none() -> None:
    s = table()
    assert [scoring.riddle_points(s, 0, card) for card in (21, 22, 23)] == [7, 0, 0]
    give(s, 0, "brown-field-6", "yellow-green-field-4")
    give(s, 1, "brown-field-7", "yellow-green-field-4")
    assert [scoring.riddle_points(s, 0, card) for card in (21, 22, 23)] == [7, 7, 0]


def test_a_canal_makes_a_field_count_as_its_new_colour() -> None:
    s = table()
    give(s, 0, "brown-field-6", "canal")
    play(s, "canal 6 brown")
    assert scoring.riddle_points(s, 0, 22) == 7
    assert scoring.riddle_points(s, 0, 23) == 0


def test_s25_to_s27_pay_for_own_markers_at_the_bottom() -> None:
    s = table()
    s.market[0] = [4, 3]
    assert [scoring.riddle_points(s, 0, card) for card in (24, 25, 26)] == [5, 0, 0]
    s.market[0] = [3, 4]
    assert [scoring.riddle_points(s, 0, card) for card in (24, 25, 26)] == [0, 5, 0]
    s.market[0] = [4, 4]
    assert [scoring.riddle_points(s, 0, card) for card in (24, 25, 26)] == [5, 5, 9]


def test_s28_pays_for_permanent_cards_but_not_for_fields_and_quarries() -> None:
    s = table()
    give(s, 0, "quarry-2", "green-field-3", "canal", "training", "grave-goods", "overtime")
    assert scoring.riddle_points(s, 0, 27) == 6


def test_s29_comes_after_everything_else() -> None:
    s = table(2)
    _no_riddles(s)
    s.where[28], s.where[16] = 0, 1
    s.points[0], s.crew[0][0] = 17, 3
    _close(s)
    assert s.points[0] == 17 + 3 + 2


def test_grave_goods_count_even_without_a_grave() -> None:
    s = table()
    give(s, 0, "grave-goods")
    assert scoring.grave_total(s, 0) == 5
    s.grave[:3] = [4, 4, 3]
    fill(s, "grave", 0, 1, 0)
    assert scoring.grave_total(s, 0) == 12
    assert scoring.grave_total(s, 1) == 4


def test_final_scoring_goes_from_the_leader_backwards() -> None:
    s = table(3)
    _no_riddles(s)
    s.points[:3] = [5, 9, 5]
    s.arrival[:3] = [2, 3, 1]
    for seat in range(3):
        s.where[15 + seat] = seat * box.HAND_SLOTS
    _close(s)
    assert [seat for seat, *_ in happened(s, ev.RIDDLE)] == [1, 2, 0]
    assert s.phase == st.OVER


def test_the_sale_pays_for_pairs_and_is_followed_by_the_graves() -> None:
    s = table(2)
    _no_riddles(s)
    s.market[0][0], s.stones[0] = 4, 7
    s.grave[0] = 4
    fill(s, "grave", 0)
    _close(s)
    assert s.points[0] == 3 + 2
    assert s.stones[0] == 1


def test_a_tie_goes_to_the_one_ahead_on_the_space() -> None:
    s = table(2)
    _no_riddles(s)
    s.points[:2] = [8, 8]
    s.arrival[:2] = [5, 4]
    _close(s)
    row = [0] * 6
    PLAY.rank(s, row)
    assert row[:2] == [2, 1]
    assert happened(s, ev.ENDED) == [(1, 1)]
    PLAY.score(s, row)
    assert row[:2] == [8, 8]
    assert PLAY.to_act(s) == 0
    assert moves(s) == set()


def test_the_last_moment_is_leader_first_and_only_for_who_can_use_it() -> None:
    s = table(3)
    _no_riddles(s)
    s.points[:3] = [3, 9, 5]
    give(s, 0, "stone-sale")
    give(s, 1, "training")
    s.stones[0] = 4
    _close(s)
    assert (s.stage, s.phase, s.seat) == (st.CLOSING, st.LAST_MOMENT, 1)
    play(s, "train a")
    assert s.seat == 0
    play(s, "sell 3")
    assert s.phase == st.OVER
    assert s.points[0] == 6


def test_the_last_moment_may_be_let_go() -> None:
    s = table(2)
    _no_riddles(s)
    give(s, 0, "stone-sale")
    _close(s)
    play(s, "done")
    assert s.phase == st.OVER


def test_first_to_build_is_worth_nothing_at_the_last_moment() -> None:
    s = table(2)
    _no_riddles(s)
    give(s, 0, "build-first")
    _close(s)
    assert s.phase == st.OVER


def test_one_seat_at_a_time_is_to_act() -> None:
    s = table(3)
    assert (PLAY.to_act(s), PLAY.is_over(s)) == (1, 0)
