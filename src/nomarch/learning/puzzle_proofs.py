"""Proofs of puzzles: a bounded search gives every answer again."""

from __future__ import annotations

from nomarch.engine.match import Match
from nomarch.kernel.declare.game import Rulebook
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_solver import Solver
from nomarch.learning.puzzles import MARGIN, Puzzle

LOOKS = ((100, MARGIN), (300, MARGIN / 2), (1500, 0.0))
"""Playouts of a search, and by how much the answer has to lead then: the shorter, the clearer. The
shortest settles most puzzles."""
SALT = 99
"""Samples other worlds than those in which puzzles are found."""


def is_agreed(solver: Solver, match: Match, seat: int, right: tuple[str, ...]) -> bool:
    """Whether a bounded search finds one of these moves best, too."""
    actions = [match.parse(move) for move in right]
    return any(solver.lead(match, seat, actions, count, SALT) > least for count, least in LOOKS)


def is_doubtful(book: Rulebook, solver: Solver, puzzle: Puzzle) -> bool:
    """Whether the search gives another answer to one of a puzzle's decisions."""
    course = PuzzleCourse(book, puzzle)
    for decision in puzzle.decisions:
        if not is_agreed(solver, course.match, puzzle.seat, decision.right):
            return True
        course.answer(decision.right[0])
    return False
