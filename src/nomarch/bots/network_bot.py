"""The network bot: plays the legal action with the highest logit. Needs NumPy only."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nomarch.bots.weights import Array, Weights
from nomarch.kernel import backend
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


class NetworkBot:
    """Plays what a trained network likes best."""

    def __init__(self, book: Rulebook, weights: Weights, players: int | None = None) -> None:
        weights.check(book, players)
        self.weights = weights
        self.rules, self.size = backend.interpreted(book.game.id), len(book.features)

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        logits, _ = self.weights(self.encode(view, seat))
        return int(legal[int(np.argmax(logits[list(legal)]))])

    def encode(self, view: GameState, seat: int) -> Array:
        """Return the seat's observation."""
        row = [0] * self.size
        self.rules.encode_observation(view, seat, row)
        return np.array(row, np.float32)
