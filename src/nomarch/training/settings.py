"""Training settings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nomarch.engine.simulation import POLICIES
from nomarch.errors import BadOption
from nomarch.kernel.declare.game import rulebook

_TEACHERS = " and ".join(POLICIES)
MAX_PARAMETERS = 950_000
"""Weights that fit a file of 2 MB as float16."""


@dataclass(frozen=True)
class TrainingSettings:
    """A training run. The same settings on the same CPU give the same weights."""

    game: str
    players: int
    """Player count of evaluations."""
    folder: Path
    """Holds checkpoint, log and weights."""
    mixed_players: tuple[int, ...] = ()
    """Player counts to train on, side by side; `players` alone by default."""
    steps: int = 5_000_000
    """Decisions to learn from, of all seats together."""
    seconds: float = 0.0
    """Seconds of training after which the run ends before `steps`; 0: no limit."""
    seed: int = 1
    on: str = "cpu"
    threads: int | None = None
    """CPU threads; all of them by default."""
    num_envs: int = 256
    """Games played at once."""
    num_steps: int = 128
    """Decisions of each game in a rollout."""
    width: int = 128
    depth: int = 2
    """Hidden layers and their width."""
    update_epochs: int = 2
    minibatch_size: int = 1024
    learning_rate: float = 1e-3
    """Falls linearly to 5 %."""
    clip_range: float = 0.2
    entropy_coef: float = 0.02
    """Falls linearly to 10 %."""
    value_coef: float = 0.5
    gae_lambda: float = 0.95
    win_weight: float = 0.5
    """Share of the reward that counts wins only; the rest is linear in the final place."""
    ema_decay: float = 0.999
    """Per gradient step; the averaged weights are the ones evaluated and saved."""
    teacher: str = ""
    """A policy (`greedy`) to imitate at first."""
    imitation_until: float = 0.4
    """Progress at which the imitation loss has faded out."""
    evaluation_unit: float = 0.0
    """Points of the game's evaluation that count as one logit at first. Added to the network's
    logits, they make it start as a softened greedy bot. 0: the network alone."""
    init: Path | None = None
    """Weights file to start from."""
    eval_interval: int = 10
    """Updates between two evaluations, each of which writes a checkpoint."""
    eval_seconds: float = 0.0
    """Seconds between two evaluations; 0: by `eval_interval`."""
    eval_games: int = 512
    """Games per opponent of an evaluation."""

    @classmethod
    def for_device(
        cls, game: str, players: int, folder: Path, on: str = "cpu", **changes: Any
    ) -> TrainingSettings:
        """Return the defaults for a device: small batches on a CPU, large ones on a GPU."""
        settings = cls(game, players, folder, on=on)
        if on == "cuda":
            settings = replace(
                settings, steps=1_000_000_000, num_envs=16_384, num_steps=64, depth=3,
                width=_largest_width(game, players, depth=3), minibatch_size=16_384,
                learning_rate=5e-4, entropy_coef=0.04, eval_interval=100, eval_games=8192,
            )  # fmt: skip
        return replace(settings, **changes)

    def check(self) -> None:
        """Raise `BadOption` for settings that make no sense."""
        book = rulebook(self.game)
        for players in self.player_counts:
            book.setup(players, book.usual_options(players) if players in book.game.players else {})
        counts = (
            "steps", "num_envs", "num_steps", "width", "depth", "update_epochs", "minibatch_size",
            "eval_interval", "eval_games",
        )  # fmt: skip
        for name in counts:
            if getattr(self, name) < 1:
                raise BadOption(f"{name} has to be at least 1, not {getattr(self, name)}.")
        if self.teacher and self.teacher not in POLICIES:
            raise BadOption(f"No policy {self.teacher!r} to learn from; there is {_TEACHERS}.")
        if self.players not in self.player_counts:
            raise BadOption(f"Evaluations need {self.players} players, which are not trained.")
        if self.threads is not None and self.threads < 1:
            raise BadOption(f"Training needs at least one thread, not {self.threads}.")

    @property
    def player_counts(self) -> tuple[int, ...]:
        return self.mixed_players or (self.players,)

    @property
    def batch_size(self) -> int:
        return self.num_envs * self.num_steps


def _largest_width(game: str, players: int, depth: int) -> int:
    """Return the largest width up to 512 whose weights fit `MAX_PARAMETERS`."""
    book = rulebook(game)
    inputs, outputs = len(book.features), len(book.actions) + players
    for width in range(512, 64, -32):
        if width * (inputs + outputs + (depth - 1) * width) <= MAX_PARAMETERS:
            return width
    return 64
