"""Learning in the browser: a lesson to its last word, a puzzle."""

from typing import Any

import pytest

from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.declare.lessons import Ask
from nomarch.learning.course import CHOICE, Course
from nomarch.learning.illegal_moves import explain_illegal
from nomarch.learning.puzzles import load_puzzles, theme_title
from tests.browser.playing import press, some_of

ON_A_PHONE = {"amun-re", "giza"}


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


@pytest.mark.parametrize("game", some_of(rulebooks(), "ra"))
def test_a_lesson_to_its_end(person: Any, game: str) -> None:
    book = rulebook(game)
    page = person(phone=game in ON_A_PHONE).page("/learn")
    assert page.locator(".cover").count() == len(rulebooks())
    page.locator(f"#learn-{game} .button.primary").click()
    page.wait_for_url(f"**/learn/{game}")
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
            page.locator("#go").press("Enter")
        course.answer(move)
        wait_for_step(page, "done" if course.done else len(course.answers))
        if not move and course.step:
            assert page.evaluate("document.activeElement.id") in {"go", "prompt"}
            assert course.step.text in page.locator("#announce").inner_text()
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


@pytest.mark.parametrize("game", some_of(rulebooks()))
def test_whatever_is_clicked_is_answered(person: Any, game: str) -> None:
    """While one reads, and by the rules where a move is not legal; the lesson stays where it is."""
    book = rulebook(game)
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0]
    page = person(phone=game in ON_A_PHONE).page(f"/learn/{game}/{lesson.id}")
    course = Course(book, lesson)
    wait_for_step(page, 0)
    told_at_a_click(page, "Nothing to choose yet")
    while not course.right_moves():
        page.click("#go")
        course.answer("")
        wait_for_step(page, len(course.answers))
        page.reload()  # it is taken up where it was left
        wait_for_step(page, len(course.answers))
    assert page.locator("#heard").is_hidden()
    barred = told_at_a_click(page, "")
    assert page.locator("#heard").text_content() == explain_illegal(
        course.match, course.seat, barred
    )
    wait_for_step(page, len(course.answers))
    page.click("#again")
    wait_for_step(page, 0)


@pytest.mark.thorough
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


BOOK = rulebook("giza")
PUZZLE = next(one for one in load_puzzles(BOOK) if len(one.decisions) > 1)


@pytest.mark.thorough
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
