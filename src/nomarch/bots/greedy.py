"""The bot that follows a game's own hand-written judgement, one decision at a time."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.kernel import backend
from nomarch.kernel.actions import allow
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


class Greedy:
    """Always takes the action that the game's judgement likes best."""

    def __init__(self, book: Rulebook) -> None:
        self.rules = backend.interpreted(book.game.id)
        self.words = book.actions.words

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The best judged action; equals are drawn by lot."""
        mask = [0] * self.words
        for action in legal:
            allow(mask, action)
        return int(self.rules.choose_greedy(view, seat, mask, stream))
