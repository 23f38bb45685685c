"""Puzzles: positions from bot games in which one move is clearly best.

They are stored in a game's `puzzles.jsonl`, with the search's margin over the next best move and
the share of weaker bots that find it.
"""

from __future__ import annotations

import importlib
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path

import msgspec

from nomarch.bots.outcomes import Change, Comparison, compare
from nomarch.bots.reasons import Reasons
from nomarch.bots.search import MoveEstimate, Search, SearchRun
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.bots.search_settings import Budget, proof_plan_of
from nomarch.decoding import decode
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.chance import POLICY, reseed
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import STREAM
from nomarch.kernel.lessons import Ask, Lesson
from nomarch.kernel.seeds import key_of, make_seed
from nomarch.learning.course import start_match

REASON_PLAYOUTS, REASON_SALT = 600, 7
"""Playouts of each move that a reason compares, and the worlds they meet."""
PREFIX = "puzzle-"
"""Prefix of the lesson ids of puzzles."""
MARGIN = 8.0
"""Minimum lead of the best move, in percentage points of wins."""
GRADES = 4
MIDDLE = (2, 3)
"""The grades of puzzles of the day."""


class WrongAnswer(msgspec.Struct, frozen=True):
    """A move that is often taken for the best, and how the best one compares with it."""

    move: str
    share: int
    """Percentage of weaker bots that choose it."""
    win: float
    changes: tuple[Change, ...]


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
    wrong: tuple[WrongAnswer, ...] = ()
    """The most frequent wrong answers."""
    grade: int = 0
    """Difficulty, 1 to 4: a quarter of the game's puzzles each; not stored."""

    @property
    def theme(self) -> int:
        """The category that most points are won in; -1 if the answer isn't about points."""
        changes = self.wrong[0].changes if self.wrong else ()
        return changes[0].category if changes else -1


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
    found = [decode(line, Puzzle) for line in lines]
    found.sort(key=lambda puzzle: (-puzzle.found, -puzzle.margin, puzzle.id))
    return tuple(
        msgspec.structs.replace(puzzle, grade=1 + GRADES * place // len(found))
        for place, puzzle in enumerate(found)
    )


def puzzle_of_the_day(book: Rulebook, day: date) -> Puzzle | None:
    """The puzzle of a day; those of middle difficulty take turns, in a shuffled order."""
    puzzles = [puzzle for puzzle in load_puzzles(book) if puzzle.grade in MIDDLE]
    if not puzzles:
        return None
    turn, at = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda puzzle: make_seed(f"{turn} {puzzle.id}"))
    return order[at]


def as_lesson(
    book: Rulebook, puzzle: Puzzle, language: str = DEFAULT, *, has_reasons: bool = True
) -> Lesson:
    """A puzzle as a lesson with one question; reasons take a replay of the game."""
    t = translator("nomarch", language)
    number = load_puzzles(book).index(puzzle) + 1
    told = t("{found}% of simple bots find it.").format(found=puzzle.found)
    praise = t("Correct!")
    lesson = Lesson(
        id=PREFIX + puzzle.id,
        title=t("Puzzle {number}").format(number=number),
        about="",
        steps=(
            Ask(
                t("Find the best move: one clearly wins more often."),
                (puzzle.best,),
                otherwise=t("There's something better. Try again."),
                praise=f"{praise} {told}",
            ),
        ),
        players=puzzle.players,
        seat=puzzle.seat,
        seed=puzzle.seed,
        moves=puzzle.moves,
    )
    return _with_reasons(book, puzzle, lesson, language) if has_reasons else lesson


def _with_reasons(book: Rulebook, puzzle: Puzzle, lesson: Lesson, language: str) -> Lesson:
    """Return a puzzle's lesson that says why answers are right or wrong."""
    match, t = start_match(book, lesson), translator("nomarch", language)
    view = match.observe(puzzle.seat)
    reasons = Reasons(book, view, puzzle.seat, match.names, language)
    compared = {one.move: Comparison(one.win, one.changes) for one in puzzle.wrong}
    (question,) = lesson.steps
    assert isinstance(question, Ask)
    praise = question.praise
    if puzzle.wrong:
        other = puzzle.wrong[0].move
        why = reasons.why(match.parse(puzzle.best), match.parse(other), compared[other])
        correct = t("Correct!")
        praise = f"{correct} {why}{praise.removeprefix(correct)}" if why else praise
    asked = replace(
        question,
        praise=praise,
        wrong={
            move: t("{cost} Try again.").format(cost=cost)
            for move in compared
            if (cost := reasons.cost(match.parse(move)))
        },
    )
    return replace(lesson, steps=(asked,))


def start_puzzle(book: Rulebook, puzzle: Puzzle) -> Match:
    return start_match(book, as_lesson(book, puzzle, has_reasons=False))


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

    def compare(self, match: Match, seat: int, best: int, others: list[int]) -> list[Comparison]:
        """Compare the best move with others, all played equally often."""
        stream = STREAM.plain()
        reseed(stream, key_of(make_seed("puzzles")), REASON_SALT, POLICY)
        plan = proof_plan_of(match.book)
        run = SearchRun(match.book, plan, match.observe(seat), seat, stream)
        for action in (best, *others):
            run.play(action, REASON_PLAYOUTS)
        first, *rest = run.estimates([best, *others])
        return [compare(first, [other]) for other in rest]

    def lead(self, match: Match, seat: int, playouts: int, salt: int = 0) -> tuple[int, float]:
        """The best move and its lead, in percentage points of wins."""
        best, second, *_ = self.estimates(match, seat, playouts, salt)
        return best.action, best.win - second.win
