"""The end of the game: the last moment for cards, final scoring and all 29 Sphinx cards."""

from typing import Any

import pytest

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.games.egizia.rules import rounds, scoring
from nomarch.games.egizia.state import State
from tests.positions import Example, examples, given, then

from .table import GAME, PLAY, fill, follow, happened, moves, play, table


def close(s: State) -> State:
    """The fifth round is over."""
    s.round = 5
    rounds.order_next_round(s)
    s.phase = st.NOTHING
    rounds.go_on(s)
    return s


def without_riddles(players: int = 2, **values: Any) -> State:
    return table(players, **{"where": (box.FIRST_PILE,) * 29, **values})


OBELISK, LEVEL = "obelisk", "yellow-green-field-4"
FIELDS = given(cards=f"brown-field-6 {LEVEL}", cards_1=f"brown-field-7 {LEVEL}")
BOTTOM, HIGHER = box.BOTTOM, box.BOTTOM - 1
RIDDLES: list[tuple[int, dict[str, Any], int]] = [
    (0, given(filled={OBELISK: [1] * 6}), 0), (0, given(filled={OBELISK: [1] * 7}), 5),
    (1, given(filled={OBELISK: [1] * 7}), 0), (1, given(filled={OBELISK: [1] * 8}), 7),
    (2, given(filled={OBELISK: [1] * 8}), 0), (2, given(filled={OBELISK: [1] * 9}), 9),
    (3, given(filled={"left-column": [1]}), 0),
    (3, given(filled={"left-column": [1], "right-column": [2]}), 5),
    (4, given(filled={"roof": [1] * 2}), 0), (4, given(filled={"roof": [1] * 3}), 8),
    (5, given(filled={"floor-3": [1] * 3}), 0), (5, given(filled={"floor-3": [1] * 4}), 6),
    (6, given(filled={"floor-4": [1] * 2}), 0), (6, given(filled={"floor-4": [1] * 3}), 9),
    *((7, given(market=([BOTTOM, 0],) * n), points) for n, points in enumerate((0, 3, 5, 7, 7))),
    *((8, given(market=([0, BOTTOM],) * n), points) for n, points in enumerate((0, 3, 5, 7, 7))),
    (7, given(market=([0, 0], *[[BOTTOM, 0]] * 3)), 7),
    (9, given(own=[0, 0, 3, 0]), 0), (9, given(own=[0, 0, 4, 0]), 7),
    (10, given(own=[0, 0, 0, 5]), 0), (10, given(own=[0, 0, 0, 6]), 6),
    (11, given(own=[0, 0, 0, 6]), 0), (11, given(own=[0, 0, 0, 7]), 8),
    (12, given(own=[3, 0, 0, 0]), 0), (12, given(own=[4, 0, 0, 0]), 7),
    (13, given(own=[4, 0, 0, 0]), 0), (13, given(own=[5, 0, 0, 0]), 9),
    (14, given(own=[2, 2, 2, 1]), 0), (14, given(own=[2, 2, 2, 2]), 8),
    (15, given(own=[0, 3, 0, 0]), 3),
    *((16 + crew, given(crew=[3, 4, 5, 6]), 3 + crew) for crew in box.CREWS),
    (20, given(), 7), (20, given(cards_1="quarry-2"), 0),
    (20, given(cards_1="quarry-2", cards="quarry-3"), 7),
    (21, given(), 7), (22, given(), 0), (23, given(), 0),
    (21, FIELDS, 7), (22, FIELDS, 7), (23, FIELDS, 0),
    (22, given(grain=([6, 11, 0], [6, 11, 0])), 7), (22, given(grain=([6, 11, 0], [6, 12, 0])), 0),
    *((24 + n, given(market=[BOTTOM, HIGHER]), points) for n, points in enumerate((5, 0, 0))),
    *((24 + n, given(market=[HIGHER, BOTTOM]), points) for n, points in enumerate((0, 5, 0))),
    *((24 + n, given(market=[BOTTOM, BOTTOM]), points) for n, points in enumerate((5, 5, 9))),
    (27, given(cards="quarry-2 green-field-3 canal training grave-goods overtime"), 6),
    (28, given(points=87), 8), (28, given(points=-13), 0),
]  # fmt: skip
"""A Sphinx card of seat 0, a position, and the points."""


