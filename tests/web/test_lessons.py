"""Lessons over HTTP: taken step by step, kept for the person, refused with a sentence."""

import re
from itertools import count
from typing import Any

import pytest

from nomarch.engine.match import Match
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import Rulebook, rulebook, rulebooks
from nomarch.kernel.declare.lessons import Ask
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.course import Course
from nomarch.tables.guided_games import LEARNER, guided_seed
from tests.conformance.playing import SMALLEST

from .actors import Person, Site
from .test_identity import link_of, recovers

BOOK = rulebook("ra")
assert BOOK.teaching is not None
LESSON, NEXT = BOOK.teaching.lessons(ENGLISH)[:2]
PATH = f"/api/lessons/ra/{LESSON.id}"


@pytest.fixture
def learner(site: Site) -> Person:
    return site.person("Nefer")


def take(person: Person, at: int, move: str = "", lesson: str = PATH) -> Any:
    return person.posts(lesson, at=at, move=move)


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
        assert all(each["lines"] and each["board"].startswith("<svg") for each in page["frames"])
    return page


def test_a_lesson_is_taken_step_by_step(learner: Person) -> None:
    page = whole(learner)
    assert page["done"]
    assert page["following"] == NEXT.id
    lines = learner.gets("/api/lessons/ra")
    assert [line["done"] for line in lines] == [True] + [False] * (len(lines) - 1)


def test_only_who_took_a_lesson_sees_it_done(learner: Person, stranger: Person) -> None:
    whole(learner)
    stranger.cannot(PATH, status=401, at=0)
    for person, is_done in ((learner, True), (stranger, False), (learner, True)):
        assert ('class="lesson done' in person.reads("/learn/ra")) == is_done


def test_a_lesson_answers_mistakes_and_ends(learner: Person) -> None:
    """The lessons of every game are checked by `check-game`."""
    book = rulebook("giza")
    assert book.teaching is not None
    lesson = book.teaching.lessons(ENGLISH)[0]
    course, path = Course(book, lesson, "Nefer"), f"/api/lessons/giza/{lesson.id}"
    page = learner.gets(path)
    while (step := course.step) is not None:
        assert page["text"] == step.text
        right = course.right_moves()
        wrong = sorted(set(course.match.legal(course.seat)) - set(right)) if right else []
        if isinstance(step, Ask) and wrong:
            heard = take(learner, len(course.answers), wrong[0], path)
            assert not heard["right"]
            assert heard["heard"].startswith(step.wrong.get(wrong[0], step.otherwise))
        move = course.right_answer()
        page = take(learner, len(course.answers), move, path)
        assert course.answer(move).right
    assert page["done"]


def test_a_wrong_choice_in_a_quiz_leads_to_the_step_that_teaches_it(learner: Person) -> None:
    quiz = "/api/lessons/ra/quiz"
    page = learner.gets(quiz)
    assert not page["asks"]
    heard = take(learner, 0, "#0", quiz)
    assert (heard["right"], heard["taught"]) == (False, "practice-scoring-1")
    assert learner.gets(f"/api/lessons/ra/{heard['taught']}")["text"] in heard["heard"]
    heard = take(learner, 0, f"#{page['choices'].index('4')}", quiz)
    assert (heard["right"], heard["at"]) == (True, 1)


def test_what_was_finished_stays_finished_and_begins_again(learner: Person) -> None:
    whole(learner)
    assert learner.gets(PATH)["at"] == 0
    assert take(learner, 0)["at"] == 1
    assert learner.posts(f"{PATH}/again")["at"] == 0
    assert learner.gets(PATH)["at"] == 0
    assert learner.gets("/api/lessons/ra")[0]["done"]


def test_a_lesson_is_taken_up_in_another_language_and_shape(learner: Person) -> None:
    take(learner, 0)
    page = learner.gets(PATH, lang="fr", shape="tall")
    assert page["at"] == 1
    assert page["text"] == "À vous\u00a0! Piochez une tuile dans le sac."
    assert 'viewBox="0 0 420' in page["board"]


