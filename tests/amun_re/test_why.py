"""Which rule forbids a move of Amun-Re."""

from __future__ import annotations

import pytest

from nomarch.games.amun_re import components as box
from nomarch.learning.illegal_moves import explain_illegal
from tests.taught import begun

SEAT = 0


@pytest.mark.parametrize(
    ("lesson", "answers", "move", "reason"),
    [
        ("bidding", (), "province thebes", "Only the provinces that are up"),
        ("bidding", ("province mendes",), "bid 3", "A bid stands above every pawn"),
        ("bidding", ("province mendes",), "bid 21", "A bid cannot be higher than your gold"),
        ("bidding", ("province mendes", "bid 6"), "province mendes", "You were just outbid there"),
        ("buying", (), "buy 4", "Card symbols limit cards"),
        ("buying", (), "buy 5", "You do not have the gold"),
        ("buying", ("buy 1", "buy 3"), "buy 1", "Of each kind you buy once"),
        ("offering", (), "put 10", "You cannot put in more gold"),
        ("offering", (), "offer", "Put in at least 1 gold"),
        ("offering", ("put 5",), "steal", "Your gold lies there already"),
        ("offering", (), "play adjustment", "You do not hold this card"),
        ("cards", ("play extra-income",), "province avaris", "It has to be a province of your own"),
        ("pyramids", (), "play architect", "An Architect needs two bricks"),
        ("scoring", (), "play bonus-nile", "Your provinces do not meet"),
    ],
)
def test_the_rule_is_named(lesson: str, answers: tuple[str, ...], move: str, reason: str) -> None:
    assert explain_illegal(begun("amun-re", lesson, *answers), SEAT, move).startswith(reason)


def test_of_a_kind_one_card_is_played_in_a_phase() -> None:
    match = begun("amun-re", "cards", "play extra-income", "province mendes")
    match.state.hand[SEAT][box.EXTRA] += 1
    assert explain_illegal(match, SEAT, "play extra-income").startswith(
        "You have played a card of this"
    )


def test_without_a_free_field_no_farmer_is_taken() -> None:
    match = begun("amun-re", "offering", "put 5", "offer", "take farmer", "take farmer")
    assert explain_illegal(match, SEAT, "take farmer", "fr").startswith(
        "Vous n'avez pas de champ libre"
    )
