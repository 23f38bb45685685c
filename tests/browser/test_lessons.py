"""Lessons in the browser: one of every game from the first word to the last."""

from __future__ import annotations

from typing import Any

from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import Rulebook, rulebook
from nomarch.kernel.declare.lessons import Ask
from nomarch.learning.course import CHOICE, Course
from nomarch.learning.illegal_moves import explain_illegal
from tests.browser.playing import by_turns, press


def wait_for_step(page: Any, step: int | str) -> None:
    """Waits until the page shows a step, with all that happened on the way to it."""
    page.locator(f"body[data-step='{step}']").wait_for(state="attached")


def answer(page: Any, move: str) -> None:
    """Chooses a move: on the board if it has a place there, else by its button."""
    pieces = page.locator(f"#frame [data-action='{move}']")
    if pieces.count():
        press(page, pieces.first)
    else:
        page.locator(f".bar [data-move='{move}']").click()


@by_turns("ra")
def test_a_lesson_to_its_end(person: Any, book: Rulebook, phone: bool) -> None:
    page = person(phone=phone).page(f"/learn/{book.game.id}")
    page.locator(".lesson a").first.click()
    assert book.teaching is not None
    course = Course(book, book.teaching.lessons(ENGLISH)[0])
    wait_for_step(page, 0)
    is_missed = False
    while (step := course.step) is not None:
        assert page.locator("#prompt").text_content().startswith(step.text)
        assert page.locator("#frame .pointer").count() == len(step.at)
        assert page.locator("#frame .later").count() == len(course.lesson.later)
        move = ""
        if isinstance(step, Ask):
            move = course.right_moves()[0]
            is_missed |= mistaken(page, course)
            answer(page, move)
        else:
            page.click("#go")
        course.answer(move)
        wait_for_step(page, "done" if course.done else len(course.answers))
    following = book.teaching.lessons(ENGLISH)[1]
    assert following.title in page.locator(".says .finale").inner_text()
    assert page.locator("#onward").get_attribute("href").endswith(f"/{following.id}")
    focused = "practice" if is_missed else "onward"  # missed questions come first
    assert page.evaluate("document.activeElement.id") == focused
    page.goto(page.url.rsplit("/", 1)[0])
    assert page.locator(".lesson").first.get_attribute("class") == "lesson done"


def mistaken(page: Any, course: Course) -> bool:
    """Gives a wrong answer first, if there is one, and is told what is wrong with it."""
    step = course.step
    wrong = sorted(set(course.match.legal(course.seat)) - set(course.right_moves()))
    if not isinstance(step, Ask) or not wrong:
        return False
    answer(page, wrong[0])
    page.locator("#heard.bad").wait_for()
    assert page.locator("#heard").text_content() == step.wrong.get(wrong[0], step.otherwise)
    page.click("#show")
    marked = page.locator("#frame .hinted, .bar .hinted")
    assert marked.count() >= 1
    return True


@by_turns()
def test_whatever_is_clicked_is_answered(person: Any, book: Rulebook, phone: bool) -> None:
    """While one reads, and by the rules where a move is not legal; the lesson stays where it is."""
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0]
    page = person(phone=phone).page(f"/learn/{book.game.id}/{lesson.id}")
    course = Course(book, lesson)
    wait_for_step(page, 0)
    told_at_a_click(page, "Nothing to choose yet")
    while not course.right_moves():
        page.click("#go")
        course.answer("")
        wait_for_step(page, len(course.answers))
    assert page.locator("#heard").is_hidden()
    barred = told_at_a_click(page, "")
    assert page.locator("#heard").text_content() == explain_illegal(
        course.match, course.seat, barred
    )
    wait_for_step(page, len(course.answers))


def test_after_the_last_lesson_comes_a_game(person: Any, phone: bool) -> None:
    book, someone = rulebook("giza"), person(phone=phone)
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[-1]
    page = someone.page(f"/learn/giza/{lesson.id}")
    wait_for_step(page, 0)
    course = Course(book, lesson)
    while len(course.answers) < course.length - 1:
        mark = course.right_answer()
        taken = {"at": len(course.answers), "move": mark, "shape": "wide"}
        assert someone.context.request.post(
            f"{someone.url}/api/lessons/giza/{lesson.id}", data=taken
        ).ok
        course.answer(mark)
    page.reload()
    wait_for_step(page, len(course.answers))
    right = course.right_answer().removeprefix(CHOICE)
    page.locator("#choices button").nth(1 - min(1, int(right))).click()
    page.locator("#heard.bad a").wait_for()
    page.locator("#choices button").nth(int(right)).click()
    wait_for_step(page, "done")
    page.click("#onward")
    page.wait_for_url("**/t/*")


def told_at_a_click(page: Any, beginning: str) -> str:
    """Clicks something that cannot be chosen, and is told something; which move it would be."""
    piece = page.locator("#frame [data-not]").first
    piece.dispatch_event("click")
    page.locator("#heard.bad").wait_for()
    assert page.locator("#heard").text_content().startswith(beginning)
    return str(piece.get_attribute("data-not"))


def test_a_lesson_is_taken_up_where_it_was_left(person: Any) -> None:
    book = rulebook("ra")
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0]
    page = person().page(f"/learn/{book.game.id}/{lesson.id}")
    wait_for_step(page, 0)
    page.click("#go")
    wait_for_step(page, 1)
    page.reload()
    wait_for_step(page, 1)
    page.click("#again")
    wait_for_step(page, 0)
