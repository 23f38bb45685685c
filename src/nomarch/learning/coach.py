"""The coach of a first game explains each new kind of decision once.

Which advice was given follows from the seat's decisions so far, so nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.reasons import Reasons
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState
from nomarch.kernel.lessons import Advice

GENTLE = "novice"
"""The bots' level in a first game."""


@dataclass(frozen=True)
class CoachComment:
    """The coach's comment on a decision."""

    kind: str
    """The id of the advice; empty if this kind of decision is not new."""
    text: str
    action: int
    """The recommended move."""
    reason: str
    """Why it is better than the next best move, if there's more to say than points."""


class Coach:
    """Comments on the decisions of one seat, from that seat's view."""

    def __init__(self, book: Rulebook, seat: int, language: str = DEFAULT) -> None:
        self.book, self.seat, self.language = book, seat, language
        t = translator(book.package, language)
        self.advice: Sequence[Advice] = book.teaching.coaching(t) if book.teaching else ()
        self.rules = backend.interpreted(book.game.id)

    def comment(self, match: Match) -> CoachComment:
        view, legal = match.observe(self.seat), match.legal_actions(self.seat)
        new = self._new(view, self._said(match))
        best, *others = self.rank_moves(view, legal)
        why = Reasons(self.book, view, self.seat, match.names, self.language)
        reason = why.lead(best, others[0]) if others else ""
        return CoachComment(new.id if new else "", new.text if new else "", best, reason)

    def rank_moves(self, view: GameState, legal: Sequence[int]) -> list[int]:
        """The legal moves, best first, by the game's evaluation."""
        return sorted(legal, key=lambda action: -int(self.rules.evaluate(view, self.seat, action)))

    def _said(self, match: Match) -> set[str]:
        said: set[str] = set()
        for step in match.steps:
            if step.seat == self.seat and not step.auto and len(said) < len(self.advice):
                before = self.book.layout.unpack(step.before)
                new = self._new(self.book.layout.observe(before, self.seat), said)
                said |= {new.id} if new else set()
        return said

    def _new(self, view: GameState, said: set[str]) -> Advice | None:
        fitting = (line for line in self.advice if line.id not in said)
        return next((line for line in fitting if line.when(view, self.seat)), None)
