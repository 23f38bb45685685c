"""The rules of Senet, one by one; docs/rules.md names these tests."""

from __future__ import annotations

from collections import Counter

import pytest
from table import ME, THEM, houses, lay, legal, play, start

from nomarch_senet import components as box, events as ev


@pytest.mark.parametrize(("option", "pieces"), [(0, 5), (1, 7)])
def test_pieces_alternate_and_the_last_belongs_to_who_begins(option: int, pieces: int) -> None:
    state = start(option)
    assert houses(state, state.seat) == list(range(2, 2 * pieces + 1, 2))
    assert houses(state, 1 - state.seat) == list(range(1, 2 * pieces, 2))
    assert legal(state) == ["throw"]


def test_either_seat_may_begin() -> None:
    assert {start(seed=f"begin {number}").seat for number in range(20)} == {ME, THEM}


def test_a_throw_counts_pale_sides_and_none_counts_five() -> None:
    counts: Counter[int] = Counter()
    for number in range(800):
        state = start(seed=f"throw {number}")
        (record,) = play(state, "throw")
        assert record.event is ev.THREW
        counts[state.throw] += 1
    for pale, ways in enumerate(box.WAYS):
        expected = 800 * ways / 16
        assert abs(counts[pale or box.LONGEST] - expected) < 0.35 * expected


@pytest.mark.parametrize(("throw", "again"), [(1, 1), (2, 0), (3, 0), (4, 1), (5, 1)])
def test_one_four_and_five_throw_again(throw: int, again: int) -> None:
    state = lay((10, 3), (20,), throw)
    play(state, "move 10")
    assert (state.seat == ME) == bool(again)
    assert legal(state) == ["throw"]


def test_a_piece_moves_exactly_by_the_throw() -> None:
    state = lay((9, 3), (20,), 2)
    assert legal(state) == ["move 3", "move 9"]
    play(state, "move 9")
    assert houses(state, ME) == [3, 11]


def test_nobody_lands_on_an_own_piece() -> None:
    assert legal(lay((9, 11), (20,), 2)) == ["move 11"]


def test_a_single_piece_swaps_places() -> None:
    state = lay((9, 1), (11,), 2)
    moved, swapped = play(state, "move 9")
    assert (moved.event, swapped.event) == (ev.MOVED, ev.SWAPPED)
    assert (houses(state, ME), houses(state, THEM)) == ([1, 11], [9])


def test_two_side_by_side_protect_each_other() -> None:
    assert legal(lay((9, 1), (11, 12), 2)) == ["move 1"]
    assert "move 9" in legal(lay((9, 1), (11, 13), 2))


def test_three_side_by_side_cannot_be_passed() -> None:
    assert legal(lay((9, 1), (11, 12, 13), 5)) == ["move 1"]
    assert "move 9" in legal(lay((9, 1), (11, 12), 5))
    assert "move 9" in legal(lay((9, 10, 11, 12), (20,), 5)), "own pieces are no wall"


def test_back_only_when_nothing_moves_forward() -> None:
    state = lay((9, 25), (11, 12), 2)
    assert legal(state) == ["back 9", "back 25"]
    play(state, "back 9")
    assert houses(state, ME) == [7, 25]


def test_walls_stand_in_the_way_back_too() -> None:
    assert legal(lay((9, 25), (14, 13, 6, 7, 8), 4, pieces=1)) == ["back 25"]


def test_who_cannot_move_at_all_passes() -> None:
    state = lay((28, 2), (4, 5), 2)
    assert legal(state) == ["pass"]
    (record,) = play(state, "pass")
    assert record.event is ev.PASSED
    assert state.seat == THEM


def test_every_piece_stops_in_the_house_of_beauty() -> None:
    assert legal(lay((24, 22, 3), (9,), 4)) == ["move 3", "move 22"]


def test_safe_houses_cannot_be_taken() -> None:
    assert legal(lay((22, 3), (26,), 4)) == ["move 3"]
    assert legal(lay((26, 3), (29,), 3)) == ["move 3"]


@pytest.mark.parametrize(("mine", "theirs", "shore"), [((26, 3), (9,), 15), ((26, 15), (14,), 13)])
def test_the_water_leads_back_to_rebirth_and_ends_the_turn(
    mine: tuple[int, ...], theirs: tuple[int, ...], shore: int
) -> None:
    state = lay(mine, theirs, 1)
    records = play(state, "move 26")
    assert records[-1].event is ev.DROWNED
    assert shore in houses(state, ME)
    assert state.seat == THEM, "though a 1 throws again otherwise"


@pytest.mark.parametrize(
    ("house", "throws"), [(26, {1, 2, 3, 4, 5}), (28, {3}), (29, {2}), (30, {1, 2, 3, 4, 5})]
)
def test_the_last_houses_let_go_with_their_throw(house: int, throws: set[int]) -> None:
    found = {
        throw for throw in range(1, 6) if f"move {house}" in legal(lay((house, 3), (12,), throw))
    }
    assert found == throws


def test_a_five_leads_from_beauty_off_the_board() -> None:
    state = lay((26, 3), (12,), 5)
    (record,) = play(state, "move 26")
    assert record.event is ev.SCORED
    assert houses(state, ME) == [3]
    assert state.points[ME] == 4


def test_the_last_piece_off_the_board_wins() -> None:
    state = lay((30,), (12,), 2)
    play(state, "move 30")
    assert state.seat == -1
    assert state.points[ME] == state.pieces
