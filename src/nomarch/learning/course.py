"""A lesson being taken: where the learner is, what was answered, and what the others did.

A course is fully described by its lesson and the marks that the learner left: an empty mark for
having read on, a move's notation for an answer that was right. So it can be left at any time and
taken up anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.errors import IllegalMove, MoveRefused
from nomarch.i18n import DEFAULT
from nomarch.kernel.game import Rulebook, Setup
from nomarch.kernel.lessons import Ask, Lesson, Others, Say, Start
from nomarch.kernel.seeds import make_seed
from nomarch.learning.illegal_moves import why_not

NAMES = ("Ani", "Meri", "Teti", "Henut", "Bek", "Nofret")
"""Who the others are."""


class Staged(Match):
    """A match that begins in a lesson's position; there is no seed from which it would follow."""

    def __init__(self, book: Rulebook, setup: Setup, start: Start, names: tuple[str, ...]) -> None:
        self._prepare = start.prepare
        super().__init__(book, setup, make_seed(start.seed), names)

    def _set_up(self) -> None:
        super()._set_up()
        if self._prepare is not None:
            self._prepare(self.state)
            self.state.trace = []  # what the set-up told is not what lies here

    def save(self) -> str:
        """Nothing that could be loaded again: lessons are kept as marks."""
        raise IllegalMove("A lesson is not saved: it is taken up where it was left.")


def begun(book: Rulebook, start: Start, name: str = NAMES[-1]) -> Match:
    """A match in the position where something is learnt; the learner's name is given."""
    others = (other for other in NAMES if other != name)
    names = tuple(name if seat == start.seat else next(others) for seat in range(start.players))
    match = Staged(book, book.setup(start.players, start.options), start, names)
    for move in start.moves:
        match.play(*_meant(move, match.to_act))
    return match


def _meant(move: str, waiting: Sequence[int]) -> tuple[int, str]:
    """Whose move it is: the seat before the colon, or the first that is waited for."""
    seat, colon, rest = move.partition(": ")
    if colon and seat.isdecimal():
        return int(seat), rest
    if not waiting:
        raise IllegalMove(f"{move!r} is for another, but nobody else is to act.")
    return waiting[0], move


@dataclass(frozen=True)
class Frame:
    """A moment on the way from one step to the next: somebody moved."""

    match: Match
    steps: tuple[Step, ...]
    """The move, and what followed by itself."""


@dataclass(frozen=True)
class Heard:
    """What an answer was: right or not, and what is said to it."""

    right: bool
    text: str


class Course:
    """A learner in a lesson."""

    def __init__(
        self, book: Rulebook, lesson: Lesson, name: str = NAMES[-1], language: str = DEFAULT
    ) -> None:
        self.book, self.lesson, self.language = book, lesson, language
        self.match = begun(book, lesson, name)
        self.marks: list[str] = []
        self.frames: list[Frame] = []
        """What happened since the last mark, move by move."""
        self._at = 0
        self._let_others_play()

    @property
    def seat(self) -> int:
        """Where the learner sits."""
        return self.lesson.seat

    @property
    def step(self) -> Say | Ask | None:
        """What is said or asked now; nothing at the end."""
        steps = self.lesson.steps
        if self._at == len(steps):
            return None
        step = steps[self._at]
        assert not isinstance(step, Others)
        return step

    @property
    def done(self) -> bool:
        """Whether the lesson is over."""
        return self.step is None

    @property
    def length(self) -> int:
        """How many marks there are from the beginning to the end."""
        return sum(not isinstance(step, Others) for step in self.lesson.steps)

    def right(self) -> list[str]:
        """The moves that answer what is asked now, those that are legal."""
        step = self.step
        if not isinstance(step, Ask):
            return []
        legal = self.match.legal_actions(self.seat)
        if callable(step.right):
            view = self.match.observe(self.seat)
            found = [action for action in legal if step.right(view, action)]
        else:
            found = [action for action in legal if self.book.actions[action] in step.right]
        return [self.book.actions[action] for action in found]

    def take(self, mark: str) -> Heard:
        """Reads on, or answers: what is right is played, and then what the others do.

        To what is not legal the rules answer, to what is not asked for the lesson.
        """
        step = self.step
        self.frames = []
        if isinstance(step, Ask):
            if reason := why_not(self.match, self.seat, mark, self.language):
                return Heard(False, reason)
            if mark not in self.right():
                return Heard(False, step.wrong.get(mark, step.otherwise))
            self._play(self.seat, mark)
        elif step is None or mark:
            raise IllegalMove("Nothing is asked here.")
        self.marks.append(mark)
        self._at += 1
        self._let_others_play()
        return Heard(True, step.praise if isinstance(step, Ask) else "")

    def take_up(self, marks: Iterable[str]) -> None:
        """Goes as far as marks lead; what a lesson has no place for any more ends them."""
        for mark in marks:
            try:
                if not self.take(mark).right:
                    break
            except MoveRefused:
                break
        self.frames = []

    def _let_others_play(self) -> None:
        for step in self.lesson.steps[self._at :]:
            if not isinstance(step, Others):
                return
            for move in step.moves:
                waiting = [seat for seat in self.match.to_act if seat != self.seat]
                self._play(*_meant(move, waiting))
            self._at += 1

    def _play(self, seat: int, move: str) -> None:
        steps = self.match.play(seat, move)
        self.frames.append(Frame(self.match.snapshot(), tuple(steps)))
