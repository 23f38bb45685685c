"""Rollouts: the network plays many games at once, and every decision is recorded.

Every seat is played by the same network, which sees the game from that seat. Games, observations
and the recorded decisions stay on the device.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from nomarch.envs.batch import Batch, Seed
from nomarch.kernel.declare.game import rulebook
from nomarch.training.gae import compute_gae
from nomarch.training.graphs import Graphed
from nomarch.training.network import Network, greedy_action, relative_evaluation, sample_action
from nomarch.training.settings import TrainingSettings

SavedGames = dict[str, Tensor]
"""The bytes of each part of a batch's memory, by name."""


class TensorBatch:
    """A batch of a run, and its buffers as tensors."""

    def __init__(self, settings: TrainingSettings, players: int, games: int, seed: Seed) -> None:
        self.settings = settings
        self.batch = Batch(
            settings.game,
            players,
            games,
            on=settings.on,
            seed=seed,
            options=rulebook(settings.game).usual_options(players),
            workers=settings.threads,
        )
        self.obs, self.mask, self.action, self.seat, self.done, self.reward = (
            torch.as_tensor(getattr(self.batch, name), device=settings.on)
            for name in ("observation", "mask", "action", "seat", "done", "reward")
        )


class ParallelGames(TensorBatch):
    """A batch and its columns of a rollout."""

    def __init__(
        self, settings: TrainingSettings, players: int, columns: slice, *, is_evaluated: bool
    ) -> None:
        is_mixed = len(settings.player_counts) > 1
        seed = f"{settings.seed} with {players}" if is_mixed else settings.seed
        super().__init__(settings, players, columns.stop - columns.start, seed)
        self.players, self.columns = players, columns
        self.is_evaluated = is_evaluated
        self.values = torch.zeros((0, 0), dtype=torch.int32, device=settings.on)
        """Evaluations of the decisions to be made, in hundredths of a point."""
        if is_evaluated:
            self.values = torch.as_tensor(self.batch.evaluate(), device=settings.on)
        self.utility = place_utility(players, settings.win_weight).to(settings.on)

    def evaluate(self) -> None:
        """Refresh `values`, if anybody needs them."""
        if self.is_evaluated:
            self.batch.evaluate()

    def save(self) -> SavedGames:
        return {
            name: torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)
            for name, array in self.batch.keep().items()
        }

    def load(self, saved: SavedGames) -> None:
        like = self.batch.keep()
        self.batch.go_on_from(
            {
                name: np.frombuffer(saved[name].numpy(), array.dtype).reshape(array.shape)
                for name, array in like.items()
            }
        )


def place_utility(players: int, win_weight: float) -> Tensor:
    """Return what each final place is worth: the sum over all places is zero.

    `win_weight` is the share that counts wins only; the rest is linear.
    """
    linear = torch.linspace(1, -1, players)
    wins = torch.full((players,), -1 / (players - 1))
    wins[0] = 1.0
    return win_weight * wins + (1 - win_weight) * linear


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
    """Distribution over final places to learn."""
    utility: Tensor
    """What the returns are worth."""
    advantage: Tensor
    known: Tensor
    """1 where the advantage is known: the seat decided again, or the game ended."""


