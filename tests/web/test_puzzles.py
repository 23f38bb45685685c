"""Puzzles over HTTP: a list by theme, one of the day, and sequences that are solved or missed."""

import re
from typing import Any

import pytest

from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.learning.puzzle_course import PuzzleCourse
from nomarch.learning.puzzle_ratings import Strength, new_puzzle
from nomarch.learning.puzzles import Puzzle, load_puzzles, start_puzzle, theme_title
from nomarch.people.puzzle_results import PuzzleProgress
from nomarch.web.site.puzzle_views import choose_next

from .actors import Person

BOOK = rulebook("giza")
PUZZLE = next(one for one in load_puzzles(BOOK) if len(one.decisions) > 1)
"""Its first two decisions are a tile and its place."""


def path_of(puzzle: Puzzle) -> str:
    return f"/api/lessons/giza/puzzle-{puzzle.id}"


def test_a_puzzle_is_played_to_the_end_of_its_idea(ann: Person) -> None:
    path = path_of(PUZZLE)
    page = ann.gets(path)
    for at, decision in enumerate(PUZZLE.decisions):
        assert (page["at"], page["asks"], page["puzzle"]) == (at, True, None)
        page = ann.posts(path, at=at, move=decision.right[0])
        assert page["heard"].startswith("Correct!" if at % 2 else ""), "judged as a whole move"
        assert bool(page["heard"]) == bool(at % 2)
        assert len(page["frames"]) == 1 + len(decision.replies), "the replies are shown"
    assert page["done"]
    assert page["puzzle"]["theme"] == theme_title(BOOK, PUZZLE.theme)
    assert page["puzzle"]["change"] > 0
    assert page["puzzle"]["streak"] == 1
    assert f"1 of {len(load_puzzles(BOOK))} solved" in ann.reads("/puzzles/giza")


def test_every_wrong_move_is_judged_once_complete(ann: Person) -> None:
    path, (decision, *_) = path_of(PUZZLE), PUZZLE.decisions
    legal = start_puzzle(BOOK, PUZZLE).legal(PUZZLE.seat)
    assert set(decision.wrong) | set(decision.right) == set(legal)
    for move, mistake in decision.wrong.items():
        page, places = ann.posts(path, at=0, move=move), 0
        while page["right"]:
            assert (page["at"], page["shown"], page["heard"]) == (1, [], "")
            assert (page["puzzle"], page["text"]) == (None, "Complete your move.")
            assert ann.gets(path)["at"] == 1, "a begun move is stored"
            places += 1
            page = ann.posts(path, at=1, move=page["moves"][-1]["move"])
        assert places or not move.startswith("play ")
        assert (page["at"], page["shown"]) == (0, list(decision.right))
        assert f"falls from {decision.win}% to " in page["heard"]
        assert page["heard"].endswith(f"{mistake.win}%.")
        assert ann.gets(path)["at"] == 0


def test_a_right_tile_on_a_wrong_place_is_taken_back(ann: Person) -> None:
    path, (tile, place, *_) = path_of(PUZZLE), PUZZLE.decisions
    assert ann.posts(path, at=0, move=tile.right[0])["at"] == 1
    page = ann.posts(path, at=1, move=next(iter(place.wrong)))
    assert (page["right"], page["at"], page["shown"]) == (False, 0, list(tile.right))
    assert page["puzzle"]["change"] < 0


def miss(ann: Person, path: str, move: str) -> dict[str, Any]:
    """Answer a puzzle with a move, completed somehow; the page that judges it."""
    page: dict[str, Any] = ann.posts(path, at=0, move=move)
    while page["right"]:
        page = ann.posts(path, at=page["at"], move=page["moves"][0]["move"])
    return page


def test_only_the_first_try_is_rated(ann: Person) -> None:
    path, wrong = path_of(PUZZLE), next(iter(PUZZLE.decisions[0].wrong))
    missed = miss(ann, path, wrong)["puzzle"]
    assert missed["change"] < 0
    assert missed["streak"] == 0
    for at, decision in enumerate(PUZZLE.decisions):
        page = ann.posts(path, at=at, move=decision.right[0])
    assert page["puzzle"]["change"] is None
    assert page["puzzle"]["yours"] == missed["yours"]
    assert "Your puzzle rating" in ann.reads("/puzzles/giza")


