"""The network: a few layers that like some actions better than others and value the position.

It is one row of layers. Its last layer has an output for each action and one for the value, so
that what is trained here is, matrix by matrix, what `bots/weights.py` holds.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn

from nomarch.bots.weights import EXCLUDED, FARTHEST, Array, Weights, sight_of
from nomarch.envs import Batch
from nomarch.kernel.game import rulebook
from nomarch.training.settings import Settings

LEAST_SPREAD = 0.05
"""The part of its range that an input's spread has at least: much comes only in better play."""
LOOKS = 64
"""Decisions of random play that inputs are measured over, in each game of a batch."""


class Network:
    """Layers with the inputs' middle and spread before them."""

    def __init__(self, inputs: int, actions: int, width: int, depth: int, device: str) -> None:
        sizes = [inputs, *[width] * depth]
        hidden = [
            layer
            for before, after in pairwise(sizes)
            for layer in (_linear(before, after, 2**0.5), nn.ReLU())
        ]
        # Small at first, so that every action is as likely and every position worth the same.
        self.layers = nn.Sequential(*hidden, _linear(width, actions + 1, 0.01)).to(device)
        self.device = device
        self.middle = torch.zeros(inputs, device=device)
        self.spread = torch.ones(inputs, device=device)

    def __call__(self, rows: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """The log-likelihood of every action, and the value, for rows of observations."""
        x = ((rows.float() - self.middle) / self.spread).clamp(-FARTHEST, FARTHEST)
        out = self.layers(x)
        liked = out[:, :-1].masked_fill(mask == 0, EXCLUDED)
        return liked.log_softmax(dim=1), out[:, -1]

    def get_used_to(self, settings: Settings) -> None:
        """Measures what inputs are like in random play, to bring all of them to the same size."""
        batch = Batch(
            settings.game, settings.players, 256, seed=f"{settings.seed} inputs", workers=1
        )
        rows = []
        for _ in range(LOOKS):
            batch.step(batch.sample())
            rows.append(batch.observation.copy())
        seen = np.concatenate(rows).astype(np.float32)
        reach = batch.seen.high.astype(np.float32) - batch.seen.low
        self.middle = torch.from_numpy(seen.mean(axis=0)).to(self.device)
        spread = np.maximum(seen.std(axis=0), LEAST_SPREAD * reach)
        self.spread = torch.from_numpy(spread).to(self.device)

    def weights(self, settings: Settings, trained: int) -> Weights:
        """The network as it is now, to be written to a file."""
        book = rulebook(settings.game)
        linear = [layer for layer in self.layers if isinstance(layer, nn.Linear)]
        return Weights(
            game=settings.game,
            players=settings.players,
            rules_version=book.game.rules_version,
            sight=sight_of(book),
            middle=_array(self.middle),
            spread=_array(self.spread),
            layers=tuple((_array(layer.weight.T), _array(layer.bias)) for layer in linear),
            trained=trained,
        )


def _linear(before: int, after: int, gain: float) -> nn.Linear:
    layer = nn.Linear(before, after)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def _array(tensor: Tensor) -> Array:
    copied: Array = np.ascontiguousarray(tensor.detach().cpu().numpy())
    return copied
