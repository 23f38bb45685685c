"""The glossary is translated."""

from nomarch.conformance.playing import languages_of
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook

from .playing import each_game


@each_game
def test_entries_are_told_in_the_readers_language(book: Rulebook) -> None:
    told = {
        language: [
            (entry.name, entry.about)
            for section in book.words.glossary(translator(book.package, language))
            for entry in section.entries
        ]
        for language in languages_of(book)
    }
    for language in told:
        if language != DEFAULT:
            pairs = zip(told[language], told[DEFAULT], strict=True)
            assert all(foreign[1] != english[1] for foreign, english in pairs)
