"""Evaluation on the training device: games, opponents and networks stay there."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from nomarch.envs import Batch
from nomarch.envs.batch import CALLER
from nomarch.training.evaluation import WinRate, make_win_rate
from nomarch.training.network import Network
from nomarch.training.settings import Settings

STEPS_PER_CHECK = 16
"""Steps between two looks at whether all games have ended: each look waits for the GPU."""

MAX_STEPS = 20_000
"""Games still running after so many steps count as lost."""


class Evaluator:
    """Plays a network in one seat against an opponent of the batch in all others."""

    def __init__(self, settings: Settings, opponent: str) -> None:
        """`opponent` is a policy of the batch, or `caller` to face another network."""
        self.settings, self.opponent = settings, opponent
        policies = [CALLER, *[opponent] * (settings.players - 1)]
        self.batch = Batch(
            settings.game,
            settings.players,
            settings.eval_games,
            on=settings.on,
            seed="evaluation",
            policies=policies,
            rotate=True,
            workers=settings.threads,
        )
        self.obs, self.mask, self.action, self.seat, self.done, self.reward = (
            torch.as_tensor(getattr(self.batch, name), device=settings.on)
            for name in ("observation", "mask", "action", "seat", "done", "reward")
        )

    def against_policy(self, network: Network, seed: str) -> WinRate:
        """Return the win rate of a network's averaged weights."""
        won: WinRate = self._play(seed, lambda: network.choose(self.obs, self.mask))
        return won

    def against_network(self, network: Network, other: Network, seed: str) -> WinRate:
        """Return the win rate of one network against three (or more) copies of another."""
        self.batch.reset(seed)
        # With `rotate`, policy 0 sits in seat -number, and moves on from game to game.
        players = self.settings.players
        shift = torch.as_tensor(self.batch.numbers % players, device=self.settings.on)
        own = (players - shift) % players

        def choose() -> Tensor:
            mine = network.choose(self.obs, self.mask)
            theirs = other.choose(self.obs, self.mask)
            return torch.where(self.seat == own, mine, theirs)

        won: WinRate = self._play(seed, choose)
        return won

    @torch.no_grad()
    def _play(self, seed: str, choose: Callable[[], Tensor]) -> WinRate:
        self.batch.reset(seed)
        games = self.settings.eval_games
        share = torch.zeros(games, device=self.settings.on)
        is_over = torch.zeros(games, dtype=torch.bool, device=self.settings.on)
        for _ in range(MAX_STEPS // STEPS_PER_CHECK):
            if bool(is_over.all()):
                break
            for _ in range(STEPS_PER_CHECK):
                self.action.copy_(choose())
                self.batch.step()
                is_new = (self.done != 0) & ~is_over
                is_first = self.reward == self.reward.max(dim=1, keepdim=True).values
                won = is_first[:, 0].float() / is_first.sum(dim=1)
                share = torch.where(is_new, won, share)
                is_over |= is_new
        return make_win_rate(float(share.mean()), games)
