"""A puzzle in progress: a lesson whose replies come from the puzzle's ideas and lines.

A move of several actions, such as a tile and its place, is judged once it is complete: until then a
wrong beginning is played like a right one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from nomarch.bots.reasons import Reasons, ideas_of
from nomarch.engine.match import Match
from nomarch.errors import IllegalMove
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.ideas import Idea, Move
from nomarch.kernel.layout import GameState
from nomarch.kernel.lessons import Ask, Lesson, Others, Part, Question, Say
from nomarch.kernel.questions import CountQuestion
from nomarch.learning import puzzle_questions
from nomarch.learning.course import CHOICE, NAMES, Course, Reply, parse_move, start_match
from nomarch.learning.illegal_moves import explain_illegal
from nomarch.learning.puzzles import PREFIX, Named, Puzzle, PuzzleDecision, load_puzzles, start_of


def number_of(book: Rulebook, puzzle: Puzzle) -> int:
    """Return a puzzle's number in the game's list; 0 if it isn't listed yet."""
    return next((at for at, one in enumerate(load_puzzles(book), 1) if one.id == puzzle.id), 0)


def as_lesson(book: Rulebook, puzzle: Puzzle, match: Match, language: str = DEFAULT) -> Lesson:
    """Return a puzzle's decisions as questions, with the others' replies in between.

    `match` is in the puzzle's position.
    """
    t = translator("nomarch", language)
    texts = [t("Find the best move."), t("And now?")]
    steps: list[Part] = []
    if puzzle.question:
        steps.append(puzzle_questions.ask(book, puzzle, match, language))
    for number, decision in enumerate(puzzle.decisions):
        text = texts[min(1, number)]
        steps.append(Ask(text, decision.right))
        if decision.replies:
            steps.append(Others(decision.replies))
    return Lesson(
        id=PREFIX + puzzle.id,
        title=t("Puzzle {number}").format(number=number_of(book, puzzle)),
        about="",
        steps=tuple(steps),
        players=puzzle.players,
        seat=puzzle.seat,
        seed=puzzle.seed,
        moves=puzzle.moves,
    )


@dataclass
class BegunMove:
    """A move of several actions whose first ones are made."""

    match: Match
    """The position before it."""
    at: int
    answers: int
    """How far the course was then."""
    wrong: list[str] = field(default_factory=list)
    """Its actions from the first wrong one on."""
    reasons: list[str] = field(default_factory=list)
    """What speaks for its right actions."""
    against: list[str] = field(default_factory=list)
    """What speaks against others: said last, since it is about another move."""


