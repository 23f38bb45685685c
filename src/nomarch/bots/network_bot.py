"""The bot that a network plays: what it learned is in a file, and NumPy is enough to use it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nomarch.bots.weights import Array, Weights
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


class Net:
    """Takes the action that a trained network likes best."""

    def __init__(self, book: Rulebook, weights: Weights, players: int | None = None) -> None:
        weights.check(book, players)
        self.weights = weights
        self.rules, self.size = backend.interpreted(book.game.id), len(book.features)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], stream: Stream) -> int:
        """The legal action that it likes best."""
        likings, _ = self.weights(self.look(view, seat))
        return int(legal[int(np.argmax(likings[list(legal)]))])

    def look(self, view: GameState, seat: int) -> Array:
        """What the seat sees, as the network was taught to see."""
        row = [0] * self.size
        self.rules.encode_observation(view, seat, row)
        return np.array(row, np.float32)
