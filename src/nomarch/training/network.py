"""The policy and value network, its input normaliser and its averaged weights."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from nomarch.bots.trained_for import EVALUATION_LIMIT, INPUT_LIMIT, encoding_fingerprint
from nomarch.bots.weights import MASKED_LOGIT, Array, Weights
from nomarch.envs.observations import Observation
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook
from nomarch.training.settings import TrainingSettings

NEW_PLACE = -4.0
"""Logit of a final place that trained weights don't know."""
MIN_STD = 0.05
"""Smallest standard deviation of an input, as a share of its range: much is rare in random play."""
ALIGNMENT = 8
"""Sizes are padded to a multiple of this, which matrix products on a GPU need to be fast."""

Parameters = list[Tensor]
"""Weight and bias of each layer in turn; then the evaluation's scale by action, if it has one."""


class Network:
    """ReLU layers with one logit per action and one per final place.

    With `has_evaluation` a learned multiple of the game's evaluation is added to action logits.
    Products are computed in bfloat16 on a GPU; parameters and losses are float32.
    """

    def __init__(self, settings: TrainingSettings) -> None:
        book = rulebook(settings.game)
        self.settings = settings
        self.inputs, self.actions = len(book.features), len(book.actions)
        self.places = max(settings.player_counts)
        self.device = settings.on
        self.dtype = torch.bfloat16 if settings.on == "cuda" else torch.float32
        self.padded_inputs = _padded(self.inputs)
        sizes = [self.padded_inputs, *[settings.width] * settings.depth]
        self.parameters: Parameters = []
        for before, after in pairwise(sizes):
            self.parameters += _linear(before, after, 2**0.5)
        # A small last layer: all moves start equally likely, all places equally expected.
        self.parameters += _linear(sizes[-1], _padded(self.actions + self.places), 0.01)
        self.layers = len(sizes)
        self.has_evaluation = settings.evaluation_unit > 0
        if self.has_evaluation:
            self.parameters.append(torch.ones(self.actions))
        self.parameters = [tensor.to(self.device).requires_grad_() for tensor in self.parameters]
        self.ema = [tensor.detach().clone() for tensor in self.parameters]
        seen = Observation(book)
        span = seen.high.astype(np.float32) - seen.low
        self.span = torch.from_numpy(span.astype(np.float32)).to(self.device)
        self.mean = torch.zeros(self.inputs, device=self.device)
        self.std = torch.ones(self.inputs, device=self.device)
        self.is_fitted = False

    # --- Forward ------------------------------------------------------------------------------

    def normalize(self, obs: Tensor) -> Tensor:
        """Return network inputs for raw observations."""
        x = torch.zeros(len(obs), self.padded_inputs, dtype=self.dtype, device=self.device)
        scaled = torch.addcmul(-self.mean / self.std, obs, 1 / self.std)
        x[:, : self.inputs] = scaled.clamp_(-INPUT_LIMIT, INPUT_LIMIT)
        return x

    def forward(
        self,
        x: Tensor,
        mask: Tensor,
        parameters: Parameters | None = None,
        evaluation: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Return log-probabilities of actions and of final places for normalised inputs.

        With `has_evaluation`, the `evaluation` is as from `relative_evaluation`.
        """
        parameters = self.parameters if parameters is None else parameters
        cast = [tensor.to(self.dtype) for tensor in parameters[: 2 * self.layers]]
        for weight, bias in zip(cast[:-2:2], cast[1:-2:2], strict=True):
            x = functional.linear(x, weight, bias).relu_()
        out = functional.linear(x, cast[-2], cast[-1]).float()
        logits = out[:, : self.actions]
        if self.has_evaluation:
            assert evaluation is not None
            logits = logits + evaluation * parameters[-1]
        logits = logits.masked_fill(mask == 0, MASKED_LOGIT)
        places = out[:, self.actions : self.actions + self.places]
        return logits.log_softmax(dim=1), places.log_softmax(dim=1)

    @torch.no_grad()
    def choose(self, obs: Tensor, mask: Tensor, evaluation: Tensor) -> Tensor:
        """Return the most likely action of each row, by the averaged weights."""
        log_prob, _ = self.forward(self.normalize(obs), mask, self.ema, evaluation)
        return log_prob.argmax(dim=1)

    def evaluate(self, values: Tensor, mask: Tensor) -> Tensor:
        """Return `relative_evaluation` in the network's unit, or nothing if it has none."""
        if not self.has_evaluation:
            return values
        return relative_evaluation(values, mask, self.settings.evaluation_unit)

    # --- Normaliser and averages --------------------------------------------------------------

    @torch.no_grad()
    def fit_normalizer(self, mean: Tensor, variance: Tensor) -> None:
        """Set the inputs' mean and standard deviation; outputs stay as they are."""
        std = torch.maximum(variance.clamp_min(0).sqrt(), MIN_STD * self.span)
        std = torch.where(std > 0, std, torch.ones_like(std))
        if self.is_fitted:
            for weight, bias in (self.parameters[:2], self.ema[:2]):
                bias += weight[:, : self.inputs] @ ((mean - self.mean) / self.std)
                weight[:, : self.inputs] *= std / self.std
        self.mean.copy_(mean)
        self.std.copy_(std)
        self.is_fitted = True

    @torch.no_grad()
    def update_ema(self, weight: Tensor) -> None:
        """Move the averaged weights towards the current ones by `weight`, a scalar tensor."""
        for average, current in zip(self.ema, self.parameters, strict=True):
            average.lerp_(current, weight)

    # --- Files --------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return {
            "parameters": [tensor.detach() for tensor in self.parameters],
            "ema": self.ema,
            "normalizer": [self.mean, self.std],
            "is_fitted": self.is_fitted,
        }

    @torch.no_grad()
    def load_state(self, state: dict[str, Any]) -> None:
        own = [*self.parameters, *self.ema, self.mean, self.std]
        saved = [*state["parameters"], *state["ema"], *state["normalizer"]]
        for tensor, value in zip(own, saved, strict=True):
            tensor.copy_(value)
        self.is_fitted = state["is_fitted"]

    @torch.no_grad()
    def load_weights(self, weights: Weights) -> None:
        """Start from trained weights with the same hidden layers."""
        weights.check(rulebook(self.settings.game))
        hidden = [len(bias) for _, bias in weights.layers[:-1]]
        if hidden != [self.settings.width] * self.settings.depth:
            raise BadOption(f"The weights have hidden layers of {hidden}, not those of this run.")
        self.mean[: weights.inputs].copy_(torch.from_numpy(weights.mean))
        self.std[: weights.inputs].copy_(torch.from_numpy(weights.std))
        self.is_fitted = True
        for number, (matrix, row) in enumerate(weights.layers):
            weight, bias = self.parameters[2 * number : 2 * number + 2]
            kept = min(len(row), len(bias))
            weight[:kept, : len(matrix)].copy_(torch.from_numpy(matrix[:, :kept].T.copy()))
            bias[:kept].copy_(torch.from_numpy(row[:kept].copy()))
        # Places of larger tables than it was trained for start as unlikely.
        self.parameters[2 * self.layers - 1][self.actions + weights.place_outputs :] = NEW_PLACE
        if self.has_evaluation and weights.evaluation_scale is not None:
            units = self.settings.evaluation_unit / weights.evaluation_unit
            scale = weights.evaluation_scale * units
            self.parameters[-1].copy_(torch.from_numpy(scale))
        for average, current in zip(self.ema, self.parameters, strict=True):
            average.copy_(current)

    def weights(self, trained: int) -> Weights:
        """Return the averaged weights, ready to be saved."""
        settings, book = self.settings, rulebook(self.settings.game)
        scale = _array(self.ema[-1]) if self.has_evaluation else None
        arrays = [_array(tensor) for tensor in self.ema[: 2 * self.layers]]
        arrays[0] = arrays[0][:, : self.inputs]
        outputs = self.actions + self.places
        arrays[-2], arrays[-1] = arrays[-2][:outputs], arrays[-1][:outputs]
        return Weights(
            game=settings.game,
            players=settings.player_counts,
            rules_version=book.game.rules_version,
            fingerprint=encoding_fingerprint(book),
            mean=_array(self.mean),
            std=_array(self.std),
            layers=tuple(
                (np.ascontiguousarray(weight.T), bias)
                for weight, bias in zip(arrays[::2], arrays[1::2], strict=True)
            ),
            trained=trained,
            place_outputs=self.places,
            evaluation_scale=scale,
            evaluation_unit=settings.evaluation_unit or 1.0,
        )


