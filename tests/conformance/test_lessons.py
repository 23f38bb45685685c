"""What the check of lessons finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nomarch.i18n import ENGLISH, LANGUAGES, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.lessons import Ask, Lesson, Others, Say
from nomarch.learning.lesson_checks import find_problems

from .playing import BOOKS, each_complete_game

FEWEST = 5


@pytest.mark.parametrize("language", LANGUAGES)
@each_complete_game
def test_rules_left_out_are_in_a_chapter(book: Rulebook, language: str) -> None:
    assert book.teaching is not None
    t = translator(book.package, language)
    titles = [chapter.title for chapter in book.words.rules_help(t)]
    left = book.teaching.later_rules(t)
    assert len(left) >= 3
    assert all(rule.chapter in titles for rule in left)


@each_complete_game
def test_there_are_enough_lessons(book: Rulebook) -> None:
    assert book.teaching is not None
    assert len(book.teaching.lessons(ENGLISH)) >= FEWEST


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


def test_a_sound_lesson_has_no_faults() -> None:
    assert find_problems(FISHING, SOUND) == []
