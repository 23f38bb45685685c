"""Network priors: which moves a trained network finds plausible, and how much."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from nomarch.bots.network_bot import NetworkBot
from nomarch.bots.weights import Weights, load_published, masked_softmax, published_path
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState

MIN_PRIOR = 0.01
"""Moves with a lower probability are not searched."""
TEMPERATURE = 5.0
"""Per cent of a win that a move loses for a prior e times lower than another's, at 100 worlds."""
TEMPERATURE_WORLDS = 100
TEMPERATURE_RANGE = 0.2, 2.0
"""The penalty shrinks as the noise of a mean does, within these factors."""


class NetworkPrior:
    """The networks of a game by player count: the given weights, or those shipped with it."""

    def __init__(self, book: Rulebook, weights: Weights | None = None) -> None:
        self.book = book
        self._networks: dict[int, NetworkBot | None] = {}
        if weights is not None:
            self._networks[weights.players] = NetworkBot(book, weights)

    def network(self, players: int) -> NetworkBot | None:
        """Return the network for a player count, if there is one."""
        if players not in self._networks:
            exists = published_path(self.book, players).exists()
            weights = load_published(self.book, players) if exists else None
            self._networks[players] = NetworkBot(self.book, weights) if weights else None
        return self._networks[players]

    def probabilities(
        self, view: GameState, seat: int, legal: Sequence[int]
    ) -> dict[int, float] | None:
        """Return the probability of each legal move; None without a network."""
        network = self.network(int(view.players))  # type: ignore[attr-defined]
        if network is None:
            return None
        logits, _ = network.weights(network.encode(view, seat))
        mask = np.zeros(len(logits))
        mask[list(legal)] = 1
        prior = masked_softmax(logits, mask)
        return {action: float(prior[action]) for action in legal}


def penalty(probability: float) -> float:
    """Return what a move's mean value loses for its prior, in per cent of a win at 100 worlds."""
    return -TEMPERATURE * math.log(max(probability, 1e-9))


def penalty_factor(worlds: int) -> float:
    """Return the factor of the penalty after so many worlds."""
    low, high = TEMPERATURE_RANGE
    return min(high, max(low, math.sqrt(TEMPERATURE_WORLDS / max(1, worlds))))
