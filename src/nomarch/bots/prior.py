"""Network priors: which moves a trained network finds plausible, and how much."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nomarch.bots.network_bot import NetworkBot
from nomarch.bots.weights import Weights, find_published
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState

TEMPERATURE_WORLDS = 100
"""Worlds at which `Plan.prior_weight` counts as it is."""
TEMPERATURE_RANGE = 0.2, 2.0
"""The penalty shrinks as the noise of a mean does, within these factors."""


class NetworkPrior:
    """The networks of a game by player count: the given weights, or those shipped with it."""

    def __init__(self, book: Rulebook, weights: Weights | None = None) -> None:
        self.book = book
        given = weights.players if weights else ()
        self._networks = {
            players: self._make(weights if players in given else find_published(book, players))
            for players in book.game.players
        }

    def _make(self, weights: Weights | None) -> NetworkBot | None:
        return NetworkBot(self.book, weights) if weights else None

    def network(self, players: int) -> NetworkBot | None:
        """Return the network for a player count, if there is one."""
        return self._networks[players]

    def probabilities(
        self, view: GameState, seat: int, legal: Sequence[int]
    ) -> dict[int, float] | None:
        """Return the probability of each legal move; None without a network."""
        network = self.network(int(view.players))  # type: ignore[attr-defined]
        return network.probabilities(view, seat, legal) if network else None

    def use_compiled_code(self) -> None:
        """Let compiled code read views from now on."""
        for network in self._networks.values():
            if network is not None:
                network.is_compiled = True


def penalty(probability: float, weight: int) -> float:
    """Return what a move's mean value loses for its prior, in per cent of a win at 100 worlds."""
    return -weight / 100 * math.log(max(probability, 1e-9))


def penalty_factor(worlds: int) -> float:
    """Return the factor of the penalty after so many worlds."""
    low, high = TEMPERATURE_RANGE
    return min(high, max(low, math.sqrt(TEMPERATURE_WORLDS / max(1, worlds))))
