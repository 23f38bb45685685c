"""Every game explains everything it is made of, in every language, with a picture."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from nomarch.engine.match import SHAPES
from nomarch.i18n import DEFAULT, LANGUAGES, translator
from nomarch.kernel.game import Rulebook

from .playing import each_game, played

MOMENTS = (1, 12, 45, 90, None)
SVG = "{http://www.w3.org/2000/svg}"


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_an_entry_with_a_picture(book: Rulebook, language: str) -> None:
    shelves = book.words.glossary(translator(book.package, language))
    entries = [entry for shelf in shelves for entry in shelf.entries]
    pictures = [entry.picture for entry in entries if entry.picture]
    assert sorted(pictures) == sorted(book.art.symbols()), "each picture has one entry"
    assert len({entry.name for entry in entries}) == len(entries), "each thing has one entry"
    assert all(shelf.title and shelf.entries for shelf in shelves)
    assert all(entry.name.strip() and entry.about.strip() for entry in entries)
    assert all("{" not in entry.name + entry.about for entry in entries)


@each_game
def test_entries_are_told_in_the_readers_language(book: Rulebook) -> None:
    told = {
        language: [
            (entry.name, entry.about)
            for shelf in book.words.glossary(translator(book.package, language))
            for entry in shelf.entries
        ]
        for language in LANGUAGES
    }
    for language in LANGUAGES:
        if language != DEFAULT:
            pairs = zip(told[language], told[DEFAULT], strict=True)
            assert all(foreign[1] != english[1] for foreign, english in pairs)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_piece_explains_itself(book: Rulebook, shape: str, language: str) -> None:
    """Whatever can be chosen says what choosing it does; whatever can be touched, what it is."""
    setup = list(book.setups())[-1]
    for moment in MOMENTS:
        match = played(book, setup, 5, moment)
        seat = match.to_act[0] if match.to_act else 0
        look = {"shape": shape, "language": language, "standalone": False}
        root = ElementTree.fromstring(match.svg(seat, **look))
        for node in root.iter(f"{SVG}g"):
            classes = (node.get("class") or "").split()
            if node.get("data-action") is not None:
                assert (node.get("data-tip") or "").strip(), node.get("id")
                assert (node.get("aria-label") or "").strip(), node.get("id")
            elif "piece" in classes and node.get("data-what") is None:
                tip = node.get("data-tip") or ""
                assert tip.strip(), node.get("id")
                assert "{" not in tip, tip
