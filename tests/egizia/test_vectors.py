"""The worked examples of the rulebook and the vectors made from them, one test each."""

import pytest

from nomarch.games.egizia import components as box, events as ev
from nomarch.games.egizia.rules import feeding, monuments, order, rounds, tableau

from .table import fill, happened, table


def test_feed_blue() -> None:
    s = table(crew_1=[1, 2, 3, 3], cards_1="yellow-green-field-5")
    assert (feeding.need(s, 1), feeding.harvested(s, 1)) == (9, 11)
    feeding.feed(s, 1)
    assert s.points[1] == 0


def test_feed_green() -> None:
    s = table(crew_2=[3, 3, 4, 4], cards_2="yellow-green-field-6 brown-field-8", market_2=[0, 2])
    s.points[2], s.points[0] = 18, 14
    assert (feeding.need(s, 2), feeding.harvested(s, 2), feeding.missing(s, 2)) == (14, 12, 2)
    feeding.feed(s, 2)
    assert s.points[2] == 14
    assert order.is_ahead(s, 0, 2)


@pytest.mark.parametrize(
    ("floor", "owners", "winner", "points"),
    [(1, [3, 2, 3, 0, 3, 1], 3, 3), (2, [2, 3, 3, 2, 0], 2, 2)],
    ids=["majority", "tie"],
)
def test_pyramid_floor(floor: int, owners: list[int], winner: int, points: int) -> None:
    *before, last = owners
    s = table(filled={"floor-1": [0] * 6 if floor > 1 else [], f"floor-{floor}": before})
    s.stones[last], s.strength, s.site, s.seat = 20, 9, 2, last
    s.points = [0] * len(s.points)
    monuments.lay_stone(s, last, box.FLOOR_1 + floor - 1)
    assert happened(s, ev.FLOOR_DONE) == [(winner, floor, points)]
    gained = [points * (seat == winner) + (1 + floor) * (seat == last) for seat in range(4)]
    assert s.points[:4] == gained


def test_pyramid_support() -> None:
    s = table()
    for floor, owners, is_open in (
        ("floor-1", (0, 1), 1),
        ("floor-2", (0,), 0),
        ("floor-1", (0,), 1),
    ):
        fill(s, floor, *owners)
        assert monuments.is_open(s, box.FLOOR_1 + 1) == is_open


def test_score_stack() -> None:
    s = table(2, points=(0, 2))
    tableau.move_score(s, 0, ev.FOR_TEMPLE, 5)
    tableau.move_score(s, 1, ev.FOR_TEMPLE, 3)
    assert s.points[0] == s.points[1] == 5
    assert order.is_ahead(s, 0, 1)
    rounds.order_next_round(s)
    assert s.order[:2] == [1, 0]


@pytest.mark.parametrize(
    ("market", "gained"), [(box.STONE_MARKET, (6, 0)), (box.GRAIN_MARKET, (0, 4))]
)
def test_market_overflow(market: int, gained: tuple[int, int]) -> None:
    s = table(market=[4, 4], stones=1)
    tableau.lower_market(s, 0, market, 2)
    assert (s.stones[0] - 1, s.points[0]) == gained
    assert s.market[0] == [4, 4]


def test_collab() -> None:
    s = table(built=(1, 2, 3, 0))
    rounds.reward_collaboration(s)
    assert s.points[:4] == [1, 3, 6, 0]
