"""Positions that games' own lessons lead to, for tests that need one."""

from nomarch.engine.match import Match
from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import rulebook
from nomarch.learning.course import Course


def begun(game: str, lesson: str, *answers: str) -> Match:
    """The match of a lesson, the learner at a decision: the first one, or after some answers."""
    book = rulebook(game)
    assert book.teaching is not None
    course = Course(book, next(one for one in book.teaching.lessons(ENGLISH) if one.id == lesson))
    _read_on(course)
    for answer in answers:
        assert course.answer(answer).right
        _read_on(course)
    return course.match


def _read_on(course: Course) -> None:
    while not course.done and not course.right_moves():
        course.answer("")
