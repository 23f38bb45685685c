"""Evaluation: how often a player wins one seat against a table of opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nomarch.bots.weights import MASKED_LOGIT, Array, Weights
from nomarch.engine.simulation import wilson
from nomarch.envs import Batch
from nomarch.envs.batch import CALLER

Decide = Callable[[Array, Array], Array]
"""Return actions for observations and masks."""


@dataclass(frozen=True)
class WinRate:
    """Share of games won, shared wins in part, with its 95 % interval."""

    rate: float
    low: float
    high: float


def by_weights(weights: Weights) -> Decide:
    """Decide as the bot `net` does."""

    def decide(obs: Array, mask: Array) -> Array:
        logits, _ = weights(obs)
        best: Array = np.where(mask != 0, logits, MASKED_LOGIT).argmax(axis=1)
        return best

    return decide


def win_rate(
    decide: Decide, game: str, players: int, opponent: str, games: int, seed: str, workers: int = 1
) -> WinRate:
    """Play one seat against `opponent` in all others, every seat equally often, on the CPU.

    Each game of the batch counts once: counting more of the short ones would be unfair.
    """
    policies = [CALLER, *[opponent] * (players - 1)]
    batch = Batch(game, players, games, seed=seed, policies=policies, rotate=True, workers=workers)
    first, shares = batch.numbers, np.full(games, np.nan)
    while np.isnan(shares).any():
        batch.step(decide(batch.observation, batch.mask))
        new = np.flatnonzero((batch.done == 1) & np.isnan(shares))
        places = batch.places[new]
        # With `rotate`, the caller's policy moves on by one seat from game to game.
        own = places[np.arange(len(new)), -first[new] % players]
        shares[new] = (own == 1) / (places == 1).sum(axis=1)
    batch.close()
    return make_win_rate(float(shares.mean()), games)


def make_win_rate(rate: float, games: int) -> WinRate:
    return WinRate(rate, *wilson(rate, games))
