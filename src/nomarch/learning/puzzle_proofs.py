"""Proofs of puzzles: a bounded search gives every answer again.

`puzzles.proof` beside a game's puzzles is a hash of what they were last proved with; while it
matches, proving them again would find the same.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from nomarch.bots import search, search_settings
from nomarch.kernel import backend, chance, masks, playouts, tree
from nomarch.kernel.game import Rulebook
from nomarch.learning.puzzles import MARGIN, Puzzle, Solver, puzzles_path, start_puzzle

LOOKS = ((100, MARGIN), (300, MARGIN / 2), (1500, 0.0))
"""Playouts of a search, and by how much the answer has to lead then: the shorter, the clearer. The
shortest settles most puzzles."""
SALT = 99
"""Samples other worlds than those in which puzzles are found."""
TOLD = ("events.py", "invariants.py")
"""Files of a game that no search looks at, beside those with pictures and words."""
SEARCH = (chance, masks, playouts, tree, search, search_settings)
"""The modules that decide what a search finds."""


def proof_path(book: Rulebook) -> Path:
    return puzzles_path(book).with_suffix(".proof")


def proof_hash(book: Rulebook) -> str:
    """Return a hash of the puzzles, the game's rules and the search."""
    folder = backend.folder_of(book.package)
    sources = (path for path in backend.compiled_sources(folder) if path.name not in TOLD)
    digest = hashlib.sha256()
    for path in (puzzles_path(book), *sources, *(Path(str(part.__file__)) for part in SEARCH)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def is_proved(book: Rulebook) -> bool:
    """Whether nothing has changed since the game's puzzles were proved."""
    path = proof_path(book)
    return path.exists() and path.read_text("utf-8").strip() == proof_hash(book)


def is_agreed(solver: Solver, book: Rulebook, puzzle: Puzzle, answer: str) -> bool:
    """Whether a bounded search gives this answer, too."""
    match = start_puzzle(book, puzzle)
    for count, least in LOOKS:
        best, lead = solver.lead(match, puzzle.seat, count, salt=SALT)
        if book.actions[best] == answer and lead > least:
            return True
    return False


def doubtful_puzzles(book: Rulebook, solver: Solver, puzzles: tuple[Puzzle, ...]) -> list[str]:
    """Return the ids of puzzles whose answer the search does not give."""
    return [one.id for one in puzzles if not is_agreed(solver, book, one, one.best)]
