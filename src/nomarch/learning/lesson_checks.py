"""Checks a lesson by taking it with every right and wrong answer."""

from collections.abc import Iterator

from nomarch.engine.match import SHAPES
from nomarch.errors import NomarchError
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Ask, Lesson, Question, Say
from nomarch.learning.course import CHOICE, Course, teaching_step


def find_problems(book: Rulebook, lesson: Lesson) -> list[str]:
    """Describe everything that would confuse a learner."""
    try:
        return list(_of_lesson(book, lesson))
    except NomarchError as error:
        return [f"{lesson.id}: {error}"]


def find_silent_steps(lesson: Lesson) -> list[str]:
    """Describe the steps without a text: all that depends on the language of a lesson."""
    return [
        f"{lesson.id}, step {number}: says nothing"
        for number, step in enumerate(lesson.steps, start=1)
        if isinstance(step, Say | Ask | Question) and not step.text
    ]


def _of_lesson(book: Rulebook, lesson: Lesson) -> Iterator[str]:
    yield from find_silent_steps(lesson)
    course = Course(book, lesson)
    while (step := course.step) is not None:
        where = f"{lesson.id}, step {len(course.answers) + 1}"
        yield from (f"{where}: {broken}" for broken in _of_step(course, step))
        if not isinstance(step, Ask):
            course.answer(course.right_answer())
            continue
        first, *others = course.right_moves() or [""]
        for other in others:
            yield from (f"{where}, {other}: {broken}" for broken in _ends(course, other))
        if not first or not course.answer(first).right:
            yield f"{where}: nothing that is right is legal"
            return


def _of_step(course: Course, step: Say | Ask | Question) -> Iterator[str]:
    match, seat = course.match, course.seat
    yield from course.book.invariants.broken(match.state)
    if isinstance(step, Question):
        yield from _of_choices(course, step)
    elif step.holds is not None and not step.holds(match.observe(seat)):
        yield f"what it says is not so: {step.text}"
    for shape in SHAPES:
        drawn = match.svg(seat, shape=shape, marked=isinstance(step, Ask))
        for name in set(step.at) - course.book.bar_moves:
            if f'id="board-{name}"' not in drawn and f'data-action="{name}"' not in drawn:
                yield f"points at {name}, which is not on the {shape} board"
        for name in course.lesson.later:
            if f'id="board-{name}"' not in drawn:
                yield f"dims {name}, which is not on the {shape} board"
    if isinstance(step, Ask):
        yield from _of_answers(course, step)


def _of_choices(course: Course, step: Question) -> Iterator[str]:
    right = str(step.right(course.match.observe(course.seat)))
    if right not in step.answers or len(set(step.answers)) < max(2, len(step.answers)):
        yield f"the answer {right!r} is not one of {step.answers}: {step.text}"
    for number, answer in enumerate(step.answers):
        if answer != right and course.answer(f"{CHOICE}{number}").right:
            yield f"{answer!r} is taken for right"
    if not teaching_step(course.book, step).text:
        yield f"no step teaches it: {step.text}"


def _of_answers(course: Course, step: Ask) -> Iterator[str]:
    legal, right = set(course.match.legal(course.seat)), set(course.right_moves())
    named = set() if callable(step.right) else set(step.right)
    yield from (f"asks for `{move}`, which is not legal there" for move in named - legal)
    yield from (f"answers `{move}`, which is not legal there" for move in set(step.wrong) - legal)
    yield from (f"{move} is both right and wrong" for move in set(step.wrong) & right)
    if legal - right - set(step.wrong) and not step.otherwise:
        yield f"no answer to {sorted(legal - right - set(step.wrong))}"
    for move in sorted(legal - right):
        if course.answer(move).right:
            yield f"{move} is taken for right"


def _ends(course: Course, answer: str) -> Iterator[str]:
    twin = Course(course.book, course.lesson)
    twin.resume(course.answers)
    twin.answer(answer)
    while (step := twin.step) is not None:
        holds = None if isinstance(step, Question) else step.holds
        if holds is not None and not holds(twin.match.observe(twin.seat)):
            yield f"what follows is not so: {step.text}"
        following = twin.right_answer()
        if not following and isinstance(step, Ask):
            yield f"nothing that is right is legal: {step.text}"
            return
        twin.answer(following)
