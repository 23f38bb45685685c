"""Puzzles: positions with one move that is clearly best, found by search over many bot games.

A game's are in its `puzzles.jsonl`, each as seed and moves. What is right is what the search says:
by how much it is better than the next best, and how few of the weaker bots find it.
"""

from __future__ import annotations

import importlib
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from nomarch.bots.search import MoveEstimate, Search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget, plan_of
from nomarch.engine.match import Match
from nomarch.i18n import ENGLISH, Translate
from nomarch.kernel.chance import POLICY, reseed
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import STREAM
from nomarch.kernel.lessons import Ask, Lesson
from nomarch.kernel.seeds import key_of, make_seed
from nomarch.learning.course import Course

PREFIX = "puzzle-"
"""How the ids of lessons begin that are puzzles."""
MARGIN = 8.0
"""By how many per cent of a win the best move of a puzzle beats the next, at the least."""
FOUND_BY = (60, 30, 12)
"""How many of a hundred weaker players find it in puzzles of grade 1, 2 and 3; the rest is 4."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position and the best move in it."""

    id: str
    players: int
    seed: str
    moves: tuple[str, ...]
    """The decisions before it, without those that made themselves."""
    seat: int
    best: str
    margin: float
    """Per cent of a win that the next best move gives away."""
    found: int
    """How many of a hundred tries of weaker bots choose it."""

    @property
    def grade(self) -> int:
        """How hard it is, 1 to 4."""
        return 1 + sum(self.found < limit for limit in FOUND_BY)


def file_of(book: Rulebook) -> Path:
    """Where a game's puzzles lie."""
    source = importlib.import_module(book.package).__file__
    assert source is not None
    return Path(source).parent / "puzzles.jsonl"


@cache
def puzzles_of(book: Rulebook) -> tuple[Puzzle, ...]:
    """A game's puzzles, the easier ones first; none if there is no such file."""
    path = file_of(book)
    if not path.exists():
        return ()
    lines = path.read_bytes().splitlines()
    found = [msgspec.json.decode(line, type=Puzzle) for line in lines]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.grade, puzzle.id)))


def of_the_day(book: Rulebook, day: date) -> Puzzle | None:
    """The puzzle of a day: all take their turn, in an order that does not get harder and harder."""
    puzzles = puzzles_of(book)
    if not puzzles:
        return None
    turn, at = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: make_seed(f"{turn} {puzzle.id}"))
    return order[at]


def lesson_of(book: Rulebook, puzzle: Puzzle, t: Translate) -> Lesson:
    """A puzzle as a lesson of one question; what is right is what the search found."""
    praise = t(
        "Correct! It wins {margin}% more games than the next best move. "
        "{found}% of simple bots find it."
    )
    number = puzzles_of(book).index(puzzle) + 1
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


def position(book: Rulebook, puzzle: Puzzle) -> Match:
    """The match in which a puzzle is to be solved."""
    return Course(book, lesson_of(book, puzzle, ENGLISH)).match


class Solver:
    """The search that knows what is right: it plays to the end, and the same way every time."""

    def __init__(self, book: Rulebook, compiler: SearchCompiler) -> None:
        self.search = Search(book, compiler, plan=plan_of(book).to_prove(), wait=True)

    def estimates(
        self, match: Match, seat: int, playouts: int, salt: int = 0
    ) -> list[MoveEstimate]:
        """What so many playouts say about every move, best first; another salt dreams otherwise."""
        self.search.budget = Budget(iterations=playouts)
        stream = STREAM.plain()
        reseed(stream, key_of(make_seed("puzzles")), salt, POLICY)
        return self.search.analyse(match.observe(seat), seat, match.legal_actions(seat), stream)

    def lead(self, match: Match, seat: int, playouts: int, salt: int = 0) -> tuple[int, float]:
        """The best move, and by how many per cent of a win it beats the next."""
        best, second, *_ = self.estimates(match, seat, playouts, salt)
        return best.action, best.win - second.win
