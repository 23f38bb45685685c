"""Proximal policy optimisation (PPO) with masked actions."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from nomarch.training.graphs import Graphed
from nomarch.training.network import Network
from nomarch.training.rollout import Rollout
from nomarch.training.settings import TrainingSettings

MAX_GRAD_NORM = 0.5
FINAL_LEARNING_RATE, FINAL_ENTROPY_COEF = 0.05, 0.1
"""Shares of the initial values left at the end of a run."""
ROWS = ("obs", "mask", "evaluation", "action", "log_prob", "advice", "returns", "known")
"""What a gradient step reads of a rollout, besides the advantage."""
METRICS = ("value_loss", "entropy", "approx_kl", "clip_fraction")

Metrics = dict[str, float]


class PPO:
    """The optimiser of a network; one gradient step is one CUDA graph on a GPU."""

    def __init__(self, settings: TrainingSettings, network: Network, rollout: Rollout) -> None:
        self.settings, self.network = settings, network
        self.device = settings.on
        is_cuda = settings.on == "cuda"
        self._learning_rate = torch.tensor(settings.learning_rate, device=self.device)
        self.optimizer = torch.optim.Adam(
            network.parameters,
            lr=self._learning_rate if is_cuda else settings.learning_rate,
            eps=1e-5,
            fused=is_cuda,
            capturable=is_cuda,
        )
        self._rows = {
            name: getattr(rollout, name).flatten(0, 1)
            for name in ROWS
            if name != "evaluation" or network.has_evaluation
        }
        self._raw_advantage = rollout.advantage.flatten()
        self._utility = rollout.utility.flatten()
        self._advantage = torch.zeros_like(self._raw_advantage)
        self.minibatch_size = min(settings.minibatch_size, settings.batch_size)
        self._index = torch.zeros(self.minibatch_size, dtype=torch.int64, device=self.device)
        self._entropy_coef, self._imitation_coef, self._ema_weight = (
            torch.zeros((), device=self.device) for _ in range(3)
        )
        self._sums = torch.zeros(len(METRICS), device=self.device)
        self._step = Graphed(self._gradient_step, settings.on)
        self.gradient_steps = 0

    def update(self, progress: float) -> Metrics:
        """Learn from the rollout. `progress` is the fraction of training done."""
        self._anneal(progress)
        self._normalize_advantage()
        self._sums.zero_()
        size, steps = self.minibatch_size, 0
        for _ in range(self.settings.update_epochs):
            order = torch.randperm(len(self._advantage), device=self.device)
            for start in range(0, len(order) - size + 1, size):
                self._index.copy_(order[start : start + size])
                self._step()
                steps += 1
        self.gradient_steps += steps
        sums: list[float] = (self._sums / steps).tolist()
        return dict(zip(METRICS, sums, strict=True)) | {
            "explained_variance": self._explained_variance()
        }

    def _anneal(self, progress: float) -> None:
        settings = self.settings
        rate = settings.learning_rate * (1 - progress * (1 - FINAL_LEARNING_RATE))
        for group in self.optimizer.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self._entropy_coef.fill_(settings.entropy_coef * (1 - progress * (1 - FINAL_ENTROPY_COEF)))
        self._imitation_coef.fill_(imitation_coef(settings, progress))
        # A short run would otherwise end with averages that still remember its beginning.
        decay = min(settings.ema_decay, (1 + self.gradient_steps) / (10 + self.gradient_steps))
        self._ema_weight.fill_(1 - decay)

    @torch.no_grad()
    def _normalize_advantage(self) -> None:
        known = self._rows["known"].float()
        count = known.sum().clamp_min(1)
        mean = (self._raw_advantage * known).sum() / count
        centred = self._raw_advantage - mean
        std = ((centred.square() * known).sum() / count).sqrt()
        torch.div(centred, std + 1e-8, out=self._advantage)

    @torch.no_grad()
    def _explained_variance(self) -> float:
        known = self._rows["known"] != 0
        advantage = self._raw_advantage[known]
        return 1 - float(advantage.var() / (self._utility[known].var() + 1e-8))

    def _gradient_step(self) -> None:
        row = {
            name: tensor.index_select(0, self._index)
            for name, tensor in self._rows.items()
            if name != "advice" or self.settings.teacher
        }
        evaluation = row.get("evaluation")
        log_prob, places = self.network.forward(row["obs"], row["mask"], evaluation=evaluation)
        weight = row["known"].float()
        weight = weight / weight.sum().clamp_min(1)
        log_ratio = log_prob.gather(1, row["action"][:, None]).squeeze(1) - row["log_prob"]
        ratio, clip = log_ratio.exp(), self.settings.clip_range
        advantage = self._advantage.index_select(0, self._index)
        surrogate = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
        value_loss = -((row["returns"] * places).sum(dim=1) * weight).sum()
        entropy = -((log_prob.exp() * log_prob).sum(dim=1) * weight).sum()
        loss = self.settings.value_coef * value_loss - self._entropy_coef * entropy
        loss = loss - (surrogate * weight).sum()
        if self.settings.teacher:
            advised = log_prob.gather(1, row["advice"][:, None]).squeeze(1)
            loss = loss - self._imitation_coef * (advised * weight).sum()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.network.parameters, MAX_GRAD_NORM)
        self.optimizer.step()
        self.network.update_ema(self._ema_weight)
        with torch.no_grad():
            approx_kl = ((ratio - 1 - log_ratio) * weight).sum()
            clipped = (((ratio - 1).abs() > clip).float() * weight).sum()
            self._sums += torch.stack([value_loss, entropy, approx_kl, clipped])

    # --- Files --------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return {"optimizer": self.optimizer.state_dict(), "gradient_steps": self.gradient_steps}

    def load_state(self, state: dict[str, Any]) -> None:
        self.optimizer.load_state_dict(state["optimizer"])
        for group in self.optimizer.param_groups:
            if self.device == "cuda":
                group["lr"] = self._learning_rate
        self.gradient_steps = state["gradient_steps"]


def imitation_coef(settings: TrainingSettings, progress: float) -> float:
    """Return the weight of the imitation loss; 0 without a teacher."""
    return max(0.0, 1 - progress / settings.imitation_until) if settings.teacher else 0.0
