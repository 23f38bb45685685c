"""Pictures for the rules help: the position of a lesson that teaches the same paragraph."""

from dataclasses import dataclass
from functools import cache

from nomarch.draw.cropping import cut
from nomarch.draw.svg import Svg
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Chapter, GlossaryEntry, Lesson, Say
from nomarch.learning.course import Course

TALLEST = 550
"""Units of a drawing that fit beside a chapter."""


@dataclass(frozen=True)
class Picture:
    """A part of a lesson's board, with what the lesson says there."""

    drawing: Svg
    caption: str
    lesson: Lesson


@dataclass(frozen=True)
class IllustratedChapter:
    """A chapter of the rules help with its picture drawn."""

    chapter: Chapter
    pieces: tuple[GlossaryEntry, ...]
    """Glossary entries of the pieces it is about."""
    picture: Picture | None
    """None if no lesson explains the chapter on a board."""


@cache
def illustrate_chapter(book: Rulebook, language: str, number: int) -> IllustratedChapter:
    """Return one chapter of the rules help with its picture, which is drawn once."""
    t = translator(book.package, language)
    entries = {
        entry.picture: entry for section in book.words.glossary(t) for entry in section.entries
    }
    chapter = book.words.rules_help(t)[number]
    return IllustratedChapter(
        chapter,
        tuple(entries[piece] for piece in chapter.pieces),
        _picture(book, chapter, language, f"chapter-{number}"),
    )


def _picture(book: Rulebook, chapter: Chapter, language: str, prefix: str) -> Picture | None:
    """Draw the first step that explains a paragraph of the chapter in a small part of the board."""
    lessons = book.teaching.lessons(translator(book.package, language)) if book.teaching else ()
    for lesson in lessons:
        for number, step in enumerate(lesson.steps):
            if isinstance(step, Say) and step.at and (step.see or lesson.see) in chapter.anchors:
                course = Course(book, lesson, language=language)
                while course.step is not lesson.steps[number]:
                    course.answer(course.right_answer())
                drawn = course.match.svg(
                    lesson.seat, language=language, shape="tall", prefix=prefix, standalone=False
                )
                if picture := cut(drawn, step.at, step.text, TALLEST):
                    return Picture(picture, step.text, lesson)
    return None


def count_chapters(book: Rulebook) -> int:
    return len(book.words.rules_help(translator(book.package, DEFAULT)))


def illustrate_rules(book: Rulebook, language: str) -> tuple[IllustratedChapter, ...]:
    return tuple(
        illustrate_chapter(book, language, number) for number in range(count_chapters(book))
    )
