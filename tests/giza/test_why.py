"""Which rule forbids a move of Giza."""

import pytest

from nomarch.engine.match import Match
from nomarch.engine.new_match import new
from nomarch.learning.illegal_moves import explain_illegal

from .table import position

SEAT = 0
BOARDS = {
    (0, "khufu"): ["stone+5", "stone+3"],
    (0, "khafre"): ["stone+2", "scarab"],
    (1, "khufu"): ["stone+1"],
}


def match_with(hand: tuple[str, ...]) -> Match:
    """A turn of the first seat with some stacks on the table."""
    match = new("giza", 2, seed="why", options={"first": "seat-1"})
    match.state = position(BOARDS, {SEAT: hand})
    match.refresh()
    return match


@pytest.mark.parametrize(
    ("tile", "place", "reason"),
    [
        ("stone+4", "on 0 khufu", "A stone goes on an empty pyramid site or on a higher number"),
        ("stone-1", "on 0 khafre", "A stone goes on an empty pyramid site or on a higher number"),
        ("treasure+3", "on 1 khafre", "A treasure only goes on a stone with"),
        ("sphinx-base", "on 0 menkaure", "A sphinx is built on its own site"),
        ("demolition", "on 1 sphinx", "A demolition needs a visible tile"),
    ],
)
def test_a_place_that_does_not_take_a_tile(tile: str, place: str, reason: str) -> None:
    match = match_with((tile, "scarab", "scarab", "stone+5"))
    match.play(SEAT, f"play {tile}")
    assert explain_illegal(match, SEAT, place).startswith(reason)
    assert explain_illegal(match, SEAT, "play scarab").startswith("You've already chosen a tile")


def test_a_tile_that_fits_nowhere() -> None:
    match = match_with(("treasure+4", "scarab", "scarab", "stone+5"))
    assert explain_illegal(match, SEAT, "play treasure+4").startswith("This tile doesn't fit")
    assert explain_illegal(match, SEAT, "play treasure+4", "nl").startswith("Deze tegel past nu")
    assert explain_illegal(match, SEAT, "play scarab") == ""


def test_discarding_is_a_whole_turn() -> None:
    match = match_with(("treasure+4", "scarab", "scarab", "stone+5"))
    assert explain_illegal(match, SEAT, "done").startswith("First mark the tiles")
    match.play(SEAT, "discard stone+5")
    assert explain_illegal(match, SEAT, "play scarab").startswith("You're discarding")
    assert explain_illegal(match, SEAT, "done") == ""
