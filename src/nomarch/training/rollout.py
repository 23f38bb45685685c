"""Rollouts: the network plays many games at once, and every decision is recorded.

Every seat is played by the same network, which sees the game from that seat. Games, observations
and the recorded decisions stay on the device.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from nomarch.envs import Batch
from nomarch.training.gae import compute_gae
from nomarch.training.graphs import Graphed
from nomarch.training.network import Network, greedy_action, relative_evaluation
from nomarch.training.settings import TrainingSettings

SavedGames = dict[str, Tensor]
"""The bytes of each part of a batch's memory, by name."""


@dataclass(frozen=True)
class Rollout:
    """Decisions by time and game. The same memory is filled again and again."""

    obs: Tensor
    """Normalised network inputs."""
    mask: Tensor
    evaluation: Tensor
    """Points behind the best evaluation, for networks that build on it."""
    action: Tensor
    log_prob: Tensor
    places: Tensor
    """Predicted probability of each final place."""
    advice: Tensor
    """The teacher's actions."""
    seat: Tensor
    done: Tensor
    reward: Tensor
    returns: Tensor
    advantage: Tensor
    known: Tensor
    """1 where the network decided and the advantage is known: its seat decided again, or the game
    ended."""


class RolloutCollector:
    """A batch of games and the memory for one rollout."""

    def __init__(self, settings: TrainingSettings, network: Network) -> None:
        self.settings, self.network = settings, network
        self.batch = Batch(
            settings.game,
            settings.players,
            settings.num_envs,
            on=settings.on,
            seed=settings.seed,
            workers=settings.threads,
        )
        self.obs, self.mask = self._tensor("observation"), self._tensor("mask")
        self.action, self.seat = self._tensor("action"), self._tensor("seat")
        self.done, self.reward = self._tensor("done"), self._tensor("reward")
        self.policy = settings.teacher or settings.opponent
        self.raw_evaluation = self._empty((0, 0), torch.int32)
        if network.has_evaluation:
            self.raw_evaluation = torch.as_tensor(self.batch.evaluate(), device=settings.on)
        games = torch.arange(settings.num_envs, device=settings.on)
        self._has_opponents = games < settings.opponent_share * settings.num_envs
        self._own_seat = games % settings.players
        self.utility = place_utility(settings).to(settings.on)
        games, places = settings.num_envs, settings.players
        self._x = self._empty((games, network.padded_inputs), network.dtype)
        evaluated = network.actions if network.has_evaluation else 0
        self._evaluation = self._empty((games, evaluated), network.dtype)
        self._chosen = self._empty((games,), torch.int64)
        self._log_prob, self._places = self._empty((games,)), self._empty((games, places))
        self._decide = Graphed(self._choose_actions, settings.on)
        shape = (settings.num_steps, games)
        self.rollout = Rollout(
            obs=self._empty((*shape, network.padded_inputs), network.dtype),
            mask=self._empty((*shape, network.actions), torch.int8),
            evaluation=self._empty((*shape, evaluated), network.dtype),
            action=self._empty(shape, torch.int64),
            log_prob=self._empty(shape),
            places=self._empty((*shape, places)),
            advice=self._empty(shape if self.policy else (0, 0), torch.int64),
            seat=self._empty(shape, torch.int8),
            done=self._empty(shape, torch.int8),
            reward=self._empty((*shape, settings.players)),
            returns=self._empty((*shape, places)),
            advantage=self._empty(shape),
            known=self._empty(shape, torch.int8),
        )

    def _tensor(self, name: str) -> Tensor:
        """Return one of the batch's buffers as a tensor on the same memory."""
        return torch.as_tensor(getattr(self.batch, name), device=self.settings.on)

    def _empty(self, shape: tuple[int, ...], dtype: torch.dtype = torch.float32) -> Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.settings.on)

    @torch.no_grad()
    def _choose_actions(self) -> None:
        self._x.copy_(self.network.normalize(self.obs))
        if self.network.has_evaluation:
            unit = self.settings.evaluation_unit
            self._evaluation.copy_(relative_evaluation(self.raw_evaluation, self.mask, unit))
        log_prob, places = self.network.forward(self._x, self.mask, evaluation=self._evaluation)
        noise = torch.empty_like(log_prob).exponential_().clamp_min_(1e-20).log_()
        torch.argmax(log_prob - noise, dim=1, out=self._chosen)
        self._log_prob.copy_(log_prob.gather(1, self._chosen[:, None]).squeeze(1))
        self._places.copy_(places.exp())
        self.action.copy_(self._chosen)

    @torch.no_grad()
    def collect(self, *, is_taught: bool = False) -> Rollout:
        """Play `num_steps` decisions of each game and estimate their advantages.

        With `is_taught` the teacher's action is recorded for each of them.
        """
        record = self.rollout
        for t in range(self.settings.num_steps):
            record.mask[t].copy_(self.mask)
            record.seat[t].copy_(self.seat)
            self._evaluate()
            if is_taught or self.settings.opponent:
                record.advice[t].copy_(self._advise())
            self._decide()
            if self.settings.opponent:
                self._let_opponents_act(record.advice[t])
            record.obs[t].copy_(self._x)
            record.evaluation[t].copy_(self._evaluation)
            record.action[t].copy_(self._chosen)
            record.log_prob[t].copy_(self._log_prob)
            record.places[t].copy_(self._places)
            self.batch.step()
            record.done[t].copy_(self.done)
            record.reward[t].copy_(self.reward)
        compute_gae(
            record.places, record.seat, record.done, record.reward, self.utility,
            self.settings.gae_lambda, record.returns, record.advantage, record.known,
        )  # fmt: skip
        if self.settings.opponent:
            record.known[self._is_opponent(record.seat)] = 0
        return record

    def _evaluate(self) -> None:
        """Refresh `raw_evaluation` for the decisions to be made."""
        if self.network.has_evaluation:
            self.batch.evaluate()

    def _advise(self) -> Tensor:
        """Return the actions of teacher and opponents."""
        if self.policy == "greedy" and self.network.has_evaluation:
            # Another kernel with the evaluation inside would take as long to compile again.
            return greedy_action(self.raw_evaluation, self.mask)
        self.batch.sample(self.policy)
        return self.action

    def _is_opponent(self, seat: Tensor) -> Tensor:
        return self._has_opponents & (seat != self._own_seat)

    def _let_opponents_act(self, advice: Tensor) -> None:
        action = torch.where(self._is_opponent(self.seat), advice, self._chosen)
        self.action.copy_(action)

    @torch.no_grad()
    def measure_inputs(self) -> tuple[Tensor, Tensor]:
        """Play as many decisions without recording them; return the inputs' mean and variance."""
        total = torch.zeros(self.network.inputs, dtype=torch.float64, device=self.settings.on)
        squares = torch.zeros_like(total)
        for _ in range(self.settings.num_steps):
            obs = self.obs.double()
            total += obs.sum(dim=0)
            squares += obs.square().sum(dim=0)
            self._evaluate()
            self._decide()
            self.batch.step()
        mean = total / self.settings.batch_size
        return mean.float(), (squares / self.settings.batch_size - mean.square()).float()

    # --- Files --------------------------------------------------------------------------------

    def save_games(self) -> SavedGames:
        return {
            name: torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)
            for name, array in self.batch.keep().items()
        }

    def load_games(self, saved: SavedGames) -> None:
        like = self.batch.keep()
        self.batch.go_on_from(
            {
                name: np.frombuffer(saved[name].numpy(), array.dtype).reshape(array.shape)
                for name, array in like.items()
            }
        )


def place_utility(settings: TrainingSettings) -> Tensor:
    """Return what each final place is worth: the sum over all places is zero."""
    players, win = settings.players, settings.win_weight
    linear = torch.linspace(1, -1, players)
    wins = torch.full((players,), -1 / (players - 1))
    wins[0] = 1.0
    return win * wins + (1 - win) * linear