class PuzzleCourse(Course):
    """A person's progress in a puzzle."""

    def __init__(
        self, book: Rulebook, puzzle: Puzzle, name: str = NAMES[-1], language: str = DEFAULT
    ) -> None:
        self.puzzle = puzzle
        self._begun: BegunMove | None = None
        match = start_match(book, start_of(puzzle), name)
        super().__init__(book, as_lesson(book, puzzle, match, language), name, language, match)

    @property
    def step(self) -> Say | Ask | Question | None:
        step = super().step
        if self._begun is None or not isinstance(step, Ask):
            return step
        t = translator("nomarch", self.language)
        return replace(
            step, text=t("Complete your move."), right=() if self._begun.wrong else step.right
        )

    @property
    def decision(self) -> PuzzleDecision:
        return self.puzzle.decisions[self._taken]

    @property
    def _taken(self) -> int:
        """How many decisions were right."""
        return len(self.answers) - len(self._begun.wrong if self._begun else ())

    def praise(self, step: Ask) -> str:
        """Explain the right move in its position."""
        t, decision = translator("nomarch", self.language), self.decision
        why = [self._why(decision, decision.ideas)]
        begun = self._begun.reasons if self._begun else []
        if not any(begun) and not any(one.speaks_for for one in decision.ideas):
            said = {self._ideas[one.idea].about or one.idea for one in decision.ideas}
            reasons = self._compared(decision) if decision.rival else self._new_reasons()
            why.insert(0, reasons.does(self.match.parse(decision.right[0]), said))
        why = [*begun, *why, *(self._begun.against if self._begun else ())]
        return " ".join(filter(None, (t("Correct!"), *dict.fromkeys(why))))

    def answer(self, given: str) -> Reply:
        step = self.step
        if isinstance(step, Question):
            if given not in [f"{CHOICE}{number}" for number in range(len(step.answers))]:
                raise IllegalMove("Choose one of the answers.")
            return super().answer(given)
        if explain_illegal(self.match, self.seat, given, self.language):
            return super().answer(given)
        if self._only_begins(given):
            return self._begin(given)
        reply = super().answer(given)
        if not reply.right:
            self._take_back()
        self._begun = None
        return reply

    def _only_begins(self, given: str) -> bool:
        """Whether an action leaves a move open, and the puzzle goes on from there."""
        if len(self.answers) + 1 >= len(self.puzzle.decisions):
            return False
        after = self.match.snapshot()
        last = after.play(self.seat, given)[-1]
        move = Move(self.book.layout.unpack(last.before), last.seat, last.action)
        return last.seat == self.seat and ideas_of(self.book).begins(move)

    def _begin(self, given: str) -> Reply:
        """Play an action of an unfinished move, right or wrong."""
        if self._begun is None:
            self._begun = BegunMove(self.match.snapshot(), self._at, len(self.answers))
        begun, is_right = self._begun, given in self.right_moves()
        if is_right:
            rest = self.puzzle.decisions[self._taken + 1 :]
            then = {idea for one in rest for idea in one.ideas}
            named = [one for one in self.decision.ideas if one not in then]  # not repeated
            for is_for, reasons in ((True, begun.reasons), (False, begun.against)):
                ideas = [one for one in named if one.speaks_for == is_for]
                reasons.append(self._why(self.decision, ideas))
            super().answer(given)
            return Reply(True, "")
        self.frames = []
        self._play(self.seat, given)
        begun.wrong.append(given)
        self.answers.append(given)
        return Reply(True, "")

    def _take_back(self) -> None:
        """Return to the position before a whole move that was wrong."""
        if self._begun is not None:
            self.match, self._at = self._begun.match, self._begun.at
            del self.answers[self._begun.answers :]

    def praise_choice(self, step: Question) -> str:
        t = translator("nomarch", self.language)
        return f"{t('Correct!')} {self._count()}"

    def correct_choice(self, step: Question) -> str:
        t, asked = translator("nomarch", self.language), self._asked
        again = t("Count again: {why}") if asked.answers is None else t("Look again: {why}")
        return again.format(why=self._count())

    @property
    def _asked(self) -> CountQuestion:
        return puzzle_questions.questions_of(self.book)[self.puzzle.question]

    def _count(self) -> str:
        return puzzle_questions.explain(self.book, self.puzzle, self.match, self.language)

    def _why(self, decision: PuzzleDecision, ideas: Sequence[Named]) -> str:
        if not ideas:
            return ""
        best, rival = (self.match.parse(move) for move in (decision.right[0], decision.rival))
        named = [
            (self._ideas[one.idea], best if one.speaks_for else rival, one.speaks_for)
            for one in ideas
        ]
        return self._compared(decision).join(named)

    def _compared(self, decision: PuzzleDecision) -> Reasons:
        """Return what explains the right move and its rival."""
        line = decision.wrong[decision.rival].line
        own = {decision.rival: self._own_moves(line), decision.right[0]: self._following()}
        return self._reasons(own)

    def ideas_of(self, decision: PuzzleDecision) -> tuple[Named, ...]:
        """Return the ideas that tell a decision's right move from its rival, as whole moves."""
        if not decision.rival:
            return ()
        reasons = self._compared(decision)
        best, rival = (self.match.parse(move) for move in (decision.right[0], decision.rival))
        return tuple(
            Named(idea.id, is_for)
            for idea, action, is_for in reasons.named_ideas(best, rival, None)
            if reasons.sentence(idea, action, is_for)
        )

    def _following(self) -> list[str]:
        """The right moves after the current one."""
        return [one.right[0] for one in self.puzzle.decisions[self._taken + 1 :]]

    def _own_moves(self, line: Sequence[str]) -> list[str]:
        """The moves of a line that the person makes before the others answer."""
        moves: list[str] = []
        for seat, move in (parse_move(move, ()) for move in line):
            if seat != self.seat:
                break
            moves.append(move)
        return moves

    def correct_wrong(self, step: Ask, move: str) -> Reply:
        """Name the cost of a wrong answer, and show its consequences."""
        t, made = translator("nomarch", self.language), [move]
        if self._begun and self._begun.wrong:  # judged from its first wrong action on
            made = [*self._begun.wrong, move]
            self.match, self._begun.wrong = self._before_wrong(), []
            del self.answers[-len(made) + 1 :]
        mistake = self.decision.wrong[made[0]]
        is_stored = self._own_moves(mistake.line)[: len(made) - 1] == made[1:]
        rest = mistake.line[len(made) - 1 :] if is_stored else ()
        self._show_line(made, rest)
        own, right = [*made[1:], *self._own_moves(rest)], self.decision.right[0]
        reasons = self._reasons({made[0]: own, right: self._following()})
        action, idea = self.match.parse(made[0]), self._ideas.get(mistake.idea)
        cost = ""
        if idea is not None and idea.size(reasons.line(action)[-1]) < 0:
            cost = reasons.sentence(idea, action, False)
        cost = cost or reasons.cost(action, best=self.match.parse(right))
        falls = t("Your chance to win falls from {before}% to {after}%.")
        if not is_stored and mistake.win:
            falls = t("Your chance to win falls from {before}% to at most {after}%.")
        falls = falls.format(before=self.decision.win, after=mistake.win)
        return Reply(False, " ".join(filter(None, (cost, falls))))

    def _before_wrong(self) -> Match:
        """The position before the first wrong action of the begun move."""
        begun = self._begun
        assert begun is not None
        match = begun.match.snapshot()
        for move in self.answers[begun.answers : self._taken]:
            match.play(self.seat, move)
        return match

    def _show_line(self, moves: Sequence[str], line: Sequence[str]) -> None:
        """Play a wrong move and what follows beside the match; the frames show it.

        Only its last action is new to the reader.
        """
        match, self.match = self.match, self.match.snapshot()
        for move in moves:
            self.frames = []
            self._play(self.seat, move)
        for seat, then in (parse_move(one, ()) for one in line):
            self._play(seat, then)
        self.match = match

    def _reasons(self, known: Mapping[str, Sequence[str]]) -> Reasons:
        """Return what explains moves; `known` is how moves of several actions go on."""
        parts = [self._reasons_of(move, then) for move, then in known.items()]
        lines = {action: line for part in parts for action, line in part.lines.items()}
        return self._new_reasons(lines=lines)

    def _reasons_of(self, move: str, then: Sequence[str]) -> Reasons:
        following = iter([self.match.parse(one) for one in then])

        def choose(view: GameState, legal: Sequence[int]) -> int:
            wanted = next(following, legal[0])
            return wanted if wanted in legal else legal[0]

        reasons = self._new_reasons(choose=choose)
        reasons.line(self.match.parse(move))
        return reasons

    def _new_reasons(self, **known: object) -> Reasons:
        view = self.match.observe(self.seat)
        return Reasons(self.book, view, self.seat, self.match.names, self.language, **known)  # type: ignore[arg-type]

    @cached_property
    def _ideas(self) -> dict[str, Idea]:
        return {idea.id: idea for idea in ideas_of(self.book).ideas}
