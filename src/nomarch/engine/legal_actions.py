"""Asks a game's rules what a seat may do."""

from __future__ import annotations

from nomarch.errors import NoLegalMove
from nomarch.kernel.actions import allowed
from nomarch.kernel.backend import Build
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState


def ask_legal(
    book: Rulebook, rules: Build, state: GameState, seat: int, mask: list[int]
) -> list[int]:
    """Return the legal actions of a seat that is to act, or raise `NoLegalMove`."""
    rules.ask(state, seat, mask)
    found = allowed(mask)
    if not found:
        raise NoLegalMove(
            f"{book.package}.rules: seat {seat} is to act and has no legal move. "
            "Let `legal` allow one, or end the turn in `apply`."
        )
    return found
