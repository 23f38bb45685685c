"""Every sentence in every language: nothing missing, nothing stale, nothing left unfilled."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import nomarch
from nomarch.i18n import DEFAULT, LANGUAGES, Text, best_language, catalog_path, translator
from nomarch.kernel.game import Rulebook
from nomarch.tables.errors import Refused
from nomarch.web.error_responses import STATUS

from .playing import BOOKS

PACKAGE = Path(nomarch.__file__).parent
GAMES = PACKAGE / "games"
TRANSLATED = ("t", "because", *(kind.__name__ for kind in STATUS if issubclass(kind, Refused)))
"""What takes an English sentence: translation, rules that forbid something, and refusals."""
KEYWORDS = {**dict.fromkeys(TRANSLATED), "ngettext": (1, 2)}
FROM_GAMES = ("title", "about", "goal", "sentence", "puts_up", "many", "you_many", "explained")
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True)
class Shelf:
    """A package with catalogs of its own, and the folder that its words come from."""

    package: str
    folder: Path
    book: Rulebook | None = None

    def sentences(self) -> set[Text]:
        """What sources and templates pass to `t`, refusals, and what a game says by itself."""
        return set(self._passed_to_t()) | set(_about(self.book) if self.book else ())

    def _passed_to_t(self) -> Iterator[Text]:
        for _, _, message, _, _ in extract_from_dir(
            self.folder,
            [("**.py", "python"), ("**.html", "jinja2")],
            keywords=KEYWORDS,
            directory_filter=lambda folder: Path(folder) != GAMES,
        ):
            yield message

    def catalog(self, language: str) -> Catalog:
        with catalog_path(self.package, language).open("rb") as file:
            return read_po(file, locale=language)


def _about(book: Rulebook) -> Iterator[Text]:
    yield from filter(None, (book.game.title, book.game.about, book.game.goal))
    for event in book.events:
        yield from (text for text in (event.text, event.you) if text and not callable(text))
        yield from (closing.title for closing in event.closes)
        yield from (count.title for count in event.counts if count.title)
        yield from filter(None, (event.puts_up, event.many, event.you_many, event.explained))
    for option in book.game.options:
        yield from (option.title, option.about)
        yield from (choice.title for choice in option.choices)


def forms(message: Message) -> tuple[str, ...]:
    """A translation; singular and plural of one that has both."""
    return (message.string,) if isinstance(message.id, str) else tuple(message.string)


def _shelves() -> Iterator[Shelf]:
    yield Shelf(nomarch.__name__, PACKAGE)
    for book in BOOKS:
        folder = Path(importlib.import_module(book.package).__file__ or "").parent
        yield Shelf(book.package, folder, book)


SHELVES = list(_shelves())
FOREIGN = [language for language in LANGUAGES if language != DEFAULT]

each_catalog = pytest.mark.parametrize(
    ("shelf", "language"),
    [(shelf, language) for shelf in SHELVES for language in FOREIGN],
    ids=[f"{shelf.package}-{language}" for shelf in SHELVES for language in FOREIGN],
)


@each_catalog
def test_every_sentence_is_translated(shelf: Shelf, language: str) -> None:
    sentences = shelf.sentences()
    assert sentences, "the folder says nothing"
    catalog = shelf.catalog(language)
    known = {message.id for message in catalog if all(forms(message))}
    assert sentences - known == set()


@each_catalog
def test_no_translation_is_a_guess(shelf: Shelf, language: str) -> None:
    assert [message.id for message in shelf.catalog(language) if message.id and message.fuzzy] == []


@each_catalog
def test_no_translation_is_stale(shelf: Shelf, language: str) -> None:
    catalog = shelf.catalog(language)
    assert {message.id for message in catalog if message.id} - shelf.sentences() == set()
    assert list(catalog.obsolete) == []


@each_catalog
def test_placeholders_are_the_same(shelf: Shelf, language: str) -> None:
    for message in shelf.catalog(language):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[1]
            wanted = sorted(PLACEHOLDER.findall(english))
            for told in forms(message):
                assert sorted(PLACEHOLDER.findall(told)) == wanted, message.id


@each_catalog
def test_a_sentence_ends_as_it_does_in_english(shelf: Shelf, language: str) -> None:
    """A full stop makes a sentence; labels have none, in any language."""
    for message in shelf.catalog(language):
        if message.id:
            english = message.id if isinstance(message.id, str) else message.id[0]
            for told in forms(message):
                assert told == told.strip()
                assert told.endswith(".") == english.endswith("."), english


ELIDED = re.compile(r"\b(de|que|le|la|jusque|lorsque|puisque) \{(player|players|owner|province)\}")
"""What French shortens before a vowel: “de Imhotep” would be wrong, and “d’Nefertari” too."""


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.package for shelf in SHELVES])
def test_no_name_needs_an_elision_in_french(shelf: Shelf) -> None:
    told = [form for message in shelf.catalog("fr") if message.id for form in forms(message)]
    assert [sentence for sentence in told if ELIDED.search(sentence)] == []


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.package for shelf in SHELVES])
def test_sentences_are_literals(shelf: Shelf) -> None:
    """What is put together at run time cannot be found, and so not be translated."""
    for path in set(shelf.folder.rglob("*.py")) - {PACKAGE / "i18n.py"}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in TRANSLATED:
                assert len(node.args) == 1 or name != "t", f"{path.name}, line {node.lineno}"
                assert _is_found(node.args[0]), f"{path.name}, line {node.lineno}"
            if name == "ngettext":
                assert all(map(_is_found, node.args[:2])), f"{path.name}, line {node.lineno}"


def _is_found(argument: ast.expr) -> bool:
    """A literal, or something that is one elsewhere: a game's own words, a refusal's sentence."""
    if isinstance(argument, ast.Attribute):
        return argument.attr in FROM_GAMES
    return isinstance(argument, ast.Constant)


@pytest.mark.parametrize("language", FOREIGN)
def test_a_games_words_come_before_the_packages(language: str) -> None:
    common = {message.id: forms(message) for message in SHELVES[0].catalog(language) if message.id}
    for shelf in SHELVES[1:]:
        t = translator(shelf.package, language)
        own = {message.id: forms(message) for message in shelf.catalog(language) if message.id}
        for text, told in (common | own).items():
            if isinstance(text, str):
                assert (t(text),) == told
            else:
                assert (t.ngettext(*text, 1), t.ngettext(*text, 2)) == told


@pytest.mark.parametrize("language", FOREIGN)
def test_the_number_zero_takes_the_form_of_its_language(language: str) -> None:
    catalog = SHELVES[0].catalog(language)
    singular, plural = next(message.id for message in catalog if isinstance(message.id, tuple))
    t = translator(SHELVES[0].package, language)
    like = 1 if language == "fr" else 2
    assert t.ngettext(singular, plural, 0) == t.ngettext(singular, plural, like)


def test_other_languages_fall_back_to_english() -> None:
    for language in (DEFAULT, "tlh"):
        assert translator(SHELVES[-1].package, language)("feather") == "feather"
    assert translator(SHELVES[-1].package, FOREIGN[0])("no such sentence") == "no such sentence"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("fr", "fr"),
        ("nl_BE.UTF-8", "nl"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de, nl;q=0.5", "nl"),
        ("de", "en"),
        ("C", "en"),
        ("", "en"),
    ],
)
def test_the_language_that_fits_best(wishes: str, language: str) -> None:
    assert best_language(wishes) == language
