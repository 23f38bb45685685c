"""Puzzles: positions from bot games, and the moves that one idea asks for.

A puzzle is a sequence of decisions with the others' replies in between. It is stored in a game's
`puzzles.jsonl` with everything that judging an answer takes: the right moves, and for each wrong
one its cost and the line that punishes it. What is said of a move follows from `facts.py`.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from nomarch.bots.reasons import facts_of
from nomarch.decoding import decode
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Start
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.course import start_match
from nomarch.learning.puzzle_ratings import first_rating

PREFIX = "puzzle-"
"""Prefix of the lesson ids of puzzles."""
MARGIN = 6.0
"""Minimum lead of the first right move, in percentage points of wins."""
GRADES = 4
MIDDLE = (2, 3)
"""The grades of puzzles of the day."""


class Mistake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wrong answer."""

    win: int
    """Chance to win after it, in per cent."""
    line: tuple[str, ...] = ()
    """What follows: the rest of one's own turn and the others' replies, as `1: draw`."""


class PuzzleDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """One move of the person who solves a puzzle."""

    right: tuple[str, ...]
    """Equally good moves; more than one only in the last decision."""
    win: int
    """Chance to win after the right move, in per cent."""
    wrong: dict[str, Mistake]
    """All other legal moves."""
    rival: str = ""
    """The wrong move that it is compared with."""
    replies: tuple[str, ...] = ()
    """What the others play after the first right move, as `1: draw`."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position and the decisions in it."""

    id: str
    players: int
    seed: str
    moves: tuple[str, ...]
    """The decisions before it, without forced ones."""
    seat: int
    theme: str
    """The id of the idea that it is about."""
    margin: float
    """Percentage points of wins that the next best first move gives away."""
    solved: dict[str, int]
    """Percentage of tries in which bots of a level solve it."""
    decisions: tuple[PuzzleDecision, ...] = ()
    question: str = ""
    """The id of a query of `facts.py` that is asked in place of decisions."""
    asked: tuple[str, ...] = ()
    """The actions of the move that it is about."""
    rating: int = 0
    """The first rating of a question; that of decisions follows from the bots' tries."""
    grade: int = 0
    """Difficulty, 1 to 4: a quarter of the game's puzzles each; not stored."""

    @property
    def best(self) -> str:
        """The first right move; empty for a question."""
        return self.decisions[0].right[0] if self.decisions else ""

    @property
    def first_rating(self) -> int:
        return self.rating or first_rating(self.solved)


def load_puzzles(book: Rulebook) -> tuple[Puzzle, ...]:
    """A game's puzzles, easier ones first. In the browser edition, their file comes later."""
    path = book.folder / "puzzles.jsonl"
    return _read_puzzles(path) if path.exists() else ()


@cache
def _read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    lines = path.read_bytes().splitlines()
    found = [decode(line, Puzzle) for line in lines]
    found.sort(key=lambda puzzle: (puzzle.first_rating, puzzle.id))
    return tuple(
        msgspec.structs.replace(puzzle, grade=1 + GRADES * place // len(found))
        for place, puzzle in enumerate(found)
    )


def find_puzzle(book: Rulebook, lesson: str) -> Puzzle | None:
    """Return the puzzle that a lesson's id names, if any."""
    return next((one for one in load_puzzles(book) if PREFIX + one.id == lesson), None)


def puzzle_of_the_day(book: Rulebook, day: date) -> Puzzle | None:
    """The puzzle of a day; those of middle difficulty take turns, in a shuffled order."""
    puzzles = [puzzle for puzzle in load_puzzles(book) if puzzle.grade in MIDDLE]
    if not puzzles:
        return None
    turn, at = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: make_seed(f"{turn} {puzzle.id}"))
    return order[at]


def start_of(puzzle: Puzzle) -> Start:
    return Start(players=puzzle.players, seat=puzzle.seat, seed=puzzle.seed, moves=puzzle.moves)


def start_puzzle(book: Rulebook, puzzle: Puzzle) -> Match:
    return start_match(book, start_of(puzzle))


def theme_title(book: Rulebook, idea: str, language: str = DEFAULT) -> str:
    """The name of an idea as a puzzle's theme, “The last sun”; empty for one that is gone."""
    title = facts_of(book).titles.get(idea, "")
    return title and translator(book.package, language)(title)


def theme_anchor(book: Rulebook, idea: str) -> str:
    """The anchor of a theme's puzzles on their page; empty if the idea has none."""
    return f"theme-{idea}" if any(one.theme == idea for one in load_puzzles(book)) else ""
