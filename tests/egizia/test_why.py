"""Which rule forbids a move of Egizia."""

from __future__ import annotations

import pytest

from nomarch.games.egizia import components as box
from nomarch.learning.illegal_moves import explain_illegal
from tests.taught import begun

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
            "It's already complete, or what supports it",
        ),
        ("graves", ("crew a", "no joker", "lay grave"), "lay grave", "First choose what your boat"),
        ("sphinx", ("crew b", "no joker"), "draw 4", "Each card costs one stone and one"),
        ("end", ("card 1", "temple 1", "pass", "crew a"), "crew b", "You've chosen your crew"),
    ],
)
def test_the_rule_is_named(lesson: str, answers: tuple[str, ...], move: str, reason: str) -> None:
    assert explain_illegal(begun("egizia", lesson, *answers), SEAT, move).startswith(reason)


def test_a_taken_card_leaves_no_room() -> None:
    match = begun("egizia", "sailing")
    match.state.row[4] = -1
    match.refresh()
    assert explain_illegal(match, SEAT, "card 5", "fr").startswith("Il n’y a pas de place")


def test_a_crew_works_once_a_round() -> None:
    match = begun("egizia", "building")
    match.state.used[SEAT][box.CREW_B] = 1
    match.refresh()
    assert explain_illegal(match, SEAT, "crew b").startswith(
        "This crew has already worked this round."
    )


def test_nothing_is_built_without_stones() -> None:
    match = begun("egizia", "building")
    match.state.stones[SEAT] = 0
    match.refresh()
    assert explain_illegal(match, SEAT, "crew a", "nl").startswith("Je hebt te weinig stenen")