def test_no_probe_shows_the_solution(ann: Person) -> None:
    """What is no legal move, at any step, shows nothing and counts as nothing."""
    for puzzle in [one for one in load_puzzles(BOOK) if one.decisions][:3]:
        path = path_of(puzzle)
        legal = start_puzzle(BOOK, puzzle).legal(puzzle.seat)
        illegal = [move for move in BOOK.actions if move not in legal][:4]
        for move in (*illegal, "", "nonsense"):
            answer = ann.post(path, {"at": 0, "move": move})
            assert answer.status_code >= 400 or answer.json()["shown"] == [], move
        assert ann.gets(path)["at"] == 0
        wrong = next(iter(puzzle.decisions[0].wrong))
        page = miss(ann, path, wrong)
        assert page["shown"] == list(puzzle.decisions[0].right)
        assert page["puzzle"]["change"] < 0


def test_a_question_is_answered_by_a_choice(ann: Person) -> None:
    puzzle = next(one for one in load_puzzles(BOOK) if one.question == "board")
    path, right = path_of(puzzle), PuzzleCourse(BOOK, puzzle).right_answer()
    page = ann.gets(path)
    assert (len(page["choices"]), page["asks"]) == (4, False)
    assert ann.post(path, {"at": 0, "move": "nonsense"}).status_code >= 400
    wrong = next(f"#{number}" for number in range(4) if right != f"#{number}")
    page = ann.posts(path, at=0, move=wrong)
    assert (page["right"], page["taught"], page["done"]) == (False, "", False)
    assert page["puzzle"]["change"] < 0
    page = ann.posts(path, at=0, move=right)
    assert page["heard"].startswith("Correct! ")
    assert page["done"]


@pytest.mark.parametrize("game", ["giza", "ra"])
def test_the_answer_is_not_told_before(ann: Person, game: str) -> None:
    """The same page for all puzzles: no moves, and no rule that only right ones follow."""
    for puzzle in load_puzzles(rulebook(game)):
        page = ann.get(f"/api/lessons/{game}/puzzle-{puzzle.id}").json()
        assert (page["shown"], page["rule"], page["points"]) == ([], "", []), puzzle.id


def test_the_next_puzzle_is_a_new_one_of_about_my_strength(ann: Person) -> None:
    puzzles = load_puzzles(BOOK)
    ratings = {one.id: new_puzzle(one.first_rating) for one in puzzles}
    weak = PuzzleProgress(strength=Strength(600.0))
    easiest = choose_next(puzzles, weak, ratings, set())
    assert easiest == puzzles[0]
    tried = PuzzleProgress(tried=[puzzles[0].id], strength=Strength(600.0))
    assert choose_next(puzzles, tried, ratings, set()) == puzzles[1]
    assert choose_next(puzzles, weak, ratings, {one.id for one in puzzles}) is None
    went = ann.get("/puzzles/giza/next", follow_redirects=False)
    assert went.status_code == 303
    assert went.headers["location"].startswith("/learn/giza/puzzle-")


def test_the_puzzle_of_the_day_is_one_of_them(ann: Person) -> None:
    (today,) = re.findall(r'class="daily-puzzle" href="([^"]+)"', ann.reads("/puzzles/giza"))
    assert today.removeprefix("/learn/giza/puzzle-") in {one.id for one in load_puzzles(BOOK)}
    ann.reads(today)
    (picture,) = re.findall(r'class="thumbnail" src="(/puzzles/[^"]+)"', ann.reads("/"))
    drawn = ann.get(picture)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "max-age" in drawn.headers["cache-control"]
    assert drawn.text.startswith("<svg")
    assert "data-action" not in drawn.text


def test_every_game_has_puzzles_and_no_other(ann: Person) -> None:
    for game in rulebooks():
        ann.reads(f"/puzzles/{game}")
    ann.cannot_read("/learn/giza/puzzle-none", "/puzzles/giza/puzzle-none/board.svg", status=404)
