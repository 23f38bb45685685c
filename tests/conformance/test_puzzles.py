"""Every puzzle in every language: its moves are legal, and a search agrees with its answer."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from nomarch.bots.search_compiler import SearchCompiler
from nomarch.i18n import LANGUAGES, translator
from nomarch.kernel.game import Rulebook, rulebooks
from nomarch.learning.lesson_checks import find_problems
from nomarch.learning.puzzles import (
    FOUND_BY,
    MARGIN,
    Puzzle,
    Solver,
    as_lesson,
    load_puzzles,
    puzzle_of_the_day,
    start_puzzle,
)

from .playing import each_complete_game

PUZZLING = [book for book in rulebooks().values() if load_puzzles(book)]
FEWEST = 30
LOOKS = ((300, MARGIN / 2), (1500, 0.0))
"""Playouts of a look at a puzzle, and by how much the answer has to lead then: a short look has to
be clear about it, a long one need not. Most puzzles are settled by the short one."""
each_game = pytest.mark.parametrize("book", PUZZLING, ids=lambda book: book.game.id)


@each_complete_game
def test_there_are_enough_puzzles(book: Rulebook) -> None:
    assert len(load_puzzles(book)) >= FEWEST


@each_game
def test_each_is_another_and_the_easier_come_first(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.grade for puzzle in puzzles] == sorted(puzzle.grade for puzzle in puzzles)
    assert {puzzle.grade for puzzle in puzzles} <= set(range(1, len(FOUND_BY) + 2))
    assert all(puzzle.margin >= MARGIN for puzzle in puzzles)


@each_game
def test_a_puzzle_is_a_position_with_a_choice(book: Rulebook) -> None:
    for puzzle in load_puzzles(book):
        match = start_puzzle(book, puzzle)
        assert match.to_act == (puzzle.seat,)
        assert puzzle.best in match.legal(puzzle.seat)
        assert len(match.legal(puzzle.seat)) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
@each_game
def test_a_puzzle_can_be_solved_and_missed(book: Rulebook, language: str) -> None:
    t = translator("nomarch", language)
    for puzzle in load_puzzles(book):
        assert find_problems(book, as_lesson(book, puzzle, t), language) == []


def agrees(solver: Solver, book: Rulebook, puzzle: Puzzle, answer: str) -> bool:
    """Whether a bounded search gives an answer, in worlds not dreamt when puzzles were found."""
    match = start_puzzle(book, puzzle)
    for playouts, least in LOOKS:
        best, lead = solver.lead(match, puzzle.seat, playouts, salt=99)
        if book.actions[best] == answer and lead > least:
            return True
    return False


@each_game
def test_a_search_agrees_with_every_answer(book: Rulebook) -> None:
    solver = Solver(book, SearchCompiler())
    puzzles = load_puzzles(book)
    assert [one.id for one in puzzles if not agrees(solver, book, one, one.best)] == []


@each_game
def test_a_search_does_not_agree_with_a_wrong_answer(book: Rulebook) -> None:
    puzzle = load_puzzles(book)[0]
    wrong = next(m for m in start_puzzle(book, puzzle).legal(puzzle.seat) if m != puzzle.best)
    assert not agrees(Solver(book, SearchCompiler()), book, puzzle, wrong)


@each_game
def test_every_puzzle_has_its_day(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    first = date.fromordinal(len(puzzles) * 20_000)
    days = [puzzle_of_the_day(book, first + timedelta(day)) for day in range(len(puzzles))]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles}


def test_fewer_find_a_harder_one() -> None:
    def grade(found: int) -> int:
        return Puzzle("0-0", 3, "s", (), 0, "draw", 9.0, found).grade

    assert [grade(found) for found in (100, 60, 59, 30, 29, 12, 11, 0)] == [1, 1, 2, 2, 3, 3, 4, 4]
