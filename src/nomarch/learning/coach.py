"""The coach of a first game: what a new kind of decision means, and what a sensible choice is.

What was said follows from the decisions that a seat has made, so nothing has to be remembered:
each of a game's pieces of advice is given once, at the first decision it fits, one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nomarch.bots.hints import Reasons
from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState
from nomarch.kernel.lessons import Advice

GENTLE = "novice"
"""The level of the others in a first game."""


@dataclass(frozen=True)
class Counsel:
    """What a coach has to say about a decision."""

    kind: str
    """Which advice it is; empty if nothing is new here."""
    text: str
    action: int
    """What a sensible player would do."""
    reasons: tuple[str, ...]
    """What speaks for it rather than for the next best, by name."""


class Coach:
    """Looks over a seat's shoulder, and sees what it sees."""

    def __init__(self, book: Rulebook, seat: int, language: str = DEFAULT) -> None:
        self.book, self.seat, self.language = book, seat, language
        t = translator(book.package, language)
        self.advice: Sequence[Advice] = book.teaching.coaching(t) if book.teaching else ()
        self.rules = backend.interpreted(book.game.id)

    def counsel(self, match: Match) -> Counsel:
        """What is to be said to the decision that the seat owes now."""
        view, legal = match.observe(self.seat), match.legal_actions(self.seat)
        new = self._new(view, self._said(match))
        best, *others = self.ranked(view, legal)
        why = Reasons(self.book, view, self.seat, self.language)
        reasons = tuple(name for _, name in why.strongest(best, others[0])) if others else ()
        return Counsel(new.id if new else "", new.text if new else "", best, reasons)

    def ranked(self, view: GameState, legal: Sequence[int]) -> list[int]:
        """What may be done, the best first, as the game's judgement sees it."""
        return sorted(legal, key=lambda action: -int(self.rules.evaluate(view, self.seat, action)))

    def _said(self, match: Match) -> set[str]:
        """The kinds of advice that the seat's decisions so far have brought up."""
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
