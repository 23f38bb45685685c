"""Puzzles over HTTP: a list, one of the day, and an answer that is right or not."""

from __future__ import annotations

import re

import pytest

from nomarch.kernel.game import rulebook, rulebooks
from nomarch.learning.puzzles import load_puzzles, start_puzzle

from .people import Person

BOOK = rulebook("ra")
PUZZLE = load_puzzles(BOOK)[0]
PATH = f"/api/lessons/ra/puzzle-{PUZZLE.id}"


def test_a_puzzle_is_missed_and_then_solved(ann: Person) -> None:
    page = ann.get(PATH).json()
    assert page["asks"]
    assert PUZZLE.best in [offer["move"] for offer in page["moves"]]
    wrong = next(
        move for move in start_puzzle(BOOK, PUZZLE).legal(PUZZLE.seat) if move != PUZZLE.best
    )
    missed = ann.post(PATH, {"at": 0, "move": wrong}).json()
    assert missed["heard"].endswith("Try again.")
    assert (missed["right"], missed["shown"]) == (False, [PUZZLE.best])
    solved = ann.post(PATH, {"at": 0, "move": PUZZLE.best}).json()
    assert solved["done"]
    assert solved["heard"].startswith("Correct! ")
    assert solved["heard"].endswith(" of simple bots find it.")
    assert f"1 of {len(load_puzzles(BOOK))} solved" in ann.get("/puzzles/ra").text


def test_the_answer_is_not_told_before(ann: Person) -> None:
    assert ann.get(PATH).json()["shown"] == []


def test_the_puzzle_of_the_day_is_one_of_them(ann: Person) -> None:
    (today,) = re.findall(r'class="button primary big" href="([^"]+)"', ann.get("/puzzles/ra").text)
    assert today.removeprefix("/learn/ra/puzzle-") in {puzzle.id for puzzle in load_puzzles(BOOK)}
    assert ann.get(today).status_code == 200


@pytest.mark.parametrize("game", rulebooks())
def test_every_game_has_a_page(ann: Person, game: str) -> None:
    assert ann.get(f"/puzzles/{game}").status_code == 200


def test_a_puzzle_that_is_not_there(ann: Person) -> None:
    assert ann.get("/learn/ra/puzzle-none").status_code == 404