@pytest.mark.parametrize(
    ("move", "language", "said"),
    [
        ("invoke", "en", "That would start an auction for a single tile. Draw first: "),
        ("bid 5", "en", "Suns are bid only in an auction: somebody has to call one first."),
        ("bid 5", "nl", "Zonnen bied je alleen in een veiling: eerst moet iemand er een beginnen."),
    ],
)
def test_mistakes_are_answered(learner: Person, move: str, language: str, said: str) -> None:
    take(learner, 0)
    page = take(learner, 1, move, f"{PATH}?lang={language}")
    assert page["heard"].startswith(said)
    assert (page["right"], page["shown"]) == (False, ["draw"])
    assert learner.gets(PATH)["at"] == 1


def test_what_does_not_fit_is_refused(learner: Person) -> None:
    for body, status in (
        ({"at": 1, "move": ""}, 409),
        ({"at": -1, "move": ""}, 409),
        ({"at": 0, "move": "draw"}, 422),
        ({"at": 0, "move": "", "shape": "round"}, 422),
        ({"at": "0"}, 422),
        ({}, 422),
    ):
        learner.cannot(PATH, status=status, **body)
    assert learner.gets(PATH)["at"] == 0


def test_what_is_not_there_is_said(learner: Person) -> None:
    take(learner, 0)
    learner.cannot(PATH, status=422, at=1, move="fly")
    questions = (f"practice-{LESSON.id}-99", "practice-x-1", "practice-", "none")
    learner.cannot_read(
        *[f"/api/lessons/ra/{name}" for name in questions],
        "/api/lessons/none", "/learn/ra/none", "/learn/none", status=404,
    )  # fmt: skip


def test_the_pages_show_where_one_is(learner: Person) -> None:
    take(learner, 0)
    assert f"step 2 of {Course(BOOK, LESSON).length}" in learner.reads("/learn/ra")
    page = learner.reads("/learn/ra/start")  # leads to the lesson
    assert re.search(r'<div id="frame"[^>]*><svg', page)
    assert LESSON.title in page


def test_progress_goes_with_the_person(learner: Person, bob: Person) -> None:
    whole(learner)
    assert recovers(learner, link_of(bob), merge=True) == 200
    assert bob.gets("/api/lessons/ra")[0]["done"]


def test_a_missed_question_comes_back_until_it_is_practised(learner: Person) -> None:
    assert "practice-" not in learner.reads("/learn/ra")
    take(learner, 0)
    assert not take(learner, 1, "invoke")["right"]
    asked = learner.gets(PATH)["text"]
    learner.posts(f"{PATH}/again")
    practice = f"practice-{LESSON.id}-1"
    assert whole(learner)["following"] == practice, "it comes back at the end of the lesson"
    assert f"/learn/ra/{practice}" in learner.reads("/learn/ra")
    learner.reads(f"/learn/ra/{practice}")
    again = f"/api/lessons/ra/{practice}"
    page = learner.gets(again)
    assert (page["text"], page["at"], page["asks"]) == (asked, 1, True)
    assert not take(learner, 1, "invoke", again)["right"]
    done = take(learner, 1, "draw", again)
    assert (done["done"], done["following"]) == (True, NEXT.id)
    assert "practice-" not in learner.reads("/learn/ra")
    assert learner.gets("/api/lessons/ra")[0]["done"], "practice changes no progress"


DEALS = 12
TAUGHT = [book for book in rulebooks().values() if hasattr(book.teaching, "suits_first_game")]


def test_every_game_says_what_suits_a_first_game() -> None:
    assert list(rulebooks().values()) == TAUGHT


@pytest.mark.parametrize("book", TAUGHT, ids=lambda book: book.game.id)
def test_the_first_position_suits_the_first_advice(book: Rulebook) -> None:
    setup, numbers = book.setup(book.game.usual_players), count()
    for _ in range(DEALS):
        seed = guided_seed(book, setup, lambda: make_seed(f"guided {next(numbers)}"))
        match = Match(book, setup, seed)
        assert book.teaching.suits_first_game(match.observe(LEARNER), LEARNER)  # type: ignore[union-attr]
        assert match.to_act == (LEARNER,) or book.game.id == "giza"
    assert next(numbers) > DEALS, "some deals were refused"


def test_games_without_such_a_wish_take_the_first_deal() -> None:
    book, dealt = SMALLEST, []

    def deal() -> str:
        dealt.append(make_seed(f"guided {len(dealt)}"))
        return dealt[-1]

    assert guided_seed(book, book.setup(3), deal) == dealt[0]
    assert len(dealt) == 1
