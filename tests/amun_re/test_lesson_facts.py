"""What lessons and the glossary say of the offering adjustment."""

from nomarch.games.amun_re import lessons
from nomarch.games.amun_re.rules import box
from nomarch.games.amun_re.words import component_names
from nomarch.i18n import ENGLISH
from nomarch.kernel.game import rulebook
from nomarch.kernel.lessons import Others
from nomarch.learning.course import Course


def test_the_lesson_lets_an_adjustment_go_with_a_theft() -> None:
    lesson = next(each for each in lessons.lessons(ENGLISH) if each.id == "adjustment")
    course = Course(rulebook("amun-re"), lesson)
    course.match.play(course.seat, "play adjustment")
    assert "steal" in course.match.legal(course.seat)
    told = [step.text for step in lesson.steps if not isinstance(step, Others)]
    assert any("with a theft" in text for text in told)
    assert not any("not with a theft" in text for text in told)


def test_the_glossary_says_so_too() -> None:
    assert "theft" in component_names.card_about(ENGLISH, box.ADJUST)
