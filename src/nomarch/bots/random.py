"""The bot that plays anything."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.kernel.chance import below
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


class Random:
    """Every legal action is as likely as any other."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """Any legal action."""
        return legal[int(below(stream, len(legal)))]
