"""A lesson in progress.

A course is described by its lesson and the learner's answers: an empty one for a step that was
read, a move's notation for a right one. So it can be stopped and resumed anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomarch.bots.reasons import facts_of
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.errors import IllegalMove, MoveRefused
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.facts import Move
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.kernel.declare.lessons import Ask, Lesson, Others, Question, Say, Start
from nomarch.kernel.run.seeds import make_seed
from nomarch.learning.illegal_moves import explain_illegal, rule_of

NAMES = ("Ani", "Meri", "Teti", "Henut", "Bek", "Nofret")
"""Names of the other players."""


CHOICE = "#"
"""Begins the answer to a question; the number of the choice follows."""


class StagedMatch(Match):
    """A match that starts in a lesson's position instead of following from a seed."""

    def __init__(self, book: Rulebook, setup: Setup, start: Start, names: tuple[str, ...]) -> None:
        self._prepare = start.prepare
        super().__init__(book, setup, make_seed(start.seed), names)

    def _set_up(self) -> None:
        super()._set_up()
        if self._prepare is not None:
            self._prepare(self.state)
            self.state.trace = []  # drop the events of the regular set-up

    def save(self) -> str:
        raise IllegalMove("A lesson is not saved: it is taken up where it was left.")


def start_match(book: Rulebook, start: Start, name: str = NAMES[-1]) -> Match:
    """A match in the start position of a lesson or example."""
    others = (other for other in NAMES if other != name)
    names = tuple(name if seat == start.seat else next(others) for seat in range(start.players))
    match = StagedMatch(book, book.setup(start.players, start.options), start, names)
    for move in start.moves:
        match.play(*parse_move(move, match.to_act))
    return match


def parse_move(move: str, waiting: Sequence[int]) -> tuple[int, str]:
    """Split "2: draw" into seat and move; without a seat, the first waiting one moves."""
    seat, colon, rest = move.partition(": ")
    if colon and seat.isdecimal():
        return int(seat), rest
    if not waiting:
        raise IllegalMove(f"{move!r} is for another, but nobody else is to act.")
    return waiting[0], move


def move_of(book: Rulebook, step: Step) -> Move:
    before = book.layout.unpack(step.before)
    return Move(book.layout.observe(before, step.seat), step.seat, step.action)


def whole_move(match: Match, seat: int, first: int) -> list[Move]:
    """The actions of the move that a seat began with a step."""
    begins = facts_of(match.book).begins
    line = [move_of(match.book, step) for step in match.steps[first:] if step.seat == seat]
    return line[: 1 + next(at for at, one in enumerate(line) if not begins(one))]


@dataclass(frozen=True)
class Frame:
    """The position after one move between two steps."""

    match: Match
    steps: tuple[Step, ...]
    """The move and the forced moves after it."""


@dataclass(frozen=True)
class Reply:
    """The reaction to an answer."""

    right: bool
    text: str


def teaching_step(book: Rulebook, question: Question, language: str = DEFAULT) -> Say | Ask:
    assert book.teaching is not None
    lessons = book.teaching.lessons(translator(book.package, language))
    lesson = next(lesson for lesson in lessons if lesson.id == question.lesson)
    taught = [step for step in lesson.steps if isinstance(step, Say | Ask)]
    return taught[question.step]


class Course:
    """A learner's progress in a lesson."""

    def __init__(
        self,
        book: Rulebook,
        lesson: Lesson,
        name: str = NAMES[-1],
        language: str = DEFAULT,
        match: Match | None = None,
    ) -> None:
        """`match` is in the lesson's position; without it, the lesson says how to get there."""
        self.book, self.lesson, self.language = book, lesson, language
        self.match = match or start_match(book, lesson, name)
        self.answers: list[str] = []
        self.frames: list[Frame] = []
        """Positions since the last answer, one per move."""
        self._at = 0
        self._let_others_play()

    @property
    def seat(self) -> int:
        return self.lesson.seat

    @property
    def step(self) -> Say | Ask | Question | None:
        """The current step; None at the end."""
        steps = self.lesson.steps
        if self._at == len(steps):
            return None
        step = steps[self._at]
        assert not isinstance(step, Others)
        return step

    @property
    def done(self) -> bool:
        return self.step is None

    @property
    def length(self) -> int:
        """The number of answers in the whole lesson."""
        return sum(not isinstance(step, Others) for step in self.lesson.steps)

    @property
    def rule(self) -> str:
        """The paragraph of the rules about the current step, by its anchor; empty at the end."""
        step = self.step
        if step is None or step.see:
            return step.see if step else ""
        if right := self.right_moves():
            return rule_of(self.book, self.match.parse(right[0])) or self.lesson.see
        return self.lesson.see

    def right_moves(self) -> list[str]:
        """The legal moves that answer the current question."""
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

    def right_answer(self) -> str:
        """An answer that leads on: a move, the number of a choice, or nothing for a text.

        Empty, too, if no legal move is right.
        """
        step = self.step
        if isinstance(step, Question):
            right = str(step.right(self.match.observe(self.seat)))
            return f"{CHOICE}{step.answers.index(right)}"
        return next(iter(self.right_moves()), "")

    def answer(self, given: str) -> Reply:
        """Read on (an empty answer), choose (`#1`) or answer with a move.

        A right answer is played, followed by the other players' moves. An illegal move gets the
        rule that forbids it, a wrong one the lesson's reply.
        """
        step = self.step
        self.frames = []
        if isinstance(step, Ask):
            if reason := explain_illegal(self.match, self.seat, given, self.language):
                return Reply(False, reason)
            if given not in self.right_moves():
                return Reply(False, step.wrong.get(given, step.otherwise))
            praise = step.praise
            self._play(self.seat, given)
        elif isinstance(step, Question):
            reply = self._reply(step, given)
            if given != self.right_answer():
                return Reply(False, reply or self._correction(step))
            t = translator("nomarch", self.language)
            praise = t("Correct! {why}").format(why=reply) if reply else ""
        elif step is None or given:
            raise IllegalMove("Nothing is asked here.")
        else:
            praise = ""
        self.answers.append(given)
        self._at += 1
        self._let_others_play()
        return Reply(True, praise)

    def _reply(self, step: Question, given: str) -> str:
        """What a question says of an answer, if anything."""
        choices = {f"{CHOICE}{number}": text for number, text in enumerate(step.replies)}
        if choices and given not in choices:
            raise IllegalMove("Choose one of the answers.")
        return choices.get(given, "")

    def _correction(self, step: Question) -> str:
        taught = teaching_step(self.book, step, self.language).text
        t = translator("nomarch", self.language)
        return t("Not quite. The lesson said: “{text}”").format(text=taught)

    def resume(self, answers: Iterable[str]) -> None:
        """Replay answers, as far as they fit the lesson."""
        for given in answers:
            try:
                if not self.answer(given).right:
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
                self._play(*parse_move(move, waiting))
            self._at += 1

    def _play(self, seat: int, move: str) -> None:
        steps = self.match.play(seat, move)
        self.frames.append(Frame(self.match.snapshot(), tuple(steps)))