def network_of(weights: Weights, settings: TrainingSettings) -> Network:
    """Return a network of a run's device with the shape and parameters of trained weights."""
    hidden = weights.layers[:-1]
    unit = 0.0 if weights.evaluation_scale is None else weights.evaluation_unit
    network = Network(
        replace(
            settings,
            width=len(hidden[0][1]),
            depth=len(hidden),
            evaluation_unit=unit,
            players=weights.players[-1],
            mixed_players=weights.players,
        )
    )
    network.load_weights(weights)
    return network


def sample_action(log_prob: Tensor) -> Tensor:
    noise = torch.empty_like(log_prob).exponential_().clamp_min_(1e-20).log_()
    return torch.argmax(log_prob - noise, dim=1)


def relative_evaluation(values: Tensor, mask: Tensor, unit: float) -> Tensor:
    """Return how many units each legal action is behind the best, as a negative number."""
    known = values.float().masked_fill(mask == 0, -torch.inf)
    behind = (known - known.amax(dim=1, keepdim=True)) / (100 * unit)
    return behind.clamp_min_(-EVALUATION_LIMIT)


def greedy_action(values: Tensor, mask: Tensor) -> Tensor:
    """Return the action with the highest evaluation; ties are broken at random."""
    known = values.masked_fill(mask == 0, torch.iinfo(values.dtype).min)
    is_best = known == known.amax(dim=1, keepdim=True)
    return torch.where(is_best, torch.rand(values.shape, device=values.device), -1.0).argmax(dim=1)


def _padded(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT


def _linear(before: int, after: int, gain: float) -> list[Tensor]:
    weight = torch.empty(after, before)
    nn.init.orthogonal_(weight, gain)
    return [weight, torch.zeros(after)]


def _array(tensor: Tensor) -> Array:
    copied: Array = tensor.detach().cpu().numpy().copy()
    return copied
