"""The worked examples of the rulebook and the vectors made from them, one test each."""

from __future__ import annotations

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import feeding, monuments, order, rounds, scoring, tableau
from nomarch.games.egizia.state import State

from .table import boat, fill, give, happened, moves, play, table, to_build, to_feed, to_sail


def test_feed_blue() -> None:
    s = table()
    s.crew[1] = [1, 2, 3, 3]
    give(s, 1, "yellow-green-field-5")
    assert (feeding.need(s, 1), feeding.harvested(s, 1)) == (9, 11)
    feeding.feed(s, 1)
    assert s.points[1] == 0


def _red(s: State) -> None:
    s.crew[0] = [2, 2, 2, 4]
    give(s, 0, "green-field-2")
    s.flood = 0
    for other in (1, 2, 3):
        s.crew[other] = [1, 1, 1, 2]


def test_feed_red_with_card() -> None:
    s = table()
    _red(s)
    give(s, 0, "grain-surplus")
    to_feed(s)
    assert s.seat == 0
    play(s, "play grain-surplus")
    assert feeding.need(s, 0) == 10
    assert feeding.harvested(s, 0) + s.grain_extra == 12
    play(s, "feed")
    assert s.points[0] == 0
    assert s.grain_extra == 0
    assert (0, 10, 12) in happened(s, ev.FED)


def test_feed_red_without_card() -> None:
    s = table()
    _red(s)
    give(s, 0, "grain-surplus")
    to_feed(s)
    play(s, "feed")
    assert s.points[0] == -6
    assert s.have[0][box.GRAIN_SURPLUS] == 1


def test_feed_green() -> None:
    s = table()
    s.crew[2] = [3, 3, 4, 4]
    give(s, 2, "yellow-green-field-6", "brown-field-8")
    s.market[2][box.GRAIN_MARKET] = 2
    s.points[2], s.points[0] = 18, 14
    assert (feeding.need(s, 2), feeding.harvested(s, 2), feeding.missing(s, 2)) == (14, 12, 2)
    feeding.feed(s, 2)
    assert s.points[2] == 14
    assert order.is_ahead(s, 0, 2)


@pytest.mark.parametrize(
    ("before", "after"), [(1, 6), (23, 25)], ids=["produce_red", "produce_cap"]
)
def test_produce(before: int, after: int) -> None:
    s = table()
    give(s, 0, "quarry-2")
    s.stones[0] = before
    feeding.produce(s)
    assert s.stones[0] == after


def test_sphinx_blue() -> None:
    s = table()
    s.crew[1][0], s.stones[1] = 3, 7
    boat(s, 1, 0, 0)
    boat(s, 0, 2, 0)
    to_build(s)
    play(s, "crew a", "no joker", "draw 3", "keep 2")
    assert (s.points[1], s.stones[1], s.used[1]) == (2, 4, [1, 0, 0, 0])
    assert s.hand[1] == 2


def test_build_red_7() -> None:
    s = table()
    s.crew[0] = [5, 1, 1, 2]
    s.stones[0] = 9
    s.grave[0] = 4
    boat(s, 0, 1, 0)
    to_build(s, 1)
    play(s, "crew a", "joker")
    assert s.strength == 7
    play(s, "lay obelisk", "lay obelisk", "lay grave")
    assert (s.points[0], s.stones[0], s.used[0]) == (7, 2, [1, 0, 0, 1])
    assert moves(s) == {"lower stone", "lower grain"}
    play(s, "lower grain")
    assert s.market[0] == [0, 1]


def test_build_yellow_2() -> None:
    s = table()
    s.crew[3][1], s.stones[3] = 3, 2
    boat(s, 3, 2, 0)
    to_build(s, 2)
    play(s, "crew b", "no joker", "lay floor-1")
    assert s.points[3] == 2 + 1  # the stone, and one site for the collaboration bonus
    assert (3, ev.FOR_PYRAMID, 2) in happened(s, ev.SCORED)
    assert s.stones[3] == 0


def _finish_floor(floor: int, owners: list[int]) -> tuple[int, int]:
    s = table()
    part = f"floor-{floor}"
    if floor > 1:
        fill(s, "floor-1", *[0] * 6)
    fill(s, part, *owners[:-1])
    last = owners[-1]
    s.stones[last], s.strength, s.site, s.seat = 20, 9, 2, last
    before = list(s.points)
    monuments.lay_stone(s, last, box.FLOOR_1 + floor - 1)
    ((winner, at, points),) = happened(s, ev.FLOOR_DONE)
    assert at == floor
    value = 1 + floor
    gained = [s.points[seat] - before[seat] - (value if seat == last else 0) for seat in range(4)]
    assert gained[winner] == points
    assert sum(gained) == points
    return winner, points


