"""A puzzle in progress: a lesson whose replies come from the puzzle's ideas and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from nomarch.bots.reasons import Reasons, ideas_of
from nomarch.engine.match import Match
from nomarch.errors import IllegalMove
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.game import Rulebook
from nomarch.kernel.ideas import Idea
from nomarch.kernel.layout import GameState
from nomarch.kernel.lessons import Ask, Lesson, Others, Part, Question
from nomarch.learning import puzzle_questions
from nomarch.learning.course import CHOICE, NAMES, Course, Reply, parse_move, start_match
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


class PuzzleCourse(Course):
    """A person's progress in a puzzle."""

    def __init__(
        self, book: Rulebook, puzzle: Puzzle, name: str = NAMES[-1], language: str = DEFAULT
    ) -> None:
        self.puzzle = puzzle
        match = start_match(book, start_of(puzzle), name)
        super().__init__(book, as_lesson(book, puzzle, match, language), name, language, match)

    @property
    def decision(self) -> PuzzleDecision:
        return self.puzzle.decisions[len(self.answers)]

    def praise(self, step: Ask) -> str:
        """Say why the right move is right, in its position."""
        t, decision = translator("nomarch", self.language), self.decision
        why = self._why(decision) if decision.ideas else ""
        return " ".join(filter(None, (t("Correct!"), why)))

    def answer(self, given: str) -> Reply:
        is_choice = given in [f"{CHOICE}{number}" for number in range(puzzle_questions.CHOICES)]
        if isinstance(self.step, Question) and not is_choice:
            raise IllegalMove("Choose one of the answers.")
        return super().answer(given)

    def praise_choice(self, step: Question) -> str:
        t = translator("nomarch", self.language)
        return f"{t('Correct!')} {self._count()}"

    def correct_choice(self, step: Question) -> str:
        t = translator("nomarch", self.language)
        return t("Count again: {why}").format(why=self._count())

    def _count(self) -> str:
        return puzzle_questions.explain(self.book, self.puzzle, self.match, self.language)

    def _why(self, decision: PuzzleDecision) -> str:
        best, rival = (self.match.parse(move) for move in (decision.right[0], decision.rival))
        named = [
            (self._ideas[one.idea], best if one.speaks_for else rival, one.speaks_for)
            for one in decision.ideas
        ]
        return self._compared(decision).tell(named)

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
        return [one.right[0] for one in self.puzzle.decisions[len(self.answers) + 1 :]]

    def _own_moves(self, line: Sequence[str]) -> list[str]:
        """The moves of a line that the person makes before the others answer."""
        moves: list[str] = []
        for seat, move in (parse_move(move, ()) for move in line):
            if seat != self.seat:
                break
            moves.append(move)
        return moves

    def correct_wrong(self, step: Ask, move: str) -> Reply:
        """Say what a wrong answer costs, and show what follows it."""
        mistake = self.decision.wrong[move]
        self._show_line(move, mistake.line)
        t, cost = translator("nomarch", self.language), ""
        if mistake.idea:
            reasons = self._reasons({move: self._own_moves(mistake.line)})
            cost = reasons.sentence(self._ideas[mistake.idea], self.match.parse(move), False)
        falls = t("Your chance to win falls from {before}% to {after}%.")
        told = falls.format(before=self.decision.win, after=mistake.win)
        return Reply(False, " ".join(filter(None, (cost, told))))

    def _show_line(self, move: str, line: Sequence[str]) -> None:
        """Play a wrong move and what follows beside the match; the frames show it."""
        match, self.match = self.match, self.match.snapshot()
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
