"""Which rule forbids a move of Ra."""

from __future__ import annotations

import pytest

from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.games.ra import components as box, state as st
from nomarch.learning.illegal_moves import explain_illegal

from .building import give_suns, lay

SEAT = 0


def match_with(**options: str) -> Match:
    """A turn of the first seat; tests change what lies on the table."""
    match = new("ra", 3, seed="why", options=options)
    match.state.seat = SEAT
    match.refresh()
    suns = [[13, 8, 5], [12, 9, 6, 3], [11, 10, 7, 4]]
    give_suns(match.state, suns, [[2], [], []], 1)
    return match


def reason(match: Match, move: str, language: str = "en") -> str:
    match.refresh()
    return explain_illegal(match, SEAT, move, language)


def test_a_full_track_takes_no_more() -> None:
    match = match_with()
    lay(match.state, ["nile"] * box.TRACK_SPACES)
    assert reason(match, "draw").startswith(
        "The track is full, so nobody may draw: invoke Ra or play a god."
    )
    assert reason(match, "draw", "fr").startswith("La piste est pleine")
    assert reason(match, "invoke") == ""


def test_without_a_god_nothing_is_taken() -> None:
    match = match_with()
    lay(match.state, ["flood"])
    assert reason(match, "take flood").startswith("You need a god to take a tile from the track.")
    match.state.have[SEAT][box.GOD] = 1
    assert reason(match, "take flood") == ""


def test_an_option_spares_disasters() -> None:
    match = match_with(gods="spare")
    lay(match.state, ["drought"])
    match.state.have[SEAT][box.GOD] = 1
    assert reason(match, "take drought").startswith(
        "Gods can't take disasters at this table (optional rule)."
    )


def auction(match: Match, high: int, starter: int) -> None:
    match.state.phase, match.state.starter, match.state.high = st.AUCTION, starter, high
    match.state.high_seat = 1 if high else st.NO_SEAT


def test_bids_rise_and_spent_suns_wait() -> None:
    match = match_with()
    auction(match, high=7, starter=1)
    assert reason(match, "bid 5").startswith("You have to beat the highest bid.")
    assert reason(match, "bid 2").startswith("This sun is spent")
    assert reason(match, "bid 8") == ""


def test_whoever_called_has_to_pay() -> None:
    match = match_with()
    auction(match, high=0, starter=SEAT)
    assert reason(match, "pass").startswith("You called this auction")


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("bid 13", "Suns are bid only in an auction: somebody has to call one first."),
        ("pass", "Suns are bid only in an auction: somebody has to call one first."),
        ("discard art", "You keep your tiles: only a disaster makes you give some up."),
        ("stop", "You can end your turn only after playing a god."),
    ],
)
def test_moves_of_other_phases_name_their_phase(move: str, told: str) -> None:
    assert reason(match_with(), move) == told


def test_whose_turn_it_is_not_is_told_so() -> None:
    assert explain_illegal(match_with(), 1, "draw") == "You can't do that now. Seat 1's turn."