@pytest.mark.parametrize(("card", "values", "points"), RIDDLES)
def test_riddles(card: int, values: dict[str, Any], points: int) -> None:
    assert scoring.riddle_points(table(**values), 0, card) == points


def test_a_canal_makes_a_field_count_as_its_new_colour() -> None:
    s = table(cards="brown-field-6 canal")
    play(s, "canal 6 brown")
    assert [scoring.riddle_points(s, 0, card) for card in (22, 23)] == [7, 0]


def test_s29_comes_after_everything_else() -> None:
    s = without_riddles(points=17, crew=[3, 1, 1, 2])
    s.where[28], s.where[16] = 0, 1
    assert close(s).points[0] == 17 + 3 + 2


def test_grave_goods_count_even_without_a_grave() -> None:
    s = table(cards="grave-goods", grave=(4, 4, 3))
    assert scoring.grave_total(s, 0) == 5
    fill(s, "grave", 0, 1, 0)
    assert [scoring.grave_total(s, seat) for seat in (0, 1)] == [12, 4]


def test_final_scoring_goes_from_the_leader_backwards() -> None:
    s = without_riddles(3, points=(5, 9, 5), arrival=(2, 3, 1))
    for seat in range(3):
        s.where[15 + seat] = seat * box.HAND_SLOTS
    close(s)
    assert [seat for seat, *_ in happened(s, ev.RIDDLE)] == [1, 2, 0]
    assert s.phase == st.OVER


CLOSING: dict[str, Example] = {
    "the sale pays for pairs and is followed by the graves": (
        given(market=[4, 0], stones=7, grave=4, filled={"grave": [0]}),
        then(points=3 + 2, stones=1),
    ),
    "the last moment is leader first and only for who can use it": (
        given(players=3, points=(3, 9, 5), cards="stone-sale", cards_1="training", stones=4),
        then(stage=st.CLOSING, phase=st.LAST_MOMENT, seat=1), "train a",
        then(seat=0), "sell 3", then(phase=st.OVER, points=6),
    ),
    "the last moment may be let go": (given(cards="stone-sale"), "done", then(phase=st.OVER)),
    "first to build is worth nothing at the last moment": (
        given(cards="build-first"), then(phase=st.OVER),
    ),
}  # fmt: skip


@examples(CLOSING)
def test_closing(example: Example) -> None:
    follow(close(without_riddles(**example[0])), *example[1:])


def test_a_tie_goes_to_the_one_ahead_on_the_space() -> None:
    s = close(without_riddles(points=(8, 8), arrival=(5, 4)))
    assert happened(s, ev.ENDED) == [(1, 1)]
    assert (GAME.ranks(s), GAME.scores(s)) == ([2, 1], [8, 8])
    assert (PLAY.to_act(s), moves(s)) == (0, set())


def test_one_seat_at_a_time_is_to_act() -> None:
    s = table(3)
    assert (PLAY.to_act(s), PLAY.is_over(s)) == (1, 0)


# --- What scores at the end ----------------------------------------------------------------------


def test_graves_bands() -> None:
    totals = [0, 1, 10, 11, 20, 21, 30]
    assert [scoring.treasure_points(total) for total in totals] == [0, 2, 2, 5, 5, 9, 9]


@pytest.mark.parametrize(("stones", "points"), [(0, 0), (1, 0), (7, 3), (25, 12)])
def test_end_sale(stones: int, points: int) -> None:
    for level, expected in ((3, points), (2, 0)):
        s = without_riddles(4, stones=stones, market=[level, 0])
        scoring.score_seat(s, 0)
        assert s.points[0] == expected
