"""Every puzzle in every language: its moves are legal, and a search agrees with its answer."""

from __future__ import annotations

import importlib
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest

from nomarch.bots.search_compiler import SearchCompiler
from nomarch.i18n import LANGUAGES
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.lessons import Ask
from nomarch.learning.lesson_checks import find_problems
from nomarch.learning.puzzle_proofs import (
    doubtful_puzzles,
    is_agreed,
    is_proved,
    proof_hash,
    proof_path,
)
from nomarch.learning.puzzles import (
    GRADES,
    MARGIN,
    MIDDLE,
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
SAMPLED = rulebook("ra")
SAMPLE = 10
"""Puzzles that are proved in every run."""
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
    shares = [puzzle.found for puzzle in puzzles]
    assert shares == sorted(shares, reverse=True)
    assert all(puzzle.margin >= MARGIN for puzzle in puzzles)


@each_game
def test_few_answers_are_passes(book: Rulebook) -> None:
    puzzles = load_puzzles(book)
    ending = [p.id for p in puzzles if book.actions.parse(p.best) in book.actions.ending]
    assert len(ending) * 8 <= len(puzzles)


@each_game
def test_answers_and_frequent_mistakes_have_reasons(book: Rulebook) -> None:
    themes = set()
    for puzzle in load_puzzles(book):
        assert puzzle.wrong, puzzle.id
        themes.add(puzzle.theme)
        (question,) = as_lesson(book, puzzle).steps
        assert isinstance(question, Ask)
        assert question.praise.count("%") <= 2, "two numbers could contradict each other"
        assert set(question.wrong) <= {one.move for one in puzzle.wrong}
        assert all(text.endswith("Try again.") for text in question.wrong.values())
    assert len(themes) >= 3


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
    for puzzle in load_puzzles(book):
        assert find_problems(book, as_lesson(book, puzzle, language), language) == []


def each_game_to_prove() -> pytest.MarkDecorator:
    """All games are thorough but those that have changed, and one whose search others compile."""
    return pytest.mark.parametrize(
        "book",
        [
            pytest.param(
                book,
                id=book.game.id,
                marks=[pytest.mark.thorough] if is_proved(book) and book != SAMPLED else [],
            )
            for book in PUZZLING
        ],
    )


def puzzles_to_prove(book: Rulebook, *, is_thorough: bool) -> tuple[Puzzle, ...]:
    """All puzzles if anything has changed since they were proved, else a sample."""
    puzzles = load_puzzles(book)
    if is_thorough or not is_proved(book):
        return puzzles
    return puzzles[:: len(puzzles) // SAMPLE][:SAMPLE]


@pytest.mark.compiles
@each_game_to_prove()
def test_a_search_agrees_with_the_answers(book: Rulebook, request: pytest.FixtureRequest) -> None:
    """Where nothing has changed, `python bench/puzzles.py GAME --prove` has asked for them all."""
    puzzles = puzzles_to_prove(book, is_thorough=request.config.getoption("--thorough"))
    assert doubtful_puzzles(book, Solver(book, SearchCompiler()), puzzles) == []


@pytest.mark.compiles
@each_game_to_prove()
def test_a_search_does_not_agree_with_a_wrong_answer(book: Rulebook) -> None:
    puzzle = load_puzzles(book)[0]
    wrong = next(m for m in start_puzzle(book, puzzle).legal(puzzle.seat) if m != puzzle.best)
    assert not is_agreed(Solver(book, SearchCompiler()), book, puzzle, wrong)


def test_a_proof_ends_with_a_change_of_rules_or_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = SAMPLED
    shutil.copytree(backend.folder_of(book.package), tmp_path / "game")
    monkeypatch.setattr(importlib.import_module(book.package), "__file__", tmp_path / "game" / "x")
    proof_path(book).write_text(proof_hash(book), "utf-8")
    assert is_proved(book)
    for name in ("puzzles.jsonl", "rules/__init__.py", "heuristic.py"):
        with (tmp_path / "game" / name).open("a") as file:
            file.write("\n")
        assert not is_proved(book)
        assert puzzles_to_prove(book, is_thorough=False) == load_puzzles(book)
        proof_path(book).write_text(proof_hash(book), "utf-8")
    for name in ("icons.py", "events.py"):
        with (tmp_path / "game" / name).open("a") as file:
            file.write("\n")
    assert is_proved(book)
    assert len(puzzles_to_prove(book, is_thorough=False)) == SAMPLE


@each_game
def test_every_puzzle_of_middle_difficulty_has_its_day(book: Rulebook) -> None:
    puzzles = [puzzle for puzzle in load_puzzles(book) if puzzle.grade in MIDDLE]
    first = date.fromordinal(len(puzzles) * 20_000)
    days = [puzzle_of_the_day(book, first + timedelta(day)) for day in range(len(puzzles))]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in puzzles}
