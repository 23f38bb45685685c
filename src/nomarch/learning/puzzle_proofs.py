"""Proofs of puzzles: a bounded search gives every answer again.

`puzzles.proof` beside a game's puzzles is a hash of what they were last proved with; while it
matches, proving them again would find the same.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from nomarch.bots import search, search_settings
from nomarch.engine.match import Match
from nomarch.kernel import backend, chance, masks, network, playouts, tree
from nomarch.kernel.game import Rulebook
from nomarch.learning import puzzle_solver
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_solver import Solver
from nomarch.learning.puzzles import MARGIN, Puzzle, puzzles_path

LOOKS = ((100, MARGIN), (300, MARGIN / 2), (1500, 0.0))
"""Playouts of a search, and by how much the answer has to lead then: the shorter, the clearer. The
shortest settles most puzzles."""
SALT = 99
"""Samples other worlds than those in which puzzles are found."""
TOLD = ("events.py", "invariants.py")
"""Files of a game that no search looks at, beside those with pictures and words."""
SEARCH = (chance, masks, network, playouts, tree, search, search_settings, puzzle_solver)
"""The modules that decide what a search finds."""


def proof_path(book: Rulebook) -> Path:
    return puzzles_path(book).with_suffix(".proof")


def proof_hash(book: Rulebook, *, has_puzzles: bool = True) -> str:
    """Return a hash of the puzzles, the game's rules and networks, and the search."""
    folder = backend.folder_of(book.package)
    sources = (path for path in backend.compiled_sources(folder) if path.name not in TOLD)
    digest = hashlib.sha256()
    weights = sorted(folder.glob("weights*.npz"))
    modules = (Path(str(part.__file__)) for part in SEARCH)
    puzzles = [puzzles_path(book)] if has_puzzles else []
    for path in (*puzzles, *weights, *sources, *modules):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def is_proved(book: Rulebook) -> bool:
    """Whether nothing has changed since the game's puzzles were proved."""
    path = proof_path(book)
    return path.exists() and path.read_text("utf-8").strip() == proof_hash(book)


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


def doubtful_puzzles(book: Rulebook, solver: Solver, puzzles: tuple[Puzzle, ...]) -> list[str]:
    """Return the ids of puzzles whose answers the search does not give."""
    return [one.id for one in puzzles if is_doubtful(book, solver, one)]
