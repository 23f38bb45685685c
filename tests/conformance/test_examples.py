"""Every example of the rules help: drawn in every language, cut out of its board, and true."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from nomarch.i18n import DEFAULT, LANGUAGES, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.lessons import Chapter, Example
from nomarch.learning.example_pictures import find_problems, illustrate_rules

from .playing import BOOKS, each_game

OURS = [book for book in BOOKS if book.package.startswith("nomarch.games")]
each_language = pytest.mark.parametrize("language", LANGUAGES)


def chapters(book: Rulebook, language: str = DEFAULT) -> list[Chapter]:
    return list(book.words.rules_help(translator(book.package, language)))


@each_language
@each_game
def test_examples_are_true_and_can_be_drawn(book: Rulebook, language: str) -> None:
    shown = [example for chapter in chapters(book, language) for example in chapter.examples]
    assert [fault for example in shown for fault in find_problems(book, example, language)] == []


@each_game
def test_examples_are_told_in_the_readers_language(book: Rulebook) -> None:
    told = {
        language: [e.caption for chapter in chapters(book, language) for e in chapter.examples]
        for language in LANGUAGES
    }
    for language in LANGUAGES:
        if language != DEFAULT:
            pairs = zip(told[language], told[DEFAULT], strict=True)
            assert all(foreign != english for foreign, english in pairs)


@pytest.mark.parametrize("book", OURS, ids=lambda book: book.game.id)
def test_every_chapter_has_a_picture(book: Rulebook) -> None:
    assert [chapter.title for chapter in chapters(book) if not chapter.examples] == []


@each_language
@each_game
def test_pictures_lie_on_one_page_without_sharing_names(book: Rulebook, language: str) -> None:
    pictures = [
        picture for part in illustrate_rules(book, language) for picture, _ in part.pictures
    ]
    ids: list[str] = []
    for picture in pictures:
        root = ElementTree.fromstring(picture)
        ids += [id_ for node in root.iter() if (id_ := node.get("id"))]
        w, h = map(float, root.get("viewBox", "").split()[2:])
        assert 60 < w < 720, "as wide as a column"
        assert 30 < h < 800
        assert root.get("aria-label")
    assert len(ids) == len(set(ids))


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
