"""Which rule forbids a move of Amun-Re."""

import pytest

from nomarch.games.amun_re import components as box
from nomarch.learning.illegal_moves import explain_illegal
from tests.taught import begun

SEAT = 0


@pytest.mark.parametrize(
    ("lesson", "answers", "move", "reason"),
    [
        ("bidding", (), "province thebes", "You can only bid for provinces that"),
        ("bidding", ("province mendes",), "bid 3", "Your bid must be higher than every"),
        ("bidding", ("province mendes",), "bid 21", "You can't bid more gold than you"),
        ("bidding", ("province mendes",), "province abu", "You're bidding for Mendes"),
        ("bidding", ("province mendes", "bid 6"), "province mendes", "You were just outbid there"),
        ("buying", (), "buy 4", "That's too many: card symbols limit cards,"),
        ("buying", (), "buy 5", "You can't afford that many."),
        ("buying", ("buy 1", "buy 3"), "buy 1", "You've already bought this kind this turn."),
        ("buying", (), "province mendes", "You have no farmer or brick to place"),
        ("offering", (), "put 10", "You can't offer more gold than you"),
        ("offering", (), "offer", "Put in at least 1 gold"),
        ("offering", ("put 5",), "steal", "You've already put in gold, so you"),
        ("offering", (), "play adjustment", "You don't have this card."),
        ("cards", ("play extra-income",), "province avaris", "Choose one of your own provinces."),
        ("pyramids", (), "play architect", "An Architect needs two bricks"),
        ("scoring", (), "play bonus-nile", "Your provinces don't meet this card's condition."),
    ],
)
def test_the_rule_is_named(lesson: str, answers: tuple[str, ...], move: str, reason: str) -> None:
    assert explain_illegal(begun("amun-re", lesson, *answers), SEAT, move).startswith(reason)


def test_of_a_kind_one_card_is_played_in_a_phase() -> None:
    match = begun("amun-re", "cards", "play extra-income", "province mendes")
    match.state.hand[SEAT][box.EXTRA] += 1
    assert explain_illegal(match, SEAT, "play extra-income").startswith(
        "You've already played a card of this"
    )


def test_without_a_free_field_no_farmer_is_taken() -> None:
    match = begun("amun-re", "offering", "put 5", "offer", "take farmer", "take farmer")
    assert explain_illegal(match, SEAT, "take farmer", "fr").startswith(
        "Vous n’avez pas de champ libre"
    )
