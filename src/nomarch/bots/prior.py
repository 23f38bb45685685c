"""Network priors: which moves a trained network finds plausible, and how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from nomarch import platform
from nomarch.kernel.declare.game import Rulebook
from nomarch.kernel.declare.layout import GameState, Stream

if TYPE_CHECKING:
    from nomarch.bots.network_bot import NetworkBot
    from nomarch.bots.weights import Weights

TEMPERATURE_WORLDS = 100
"""Worlds at which `Plan.prior_weight` counts as it is."""
TEMPERATURE_RANGE = 0.2, 2.0
"""The penalty shrinks as the noise of a mean does, within these factors."""


class Policy(Protocol):
    """A network that ranks moves."""

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int: ...

    def probabilities(
        self, view: GameState, seat: int, legal: Sequence[int]
    ) -> dict[int, float]: ...


class NetworkPrior:
    """The networks of a game by player count: the given weights, or those shipped with it."""

    def __init__(self, book: Rulebook, weights: Weights | None = None) -> None:
        self.book = book
        self._given = weights
        self._is_compiled = False
        self._networks: dict[int, NetworkBot | None] = {}
        self._plain: dict[int, Policy] = {}

    def policy(self, players: int) -> Policy | None:
        """Return the network for a player count, if there is one: without NumPy, a plain one."""
        if platform.HAS_COMPILER:
            return self.network(players)
        if players not in self._plain:
            from nomarch.bots.plain_network import PlainNetworkBot, find_plain

            weights = find_plain(self.book, players)
            if weights is None:
                platform.fetch_networks(self.book.package)
                return None
            self._plain[players] = PlainNetworkBot(self.book, weights)
        return self._plain[players]

    def network(self, players: int) -> NetworkBot | None:
        """Return the network for a player count, if there is one, with arrays."""
        if players not in self._networks:
            from nomarch.bots.network_bot import NetworkBot
            from nomarch.bots.weights import find_published

            given = self._given if self._given and players in self._given.players else None
            weights = given or find_published(self.book, players)
            self._networks[players] = (
                NetworkBot(self.book, weights, is_compiled=self._is_compiled) if weights else None
            )
        return self._networks[players]

    def probabilities(
        self, view: GameState, seat: int, legal: Sequence[int]
    ) -> dict[int, float] | None:
        """Return the probability of each legal move; None without a network."""
        policy = self.policy(int(view.players))  # type: ignore[attr-defined]
        return policy.probabilities(view, seat, legal) if policy else None

    def use_compiled_code(self) -> None:
        """Let compiled code read views from now on."""
        self._is_compiled = True
        for network in list(self._networks.values()):
            if network is not None:
                network.is_compiled = True


def penalty(probability: float, weight: int) -> float:
    """Return what a move's mean value loses for its prior, in per cent of a win at 100 worlds."""
    return -weight / 100 * math.log(max(probability, 1e-9))


def penalty_factor(worlds: int) -> float:
    low, high = TEMPERATURE_RANGE
    return min(high, max(low, math.sqrt(TEMPERATURE_WORLDS / max(1, worlds))))
