"""Evaluation on the training device: games, opponents and networks stay there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from nomarch.engine.simulation import wilson
from nomarch.training.network import Network, greedy_action
from nomarch.training.rollout import TensorBatch
from nomarch.training.settings import TrainingSettings

STEPS_PER_CHECK = 16
"""Steps between two checks whether all games have ended: each check waits for the GPU."""
MAX_STEPS = 6000
"""Games still running after this number of steps count as lost."""


@dataclass(frozen=True)
class WinRate:
    """Share of games won, shared wins in part, with its 95 % interval."""

    rate: float
    low: float
    high: float


class Evaluator(TensorBatch):
    """Plays a network in one seat of each game against others in all the other seats.

    Opponents' actions are sampled outside the step, so that the kernels of training serve here too.
    """

    def __init__(self, settings: TrainingSettings, players: int) -> None:
        super().__init__(settings, players, settings.eval_games, "evaluation")
        games = torch.arange(settings.eval_games, device=settings.on)
        self.own = games % players
        """The network's seat in each game."""
        self.raw_evaluation = torch.zeros((0, 0), dtype=torch.int32, device=settings.on)

    def against_policy(self, network: Network, policy: str, seed: str) -> WinRate:
        """Return the win rate of a network's averaged weights against `random` or `greedy`."""

        def choose() -> Tensor:
            if policy == "greedy" and network.has_evaluation:
                return greedy_action(self.raw_evaluation, self.mask)
            self.batch.sample(policy)
            return self.action

        return self._play(network, choose, seed, is_evaluated=network.has_evaluation)

    def against_network(self, network: Network, other: Network, seed: str) -> WinRate:
        """Return the win rate of one network against copies of another."""
        is_evaluated = network.has_evaluation or other.has_evaluation
        return self._play(network, lambda: self._choose(other), seed, is_evaluated=is_evaluated)

    def _choose(self, network: Network) -> Tensor:
        evaluation = network.evaluate(self.raw_evaluation, self.mask)
        return network.choose(self.obs, self.mask, evaluation)

    def _play(
        self, network: Network, opponents: Callable[[], Tensor], seed: str, *, is_evaluated: bool
    ) -> WinRate:
        self.batch.reset(seed)
        share = torch.zeros(self.settings.eval_games, device=self.settings.on)
        is_over = torch.zeros_like(share, dtype=torch.bool)
        with torch.no_grad():
            for step in range(MAX_STEPS):
                if step % STEPS_PER_CHECK == 0 and bool(is_over.all()):
                    break
                if is_evaluated:
                    values = self.batch.evaluate()
                    self.raw_evaluation = torch.as_tensor(values, device=self.settings.on)
                theirs = opponents()
                mine = self._choose(network).to(theirs.dtype)
                self.action.copy_(torch.where(self.seat == self.own, mine, theirs))
                self.batch.step()
                is_new = (self.done != 0) & ~is_over
                is_first = self.reward == self.reward.max(dim=1, keepdim=True).values
                won = is_first.gather(1, self.own[:, None]).squeeze(1) / is_first.sum(dim=1)
                share = torch.where(is_new, won, share)
                is_over |= is_new
        rate = float(share.mean())
        return WinRate(rate, *wilson(rate, self.settings.eval_games))
