"""A puzzle in progress: each answer is explained by the move that was made.

A move of several actions, such as a tile and its place, is judged once it is complete: until then a
wrong beginning is played like a right one. A bot completes a move that is asked for only in part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile

from nomarch.bots import Bot, make_bot
from nomarch.bots.outcomes import Comparison
from nomarch.bots.play import decide
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.facts import Move
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Ask, Lesson, Others, Part, Question, Say
from nomarch.learning.course import (
    NAMES,
    Course,
    Reply,
    move_of,
    parse_move,
    start_match,
    whole_move,
)
from nomarch.learning.illegal_moves import explain_illegal
from nomarch.learning.puzzle_questions import AskedMove, queries_of
from nomarch.learning.puzzles import PREFIX, Mistake, Puzzle, load_puzzles, start_of


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
        query = queries_of(book)[puzzle.question]
        steps.append(AskedMove(match, puzzle.seat, query, puzzle.asked, language).pose())
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
    """A move whose first actions are made."""

    match: Match
    """The position before it."""
    at: int
    answers: int
    """How far the course was then."""
    wrong: list[str] = field(default_factory=list)
    """Its actions from the first wrong one on."""


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

    def answer(self, given: str) -> Reply:
        step = self.step
        if not isinstance(step, Ask) or explain_illegal(self.match, self.seat, given):
            return super().answer(given)
        is_right, self.frames = given in self.right_moves(), []
        begun = self._begun or BegunMove(self.match.snapshot(), self._at, len(self.answers))
        begun.wrong += [] if is_right else [given]
        self._play(self.seat, given)
        self.answers.append(given)
        self._at += is_right
        if self._is_open(self.match, self.seat) and len(self.answers) < len(self.puzzle.decisions):
            self._begun = begun
            return Reply(True, "")
        self._begun = None
        return self._miss(begun) if begun.wrong else self._solve(begun)

    def _solve(self, begun: BegunMove) -> Reply:
        """Complete a right move, explain it, and let the others play."""
        self._complete(self.seat)
        t, why = translator("nomarch", self.language), " ".join(self._why(begun))
        self._let_others_play()
        return Reply(True, t("Correct! {why}").format(why=why).strip())

    def _why(self, begun: BegunMove) -> list[str]:
        """What tells a right move from the rivals of its actions; what speaks against them last."""
        facts, against, said = list[str](), list[str](), set[tuple[str, bool]]()
        asked = self.puzzle.decisions[begun.answers : len(self.answers)]
        for first, decision in zip(self._starts(begun), asked, strict=False):
            made, rival = self._made(first), decision.rival or next(iter(decision.wrong))
            then = self.own_moves(decision.wrong[rival])
            reasons = self.reasons(first, made, [rival, *then])
            best, action, other = map(self.match.parse, (decision.right[0], made[0], rival))
            clauses = reasons.clauses(action, other, None)
            clauses = [one for one in clauses if (one.about, one.is_for) not in said]
            said |= {(one.about, one.is_for) for one in clauses}
            facts += [one.text for one in clauses if one.is_for]
            against.append(reasons.join([one for one in clauses if not one.is_for], other))
        if not facts:
            facts.append(reasons.does(action, {about for about, _ in said}))
        if not any(facts + against):
            wins = Comparison(decision.win - decision.wrong[rival].win)
            is_best = action == best
            facts = [reasons.leads_to(other, wins) if is_best else reasons.equal(best)]
        return list(filter(None, facts + against))

    def _miss(self, begun: BegunMove) -> Reply:
        """Show what follows a wrong move, name its cost, and take it back."""
        t, right = translator("nomarch", self.language), len(self.answers) - len(begun.wrong)
        decision, first = self.puzzle.decisions[right], self._starts(begun)[right - begun.answers]
        mistake = decision.wrong[begun.wrong[0]]
        made = len(begun.wrong) - 1
        is_stored = self.own_moves(mistake)[:made] == begun.wrong[1:]
        for line in mistake.line[made:] if is_stored else ():
            self._play(*parse_move(line, ()))
        self._complete(self.match.steps[-1].seat)
        best = [one.right[0] for one in self.puzzle.decisions[right:]]
        reasons = self.reasons(first, self._made(first), best)
        action, other = map(self.match.parse, (begun.wrong[0], best[0]))
        cost = reasons.cost(action, best=other) or reasons.does(action) or reasons.cost(action)
        cost = cost or self._answered(first)
        falls = t("Your chance to win falls from {before}% to {after}%.")
        if not is_stored and mistake.win:
            falls = t("Your chance to win falls from {before}% to at most {after}%.")
        falls = falls.format(before=decision.win, after=mistake.win)
        self.match, self._at = begun.match, begun.at
        del self.answers[begun.answers :]
        return Reply(False, " ".join(filter(None, (cost, falls))))

    def _answered(self, first: int) -> str:
        """The others' first move after a step, in words; a bot plays on to it if none is stored."""
        while all(step.seat == self.seat for step in self.match.steps[first:]):
            if self.match.over:
                return ""
            self._let_play(self.match.to_act[0])
        step = next(step for step in self.match.steps[first:] if step.seat != self.seat)
        move = move_of(self.book, step)
        reasons = Reasons(self.book, move.view, step.seat, self.match.names, self.language)
        t = translator("nomarch", self.language)
        text = t("{player} answers with “{move}”.")
        return text.format(player=self.match.names[step.seat], move=reasons.move(step.action))

    def _let_others_play(self) -> None:
        """Play the stored replies; to another right move than the first, a bot replies."""
        asked = self.puzzle.decisions[: len(self.answers)]
        if asked and self.answers[-1] != asked[-1].right[0]:
            for _ in asked[-1].replies:
                if self.match.over or self.seat in self.match.to_act:
                    break
                self._let_play(self.match.to_act[0])
            self._at = len(self.lesson.steps)
        else:
            super()._let_others_play()
        if asked and self.done:
            self._complete(self.match.steps[-1].seat)

    def _let_play(self, seat: int) -> None:
        self._play(seat, decide(self.match, seat, self._bot))

    def _complete(self, seat: int) -> None:
        """Let a bot play the rest of the move that a seat has just begun, if any."""
        while self._is_open(self.match, seat):
            self._let_play(seat)

    def _is_open(self, match: Match, seat: int) -> bool:
        """Whether a seat's move that was just made is not complete."""
        last = match.steps[-1]
        return last.seat == seat and facts_of(self.book).begins(move_of(self.book, last))

    def _starts(self, begun: BegunMove) -> list[int]:
        """The steps of a move that the person chose."""
        steps = range(len(begun.match.steps), self.match.ply)
        return [at for at in steps if not self.match.steps[at].auto]

    def _made(self, first: int) -> list[str]:
        """The person's moves from a step on."""
        steps = self.match.steps[first:]
        return [self.match.notation(one) for one in steps if one.seat == self.seat and not one.auto]

    def own_moves(self, mistake: Mistake) -> list[str]:
        """The person's moves of a line before the others answer."""
        line = [parse_move(move, ()) for move in mistake.line]
        return [move for _, move in takewhile(lambda one: one[0] == self.seat, line)]

    def reasons(self, first: int, *moves: Sequence[str]) -> Reasons:
        """Return what explains whole moves from a step on, given by actions that are known."""
        before, lines = self.match.snapshot(), dict[int, list[Move]]()
        before.rewind(first)
        for move, *rest in moves:
            match, then = before.snapshot(), iter(rest)
            match.play(self.seat, move)
            while self._is_open(match, self.seat):
                known = next((one for one in then if one in match.legal(self.seat)), None)
                match.play(self.seat, known or decide(match, self.seat, self._bot))
            line = whole_move(match, self.seat, first)
            lines[line[0].action] = line
        view = before.observe(self.seat)
        return Reasons(self.book, view, self.seat, before.names, self.language, lines=lines)

    @cached_property
    def _bot(self) -> Bot:
        return make_bot("greedy", self.book)
