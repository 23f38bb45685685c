"""Puzzles in the browser: a wrong answer with its line, then the whole sequence."""

from __future__ import annotations

from typing import Any

from nomarch.kernel.declare.game import rulebook
from nomarch.learning.puzzles import load_puzzles, theme_title
from tests.browser.test_lessons import answer, wait_for_step

BOOK = rulebook("giza")
PUZZLE = next(one for one in load_puzzles(BOOK) if len(one.decisions) > 1)


def test_a_sequence_with_a_wrong_answer(person: Any) -> None:
    page = person(phone=True).page(f"/learn/giza/puzzle-{PUZZLE.id}")
    wait_for_step(page, 0)
    first, *_ = PUZZLE.decisions
    wrong = next(move for move in first.wrong if move.startswith("play "))
    before = page.locator("#frame").inner_html()
    answer(page, wrong)
    wait_for_step(page, 1)
    assert page.locator("#prompt").inner_text().startswith("Complete your move.")
    assert page.locator("#heard").is_hidden(), "a tile is judged with its place"
    answer(page, page.locator("#frame [data-action^='on ']").first.get_attribute("data-action"))
    wait_for_step(page, "line")
    assert f"{first.wrong[wrong].win}%." in page.locator("#heard").inner_text()
    assert "You play" in page.locator("#prompt").inner_text()
    assert page.locator("#frame").inner_html() != before, "the line stays on the board"
    assert page.locator("#result").inner_text().startswith("Your puzzle rating")
    page.click("#retry")
    wait_for_step(page, 0)
    assert page.locator("#show").is_visible()
    for at, decision in enumerate(PUZZLE.decisions, 1):
        answer(page, decision.right[0])
        wait_for_step(page, "done" if at == len(PUZZLE.decisions) else at)
        assert ("Correct!" in page.locator("#heard").inner_text()) == (at % 2 == 0)
    assert page.locator("#theme").inner_text() == theme_title(BOOK, PUZZLE.theme)
    assert page.locator("#practice").is_hidden()
    page.click("#onward")
    wait_for_step(page, 0)
    assert "/learn/giza/puzzle-" in page.url
    assert not page.url.endswith(PUZZLE.id), "another one"
