"""Practice: questions of lessons that were answered wrong, asked again on their own.

A question is named by its lesson and its number among the lesson's answers: `practice-auctions-4`.
"""

from dataclasses import replace

from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Lesson, Others
from nomarch.learning.course import NAMES, Course

PREFIX = "practice-"


def practice_id(lesson: str, number: int) -> str:
    return f"{PREFIX}{lesson}-{number}"


def parse_practice(id_: str) -> tuple[str, int] | None:
    """Return the lesson and the number of a question; None if the id names no practice."""
    return parse_numbered(PREFIX, id_)


def parse_numbered(prefix: str, id_: str) -> tuple[str, int] | None:
    """Return what stands between the prefix and the number of an id, and the number."""
    name, _, number = id_.removeprefix(prefix).rpartition("-")
    if not id_.startswith(prefix) or not name or not number.isdecimal():
        return None
    return name, int(number)


def cut_lesson(lesson: Lesson, number: int) -> Lesson | None:
    """Return a lesson that ends with one of its steps; None if there is no such step."""
    stops = [at for at, step in enumerate(lesson.steps) if not isinstance(step, Others)]
    if number >= len(stops):
        return None
    steps = lesson.steps[: stops[number] + 1]
    return replace(lesson, id=practice_id(lesson.id, number), steps=steps)


def start_practice(
    book: Rulebook, lesson: Lesson, name: str = NAMES[-1], language: str = "en"
) -> Course:
    """Return a cut lesson at its last step, everything before answered right."""
    course = Course(book, lesson, name, language)
    while len(course.answers) + 1 < course.length:
        course.answer(course.right_answer())
    course.frames = []
    return course
