"""Every puzzle in every language: its moves are legal, and a search agrees with its answers."""

from __future__ import annotations

from datetime import date, timedelta
from types import SimpleNamespace

import pytest

from nomarch.bots.reasons import ideas_of
from nomarch.bots.search import compile_search
from nomarch.bots.search_compiler import SearchCompiler
from nomarch.i18n import DEFAULT, ENGLISH, LANGUAGES, translator
from nomarch.kernel.game import Rulebook, rulebooks
from nomarch.kernel.lessons import Question
from nomarch.kernel.questions import tie_question
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_proofs import doubtful_puzzles, is_agreed
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

from .playing import each_complete_game

PUZZLING = [book for book in rulebooks().values() if load_puzzles(book)]
FEWEST = 40
each_game = pytest.mark.parametrize("book", PUZZLING, ids=lambda book: book.game.id)


@each_complete_game
def test_there_are_enough_puzzles(book: Rulebook) -> None:
    assert len(load_puzzles(book)) >= FEWEST


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


@pytest.mark.parametrize("language", LANGUAGES)
@each_game
def test_a_question_has_one_right_answer_and_says_why(book: Rulebook, language: str) -> None:
    for puzzle in load_puzzles(book):
        if not puzzle.question:
            continue
        course = PuzzleCourse(book, puzzle, language=language)
        step, right = course.step, course.right_answer()
        assert isinstance(step, Question)
        count = len(set(step.answers))
        assert count == len(step.answers) > 2
        for number in range(count):
            if right != f"#{number}":
                reply = course.answer(f"#{number}")
                assert not reply.right
                assert " " in reply.text
        reply = course.answer(right)
        assert reply.right
        assert " " in reply.text
        assert course.done
        assert "{" not in step.text + reply.text


def test_a_tie_is_won_by_the_first_value_that_differs() -> None:
    question = tie_question("bricks", lambda view, seat: view.values[seat], lambda t: "Bricks.")
    right = (((1, 5), (1, 4), 0), ((1, 0), (2, 9), 1), ((3, 3), (3, 3), 2))
    for mine, theirs, answer in right:
        view = SimpleNamespace(players=2, values=(mine, theirs))
        assert question.count(view, 0) == answer
    view = SimpleNamespace(players=2, values=((0, -4), (0, -2)))
    assert question.why(ENGLISH, view, 0) == "Bricks. You have 4, {names[1]} has 2."


@each_game
def test_few_answers_are_passes(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    moves = [p for p in puzzles if not p.question]
    ending = [p.id for p in moves if book.actions.parse(p.best) in book.actions.ending]
    assert len(ending) * 5 <= len(puzzles)


@each_game
def test_themes_are_ideas_with_a_title(book: Rulebook) -> None:
    ideas = {idea.id for idea in ideas_of(book).ideas}
    titles = book.module("words.themes").titles(translator(book.package, DEFAULT))
    assert set(titles) == ideas
    themes = [puzzle.theme for puzzle in load_puzzles(book)]
    assert all(theme_title(book, theme) for theme in themes)
    assert len(set(themes)) >= 3
    assert max(map(themes.count, themes)) <= len(themes) / 2


@pytest.mark.parametrize("language", LANGUAGES)
@each_game
def test_a_puzzle_is_solved_and_missed_to_its_end(book: Rulebook, language: str) -> None:
    for puzzle in load_puzzles(book):
        if puzzle.question:
            continue
        course = PuzzleCourse(book, puzzle, language=language)
        replies = []
        for decision in puzzle.decisions:
            assert course.match.to_act == (puzzle.seat,)
            check_wrong_answers(course, decision, all_of_them=language == DEFAULT)
            replies.append(course.answer(decision.right[0]))
            assert replies[-1].right
        assert course.done
        assert any(" " in reply.text for reply in replies), f"{puzzle.id} says why nowhere"


def check_wrong_answers(
    course: PuzzleCourse, decision: PuzzleDecision, *, all_of_them: bool
) -> None:
    """Every legal move is right or has an answer of its own, and its whole move is taken back."""
    legal, answers = course.match.legal(course.seat), list(course.answers)
    assert set(legal) == {*decision.right, *decision.wrong}
    assert not set(decision.right) & set(decision.wrong)
    before = course.match.packed()
    for move in list(decision.wrong)[: None if all_of_them else 2]:
        mistake, made = decision.wrong[move], [move]
        assert mistake.win < decision.win, course.puzzle.id
        reply = course.answer(move)
        while reply.right:  # the move is not complete yet
            assert not reply.text
            made.append(course.match.legal(course.seat)[-1])
            reply = course.answer(made[-1])
        assert f"{mistake.win}" in reply.text
        assert len(course.frames) >= 1
        if len(made) == 1:
            assert len(course.frames) == 1 + len(mistake.line)
        course.resume(answers[len(course.answers) :])
        assert course.match.packed() == before


@each_game
def test_a_begun_move_is_taken_up_again(book: Rulebook) -> None:
    """What is stored of a move that is not complete, right or wrong, leads back to it."""
    for puzzle in load_puzzles(book):
        for move in [*puzzle.decisions[0].wrong, puzzle.best][-4:] if puzzle.decisions else ():
            course, again = PuzzleCourse(book, puzzle), PuzzleCourse(book, puzzle)
            if course.answer(move).right:
                again.resume(course.answers)
                assert again.match.packed() == course.match.packed()
                assert (again.step, again.done) == (course.step, course.done)


@each_game
def test_a_puzzle_is_a_position_with_a_choice(book: Rulebook) -> None:
    for puzzle in load_puzzles(book):
        match = start_puzzle(book, puzzle)
        assert match.to_act == (puzzle.seat,)
        if not puzzle.question:
            assert len(puzzle.decisions[0].right) == 1, "only the last decision may be open"
            assert len(match.legal(puzzle.seat)) >= 3


@pytest.mark.compiles
@pytest.mark.compiled
@each_game
def test_a_search_agrees_with_the_answers(book: Rulebook, request: pytest.FixtureRequest) -> None:
    """With those of each tenth puzzle; thoroughly with all."""
    solver, share = Solver(book, SearchCompiler(compile_search)), load_puzzles(book)
    if not request.config.getoption("--thorough"):
        share = share[::10]
    assert doubtful_puzzles(book, solver, share) == []


@pytest.mark.compiles
@pytest.mark.compiled
@each_game
def test_a_search_does_not_agree_with_a_wrong_answer(book: Rulebook) -> None:
    searched = [puzzle for puzzle in load_puzzles(book) if not puzzle.question]
    puzzle = max(searched, key=lambda puzzle: len(puzzle.moves))  # little is left to play
    match, solver = start_puzzle(book, puzzle), Solver(book, SearchCompiler(compile_search))
    wrong = next(move for move in match.legal(puzzle.seat) if move != puzzle.best)
    assert not is_agreed(solver, match, puzzle.seat, (wrong,))


@each_game
def test_every_puzzle_of_middle_difficulty_has_its_day(book: Rulebook) -> None:
    puzzles = [puzzle for puzzle in load_puzzles(book) if puzzle.grade in MIDDLE]
    first = date.fromordinal(len(puzzles) * 20_000)
    days = [puzzle_of_the_day(book, first + timedelta(day)) for day in range(len(puzzles))]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles}
