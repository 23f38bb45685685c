"""Explains why a move is not legal."""

from __future__ import annotations

from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel import backend
from nomarch.kernel.illegal_reasons import ReasonNotes


def explain_illegal(match: Match, seat: int, move: str, language: str = DEFAULT) -> str:
    """Why a move is illegal, or the current question if the rules give no reason.

    Empty if the move is legal.
    """
    action, question = match.parse(move), match.prompt(seat, language)
    if action in match.legal_actions(seat):
        return ""
    reason = find_reason(match, seat, action) if seat in match.to_act else ""
    if reason:
        return translator(match.book.package, language)(reason)
    t = translator("nomarch", language)
    return t("You can't do that now. {question}").format(question=question)


def find_reason(match: Match, seat: int, action: int) -> str:
    """The sentence beside the condition in `legal` that fails for this action."""
    notes = ReasonNotes()
    # Explaining runs branches that are closed and may change the state, so it gets a view.
    backend.explaining(match.book.game.id)(match.observe(seat), seat, notes)
    return notes.reason(action)
