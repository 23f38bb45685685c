"""Every lesson in every language: legal, true, about what is there, and answered in every case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nomarch.i18n import ENGLISH, LANGUAGES, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.lessons import Ask, Lesson, Others, Say
from nomarch.learning.course import Course
from nomarch.learning.lesson_checks import find_problems

from .playing import BOOKS

TAUGHT = [book for book in BOOKS if book.teaching]
each_game = pytest.mark.parametrize("book", TAUGHT, ids=lambda book: book.game.id)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def lessons(book: Rulebook, language: str = "en") -> list[Lesson]:
    assert book.teaching is not None
    return list(book.teaching.lessons(translator(book.package, language)))


@each_language
@each_game
def test_a_lesson_can_be_taken_to_its_end(book: Rulebook, language: str) -> None:
    found = [
        fault
        for lesson in lessons(book, language)
        for fault in find_problems(book, lesson, language)
    ]
    assert found == []


@each_game
def test_lessons_are_few_short_and_told_apart(book: Rulebook) -> None:
    taught = lessons(book)
    assert len({lesson.id for lesson in taught}) == len(taught)
    assert 5 <= len(taught) <= 11
    for lesson in taught:
        assert sum(isinstance(step, Ask) for step in lesson.steps) >= 1, lesson.id
        assert len(lesson.steps) <= 14, lesson.id


@each_language
@each_game
def test_rules_left_out_are_in_a_chapter(book: Rulebook, language: str) -> None:
    assert book.teaching is not None
    t = translator(book.package, language)
    titles = [chapter.title for chapter in book.words.rules_help(t)]
    left = book.teaching.later_rules(t)
    assert len(left) >= 3
    assert all(rule.chapter in titles for rule in left)


@each_game
def test_lessons_are_the_same_in_all_languages(book: Rulebook) -> None:
    for other in LANGUAGES:
        for one, two in zip(lessons(book), lessons(book, other), strict=True):
            assert (one.id, one.seed, one.moves) == (two.id, two.seed, two.moves)
            assert [type(step) for step in one.steps] == [type(step) for step in two.steps]


@each_game
def test_a_lesson_is_taken_up_where_it_was_left(book: Rulebook) -> None:
    for lesson in lessons(book):
        whole = Course(book, lesson)
        while not whole.done:
            again = Course(book, lesson)
            again.resume(whole.marks)
            assert again.step == whole.step
            assert list(again.match.positions()) == list(whole.match.positions())
            whole.answer(whole.right_moves()[0] if isinstance(whole.step, Ask) else "")
        assert len(whole.marks) == whole.length


@each_game
def test_a_coach_has_words_of_every_kind_once(book: Rulebook) -> None:
    assert book.teaching is not None
    advice = book.teaching.coaching(ENGLISH)
    assert len({line.id for line in advice}) == len(advice) == len({line.text for line in advice})


# --- What the checks find -------------------------------------------------------------------------

FISHING = next(book for book in BOOKS if book.game.id == "crocodile")
SOUND = Lesson(
    "cast",
    "Casting",
    "…",
    players=2,
    steps=(Say("Fish."), Ask("Cast.", ("cast 1",), otherwise="No.")),
)


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ((Say(""),), "says nothing"),
        ((Say("Look.", at=("dragon",)),), "points at dragon"),
        ((Say("True?", holds=lambda view: False),), "not so"),
        ((Ask("Do.", ("fly",), otherwise="No."),), "fly is to be right"),
        ((Ask("Do.", ("cast 1",), wrong={"fly": "No."}, otherwise="No."),), "fly is to be wrong"),
        ((Ask("Do.", ("cast 1",)),), "no answer to ['cast 2', 'cast 3']"),
        ((Ask("Do.", ("cast 1",), {"cast 1": "No."}, "No."),), "both right and wrong"),
        ((Ask("Do.", lambda view, action: False, otherwise="No."),), "nothing that is right"),
        ((Others(("land",)),), "nobody else is to act"),
        ((Others(("0: land",)),), "not allowed now"),
    ],
)
def test_faults_are_found(steps: tuple[Say | Ask | Others, ...], complaint: str) -> None:
    found = find_problems(FISHING, replace(SOUND, steps=steps))
    assert any(complaint in line for line in found), found


def test_a_sound_lesson_has_no_faults() -> None:
    assert find_problems(FISHING, SOUND) == []
