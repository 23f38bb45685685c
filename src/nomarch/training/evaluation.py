"""Measuring: how often a network wins against the opponents that every game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nomarch.bots.weights import EXCLUDED, Array, Weights
from nomarch.engine.simulation import wilson
from nomarch.envs import Batch
from nomarch.envs.batch import CALLER

Decide = Callable[[Array, Array], Array]
"""Actions for rows of observations and their masks."""


@dataclass(frozen=True)
class WinRate:
    """The share of games that were won, shared wins in part, with its 95 % interval."""

    rate: float
    low: float
    high: float


def by_weights(weights: Weights) -> Decide:
    """Decides as the bot `net` does."""

    def decide(rows: Array, mask: Array) -> Array:
        likings, _ = weights(rows)
        best: Array = np.where(mask != 0, likings, EXCLUDED).argmax(axis=1)
        return best

    return decide


def win_rate(
    decide: Decide, game: str, players: int, opponent: str, games: int, seed: str, workers: int = 1
) -> WinRate:
    """Plays one against the others, all of whom are `opponent`, in each seat equally often.

    Each game of the batch counts once, however long it takes: the quick ones are not the usual.
    """
    policies = [CALLER, *[opponent] * (players - 1)]
    batch = Batch(game, players, games, seed=seed, policies=policies, rotate=True, workers=workers)
    first, shares = batch.numbers, np.full(games, np.nan)
    while np.isnan(shares).any():
        batch.step(decide(batch.observation, batch.mask))
        new = np.flatnonzero((batch.done == 1) & np.isnan(shares))
        places = batch.places[new]
        # The caller's policy is the first, and moves on by a seat from game to game.
        own = places[np.arange(len(new)), -first[new] % players]
        shares[new] = (own == 1) / (places == 1).sum(axis=1)
    batch.close()
    rate = float(shares.mean())
    return WinRate(rate, *wilson(rate, games))
