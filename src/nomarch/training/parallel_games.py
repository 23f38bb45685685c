"""Games of one player count, played at the same time."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from nomarch.envs import Batch
from nomarch.kernel.declare.game import rulebook
from nomarch.training.settings import TrainingSettings

SavedGames = dict[str, Tensor]
"""The bytes of each part of a batch's memory, by name."""


class ParallelGames:
    """A batch, its buffers as tensors, and its columns of a rollout."""

    def __init__(
        self, settings: TrainingSettings, players: int, columns: slice, *, is_evaluated: bool
    ) -> None:
        self.settings, self.players, self.columns = settings, players, columns
        games = columns.stop - columns.start
        is_mixed = len(settings.player_counts) > 1
        self.batch = Batch(
            settings.game,
            players,
            games,
            on=settings.on,
            seed=f"{settings.seed} with {players}" if is_mixed else settings.seed,
            options=rulebook(settings.game).usual_options(players),
            workers=settings.threads,
        )
        self.obs, self.mask, self.action, self.seat, self.done, self.reward = (
            torch.as_tensor(getattr(self.batch, name), device=settings.on)
            for name in ("observation", "mask", "action", "seat", "done", "reward")
        )
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
