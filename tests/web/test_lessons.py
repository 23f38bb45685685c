"""Lessons over HTTP: taken step by step, kept for the person, refused with a sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.declare.lessons import Ask
from nomarch.learning.course import Course

from .conftest import Arrives
from .people import Person
from .test_identity import link_of, recovers

BOOK = rulebook("ra")
assert BOOK.teaching is not None
LESSON = BOOK.teaching.lessons(ENGLISH)[0]
PATH = f"/api/lessons/ra/{LESSON.id}"


@pytest.fixture
def learner(arrives: Arrives) -> Person:
    return arrives("Nefer")


def take(person: Person, at: int, move: str = "") -> Any:
    answer = person.post(PATH, {"at": at, "move": move})
    assert answer.status_code == 200, answer.text
    return answer.json()


def whole(person: Person) -> Any:
    """Takes the lesson from its beginning to its end; the last page."""
    course, page = Course(BOOK, LESSON, "Nefer"), {}
    while course.step is not None:
        move = course.right_answer()
        page = take(person, len(course.answers), move)
        assert course.answer(move).right
        assert page["at"] == len(course.answers)
        assert page["text"] == (course.step.text if course.step else "")
        assert len(page["frames"]) == len(course.frames)
    return page


def test_a_lesson_is_taken_step_by_step(learner: Person) -> None:
    page = whole(learner)
    assert page["done"]
    assert page["following"] == BOOK.teaching.lessons(ENGLISH)[1].id  # type: ignore[union-attr]
    lines = learner.get("/api/lessons/ra").json()
    assert [line["done"] for line in lines] == [True] + [False] * (len(lines) - 1)


def test_only_who_took_a_lesson_sees_it_done(learner: Person, stranger: Person) -> None:
    whole(learner)
    for person, is_done in ((learner, True), (stranger, False), (learner, True)):
        assert ('class="lesson done' in person.get("/learn/ra").text) == is_done


def test_a_lesson_answers_mistakes_and_ends(learner: Person) -> None:
    """The lessons of every game are checked by `check-game`."""
    book = rulebook("giza")
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0]
    course, path = Course(book, lesson, "Nefer"), f"/api/lessons/giza/{lesson.id}"
    page = learner.get(path).json()
    while (step := course.step) is not None:
        assert page["text"] == step.text
        right = course.right_moves()
        wrong = sorted(set(course.match.legal(course.seat)) - set(right)) if right else []
        if isinstance(step, Ask) and wrong:
            heard = learner.post(path, {"at": len(course.answers), "move": wrong[0]}).json()
            assert not heard["right"]
            assert heard["heard"].startswith(step.wrong.get(wrong[0], step.otherwise))
        move = course.right_answer()
        page = learner.post(path, {"at": len(course.answers), "move": move}).json()
        assert course.answer(move).right
    assert page["done"]


def test_a_wrong_choice_in_a_quiz_leads_to_the_step_that_teaches_it(learner: Person) -> None:
    page = learner.get("/api/lessons/ra/quiz").json()
    assert not page["asks"]
    heard = learner.post("/api/lessons/ra/quiz", {"at": 0, "move": "#0"}).json()
    assert not heard["right"]
    assert heard["taught"] == "practice-scoring-1"
    taught = learner.get(f"/api/lessons/ra/{heard['taught']}").json()
    assert taught["text"] in heard["heard"]
    right = page["choices"].index("4")
    heard = learner.post("/api/lessons/ra/quiz", {"at": 0, "move": f"#{right}"}).json()
    assert heard["right"]
    assert heard["at"] == 1


def test_what_was_finished_stays_finished_and_begins_again(learner: Person) -> None:
    whole(learner)
    assert learner.get(PATH).json()["at"] == 0
    assert take(learner, 0)["at"] == 1
    assert learner.get("/api/lessons/ra").json()[0]["done"]


def test_a_lesson_is_taken_up_in_another_language_and_shape(learner: Person) -> None:
    take(learner, 0)
    page = learner.get(f"{PATH}?lang=fr&shape=tall").json()
    assert page["at"] == 1
    assert page["text"] == "À vous\u00a0! Piochez une tuile dans le sac."
    assert 'viewBox="0 0 420' in page["board"]


def test_a_mistake_is_answered_and_changes_nothing(learner: Person) -> None:
    take(learner, 0)
    page = take(learner, 1, "invoke")
    assert not page["right"]
    assert page["heard"].startswith(
        "That would start an auction for a single tile. Draw first: the "
        "more tiles, the more there is to win."
    )
    assert page["shown"] == ["draw"]
    assert learner.get(PATH).json()["at"] == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Suns are bid only in an auction: somebody has to call one first."),
        ("nl", "Zonnen bied je alleen in een veiling: eerst moet iemand er een beginnen."),
    ],
)
def test_what_is_not_legal_is_answered_by_the_rules(
    learner: Person, language: str, said: str
) -> None:
    take(learner, 0)
    page = learner.post(f"{PATH}?lang={language}", {"at": 1, "move": "bid 5"}).json()
    assert (page["right"], page["heard"], page["shown"]) == (False, said, ["draw"])
    assert learner.get(PATH).json()["at"] == 1


def test_a_rule_that_forbids_a_move_is_named_in_a_lesson(learner: Person) -> None:
    for at, move in enumerate(("", "draw", "", "invoke")):
        take(learner, at, move)
    page = take(learner, 4, "bid 2")
    assert not page["right"]
    assert page["heard"] == "You have to beat the highest bid."


def test_the_others_moves_come_one_by_one(learner: Person) -> None:
    take(learner, 0)
    page = take(learner, 1, "draw")
    assert len(page["frames"]) == 3
    assert all(frame["lines"] and frame["board"].startswith("<svg") for frame in page["frames"])


def test_again_begins_anew(learner: Person) -> None:
    take(learner, 0)
    assert learner.post(f"{PATH}/again", {}).json()["at"] == 0
    assert learner.get(PATH).json()["at"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"at": 1, "move": ""}, 409),
        ({"at": -1, "move": ""}, 409),
        ({"at": 0, "move": "draw"}, 422),
        ({"at": 0, "move": "", "shape": "round"}, 422),
        ({"at": "0"}, 422),
        ({}, 422),
    ],
)
def test_what_does_not_fit_is_refused(learner: Person, body: dict[str, Any], status: int) -> None:
    answer = learner.post(PATH, body)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")
    assert learner.get(PATH).json()["at"] == 0


def test_a_move_that_is_none_is_refused(learner: Person) -> None:
    take(learner, 0)
    assert learner.post(PATH, {"at": 1, "move": "fly"}).status_code == 422


@pytest.mark.parametrize(
    "path", ["/api/lessons/ra/none", "/api/lessons/none", "/learn/ra/none", "/learn/none"]
)
def test_what_is_not_there_is_said(learner: Person, path: str) -> None:
    assert learner.get(path).status_code == 404


def test_strangers_may_read_the_list_but_not_take_a_lesson(server: TestClient) -> None:
    assert server.get("/api/lessons/ra").status_code == 200
    assert server.post(PATH, json={"at": 0}).status_code == 401


def test_the_pages_show_where_one_is(learner: Person) -> None:
    take(learner, 0)
    text = learner.get("/learn/ra").text
    assert f"step 2 of {Course(BOOK, LESSON).length}" in text
    page = learner.get(f"/learn/ra/{LESSON.id}").text
    assert re.search(r'<div id="frame"[^>]*><svg', page)
    assert LESSON.title in page


def test_progress_goes_with_the_person(arrives: Arrives, learner: Person) -> None:
    """Whoever merges two devices keeps what was learnt on both."""
    whole(learner)
    other = arrives("Seti")
    assert recovers(learner, link_of(other), merge=True) == 200
    assert other.get("/api/lessons/ra").json()[0]["done"]


def test_a_missed_question_comes_back_until_it_is_practised(learner: Person) -> None:
    assert "practice-" not in learner.get("/learn/ra").text
    take(learner, 0)
    assert not take(learner, 1, "invoke")["right"]
    asked = learner.get(PATH).json()["text"]
    learner.post(f"{PATH}/again", {})
    page = whole(learner)
    practice = f"practice-{LESSON.id}-1"
    assert page["following"] == practice, "it comes back at the end of the lesson"
    assert f"/learn/ra/{practice}" in learner.get("/learn/ra").text
    again = f"/api/lessons/ra/{practice}"
    assert learner.get(f"/learn/ra/{practice}").status_code == 200
    page = learner.get(again).json()
    assert (page["text"], page["at"], page["asks"]) == (asked, 1, True)
    assert not learner.post(again, {"at": 1, "move": "invoke"}).json()["right"]
    done = learner.post(again, {"at": 1, "move": "draw"}).json()
    assert done["done"]
    assert done["following"] == BOOK.teaching.lessons(ENGLISH)[1].id  # type: ignore[union-attr]
    assert "practice-" not in learner.get("/learn/ra").text
    assert learner.get("/api/lessons/ra").json()[0]["done"], "practice changes no progress"


def test_a_question_that_is_not_there_cannot_be_practised(learner: Person) -> None:
    for name in (f"practice-{LESSON.id}-99", "practice-x-1", "practice-"):
        assert learner.get(f"/api/lessons/ra/{name}").status_code == 404


def test_a_guided_start_opens_the_first_lesson(ann: Person) -> None:
    answer = ann.get("/learn/ra/start", follow_redirects=False)
    assert answer.status_code == 307
    assert answer.headers["location"].startswith("/learn/ra/")
    assert ann.get(answer.headers["location"]).status_code == 200
