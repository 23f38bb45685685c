"""Every puzzle in every language: its moves are legal, and a search agrees with its answers."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tools.puzzle_finder import FEWEST_MOVES, count_moves
from tools.puzzle_questions import THUMBS, is_solved

from nomarch.bots.facts import Clause, FactFinder
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.bots.search import compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, ENGLISH, translator
from nomarch.kernel.declare.facts import Move
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.lessons import Question
from nomarch.learning.course import Reply
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_questions import AskedMove, queries_of
from nomarch.learning.puzzle_ratings import LEVELS
from nomarch.learning.puzzle_solver import Solver
from nomarch.learning.puzzles import (
    GRADES,
    MARGIN,
    MIDDLE,
    PuzzleDecision,
    load_puzzles,
    puzzle_of_the_day,
    start_puzzle,
    theme_title,
)

from .playing import case_id, each_complete_game, each_language, thorough_unless

PUZZLING = [book for book in rulebooks().values() if load_puzzles(book)]
FEWEST = 40
ENOUGH_MOVES = 15
NUMBER = re.compile(r"[−+]\d+")
each_game = pytest.mark.parametrize("book", PUZZLING, ids=case_id)
each_search = pytest.mark.parametrize(
    "book",
    [
        pytest.param(book, marks=thorough_unless(book.game.id in ("giza", "ra")))
        for book in PUZZLING
    ],
    ids=case_id,
)
"""Games whose searches are soon compiled; the others are thorough."""


@each_complete_game
def test_there_are_enough_puzzles(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    assert len(puzzles) >= FEWEST
    assert sum(not puzzle.question for puzzle in puzzles) >= ENOUGH_MOVES


def test_lessons_and_puzzles_may_come_later(tmp_path: Path) -> None:
    book = rulebook("ra")
    package = tmp_path / "later"
    package.mkdir()
    later: Any = SimpleNamespace(folder=package)
    assert load_puzzles(later) == ()
    shutil.copy(book.folder / "puzzles.jsonl", package)
    assert len(load_puzzles(later)) == len(load_puzzles(book))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rulebook, "has", lambda *_: False)
        assert book.teaching is None
    assert book.teaching is not None


@each_game
def test_each_is_another_and_the_easier_come_first(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)
    counts = [sum(puzzle.grade == grade + 1 for puzzle in puzzles) for grade in range(GRADES)]
    assert max(counts) - min(counts) <= 1
    ratings = [puzzle.first_rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    searched = [puzzle for puzzle in puzzles if not puzzle.question]
    assert all(puzzle.margin >= MARGIN for puzzle in searched)
    assert all(set(puzzle.solved) == set(LEVELS) for puzzle in searched)


@each_language
@each_game
def test_a_question_says_of_each_answer_what_it_is(book: Rulebook, language: str) -> None:
    for puzzle in load_puzzles(book):
        if not puzzle.question:
            continue
        course = PuzzleCourse(book, puzzle, language=language)
        step, right = course.step, course.right_answer()
        assert isinstance(step, Question)
        assert len(set(step.answers)) == len(step.answers) > 2
        assert len(set(step.replies)) == len(step.replies) == len(step.answers)
        numbers = [as_number(one) for one in step.answers]
        assert numbers == sorted(numbers)
        for number, said in enumerate(step.replies):
            if right != f"#{number}":
                assert course.answer(f"#{number}") == Reply(False, said)
        reply = course.answer(right)
        assert reply.right
        assert course.done
        assert is_clean(book, step.text + "".join(step.replies))
        parts = NUMBER.findall(reply.text.rpartition("(")[2])
        if "(" in reply.text and parts:
            assert sum(map(as_number, parts)) == numbers[int(right[1:])]


@each_game
def test_a_question_is_answered_by_the_position_reached(book: Rulebook) -> None:
    """The rules say the same in the true position as in those that the seat imagines."""
    facts = facts_of(book)
    for puzzle in load_puzzles(book):
        if puzzle.question:
            match, query = start_puzzle(book, puzzle), queries_of(book)[puzzle.question]
            asked = AskedMove(match, puzzle.seat, query, puzzle.asked)
            view = match.observe(puzzle.seat)
            true = FactFinder(book, facts, view, puzzle.seat, given=[match.state])
            line = tuple(one.action for one in asked.line)
            assert true.answers(ENGLISH, query, line) == asked.answers


@each_game
def test_no_rule_of_thumb_solves_many(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    for thumb in THUMBS:
        solved = [puzzle.id for puzzle in puzzles if is_solved(book, puzzle, thumb)]
        assert len(solved) * 3 <= len(puzzles), thumb


def as_number(text: str) -> int:
    return int(text.replace("−", "-"))


@each_game
def test_few_answers_are_passes(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    moves = [p for p in puzzles if not p.question]
    ending = [p.id for p in moves if book.actions.parse(p.best) in book.actions.ending]
    assert len(ending) * 5 <= len(puzzles)


@each_game
def test_themes_have_a_title(book: Rulebook) -> None:
    themes = [puzzle.theme for puzzle in load_puzzles(book)]
    assert all(theme_title(book, theme) for theme in themes)
    assert len(set(themes)) >= 3
    assert max(map(themes.count, themes)) <= len(themes) / 2


@dataclass(frozen=True)
class Sentence:
    """What is said of a move in a position."""

    text: str
    line: list[Move]
    is_for: bool
    match: Match
    move: str
    """The move in words."""

    def is_about(self, match: Match) -> bool:
        """Whether the move was made in a match."""
        steps = match.steps[self.match.ply :][: len(self.line)]
        return [step.action for step in steps] == [one.action for one in self.line]


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[Sentence]:
    """The sentences that courses consider."""
    found, positions = list[Sentence](), dict[int, tuple[Reasons, Match]]()
    reasons, clauses, cost = PuzzleCourse.reasons, Reasons.clauses, Reasons.cost
    does = Reasons.does

    def explain(course: PuzzleCourse, first: int, *moves: Sequence[str]) -> Reasons:
        made, match = reasons(course, first, *moves), course.match.snapshot()
        match.rewind(first)
        positions[id(made)] = made, match
        return made

    def note(made: Reasons, text: str, action: int, is_for: bool) -> None:
        match, words = positions[id(made)][1], made.move(action)
        if text:
            found.append(Sentence(text, list(made.line(action)), is_for, match, words))

    def note_clauses(made: Reasons, best: int, other: int, compared: Any) -> list[Clause]:
        said = clauses(made, best, other, compared)
        for clause in said:
            note(made, clause.text, best if clause.is_for else other, clause.is_for)
        return said

    def note_cost(made: Reasons, action: int, **more: Any) -> str:
        text = cost(made, action, **more)
        note(made, text, action, False)
        return text

    def note_effect(made: Reasons, action: int, *more: Any) -> str:
        text = does(made, action, *more)
        note(made, text, action, True)
        return text

    monkeypatch.setattr(PuzzleCourse, "reasons", explain)
    monkeypatch.setattr(Reasons, "clauses", note_clauses)
    monkeypatch.setattr(Reasons, "cost", note_cost)
    monkeypatch.setattr(Reasons, "does", note_effect)
    return found


@pytest.mark.compiled
@each_language
@each_game
def test_each_answer_is_explained_by_what_it_does(
    book: Rulebook, language: str, noted: list[Sentence], pytestconfig: pytest.Config
) -> None:
    """Every right answer is accepted, and each sentence is true of the move that is shown.

    Of the wrong answers to a question two are given, in thorough runs all of them in English.
    """
    most = None if pytestconfig.getoption("--thorough") and language == DEFAULT else 2
    for puzzle in load_puzzles(book):
        course = PuzzleCourse(book, puzzle, language=language)
        for number, decision in enumerate(puzzle.decisions):
            assert course.match.to_act == (puzzle.seat,)
            assert set(course.match.legal(course.seat)) == {*decision.right, *decision.wrong}
            assert not set(decision.right) & set(decision.wrong)
            for move in list(decision.wrong)[:most]:
                check_wrong_answer(course, decision, move, noted)
            for move in decision.right[1:]:
                other = PuzzleCourse(book, puzzle, language=language)
                other.resume(one.right[0] for one in puzzle.decisions[:number])
                check_right_answer(other, decision, move, noted)
                assert other.done, "only the last decision may be open"
            check_right_answer(course, decision, decision.right[0], noted)
        assert course.done or puzzle.question


def check_right_answer(
    course: PuzzleCourse, decision: PuzzleDecision, move: str, noted: list[Sentence]
) -> None:
    """A right answer is accepted; the reply is about it and the moves it is compared with."""
    t = translator("nomarch", course.language)
    noted.clear()
    reply = course.answer(move)
    assert reply.right
    assert is_clean(course.book, reply.text)
    if not reply.text:
        assert course.step
        assert course.step.text == t("Complete your move.")
        return
    assert is_complete(course)
    left, is_about = reply.text, [one.is_about(course.match) for one in noted]
    for one, is_made in zip(noted, is_about, strict=True):
        if one.is_for == is_made:
            left = without(left, one)
    rival = t("{move}? {fact}").partition("{fact}")[0]
    for one, is_made in zip(noted, is_about, strict=True):
        left = left if is_made else left.replace(rival.format(move=one.move), "")
    if left.strip(" ") == t("Correct! {why}").format(why="").strip() and left != reply.text:
        return
    ahead = decision.win - max(one.win for one in decision.wrong.values())
    games = t("Looking ahead, it wins {count} more games in 100 than “{move}”.")
    equal = t("“{move}” is about as good.")
    if move == decision.right[0]:
        assert games.format(count=ahead, move="|").split("|")[0] in left
    else:
        assert equal.format(move="|").split("|")[1] in left


def check_wrong_answer(
    course: PuzzleCourse, decision: PuzzleDecision, move: str, noted: list[Sentence]
) -> None:
    """A wrong answer has a cost and a line of its own, and its whole move is taken back."""
    t = translator("nomarch", course.language)
    answers, before = list(course.answers), course.match.packed()
    mistake, made = decision.wrong[move], [move]
    assert mistake.win < decision.win, course.puzzle.id
    noted.clear()
    reply = course.answer(move)
    while reply.right:  # the move is not complete yet
        assert not reply.text
        made.append(course.match.legal(course.seat)[-1])
        reply = course.answer(made[-1])
    assert is_clean(course.book, reply.text)
    assert is_complete(course)
    left = reply.text
    for one in noted:
        if one.is_about(course.frames[-1].match):
            left = without(left, one)
    answered = re.escape(t("{player} answers with “{move}”.").format(player="PLAYER", move="MOVE"))
    left = re.sub(answered.replace("PLAYER", ".+").replace("MOVE", ".+"), "", left)
    assert left != reply.text, "only a number"
    falls = [t("Your chance to win falls from {before}% to {after}%.")]
    if len(made) == 1:
        assert len(course.frames) > len(mistake.line)
    else:
        falls.append(t("Your chance to win falls from {before}% to at most {after}%."))
    assert left.strip() in [one.format(before=decision.win, after=mistake.win) for one in falls]
    course.resume(answers[len(course.answers) :])
    assert course.match.packed() == before


def is_complete(course: PuzzleCourse) -> bool:
    """Whether the last move that is shown does not only begin."""
    step = course.frames[-1].match.steps[-1]
    move = Move(course.book.layout.unpack(step.before), step.seat, step.action)
    return not facts_of(course.book).begins(move)


def without(text: str, sentence: Sentence) -> str:
    return text.replace(sentence.text, "", 1)


def is_clean(book: Rulebook, text: str) -> bool:
    """Whether a text has neither placeholders nor moves in notation."""
    return "{" not in text and not [move for move in notations(book) if move in text]


@cache
def notations(book: Rulebook) -> list[str]:
    """Moves in notation that are no words; a card says “draw 2”, too."""
    written = (move for move in book.actions if not move.startswith("draw "))
    return [move for move in written if not move.replace(" ", "").isalpha()]


@pytest.mark.compiled
@each_game
def test_a_begun_move_is_taken_up_again(book: Rulebook) -> None:
    """What is stored of a move that is not complete, right or wrong, leads back to it."""
    for puzzle in load_puzzles(book):
        for move in [*puzzle.decisions[0].wrong, puzzle.best][-4:] if puzzle.decisions else ():
            course = PuzzleCourse(book, puzzle)
            if course.answer(move).right:
                again = PuzzleCourse(book, puzzle)
                again.resume(course.answers)
                assert again.match.packed() == course.match.packed()
                assert (again.step, again.done) == (course.step, course.done)


@each_game
def test_a_puzzle_is_a_position_with_a_choice(book: Rulebook) -> None:
    for puzzle in load_puzzles(book):
        match = start_puzzle(book, puzzle)
        assert match.to_act == (puzzle.seat,)
        if not puzzle.question:
            assert count_moves(match, puzzle.seat) >= FEWEST_MOVES.get(book.game.id, 0)
            is_open = len(puzzle.decisions[0].right) > 1
            assert not is_open or len(puzzle.decisions) == 1, "only the last decision may be open"
            assert len(match.legal(puzzle.seat)) >= 3


@pytest.mark.compiles
@pytest.mark.compiled
@each_search
def test_a_search_agrees_with_the_answers(book: Rulebook, request: pytest.FixtureRequest) -> None:
    """With those of each tenth puzzle; thoroughly with all."""
    solver, share = Solver(book, SearchCompiler(compile_search)), load_puzzles(book)
    if not request.config.getoption("--thorough"):
        share = share[::10]
    assert [one.id for one in share if solver.doubts(one)] == []


@pytest.mark.compiles
@pytest.mark.compiled
@each_search
def test_a_search_does_not_agree_with_a_wrong_answer(book: Rulebook) -> None:
    searched = [puzzle for puzzle in load_puzzles(book) if not puzzle.question]
    puzzle = max(searched, key=lambda puzzle: len(puzzle.moves))  # little is left to play
    match, solver = start_puzzle(book, puzzle), Solver(book, SearchCompiler(compile_search))
    wrong = next(move for move in match.legal(puzzle.seat) if move != puzzle.best)
    assert not solver.agrees(match, puzzle.seat, (wrong,))


@each_game
def test_every_puzzle_of_middle_difficulty_has_its_day(book: Rulebook) -> None:
    puzzles = [puzzle for puzzle in load_puzzles(book) if puzzle.grade in MIDDLE]
    first = date.fromordinal(len(puzzles) * 20_000)
    days = [puzzle_of_the_day(book, first + timedelta(day)) for day in range(len(puzzles))]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles}
