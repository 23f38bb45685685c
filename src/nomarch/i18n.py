"""Translation: English is in the sources, other languages in gettext catalogs beside them.

A catalog is a `.po` file in the folder `locale` of the package it translates: one per game, one
for everything else. Babel reads it as it is; nothing has to be compiled.
"""

from __future__ import annotations

import importlib
import io
from collections.abc import Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
DEFAULT = "en"

Text = str | tuple[str, str]
"""A sentence, or its singular and plural."""


class Translate:
    """Translates English sentences into one language; passed as `t`.

    A sentence that its catalogs lack stays English.
    """

    def __init__(self, sentences: Mapping[str, str], plurals: NullTranslations) -> None:
        self.sentences = sentences
        self.ngettext = plurals.ngettext
        """The form that goes with a number: `t.ngettext("{n} tile", "{n} tiles", n)`."""

    def __call__(self, sentence: str) -> str:
        return self.sentences.get(sentence, sentence)

    def form(self, text: Text, count: int) -> str:
        """Return the translation of a sentence, or of its form that goes with a number."""
        if isinstance(text, str):
            return self(text)
        singular, plural = text
        return self.ngettext(singular, plural, count)


ENGLISH = Translate({}, NullTranslations())


def named(words: str, names: Sequence[str]) -> str:
    """Fill in players: `{names[2]}` is the third."""
    return words.format(names=names) if "{" in words else words


def points_of(t: Translate, player: str, points: int) -> str:
    """Say how many points a player has; a player without a name is “you”."""
    if not player:
        told = t.ngettext("You have {points} point.", "You have {points} points.", points)
    else:
        told = t.ngettext("{player} has {points} point.", "{player} has {points} points.", points)
    return told.format(player=player, points=str(points).replace("-", "−"))


@cache
def translator(package: str, language: str = DEFAULT) -> Translate:
    """Return the translation of a package's sentences; a game's come before the site's."""
    if language == DEFAULT or language not in LANGUAGES:
        return ENGLISH
    sentences, plurals = load_catalog(package, language)
    if package != __package__:
        common, common_plurals = load_catalog(__package__, language)
        sentences = common | sentences
        plurals.add_fallback(common_plurals)
    return Translate(sentences, plurals)


def load_catalog(package: str, language: str) -> tuple[dict[str, str], NullTranslations]:
    """Load a catalog: its plain sentences, and all of it as gettext knows it."""
    path = catalog_path(package, language)
    if not path.exists():
        return {}, NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    sentences = {
        message.id: message.string
        for message in catalog
        if isinstance(message.id, str) and isinstance(message.string, str) and message.string
    }
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return sentences, GNUTranslations(compiled)


def catalog_path(package: str, language: str) -> Path:
    source = importlib.import_module(package).__file__
    assert source is not None
    return Path(source).parent / "locale" / f"{language}.po"


def best_language(wishes: str) -> str:
    """The language that fits an Accept-Language header or a locale name best."""
    for wish in wishes.replace("_", "-").split(","):
        code = wish.split(";")[0].strip().lower().split("-")[0].split(".")[0]
        if code in LANGUAGES:
            return code
    return DEFAULT
