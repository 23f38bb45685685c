"""Games of one player count, played at the same time, and the opponents in some of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from nomarch.envs import Batch
from nomarch.kernel.game import rulebook
from nomarch.training.graphs import Graphed
from nomarch.training.network import Network, sample_action
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
            self._start_evaluating()
        self.utility = place_utility(players, settings.win_weight).to(settings.on)
        self.opponents = Opponents(self)

    def _start_evaluating(self) -> None:
        self.is_evaluated = True
        self.values = torch.as_tensor(self.batch.evaluate(), device=self.settings.on)

    def evaluate(self) -> None:
        """Refresh `values`, if anybody needs them."""
        if self.is_evaluated:
            self.batch.evaluate()

    def step(self) -> None:
        """Play the chosen actions, or those of opponents where it is their turn."""
        self.opponents.act()
        self.batch.step()
        self.opponents.note_results()

    def set_opponents(self, networks: Sequence[Network | None]) -> None:
        """Seat networks in equal parts of the league's games; None leaves all seats as they are."""
        if not self.is_evaluated and any(one and one.has_evaluation for one in networks):
            self._start_evaluating()
        self.opponents.set_networks(networks)

    def is_opponent(self, seat: Tensor) -> Tensor:
        """Return where an opponent decided; `seat` is by time and game."""
        return self.opponents.is_present & (seat != self.opponents.own_seat)

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


class Opponents:
    """Networks that play all seats but one in the first games of a batch."""

    def __init__(self, games: ParallelGames) -> None:
        settings, count = games.settings, len(games.seat)
        self.games, self.device = games, settings.on
        self.rows = int(settings.league_share * count) if settings.league else 0
        self.own_seat = torch.arange(count, device=self.device) % games.players
        """The learning network's seat in games with opponents."""
        self.is_present = torch.zeros(count, dtype=torch.bool, device=self.device)
        self._ended = torch.zeros(count, device=self.device)
        self._lost = torch.zeros(count, device=self.device)
        self.set_networks(())

    def set_networks(self, networks: Sequence[Network | None]) -> None:
        networks = networks if self.rows else ()
        size = self.rows // max(1, len(networks))
        self._parts = [slice(i * size, (i + 1) * size) for i in range(len(networks))]
        self.networks = networks
        self.is_present.zero_()
        for network, part in zip(networks, self._parts, strict=True):
            self.is_present[part] = network is not None
        self._act = Graphed(self._choose_actions, self.device)
        self._note = Graphed(self._count_results, self.device)

    def act(self) -> None:
        """Replace the actions of the seats that opponents play."""
        if any(self.networks):
            self._act()

    def note_results(self) -> None:
        """Count the games that ended, and those that the learning network did not win."""
        if any(self.networks):
            self._note()

    @torch.no_grad()
    def _choose_actions(self) -> None:
        games = self.games
        for network, part in zip(self.networks, self._parts, strict=True):
            if network is None:
                continue
            mask = games.mask[part]
            evaluation = network.evaluate(games.values[part], mask) if games.is_evaluated else None
            x = network.normalize(games.obs[part])
            log_prob, _ = network.forward(x, mask, network.ema, evaluation)
            theirs = sample_action(log_prob).to(games.action.dtype)
            is_theirs = games.seat[part] != self.own_seat[part]
            games.action[part] = torch.where(is_theirs, theirs, games.action[part])

    @torch.no_grad()
    def _count_results(self) -> None:
        games = self.games
        own = games.reward.gather(1, self.own_seat[:, None]).squeeze(1)
        is_over = games.done != 0
        self._ended += is_over
        self._lost += is_over & (own < games.reward.amax(dim=1))

    def take_results(self, number: int) -> tuple[float, float]:
        """Return games and losses against one of the networks, and forget them."""
        if not self.rows:
            return 0.0, 0.0
        part, results = self._parts[number], []
        for counter in (self._ended, self._lost):
            results.append(float((counter[part] * self.is_present[part]).sum()))
            counter[part] = 0
        return results[0], results[1]


def place_utility(players: int, win_weight: float) -> Tensor:
    """Return what each final place is worth: the sum over all places is zero.

    `win_weight` is the share that counts wins only; the rest is linear.
    """
    linear = torch.linspace(1, -1, players)
    wins = torch.full((players,), -1 / (players - 1))
    wins[0] = 1.0
    return win_weight * wins + (1 - win_weight) * linear
