"""Translation: English is in the sources, other languages in gettext catalogs beside them.

A catalog is a `.po` file in the folder `locale` of the package it translates: one per game, one
for everything else. It is read as it is; nothing has to be compiled.
"""

import importlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
DEFAULT = "en"

Text = str | tuple[str, str]
"""A sentence, or its singular and plural."""

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


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
    """Name a player's points; a player without a name is “you”."""
    if not player:
        text = t.ngettext("You have {points} point.", "You have {points} points.", points)
    else:
        text = t.ngettext("{player} has {points} point.", "{player} has {points} points.", points)
    return text.format(player=player, points=str(points).replace("-", "−"))


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


class _Plurals(NullTranslations):
    """Plural forms of a catalog, by singular and plural."""

    def __init__(self, forms: Mapping[tuple[str, str], list[str]], language: str) -> None:
        super().__init__()
        self.forms, self.is_french = forms, language == "fr"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = self.forms.get((msgid1, msgid2))
        if text is None:
            return super().ngettext(msgid1, msgid2, n)
        return text[n > 1 if self.is_french else n != 1]  # in French, 0 is singular


def load_catalog(package: str, language: str) -> tuple[dict[str, str], NullTranslations]:
    """Load a catalog: its plain sentences, and its plural forms."""
    path = catalog_path(package, language)
    if not path.exists():
        return {}, NullTranslations()
    sentences: dict[str, str] = {}
    forms: dict[tuple[str, str], list[str]] = {}
    for entry in read_entries(path.read_text(encoding="utf-8")):
        singular, plural = entry.get("msgid"), entry.get("msgid_plural")
        texts = [text for key, text in entry.items() if key.startswith("msgstr")]
        if not singular or not all(texts):
            continue  # the header, or not translated yet
        if plural is None:
            sentences[singular] = texts[0]
        else:
            forms[singular, plural] = texts
    return sentences, _Plurals(forms, language)


def read_entries(text: str) -> Iterator[dict[str, str]]:
    """Yield the entries of a `.po` file by keyword: `msgid`, `msgid_plural`, `msgstr[0]`."""
    entry: dict[str, str] = {}
    keyword = ""
    for name, quoted in re.findall(r'^(\w+(?:\[\d\])?)?[ \t]*"(.*)"\s*$', text, re.MULTILINE):
        if name == "msgid" and entry:
            yield entry
            entry = {}
        keyword = name or keyword
        entry[keyword] = entry.get(keyword, "") + _unescaped(quoted)
    yield entry


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text)


def catalog_path(package: str, language: str) -> Path:
    source = importlib.import_module(package).__file__
    assert source is not None
    return Path(source).parent / "locale" / f"{language}.po"


def best_language(accepted: str) -> str:
    """The language that fits an Accept-Language header or a locale name best."""
    for choice in accepted.replace("_", "-").split(","):
        code = choice.split(";")[0].strip().lower().split("-")[0].split(".")[0]
        if code in LANGUAGES:
            return code
    return DEFAULT
