"""The coach of a first game explains each new kind of decision once.

Which advice was given follows from the seat's decisions so far, so nothing is stored. What to do is
the adviser's business (`bots/hints.py`).
"""

from collections.abc import Sequence

from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState
from nomarch.kernel.declare.lessons import Advice

GENTLE = "novice"
"""The bots' level in a first game."""


class Coach:
    """Comments on the decisions of one seat, from that seat's view."""

    def __init__(self, book: Rulebook, seat: int, language: str = DEFAULT) -> None:
        self.book, self.seat, self.language = book, seat, language
        t = translator(book.package, language)
        self.advice: Sequence[Advice] = book.teaching.coaching(t) if book.teaching else ()

    def comment(self, match: Match) -> str:
        """Return what a new kind of decision means; empty if it is not new."""
        new = self._new(match.observe(self.seat), self._said(match))
        return new.text if new else ""

    def _said(self, match: Match) -> set[str]:
        given: set[str] = set()
        for step in match.steps:
            if step.seat == self.seat and not step.auto and len(given) < len(self.advice):
                before = self.book.layout.unpack(step.before)
                new = self._new(self.book.layout.observe(before, self.seat), given)
                given |= {new.id} if new else set()
        return given

    def _new(self, view: GameState, given: set[str]) -> Advice | None:
        fitting = (line for line in self.advice if line.id not in given)
        return next((line for line in fitting if line.when(view, self.seat)), None)