class RolloutCollector:
    """Games of every trained player count, and the memory for one rollout."""

    def __init__(self, settings: TrainingSettings, network: Network) -> None:
        self.settings, self.network = settings, network
        self.parts = _make_parts(settings, is_evaluated=network.has_evaluation)
        games, places = settings.num_envs, network.places
        self._x = self._empty((games, network.padded_inputs), network.dtype)
        self._mask = self._empty((games, network.actions), torch.int8)
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
            advice=self._empty(shape if settings.teacher else (0, 0), torch.int64),
            seat=self._empty(shape, torch.int8),
            done=self._empty(shape, torch.int8),
            reward=self._empty((*shape, places)),
            returns=self._empty((*shape, places)),
            utility=self._empty(shape),
            advantage=self._empty(shape),
            known=self._empty(shape, torch.int8),
        )

    def _empty(self, shape: tuple[int, ...], dtype: torch.dtype = torch.float32) -> Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.settings.on)

    # --- Playing ------------------------------------------------------------------------------

    @torch.no_grad()
    def _choose_actions(self) -> None:
        for part in self.parts:
            self._x[part.columns] = self.network.normalize(part.obs)
            self._mask[part.columns] = part.mask
            if self.network.has_evaluation:
                unit = self.settings.evaluation_unit
                behind = relative_evaluation(part.values, part.mask, unit)
                self._evaluation[part.columns] = behind.to(self._evaluation.dtype)
        log_prob, places = self.network.forward(self._x, self._mask, evaluation=self._evaluation)
        self._chosen.copy_(sample_action(log_prob))
        self._log_prob.copy_(log_prob.gather(1, self._chosen[:, None]).squeeze(1))
        for part in self.parts:
            # Fewer players, fewer places.
            possible = places[part.columns, : part.players].softmax(dim=1)
            self._places[part.columns, : part.players] = possible
            part.action.copy_(self._chosen[part.columns])

    def _advance(self, *, is_recorded: bool, t: int) -> None:
        """Choose an action in every game, record the decisions, and play them."""
        record = self.rollout
        self._decide()
        if is_recorded:
            record.obs[t].copy_(self._x)
            record.mask[t].copy_(self._mask)
            record.evaluation[t].copy_(self._evaluation)
            record.action[t].copy_(self._chosen)
            record.log_prob[t].copy_(self._log_prob)
            record.places[t].copy_(self._places)
        for part in self.parts:
            if is_recorded:
                record.seat[t, part.columns].copy_(part.seat)
            part.batch.step()
            if is_recorded:
                record.done[t, part.columns].copy_(part.done)
                record.reward[t, part.columns, : part.players].copy_(part.reward)

    @torch.no_grad()
    def collect(self, *, is_taught: bool = False) -> Rollout:
        """Play `num_steps` decisions of each game and estimate their advantages.

        With `is_taught` the teacher's action is recorded for each of them.
        """
        record = self.rollout
        for t in range(self.settings.num_steps):
            for part in self.parts:
                part.evaluate()
                if is_taught:
                    record.advice[t, part.columns].copy_(self._advise(part))
            self._advance(is_recorded=True, t=t)
        for part in self.parts:
            self._estimate_advantages(part)
        return record

    def _estimate_advantages(self, part: ParallelGames) -> None:
        record, columns, count = self.rollout, part.columns, part.players
        returns, known = record.returns[:, columns, :count], record.known[:, columns]
        compute_gae(
            record.places[:, columns, :count], record.seat[:, columns], record.done[:, columns],
            record.reward[:, columns, :count], part.utility, self.settings.gae_lambda,
            returns, record.advantage[:, columns], known,
        )  # fmt: skip
        record.utility[:, columns] = returns @ part.utility

    def _advise(self, part: ParallelGames) -> Tensor:
        if self.settings.teacher == "greedy" and self.network.has_evaluation:
            # Another kernel with the evaluation inside would take as long to compile again.
            return greedy_action(part.values, part.mask)
        part.batch.sample(self.settings.teacher)
        return part.action

    @torch.no_grad()
    def measure_inputs(self) -> tuple[Tensor, Tensor]:
        """Play as many decisions without recording them; return the inputs' mean and variance."""
        total = torch.zeros(self.network.inputs, dtype=torch.float64, device=self.settings.on)
        squares = torch.zeros_like(total)
        for _ in range(self.settings.num_steps):
            for part in self.parts:
                obs = part.obs.double()
                total += obs.sum(dim=0)
                squares += obs.square().sum(dim=0)
                part.evaluate()
            self._advance(is_recorded=False, t=0)
        mean = total / self.settings.batch_size
        return mean.float(), (squares / self.settings.batch_size - mean.square()).float()


def _make_parts(settings: TrainingSettings, *, is_evaluated: bool) -> list[ParallelGames]:
    counts, parts, first = settings.player_counts, [], 0
    for number, players in enumerate(counts):
        end = settings.num_envs * (number + 1) // len(counts)
        columns = slice(first, end)
        parts.append(ParallelGames(settings, players, columns, is_evaluated=is_evaluated))
        first = end
    return parts
