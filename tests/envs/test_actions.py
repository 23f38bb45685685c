"""Numbers and notation of actions: documented, and stable within a rules version."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from nomarch.envs import action_id, action_notation
from nomarch.errors import BadNotation, BadOption
from nomarch.kernel.declare.game import Rulebook, rulebooks

RECORDED = Path(__file__).parent / "action_numbers.json"
each_game = pytest.mark.parametrize("book", rulebooks().values(), ids=repr)


@each_game
def test_numbers_and_notations_are_each_other(book: Rulebook) -> None:
    game = book.game.id
    for number, notation in enumerate(book.actions):
        assert action_id(game, notation) == number
        assert action_notation(game, number) == notation


def test_what_is_no_action_is_refused() -> None:
    with pytest.raises(BadNotation, match="'bid 99' is no move of Ra"):
        action_id("ra", "bid 99")
    for number in (-1, 54):
        with pytest.raises(BadOption, match=f"Actions of Ra are 0 to 53, not {number}"):
            action_notation("ra", number)
    with pytest.raises(BadOption, match="must be a whole number"):
        action_notation("ra", "bid 9")  # type: ignore[arg-type]


@each_game
def test_numbers_change_only_with_the_rules_version(book: Rulebook) -> None:
    """Otherwise trained networks and stored actions would mean something else."""
    known = json.loads(RECORDED.read_text("utf-8"))[book.game.id]
    digest = sha256("\n".join(book.actions).encode()).hexdigest()
    assert {"rules_version": book.game.rules_version, "sha256": digest} == known


@each_game
def test_every_action_is_documented(book: Rulebook) -> None:
    declared = book.actions.declarations
    assert sum(each.size for each in declared) == len(book.actions)
    assert [each.notation for each in declared if not (each.about and each.when)] == []
