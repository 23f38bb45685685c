"""Why something is not allowed: told by the rules themselves, which stay what they are."""

from __future__ import annotations

from nomarch.i18n import LANGUAGES
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook, Setup
from nomarch.kernel.illegal_reasons import ReasonNotes
from nomarch.learning.illegal_moves import explain_illegal

from .playing import each_game, each_setup, samples


@each_setup
def test_the_rules_that_explain_allow_what_the_rules_allow(book: Rulebook, setup: Setup) -> None:
    """Both are written from one source; following closed ways must not open any."""
    legal = backend.explaining(book.game.id)
    for match in samples(book, setup):
        for seat in match.to_act:
            notes = ReasonNotes()
            legal(book.layout.copy(match.state), seat, notes)
            allowed = {action for action, ways in notes.found.items() if () in ways}
            assert allowed == set(match.legal_actions(seat))


@each_game
def test_whatever_is_not_allowed_has_an_answer(book: Rulebook) -> None:
    match = next(iter(samples(book, next(book.setups()))))
    for language in LANGUAGES:
        for seat in range(match.players):
            legal = match.legal(seat)
            for move in list(book.actions)[:40]:
                assert (explain_illegal(match, seat, move, language) == "") == (move in legal)
