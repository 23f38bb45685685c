"""Why can't I? The rule that forbids a move, as the rules name it."""

from __future__ import annotations

from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel import backend
from nomarch.kernel.illegal_reasons import Notes


def why_not(match: Match, seat: int, move: str, language: str = DEFAULT) -> str:
    """Why a seat may not make a move now; where the rules name no reason, what is asked instead.

    Empty if the move may be made.
    """
    action, question = match.parse(move), match.prompt(seat, language)
    if action in match.legal_actions(seat):
        return ""
    reason = reason_of(match, seat, action) if seat in match.to_act else ""
    if reason:
        return translator(match.book.package, language)(reason)
    t = translator("nomarch", language)
    return t("You can't do that now. {question}").format(question=question)


def reason_of(match: Match, seat: int, action: int) -> str:
    """The sentence that stands beside the condition which keeps an action from being legal."""
    notes = Notes()
    # A way that is closed may look at things and leave things behind: so it is the seat's view.
    backend.explaining(match.book.game.id)(match.observe(seat), seat, notes)
    return notes.reason(action)
