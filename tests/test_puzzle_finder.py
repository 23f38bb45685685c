"""Finding puzzles: what is worth asking, and what is played for the reader."""

from __future__ import annotations

from bench.puzzles import is_easy, without_tail

from nomarch.kernel.game import rulebook
from nomarch.learning.puzzles import Mistake, PuzzleDecision

RA = rulebook("ra")


def test_to_draw_or_not_is_no_question() -> None:
    """In Ra it follows nearly every bid, and would end every sequence."""
    wrong = {"invoke": Mistake(20)}
    assert is_easy(RA, PuzzleDecision(("draw",), 60, wrong))
    assert not is_easy(RA, PuzzleDecision(("invoke",), 60, {"draw": Mistake(20)}))
    assert not is_easy(RA, PuzzleDecision(("draw",), 60, wrong | {"take nile": Mistake(10)}))


def test_a_puzzle_ends_with_the_replies_of_others() -> None:
    replies = ("2: pass", "0: bid 4", "1: draw", "2: draw")
    ended = without_tail(PuzzleDecision(("bid 9",), 60, {}, replies=replies), 1)
    assert ended.replies == ("2: pass", "0: bid 4")
