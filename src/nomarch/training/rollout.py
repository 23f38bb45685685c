"""Rollouts: what a network decides in many games side by side, and what came of each decision.

Every seat is the same network, seen from that seat. A decision is judged by the same seat's next
one, or by the end of its game, whoever decides in between; so the games of a rollout may have any
number of seats, and turns come in any order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from nomarch.envs import Batch
from nomarch.training.network import Network
from nomarch.training.settings import Settings

Games = dict[str, Tensor]
"""Games as they stand: the bytes of each part of a batch's memory, by name."""


@dataclass(frozen=True)
class Lesson:
    """Decisions to learn from, a row each."""

    rows: Tensor
    mask: Tensor
    action: Tensor
    likely: Tensor
    """The log-likelihood that each had when it was made."""
    value: Tensor
    """What its position was thought to be worth."""
    advice: Tensor
    """What the teacher would have done; without one, what was done."""
    gain: Tensor
    """How much better it turned out than that."""


class Rollout:
    """A batch of games, seen by torch where it lies, and memory for a lesson's decisions."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.batch = Batch(
            settings.game,
            settings.players,
            settings.games,
            on=settings.on,
            seed=settings.seed,
            workers=settings.threads,
        )
        self.rows, self.mask = self._lent("observation"), self._lent("mask")
        self.action, self.seat = self._lent("action"), self._lent("seat")
        self.done, self.reward = self._lent("done"), self._lent("reward")
        shape = (settings.horizon, settings.games)
        self.seen = self._memory((*shape, self.rows.shape[1]), self.rows.dtype)
        self.could = self._memory((*shape, self.mask.shape[1]), self.mask.dtype)
        self.chose, self.advice = (self._memory(shape, torch.int64) for _ in range(2))
        self.likely, self.value = self._memory(shape), self._memory(shape)
        self.who = self._memory(shape, torch.int64)
        self.ended = self._memory(shape, torch.bool)
        self.paid = self._memory((*shape, settings.players))

    def _lent(self, name: str) -> Tensor:
        """A buffer of the batch as a tensor: the same memory, on processor or card."""
        return torch.as_tensor(getattr(self.batch, name), device=self.settings.on)

    def _memory(self, shape: tuple[int, ...], dtype: torch.dtype = torch.float32) -> Tensor:
        return torch.zeros(shape, dtype=dtype, device=self.settings.on)

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, network: Network, chance: torch.Generator, taught: bool = False) -> Lesson:
        """Lets the network decide for everyone, and brings its decisions together as a lesson.

        When it is `taught`, the teacher says to each what it would have done.
        """
        for t in range(self.settings.horizon):
            self.seen[t], self.could[t], self.who[t] = self.rows, self.mask, self.seat
            likely, self.value[t] = network(self.rows, self.mask)
            chosen = _drawn(likely, chance)
            self.chose[t] = chosen
            self.advice[t] = self._advice(taught, chosen)
            self.likely[t] = likely.gather(1, chosen[:, None]).squeeze(1)
            self.action.copy_(chosen)
            self.batch.step()
            self.ended[t], self.paid[t] = self.done != 0, self.reward
        gain, known = gains(self.value, self.who, self.ended, self.paid, self.settings.trace)
        kept = known.nonzero(as_tuple=True)
        return Lesson(
            self.seen[kept],
            self.could[kept],
            self.chose[kept],
            self.likely[kept],
            self.value[kept],
            self.advice[kept],
            gain[kept],
        )

    def _advice(self, taught: bool, chosen: Tensor) -> Tensor:
        if not taught:
            return chosen
        self.batch.sample(self.settings.teacher)
        return self.action

    def keep(self) -> Games:
        """The games as they stand."""
        return {
            name: torch.frombuffer(bytearray(array.tobytes()), dtype=torch.uint8)
            for name, array in self.batch.keep().items()
        }

    def go_on_from(self, kept: Games) -> None:
        """Puts the games back where they stood."""
        like = self.batch.keep()
        self.batch.go_on_from(
            {
                name: np.frombuffer(kept[name].numpy(), array.dtype).reshape(array.shape)
                for name, array in like.items()
            }
        )


def _drawn(likely: Tensor, chance: torch.Generator) -> Tensor:
    """An action for each row, drawn as likely as it says."""
    noise = torch.rand(likely.shape, generator=chance, device=likely.device)
    return (likely - (-noise.clamp_min(1e-20).log()).log()).argmax(dim=1)


def gains(
    value: Tensor, who: Tensor, ended: Tensor, paid: Tensor, trace: float
) -> tuple[Tensor, Tensor]:
    """How much better than thought each decision turned out, and for which that is known.

    All are by time and game, `paid` by seat besides. Going back in time, every seat's next
    judgement is carried along: the value of its next decision, or what it was paid when its game
    ended. What becomes of the last decisions in games that go on is not known yet.
    """
    horizon, games = value.shape
    every = torch.arange(games, device=value.device)
    later, ahead = torch.zeros_like(paid[0]), torch.zeros_like(paid[0])
    is_known = torch.zeros_like(paid[0], dtype=torch.bool)
    gain, known = torch.zeros_like(value), torch.zeros_like(ended)
    for t in reversed(range(horizon)):
        over, seat = ended[t][:, None], who[t]
        later = torch.where(over, paid[t], later)
        ahead = torch.where(over, 0.0, ahead)
        is_known = is_known | over
        gain[t] = later[every, seat] - value[t] + trace * ahead[every, seat]
        known[t] = is_known[every, seat]
        ahead[every, seat] = torch.where(known[t], gain[t], 0.0)
        later[every, seat] = value[t]
        is_known[every, seat] = True
    return gain, known
