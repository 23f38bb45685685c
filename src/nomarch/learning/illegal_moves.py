"""Explains why a move is not legal."""

from nomarch.engine.match import Match
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.compile import backend
from nomarch.kernel.declare.game import Rulebook


def explain_illegal(match: Match, seat: int, move: str, language: str = DEFAULT) -> str:
    """Why a move is illegal, or the current question if the game gives no reason.

    Empty if the move is legal.
    """
    action = match.parse(move)
    if action in match.legal_actions(seat):
        return ""
    if seat in match.to_act:
        game, t = match.book.game.id, translator(match.book.package, language)
        if reason := backend.reason_against(t, game, match.observe(seat), seat, action):
            return reason
        refusal = getattr(match.book.words, "refusal", None)
        if refusal and (reason := refusal(t, match.observe(seat), seat, action)):
            return str(reason)
    question = match.prompt(seat, language)
    return translator("nomarch", language)("You can't do that now. {question}").format(
        question=question
    )


def rule_of(book: Rulebook, action: int) -> str:
    """The name of the paragraph of the rules about an action; empty if the game names none."""
    find = getattr(book.words, "rule_of", None)
    return str(find(action)) if find else ""
