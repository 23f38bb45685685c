"""Settings: everything that a training run depends on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nomarch.engine.simulation import POLICIES
from nomarch.errors import BadOption
from nomarch.kernel.game import rulebook

_TEACHERS = " and ".join(POLICIES)


@dataclass(frozen=True)
class Settings:
    """A training run. The same settings on the same machine give the same weights."""

    game: str
    players: int
    folder: Path
    """Where checkpoint, log, curves and weights lie."""
    steps: int = 5_000_000
    """Decisions to learn from, of all seats together."""
    seed: int = 1
    on: str = "cpu"
    threads: int | None = None
    """Of the processor; all of them unless it says otherwise."""
    games: int = 256
    """Games side by side."""
    horizon: int = 128
    """Decisions of each game between two lessons."""
    width: int = 128
    depth: int = 2
    """The network's hidden layers, and the numbers in each."""
    epochs: int = 2
    """How often a lesson goes over the same decisions."""
    piece: int = 1024
    """Decisions at a time."""
    rate: float = 1e-3
    """How far a lesson steps at first; it sinks evenly to a twentieth."""
    clip: float = 0.2
    """How much likelier or less likely a lesson may make an action."""
    entropy: float = 0.02
    """What it is worth to stay undecided, at first; it sinks evenly to a tenth."""
    trace: float = 0.95
    """How much a decision is judged by what came of the game, rather than by the next judgement."""
    teacher: str = ""
    """A policy (`greedy`) that is imitated at first, less and less; none unless it is named."""
    taught: float = 0.4
    """The part of the run after which nothing is imitated any more."""
    measured: int = 10
    """Lessons between two measurements, each of which ends in a checkpoint."""
    matches: int = 512
    """Games of a measurement against each opponent."""

    def check(self) -> None:
        """Refuses what makes no sense, with a sentence."""
        rulebook(self.game).setup(self.players)
        counts = ("steps", "games", "horizon", "width", "depth", "epochs", "piece", "measured")
        for name in (*counts, "matches"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name} has to be at least 1, not {getattr(self, name)}.")
        if self.teacher and self.teacher not in POLICIES:
            raise BadOption(f"No policy {self.teacher!r} to learn from; there is {_TEACHERS}.")
        if self.threads is not None and self.threads < 1:
            raise BadOption(f"Training needs at least one thread, not {self.threads}.")

    @property
    def lesson(self) -> int:
        """Decisions of a lesson."""
        return self.games * self.horizon
