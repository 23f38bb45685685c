"""Puzzles: positions from bot games in which one move is clearly best.

They are stored in a game's `puzzles.jsonl`, with the search's margin over the next best move and
the share of weaker bots that find it.
"""

from __future__ import annotations

import importlib
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from nomarch.bots.search import MoveEstimate, Search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget, proof_plan_of
from nomarch.engine.match import Match
from nomarch.i18n import ENGLISH, Translate
from nomarch.kernel.chance import POLICY, reseed
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import STREAM
from nomarch.kernel.lessons import Ask, Lesson
from nomarch.kernel.seeds import key_of, make_seed
from nomarch.learning.course import Course

PREFIX = "puzzle-"
"""Prefix of the lesson ids of puzzles."""
MARGIN = 8.0
"""Minimum lead of the best move, in percentage points of wins."""
FOUND_BY = (60, 30, 12)
"""Minimum percentage of weaker bots that solve puzzles of grade 1, 2 and 3; the rest is 4."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position and the best move in it."""

    id: str
    players: int
    seed: str
    moves: tuple[str, ...]
    """The decisions before it, without forced ones."""
    seat: int
    best: str
    margin: float
    """Percentage points of wins that the next best move gives away."""
    found: int
    """Percentage of weaker bots that choose it."""

    @property
    def grade(self) -> int:
        """Difficulty, 1 to 4."""
        return 1 + sum(self.found < limit for limit in FOUND_BY)


def puzzles_path(book: Rulebook) -> Path:
    source = importlib.import_module(book.package).__file__
    assert source is not None
    return Path(source).parent / "puzzles.jsonl"


@cache
def load_puzzles(book: Rulebook) -> tuple[Puzzle, ...]:
    """A game's puzzles, easier ones first."""
    path = puzzles_path(book)
    if not path.exists():
        return ()
    lines = path.read_bytes().splitlines()
    found = [msgspec.json.decode(line, type=Puzzle) for line in lines]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.grade, puzzle.id)))


def puzzle_of_the_day(book: Rulebook, day: date) -> Puzzle | None:
    """The puzzle of a day; all take turns, in a shuffled order."""
    puzzles = load_puzzles(book)
    if not puzzles:
        return None
    turn, at = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: make_seed(f"{turn} {puzzle.id}"))
    return order[at]


def as_lesson(book: Rulebook, puzzle: Puzzle, t: Translate) -> Lesson:
    """A puzzle as a lesson with one question."""
    praise = t(
        "Correct! It wins {margin}% more games than the next best move. "
        "{found}% of simple bots find it."
    )
    number = load_puzzles(book).index(puzzle) + 1
    question = Ask(
        t("Find the best move: one clearly wins more often."),
        (puzzle.best,),
        otherwise=t("There's something better. Try again."),
        praise=praise.format(margin=round(puzzle.margin), found=puzzle.found),
    )
    return Lesson(
        id=PREFIX + puzzle.id,
        title=t("Puzzle {number}").format(number=number),
        about="",
        steps=(question,),
        players=puzzle.players,
        seat=puzzle.seat,
        seed=puzzle.seed,
        moves=puzzle.moves,
    )


def start_puzzle(book: Rulebook, puzzle: Puzzle) -> Match:
    return Course(book, as_lesson(book, puzzle, ENGLISH)).match


class Solver:
    """A deterministic search that plays to the end."""

    def __init__(self, book: Rulebook, compiler: SearchCompiler) -> None:
        self.search = Search(book, compiler, plan=proof_plan_of(book), wait=True)

    def estimates(
        self, match: Match, seat: int, playouts: int, salt: int = 0
    ) -> list[MoveEstimate]:
        """Estimates of all moves, best first; another salt samples other worlds."""
        self.search.budget = Budget(iterations=playouts)
        stream = STREAM.plain()
        reseed(stream, key_of(make_seed("puzzles")), salt, POLICY)
        return self.search.analyse(match.observe(seat), seat, match.legal_actions(seat), stream)

    def lead(self, match: Match, seat: int, playouts: int, salt: int = 0) -> tuple[int, float]:
        """The best move and its lead, in percentage points of wins."""
        best, second, *_ = self.estimates(match, seat, playouts, salt)
        return best.action, best.win - second.win
