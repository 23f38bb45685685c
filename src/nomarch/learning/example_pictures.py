"""Pictures for the rules help, cropped from real positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from nomarch.draw.cropping import NoSuchPart, cut
from nomarch.draw.svg import Svg
from nomarch.errors import NomarchError
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.lessons import Chapter, Example, GlossaryEntry
from nomarch.learning.course import start_match


def picture(book: Rulebook, example: Example, language: str, prefix: str = "example") -> Svg:
    """Draw an example. Pictures on the same page need different prefixes."""
    drawn = start_match(book, example).svg(
        example.seat,
        language=language,
        shape=example.shape,
        prefix=prefix,
        standalone=False,
        marked=example.marked,
    )
    return cut(drawn, example.show, example.near, example.caption)


def find_problems(book: Rulebook, example: Example, language: str = DEFAULT) -> list[str]:
    """Describe what is wrong with an example, for tests."""
    try:
        match = start_match(book, example)
        picture(book, example, language)
    except (NomarchError, NoSuchPart) as error:
        return [f"{example.caption!r}: {error}"]
    found = list(book.invariants.broken(match.state))
    if not example.holds(match.observe(example.seat)):
        found.append("what it says is not so")
    if "{" in example.caption or not example.caption:
        found.append("its caption is not finished")
    return [f"{example.caption!r}: {fault}" for fault in found]


@dataclass(frozen=True)
class IllustratedChapter:
    """A chapter of the rules help with its pictures drawn."""

    chapter: Chapter
    pieces: tuple[GlossaryEntry, ...]
    """Glossary entries of the pieces it is about."""
    pictures: tuple[tuple[Svg, str], ...]
    """Drawings with captions."""


@cache
def illustrate_chapter(book: Rulebook, language: str, number: int) -> IllustratedChapter:
    """One chapter of the rules help with its pictures, which are drawn once."""
    t = translator(book.package, language)
    entries = {
        entry.picture: entry for section in book.words.glossary(t) for entry in section.entries
    }
    chapter = book.words.rules_help(t)[number]
    return IllustratedChapter(
        chapter,
        tuple(entries[piece] for piece in chapter.pieces),
        tuple(
            (picture(book, example, language, f"example-{number}-{i}"), example.caption)
            for i, example in enumerate(chapter.examples)
        ),
    )


def count_chapters(book: Rulebook) -> int:
    return len(book.words.rules_help(translator(book.package, DEFAULT)))


def illustrate_rules(book: Rulebook, language: str) -> tuple[IllustratedChapter, ...]:
    """The rules help of a game with all its pictures."""
    return tuple(
        illustrate_chapter(book, language, number) for number in range(count_chapters(book))
    )
