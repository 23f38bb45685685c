"""The hand-written player is sensible in plain positions."""

import pytest

from nomarch.games.giza.state import State

from .table import RULES, legal, number_of, play, position, table

FILLER = ("treasure+2", "treasure+2", "treasure+2")


def favourite(s: State, seat: int = 0) -> str:
    """The legal move that the heuristic values most."""
    return max(legal(s, seat), key=lambda move: RULES.evaluate(s, seat, number_of(move)))


def best_place(s: State, tile: str) -> str:
    play(s, f"play {tile}")
    return favourite(s)


def test_good_high_stones_are_built_at_home() -> None:
    assert best_place(position(hands={0: ("stone+5", *FILLER)}), "stone+5").startswith("on 0")


@pytest.mark.parametrize("tile", ["stone-5", "stone-1", "scarab"])
def test_bad_tiles_go_to_others(tile: str) -> None:
    boards = {(1, "khufu"): ("stone+5",)}
    assert best_place(position(boards, {0: (tile, *FILLER)}), tile).startswith("on 1")


def test_the_best_tile_of_another_is_demolished() -> None:
    boards = {(1, "khufu"): ("stone+1",), (1, "sphinx"): ("sphinx-base", "sphinx-body")}
    assert best_place(position(boards), "demolition") == "on 1 sphinx"


WON = "0 khufu stone+5 stone+1, 0 khafre stone+1, 0 menkaure stone+2"
"""One pyramid is missing."""
LOST = ", 1 sphinx sphinx-base sphinx-body sphinx-head"


def test_a_winning_end_is_taken_and_a_losing_one_avoided() -> None:
    hands = {0: ("stone+1", *FILLER)}
    assert favourite(table(WON, hands=hands)) == "play stone+1"
    assert best_place(table(WON, hands=hands), "stone+1") == "on 0 menkaure"
    assert best_place(table(WON + LOST, hands=hands), "stone+1") != "on 0 menkaure"


def test_a_scarab_is_removed_when_that_wins() -> None:
    s = table(f"{WON} stone+1 scarab", hands={0: ("stone+5", *FILLER)})
    assert favourite(s) == "remove menkaure"


def test_a_demolition_on_an_own_scarab_may_win_or_lose_the_game() -> None:
    covered = f"{WON} stone+1 scarab"
    assert best_place(table(covered), "demolition") == "on 0 menkaure"
    s = table(covered + LOST)
    play(s, "play demolition")
    worst = min(legal(s), key=lambda move: RULES.evaluate(s, 0, number_of(move)))
    assert worst == "on 0 menkaure"


def test_useless_tiles_are_discarded_together() -> None:
    s = position(hands={0: ("treasure+2",) * 3 + ("sphinx-body",)})
    play(s, favourite(s))
    while favourite(s) != "done":
        play(s, favourite(s))
    assert 1 <= sum(s.marked) <= 3
