"""The league: past weights and those of other runs, as opponents and as a yardstick.

Opponents are chosen by how often they win (prioritised fictitious self-play): one that the network
always beats teaches it nothing.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nomarch.bots.weights import Weights, load_weights
from nomarch.errors import BadOption
from nomarch.kernel.game import rulebook
from nomarch.training.settings import TrainingSettings

ACTIVE = 4
"""Members that play at the same time."""
UPDATES_PER_DRAW = 32
"""Updates after which other members may play."""
MAX_OWN = 8
"""Weights of a run that stay in the league, spread evenly over its time."""
PRIOR_GAMES = 32
"""Games at a fair share that every member starts with, so that few games decide little."""


@dataclass
class Member:
    """A weights file, and how the network fared against it."""

    name: str
    weights: Weights
    games: float = 0.0
    lost: float = 0.0
    """Games the network did not win."""

    def difficulty(self, fair_loss: float) -> float:
        """Return the share of games lost to it."""
        return (self.lost + PRIOR_GAMES * fair_loss) / (self.games + PRIOR_GAMES)


class League:
    """The members of a folder, which several runs may share. `draw` chooses who plays next.

    A run adds files under its own id and removes only those; files of other runs join at the next
    draw.
    """

    def __init__(self, folder: Path, settings: TrainingSettings) -> None:
        self.folder, self.settings = folder, settings
        self.rng = random.Random(settings.seed)
        folder.mkdir(parents=True, exist_ok=True)
        self.run = _run_id(settings.folder)
        self.members: list[Member] = []
        self.refresh()

    def refresh(self) -> None:
        """Add the files that are new in the folder; drop members whose file is gone."""
        paths = {path.stem: path for path in sorted(self.folder.glob("*.npz"))}
        self.members = [member for member in self.members if member.name in paths]
        known = {member.name for member in self.members}
        for name in paths.keys() - known:
            try:
                weights = load_weights(paths[name])
            except BadOption:
                if paths[name].exists():
                    raise
                continue  # another run has removed the file since
            weights.check(rulebook(self.settings.game))
            self.members.append(Member(name, weights))
        self.members.sort(key=lambda member: member.name)

    def enter(self, weights: Weights) -> None:
        """Add the run's own weights as they are now."""
        path = self.folder / f"{self.run}-{weights.trained:015}.npz"
        if not path.exists():
            weights.save(path)
        self.refresh()
        own = [member for member in self.members if member.name.startswith(f"{self.run}-")]
        while len(own) > MAX_OWN:
            self._remove(own.pop(_most_crowded([member.weights.trained for member in own])))

    def _remove(self, member: Member) -> None:
        (self.folder / f"{member.name}.npz").unlink(missing_ok=True)
        self.members.remove(member)

    def draw(self) -> list[Member]:
        """Choose the members to play next, hard ones more often."""
        self.refresh()
        if not self.members:
            return []
        fair_loss = 1 - 1 / self.settings.players
        weights = [member.difficulty(fair_loss) ** 2 for member in self.members]
        return self.rng.choices(self.members, weights, k=ACTIVE)


def _run_id(folder: Path) -> str:
    """Return the id of a run, which is the same when the run is resumed."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "run-id"
    if not file.exists():
        file.write_text(secrets.token_hex(4), encoding="utf-8")
    return file.read_text(encoding="utf-8")


def _most_crowded(steps: Sequence[int]) -> int:
    """Return the index of the step whose neighbours are closest; the first and last stay."""
    gaps = {steps[at + 1] - steps[at - 1]: at for at in range(len(steps) - 2, 0, -1)}
    return gaps[min(gaps)]
