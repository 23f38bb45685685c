"""Which rule forbids a move of Egizia."""

from typing import Any

import pytest

from nomarch.learning.illegal_moves import explain_illegal
from tests.positions import given
from tests.taught import begun

from .table import GAME

SEAT = 0


@pytest.mark.parametrize(
    ("lesson", "answers", "move", "reason"),
    [
        ("sailing", ("card 2",), "edfu", "Boats can only sail downstream, past your"),
        ("sailing", ("card 2",), "card 1", "Boats can only sail downstream, past your"),
        ("sailing", ("card 2", "selinon"), "sphinx 1", "There's already a boat in that place."),
        ("sailing", (), "sphinx wait", "You can only wait where every place"),
        ("feeding", ("passalon",), "flood right", "The flood marker can't move that far."),
        ("building", ("crew a", "joker"), "stop", "Your crew is at work: lay at"),
        ("building", ("crew a", "joker"), "lay roof", "It's already complete, or what supports it"),
        (
            "building",
            ("crew a", "joker", "lay floor-1"),
            "lay floor-1",
            "It's already complete, or",
        ),
        ("graves", ("crew a", "no joker", "lay grave"), "lay grave", "First choose what your boat"),
        ("sphinx", ("crew b", "no joker"), "draw 4", "Each card costs one stone and one"),
        ("end", ("card 1", "temple 1", "pass", "crew a"), "crew b", "You've chosen your crew"),
    ],
)
def test_the_rule_is_named(lesson: str, answers: tuple[str, ...], move: str, reason: str) -> None:
    assert explain_illegal(begun("egizia", lesson, *answers), SEAT, move).startswith(reason)


@pytest.mark.parametrize(
    ("lesson", "change", "move", "language", "reason"),
    [
        ("sailing", given(row_4=-1), "card 5", "fr", "Il n’y a pas de place"),
        ("building", given(used=[0, 1, 0, 0]), "crew b", "en",
         "This crew has already worked this round."),
        ("building", given(stones=0), "crew a", "nl", "Je hebt te weinig stenen"),
    ],
)  # fmt: skip
def test_the_rule_of_a_position_is_named(
    lesson: str, change: dict[str, Any], move: str, language: str, reason: str
) -> None:
    match = begun("egizia", lesson)
    GAME.arrange(match.state, change)
    match.refresh()
    assert explain_illegal(match, SEAT, move, language).startswith(reason)
