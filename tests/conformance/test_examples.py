"""Examples of the rules help: translated, and checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nomarch.conformance.playing import languages_of
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.lessons import Chapter, Example
from nomarch.learning.example_pictures import find_problems

from .playing import BOOKS, each_complete_game, each_game


def chapters(book: Rulebook, language: str = DEFAULT) -> list[Chapter]:
    return list(book.words.rules_help(translator(book.package, language)))


@each_game
def test_examples_are_told_in_the_readers_language(book: Rulebook) -> None:
    told = {
        language: [e.caption for chapter in chapters(book, language) for e in chapter.examples]
        for language in languages_of(book)
    }
    for language in told:
        if language != DEFAULT:
            pairs = zip(told[language], told[DEFAULT], strict=True)
            assert all(foreign != english for foreign, english in pairs)


@each_complete_game
def test_every_chapter_has_a_picture(book: Rulebook) -> None:
    assert [chapter.title for chapter in chapters(book) if not chapter.examples] == []


# --- What the checks find -------------------------------------------------------------------------

FISHING = next(book for book in BOOKS if book.game.id == "crocodile")
SOUND = Example("Two fish.", "seat-0", lambda view: view.players == 2, players=2)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"caption": "{count} fish."}, "not finished"),
        ({"holds": lambda view: view.players == 3}, "not so"),
        ({"show": "dragon"}, "no example-dragon"),
        ({"near": ("dragon",)}, "no example-dragon"),
        ({"moves": ("fly",)}, "fly"),
    ],
)
def test_faults_are_found(changed: dict[str, object], fault: str) -> None:
    assert any(fault in line for line in find_problems(FISHING, replace(SOUND, **changed)))  # type: ignore[arg-type]


def test_a_sound_example_has_no_faults() -> None:
    assert find_problems(FISHING, SOUND) == []
