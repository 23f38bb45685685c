"""Which rule forbids a move of Ra."""

from typing import Any

import pytest

from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.ra import state as st
from nomarch.learning.illegal_moves import explain_illegal
from tests.positions import given

from .building import GAME

SUNS = ([[13, 8, 5], [12, 9, 6, 3], [11, 10, 7, 4]], [[2], [], []], 1)
FULL = given(laid="nile " * 8)
OUTBID = given(phase=st.AUCTION, starter=1, high=7, high_seat=1)
CALLED = given(phase=st.AUCTION, starter=0, high=0, high_seat=st.NO_SEAT)
NO_AUCTION = "Suns are bid only in an auction: somebody has to call one first."


def match_with(options: dict[str, str] | None = None, **values: Any) -> Match:
    """A turn of the first seat."""
    match = new("ra", 3, seed="why", options=options or {})
    GAME.arrange(match.state, {"seat": 0, "suns": SUNS, **values})  # type: ignore[arg-type]
    match.refresh()
    return match


@pytest.mark.parametrize(
    ("values", "move", "reason"),
    [
        (FULL, "draw", "The track is full, so nobody may draw: invoke Ra or play a god."),
        (given(laid="flood"), "take flood", "You need a god to take a tile from the track."),
        (given(laid="drought", tiles="god", options={"gods": "spare"}), "take drought",
         "Gods can't take disasters at this table (optional rule)."),
        (OUTBID, "bid 5", "You have to beat the highest bid."),
        (OUTBID, "bid 2", "This sun is spent"),
        (CALLED, "pass", "You called this auction"),
        (given(), "bid 13", NO_AUCTION),
        (given(), "pass", NO_AUCTION),
        (given(), "discard art", "You keep your tiles: only a disaster makes you give some up."),
        (given(), "stop", "You can end your turn only after playing a god."),
    ],
)  # fmt: skip
def test_the_rule_is_named(values: dict[str, Any], move: str, reason: str) -> None:
    assert explain_illegal(match_with(**values), 0, move).startswith(reason)


@pytest.mark.parametrize(
    ("values", "move"),
    [(FULL, "invoke"), (given(laid="flood", tiles="god"), "take flood"), (OUTBID, "bid 8")],
)
def test_nothing_is_said_of_what_is_allowed(values: dict[str, Any], move: str) -> None:
    assert explain_illegal(match_with(**values), 0, move) == ""


def test_the_rule_is_named_in_french() -> None:
    assert explain_illegal(match_with(**FULL), 0, "draw", "fr").startswith("La piste est pleine")


def test_whose_turn_it_is_not_is_told_so() -> None:
    assert explain_illegal(match_with(), 1, "draw") == "You can't do that now. Seat 1's turn."
