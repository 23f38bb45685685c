"""Every sentence in every language: nothing missing, nothing stale, nothing left unfilled."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import nomarch
from nomarch.browser.bundle import LEFT_OUT
from nomarch.conformance.catalogs import (
    FOREIGN,
    PLACEHOLDER,
    CatalogSource,
    english,
    forms,
    game_source,
    keywords,
    missing,
    site_source,
)
from nomarch.i18n import DEFAULT, best_language, load_catalog, translator

from .playing import BOOKS, COMPLETE

PACKAGE = Path(nomarch.__file__).parent
TAKES_SENTENCES = keywords().keys() - {"ngettext"}
SITE = site_source()
pytestmark = pytest.mark.xdist_group("catalogs")  # each process reads all scripts once
SOURCES = [SITE, *map(game_source, BOOKS)]
FROM_GAMES = (
    "title",
    "about",
    "goal",
    "text",
    "label",
    "sentence",
    "nameplate",
    "many",
    "you_many",
    "explained",
)

each_source = pytest.mark.parametrize("source", SOURCES, ids=[one.package for one in SOURCES])
each_catalog = pytest.mark.parametrize(
    ("source", "language"),
    [(source, language) for source in SOURCES for language in source.languages()],
    ids=[f"{source.package}-{language}" for source in SOURCES for language in source.languages()],
)


def test_the_site_and_its_games_speak_every_language() -> None:
    for source in SOURCES:
        if source.book is None or source.book.game.id in COMPLETE:
            assert source.languages() == FOREIGN, source.package


@each_catalog
def test_every_sentence_is_translated(source: CatalogSource, language: str) -> None:
    assert source.sentences(), "the folder says nothing"
    assert missing(source, language) == []


@each_catalog
def test_pages_read_what_babel_reads(source: CatalogSource, language: str) -> None:
    sentences, plurals = load_catalog(source.package, language)
    catalog = [message for message in source.catalog(language) if message.id]
    assert sentences == {
        message.id: message.string for message in catalog if isinstance(message.id, str)
    }
    form_of = Catalog(locale=language).plural_expr.replace("(", "").replace(")", "")
    for message in catalog:
        if not isinstance(message.id, str):
            for n in (0, 1, 2, 21):
                told = plurals.ngettext(message.id[0], message.id[1], n)
                assert told == message.string[eval(form_of, {"n": n})], message.id


def test_a_page_without_a_server_has_the_catalogs() -> None:
    for source in SOURCES:
        for language in source.languages():
            if source.path(language).is_relative_to(PACKAGE):
                assert not LEFT_OUT.search(source.path(language).relative_to(PACKAGE).as_posix())


@each_catalog
def test_no_translation_is_a_guess(source: CatalogSource, language: str) -> None:
    assert [
        message.id for message in source.catalog(language) if message.id and message.fuzzy
    ] == []


@each_catalog
def test_no_translation_is_stale(source: CatalogSource, language: str) -> None:
    catalog = source.catalog(language)
    assert {message.id for message in catalog if message.id} - set(source.sentences()) == set()
    assert list(catalog.obsolete) == []


@each_catalog
def test_placeholders_are_the_same(source: CatalogSource, language: str) -> None:
    for message in source.catalog(language):
        if message.id:
            wanted = sorted(PLACEHOLDER.findall(english(message)))
            for told in forms(message):
                assert sorted(PLACEHOLDER.findall(told)) == wanted, message.id


@each_catalog
def test_a_sentence_ends_as_it_does_in_english(source: CatalogSource, language: str) -> None:
    """A full stop makes a sentence; labels have none, in any language."""
    for message in source.catalog(language):
        if message.id:
            for told in forms(message):
                assert told == told.strip()
                assert told.endswith(".") == english(message).endswith("."), message.id


NAMES = "player|players|owner|province|name|names|gods|game"
ELIDED = re.compile(rf"\b(de|que|le|la|jusque|lorsque|puisque) \{{({NAMES})\}}")
"""What French shortens before a vowel: “de Imhotep” would be wrong, and “d’Nefertari” too."""


@each_source
def test_no_name_needs_an_elision_in_french(source: CatalogSource) -> None:
    french = source.catalog("fr")
    told = [form for message in french if message.id for form in forms(message)]
    assert [sentence for sentence in told if ELIDED.search(sentence)] == []


@each_source
def test_sentences_are_literals(source: CatalogSource) -> None:
    """What is put together at run time cannot be found, and so not be translated."""
    for path in set(source.folder.rglob("*.py")) - {PACKAGE / "i18n.py"}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in TAKES_SENTENCES:
                assert len(node.args) == 1 or name != "t", f"{path.name}, line {node.lineno}"
                assert _is_found(node.args[0]), f"{path.name}, line {node.lineno}"
            if name == "ngettext":
                assert all(map(_is_found, node.args[:2])), f"{path.name}, line {node.lineno}"


def _is_found(argument: ast.expr) -> bool:
    """A literal, or something that is one elsewhere: a game's own words, a refusal's sentence."""
    if isinstance(argument, ast.Attribute):
        return argument.attr in FROM_GAMES
    return isinstance(argument, ast.Constant)


PLAIN_SPACE = re.compile("« | [:;!?»]")


@each_source
def test_french_spaces_do_not_break(source: CatalogSource) -> None:
    told = [text for message in source.catalog("fr") for text in forms(message) if message.id]
    assert [text for text in told if PLAIN_SPACE.search(text)] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_a_games_words_come_before_the_packages(language: str) -> None:
    common = {message.id: forms(message) for message in SITE.catalog(language) if message.id}
    for source in SOURCES[1:]:
        t = translator(source.package, language)
        own = {message.id: forms(message) for message in source.catalog(language) if message.id}
        for text, told in (common | own).items():
            if isinstance(text, str):
                assert (t(text),) == told
            else:
                assert (t.ngettext(*text, 1), t.ngettext(*text, 2)) == told


@pytest.mark.parametrize("language", FOREIGN)
def test_the_number_zero_takes_the_form_of_its_language(language: str) -> None:
    catalog = SITE.catalog(language)
    singular, plural = next(message.id for message in catalog if isinstance(message.id, tuple))
    t = translator(SITE.package, language)
    like = 1 if language == "fr" else 2
    assert t.ngettext(singular, plural, 0) == t.ngettext(singular, plural, like)


def test_other_languages_fall_back_to_english() -> None:
    for language in (DEFAULT, "tlh"):
        assert translator(SOURCES[-1].package, language)("feather") == "feather"
    assert translator(SOURCES[-1].package, FOREIGN[0])("no such sentence") == "no such sentence"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("fr", "fr"),
        ("nl_BE.UTF-8", "nl"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("it, nl;q=0.5", "nl"),
        ("de-AT, en;q=0.5", "de"),
        ("it", "en"),
        ("C", "en"),
        ("", "en"),
    ],
)
def test_the_language_that_fits_best(wishes: str, language: str) -> None:
    assert best_language(wishes) == language
