"""Catalogs: the sentences of the site and the games, extracted and brought up to date by Babel.

`nomarch catalogs` updates every catalog in place and lists what is missing. Sentences are what
sources, templates and scripts pass to `t`, `t.ngettext`, `tn` and `because`, the refusals of the
tables, and what a game says of itself in `GAME`, its events and its facts.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from nomarch.bots.habits import habits_of
from nomarch.bots.reasons import facts_of
from nomarch.conformance.problems import Problem
from nomarch.errors import Refused
from nomarch.i18n import DEFAULT, LANGUAGES, Text, catalog_path
from nomarch.kernel.declare.game import Rulebook, rulebooks
from nomarch.web.http.error_responses import STATUS
from nomarch.web.http.static_files import STATIC

SITE = "nomarch"
WIDTH = 10_000
"""Sentences are not broken into lines, so that merges stay readable."""
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
FOREIGN = [language for language in LANGUAGES if language != DEFAULT]


def keywords() -> dict[str, tuple[int, int] | None]:
    """What takes an English sentence: translation, rules that forbid something, and refusals."""
    refusals = [kind.__name__ for kind in STATUS if issubclass(kind, Refused)]
    return {**dict.fromkeys(("t", "because", *refusals)), "ngettext": (1, 2), "tn": (1, 2)}


@dataclass(frozen=True)
class CatalogSource:
    """A package with catalogs of its own, and the folder that its sentences come from."""

    package: str
    folder: Path
    book: Rulebook | None = None

    def sentences(self) -> list[Text]:
        """All English sentences, each once, in the order of the sources."""
        own = _about(self.book) if self.book else ()
        return list(dict.fromkeys((*own, *_passed_to_t(self.folder))))

    def path(self, language: str) -> Path:
        return catalog_path(self.package, language)

    def languages(self) -> list[str]:
        """The languages besides English that it has a catalog for."""
        return [language for language in FOREIGN if self.path(language).exists()]

    def catalog(self, language: str) -> Catalog:
        if not self.path(language).exists():
            return Catalog(locale=language)
        with self.path(language).open("rb") as file:
            return read_po(file, locale=language)


@cache
def _passed_to_t(folder: Path) -> tuple[Text, ...]:
    games = Path(__file__).parent.parent / "games"
    found = extract_from_dir(
        folder,
        [("**.py", "python"), ("**.html", "jinja2"), ("**.js", "javascript")],
        options_map={"**.js": {"parse_template_string": True}},
        keywords=keywords(),
        directory_filter=lambda path: Path(path) != games,
    )
    return tuple(cast("Text", message) for _, _, message, _, _ in found)


def _about(book: Rulebook) -> Iterator[Text]:
    yield from filter(None, (book.game.title, book.game.about, book.game.goal))
    for event in book.events:
        told = (event.text, event.you, event.many)
        yield from (text for text in told if text and not callable(text))
        yield from (closing.title for closing in event.closes)
        yield from (count.title for count in event.counts if count.title)
        yield from filter(None, (event.nameplate, event.you_many, event.explained))
    yield from (habit.about for habit in habits_of(book).values())
    facts = facts_of(book)
    yield from facts.titles.values()
    yield from (row.text for row in facts.rows)
    for query in facts.queries:
        yield from (query.text, *(one.text for one in (query.right, *query.others)))
    yield from (one.label for one in facts.measures if one.label)
    for option in book.game.options:
        yield from (option.title, option.about)
        yield from (choice.title for choice in option.choices)


def site_source() -> CatalogSource:
    return CatalogSource(SITE, Path(__file__).parent.parent)


def own_sources() -> list[CatalogSource]:
    """The site and the games of this package."""
    games = [book for book in rulebooks().values() if book.package.startswith(f"{SITE}.")]
    return [site_source(), *map(game_source, games)]


def game_source(book: Rulebook) -> CatalogSource:
    return CatalogSource(book.package, book.folder, book)


def forms(message: Message) -> tuple[str, ...]:
    """A translation; singular and plural of one that has both."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


def english(message: Message) -> str:
    """The English sentence; the plural of one that has both."""
    return message.id if isinstance(message.id, str) else message.id[1]


def missing(source: CatalogSource, language: str) -> list[Text]:
    known = {message.id for message in source.catalog(language) if all(forms(message))}
    return [text for text in source.sentences() if text not in known]


def update(source: CatalogSource, language: str) -> tuple[int, int]:
    """Add new sentences to a catalog and drop stale ones; how many of each.

    Sentences that stay keep their order, their comments and their translations.
    """
    old, wanted = source.catalog(language), source.sentences()
    kept = Catalog(locale=language)
    stale = 0
    for message in old:
        if message.id and message.id in wanted:
            kept[message.id] = message
        elif message.id:
            stale += 1
    added = [text for text in wanted if text not in kept]
    for text in added:
        kept.add(text)
    if added or stale:
        _write(source.path(language), kept, language)
    return len(added), stale


def script_path(language: str) -> Path:
    """The file with a language's sentences for the scripts of the page."""
    return STATIC / "languages" / f"{language}.js"


def script_catalog(language: str) -> str:
    """A script that loads what the other scripts say: sentences, or the forms of a plural."""
    catalog = site_source().catalog(language)
    known = {
        text if isinstance(text, str) else text[0]: catalog.get(text)
        for text in _passed_to_t(STATIC)
    }
    told = {
        key: message.string for key, message in known.items() if message and all(forms(message))
    }
    data = json.dumps(told, ensure_ascii=False, indent=0, separators=(",", ":"), sort_keys=True)
    return f'import {{ load }} from "../i18n.js";\nload({data});\n'


def _write(path: Path, catalog: Catalog, language: str) -> None:
    head = _header(language)
    if path.exists():
        head, _, _ = path.read_text(encoding="utf-8").partition("\n\n")
    for message in catalog:
        message.flags -= {"python-brace-format", "python-format"}  # Babel guesses them again
    written = io.BytesIO()
    write_po(written, catalog, width=WIDTH, omit_header=True)
    path.parent.mkdir(exist_ok=True)
    text = f"{head}\n\n{written.getvalue().decode()}".rstrip("\n") + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")


def _header(language: str) -> str:
    forms_ = Catalog(locale=language).plural_forms
    lines = (
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        f"Language: {language}",
        f"Plural-Forms: {forms_}",
    )
    quoted = "\n".join(f'"{line}\\n"' for line in lines)
    return f'msgid ""\nmsgstr ""\n{quoted}'


def check_catalogs(book: Rulebook) -> Iterator[Problem]:
    """Catalogs are complete and keep placeholders; a language without a catalog is a note."""
    source = game_source(book)
    for language in source.languages():
        path = source.path(language)
        for message in source.catalog(language):
            if not message.id:
                continue
            wanted = sorted(PLACEHOLDER.findall(english(message)))
            for text in filter(None, forms(message)):
                if sorted(PLACEHOLDER.findall(text)) != wanted:
                    sentence = f"{text!r} must contain {', '.join(wanted) or 'no placeholder'}."
                    yield Problem(sentence, path, message.lineno or 1)
        left = missing(source, language)
        if left:
            first = left[0] if isinstance(left[0], str) else left[0][0]
            count = f"{len(left)} sentences are missing, such as"
            text = f"{'1 sentence is missing:' if len(left) == 1 else count} {first!r}."
            yield Problem(f"{LANGUAGES[language]}: {text}", path, 1)
    for language in FOREIGN:
        if language not in source.languages():
            sentence = f"There is no {LANGUAGES[language]} catalog; those players see English."
            yield Problem(sentence, is_note=True)
