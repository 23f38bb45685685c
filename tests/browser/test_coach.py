"""A guided first game in the browser: some moves by the coach's word."""

from __future__ import annotations

from typing import Any

from nomarch.kernel.declare.game import Rulebook
from tests.browser.playing import by_turns, press, seq, wait_for_seq, wait_for_turn_or_end

MOVES = 6


@by_turns("ra")
def test_moves_of_a_guided_game(person: Any, book: Rulebook, phone: bool) -> None:
    learner = person(phone=phone)
    learner.expected.append("status of 409")  # a look ahead that a move has overtaken
    page = learner.page(f"/learn/{book.game.id}")
    page.click("[data-coached]")
    said = []
    for _ in range(MOVES):
        wait_for_turn_or_end(page)
        at = seq(page)
        text = page.locator("#coach-text:visible")
        said += [text.text_content()] if text.count() else []
        ask(page)
        follow(page)
        wait_for_seq(page, at + 1)
    assert said, "how often the coach has something to say depends on the deal"
    assert len(set(said)) == len(said)


def ask(page: Any) -> None:
    """Asks for a hint; an answer that the board has overtaken is not shown, so asks again."""
    answer = page.locator("#hint-text")
    while not answer.is_visible():
        with page.expect_response(lambda response: "/hint" in response.url):
            page.click("#hint")
        page.locator("#hint:enabled").wait_for()


def follow(page: Any) -> None:
    """Does what the coach would do: on the board if it has a place there, else by its button."""
    pieces = page.locator("#frame .hinted")
    if pieces.count():
        press(page, pieces.first)
    else:
        page.locator(".bar .hinted").first.click()
    if page.locator("#confirm").is_visible():  # something would be lost: the coach is sure
        page.click("#sure")