def test_pyramid_floor_majority() -> None:
    assert _finish_floor(1, [3, 2, 3, 0, 3, 1]) == (3, 3)


def test_pyramid_floor_tie() -> None:
    assert _finish_floor(2, [2, 3, 3, 2, 0]) == (2, 2)


def test_pyramid_support() -> None:
    s = table()
    fill(s, "floor-1", 0, 1)
    assert monuments.is_open(s, box.FLOOR_1 + 1)
    fill(s, "floor-2", 0)
    assert not monuments.is_open(s, box.FLOOR_1 + 1)
    fill(s, "floor-1", 0)
    assert monuments.is_open(s, box.FLOOR_1 + 1)


def test_score_stack() -> None:
    s = table(2)
    s.points[0], s.points[1] = 0, 2
    tableau.move_score(s, 0, ev.FOR_TEMPLE, 5)
    tableau.move_score(s, 1, ev.FOR_TEMPLE, 3)
    assert s.points[0] == s.points[1] == 5
    assert order.is_ahead(s, 0, 1)
    rounds.order_next_round(s)
    assert s.order[:2] == [1, 0]


def test_market_overflow() -> None:
    s = table()
    s.market[0][box.STONE_MARKET], s.stones[0] = 4, 1
    tableau.lower_market(s, 0, box.STONE_MARKET, 2)
    assert (s.stones[0], s.market[0][box.STONE_MARKET]) == (7, 4)


def test_market_overflow_grain() -> None:
    s = table()
    s.market[0][box.GRAIN_MARKET] = 4
    tableau.lower_market(s, 0, box.GRAIN_MARKET, 2)
    assert (s.points[0], s.market[0][box.GRAIN_MARKET]) == (4, 4)


def test_collab() -> None:
    s = table()
    s.built[:] = [1, 2, 3, 0]
    rounds.reward_collaboration(s)
    assert s.points[:4] == [1, 3, 6, 0]


def test_graves_bands() -> None:
    totals = [0, 1, 10, 11, 20, 21, 30]
    assert [scoring.treasure_points(total) for total in totals] == [0, 2, 2, 5, 5, 9, 9]


@pytest.mark.parametrize(("stones", "points"), [(0, 0), (1, 0), (7, 3), (25, 12)])
def test_end_sale(stones: int, points: int) -> None:
    s = table()
    s.where = [box.FIRST_PILE] * 29
    s.stones[0], s.market[0][box.STONE_MARKET] = stones, 3
    scoring.score_seat(s, 0)
    assert s.points[0] == points
    s.points[0], s.stones[0], s.market[0][box.STONE_MARKET] = 0, stones, 2
    scoring.score_seat(s, 0)
    assert s.points[0] == 0


def test_sphinx_market_three() -> None:
    s = table()
    for seat in range(3):
        s.market[seat][box.STONE_MARKET] = 4
    assert scoring.riddle_points(s, 3, 7) == 7


def test_sphinx_crew() -> None:
    s = table()
    s.crew[0][2] = 4
    assert scoring.riddle_points(s, 0, 18) == 4


def test_sphinx_yellow_green() -> None:
    s = table()
    give(s, 0, "yellow-green-field-5", "yellow-green-field-6")
    s.grain[1][1] = 11
    assert scoring.riddle_points(s, 0, 22) == 7
    s.grain[1][1] = 12
    assert scoring.riddle_points(s, 0, 22) == 0


def test_double_pair() -> None:
    s = table()
    to_sail(s, 0)
    give(s, 0, "double-round")
    play(s, "selinon doubled")
    assert s.crew[0] == [3, 3, 1, 2]
    assert s.have[0][box.DOUBLE_ROUND] == 0


def test_double_passalon() -> None:
    s = table()
    s.flood = 0
    to_sail(s, 0)
    give(s, 0, "double-round")
    play(s, "passalon doubled")
    assert s.crew[0][box.JOKER] == 4
    assert moves(s) == {"flood left", "flood centre", "flood right"}
    play(s, "flood right")
    assert s.flood == 2


def test_per_ten() -> None:
    s = table()
    s.points[0] = 87
    assert scoring.riddle_points(s, 0, 28) == 8
    s.points[0] = -13
    assert scoring.riddle_points(s, 0, 28) == 0


def test_the_round_goes_on_by_itself_to_the_first_boat() -> None:
    s = table()
    assert s.stage == st.PLACING
    assert s.phase != st.NOTHING
