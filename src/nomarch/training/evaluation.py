"""Evaluation: how often a player wins one seat against a table of opponents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nomarch.bots.weights import MASKED_LOGIT, Array, Weights, relative_evaluation
from nomarch.engine.simulation import wilson
from nomarch.envs import Batch
from nomarch.envs.batch import CALLER

Decide = Callable[[Batch], Array]
"""Return an action for each game of a batch."""


@dataclass(frozen=True)
class WinRate:
    """Share of games won, shared wins in part, with its 95 % interval."""

    rate: float
    low: float
    high: float


def by_weights(weights: Weights) -> Decide:
    """Decide as the bot `net` does."""

    def decide(batch: Batch) -> Array:
        evaluation = None
        if weights.evaluation_scale is not None:
            unit = weights.evaluation_unit
            evaluation = relative_evaluation(batch.evaluate(), batch.mask, unit)
        logits, _ = weights(batch.observation, evaluation)
        best: Array = np.where(batch.mask != 0, logits, MASKED_LOGIT).argmax(axis=1)
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
        batch.step(decide(batch))
        new = np.flatnonzero((batch.done == 1) & np.isnan(shares))
        places = batch.places[new]
        # With `rotate`, the caller's policy moves on by one seat from game to game.
        own = places[np.arange(len(new)), -first[new] % players]
        shares[new] = (own == 1) / (places == 1).sum(axis=1)
    batch.close()
    return make_win_rate(float(shares.mean()), games)


def make_win_rate(rate: float, games: int) -> WinRate:
    return WinRate(rate, *wilson(rate, games))
