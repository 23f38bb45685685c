"""Puzzles with a question about a move: the rules answer it, so they need no search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nomarch.bots.facts import FactFinder
from nomarch.bots.reasons import Reasons, facts_of
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, Translate, named, translator
from nomarch.kernel.declare.facts import Move, Query
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.lessons import Question
from nomarch.kernel.declare.sentences import figures, sentence_case
from nomarch.learning.course import whole_move


@dataclass(frozen=True)
class AskedMove:
    """A query about a move in a position."""

    match: Match
    seat: int
    query: Query
    moves: tuple[str, ...]
    """The actions of the move, without forced ones."""
    language: str = DEFAULT

    @cached_property
    def line(self) -> list[Move]:
        match = self.match.snapshot()
        for move in self.moves:
            match.play(self.seat, move)
        return whole_move(match, self.seat, len(self.match.steps))

    @cached_property
    def answers(self) -> dict[int, str]:
        """The numbers to choose from, each with what it is, the right one first."""
        return self._finder.answers(self._t, self.query, self._actions)

    @cached_property
    def _actions(self) -> tuple[int, ...]:
        return tuple(one.action for one in self.line)

    @cached_property
    def _finder(self) -> FactFinder:
        book = self.match.book
        return FactFinder(book, facts_of(book), self.line[0].view, self.seat)

    @property
    def _t(self) -> Translate:
        return translator(self.match.book.package, self.language)

    def pose(self) -> Question:
        book, names = self.match.book, self.match.names
        reasons = Reasons(book, self.line[0].view, self.seat, names, self.language)
        reasons.lines[self._actions[0]] = self.line
        text = self._finder.question(
            self._t, self.query, self._actions, reasons.move(self._actions[0])
        )
        right = figures(next(iter(self.answers)))
        return Question(
            text=sentence_case(named(text, names)),
            answers=tuple(figures(number) for number in sorted(self.answers)),
            right=lambda view: right,
            replies=tuple(
                sentence_case(named(self.answers[number], names)) for number in sorted(self.answers)
            ),
        )


def queries_of(book: Rulebook) -> dict[str, Query]:
    return {query.id: query for query in facts_of(book).queries}
