"""What the check of lessons finds."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from nomarch.i18n import ENGLISH, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import ADVICE, Ask, Lesson, Others, Question, Say
from nomarch.learning.lesson_checks import find_problems

from .playing import BOOKS, each_complete_game, each_language

FEWEST = 5
RULES = Path(__file__).parents[2] / "docs" / "rules"


def _steps(book: Rulebook) -> Iterator[tuple[str, Say | Ask]]:
    assert book.teaching is not None
    for lesson in book.teaching.lessons(ENGLISH):
        for number, step in enumerate(lesson.steps, 1):
            if isinstance(step, Say | Ask):
                yield f"{lesson.id}, step {number}", step


def _documented(book: Rulebook) -> set[str]:
    """The functions that the page of the game's rules names."""
    told = (RULES / f"{book.game.id}.md").read_text(encoding="utf-8")
    return {name.split(".")[-1] for name in re.findall(r"`([\w.]+)`", told)}


@each_complete_game
def test_facts_of_lessons_are_checked_or_name_their_rule(book: Rulebook) -> None:
    """What is told, and every number in what is asked."""
    told = [
        where
        for where, step in _steps(book)
        if not (step.holds or step.rule) and (isinstance(step, Say) or re.search(r"\d", step.text))
    ]
    assert told == []
    named = {step.rule for _, step in _steps(book) if step.rule} - {ADVICE}
    assert named <= _documented(book)


@each_complete_game
def test_each_course_ends_with_ten_questions(book: Rulebook) -> None:
    """What is right, and that a step teaches it, is checked by `find_problems`."""
    assert book.teaching is not None
    *lessons, quiz = book.teaching.lessons(ENGLISH)
    assert len(lessons) + 1 >= FEWEST
    assert quiz.id == "quiz"
    assert [type(step) for step in quiz.steps] == [Question] * 10


@each_complete_game
def test_rules_left_out_are_not_taught(book: Rulebook) -> None:
    assert book.teaching is not None
    left = {rule.rule for rule in book.teaching.later_rules(ENGLISH)}
    assert left <= _documented(book)
    assert not left & {step.rule for _, step in _steps(book)}


@each_language
@each_complete_game
def test_rules_left_out_are_in_a_chapter(book: Rulebook, language: str) -> None:
    assert book.teaching is not None
    t = translator(book.package, language)
    titles = [chapter.title for chapter in book.words.rules_help(t)]
    left = book.teaching.later_rules(t)
    assert len(left) >= 3
    assert all(rule.chapter in titles for rule in left)
    assert titles[1] == t("Set-up")


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
        ((Ask("Do.", ("fly",), otherwise="No."),), "asks for `fly`, which is not legal"),
        (
            (Ask("Do.", ("cast 1",), wrong={"fly": "No."}, otherwise="No."),),
            "answers `fly`, which is not legal",
        ),
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


def test_what_is_dimmed_must_be_on_the_board() -> None:
    found = find_problems(FISHING, replace(SOUND, later=("dragon",)))
    assert any("dims dragon" in line for line in found), found


def test_a_sound_lesson_has_no_faults() -> None:
    assert find_problems(FISHING, SOUND) == []
