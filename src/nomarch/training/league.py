"""The league: past weights and those of other runs, as opponents and as a yardstick.

Opponents are chosen by how often they win (prioritised fictitious self-play): one that the network
always beats teaches it nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nomarch.bots.weights import Weights, load_weights
from nomarch.kernel.game import rulebook
from nomarch.training.network import Network, network_of
from nomarch.training.settings import TrainingSettings

ACTIVE = 4
"""Members that play at the same time."""
UPDATES_PER_DRAW = 32
"""Updates after which other members may play."""
MAX_OWN = 8
"""Weights of the run itself that stay in the league; the oldest leave first."""
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
    """The members of a folder. `draw` chooses who plays next."""

    def __init__(self, folder: Path, settings: TrainingSettings) -> None:
        self.folder, self.settings = folder, settings
        self.rng = random.Random(settings.seed)
        folder.mkdir(parents=True, exist_ok=True)
        self.members: list[Member] = []
        for path in sorted(folder.glob("*.npz")):
            self._add(path)

    def _add(self, path: Path) -> None:
        weights = load_weights(path)
        weights.check(rulebook(self.settings.game))
        self.members.append(Member(path.stem, weights))

    def enter(self, weights: Weights) -> None:
        """Add the run's own weights as they are now."""
        path = self.folder / f"own-{weights.trained:015}.npz"
        if not path.exists():
            weights.save(path)
            self._add(path)
        own = [member for member in self.members if member.name.startswith("own-")]
        for member in own[: max(0, len(own) - MAX_OWN)]:
            # Every second one leaves, so that old and recent ones remain.
            leaving = own[1] if member is own[0] else member
            (self.folder / f"{leaving.name}.npz").unlink()
            self.members.remove(leaving)

    def draw(self) -> list[Member]:
        """Choose the members to play next, hard ones more often."""
        if not self.members:
            return []
        fair_loss = 1 - 1 / self.settings.players
        weights = [member.difficulty(fair_loss) ** 2 for member in self.members]
        return self.rng.choices(self.members, weights, k=ACTIVE)


def load_networks(members: Sequence[Member], settings: TrainingSettings) -> list[Network]:
    """Return the members' networks; a member drawn twice is loaded once."""
    made = {member.name: member for member in members}
    networks = {name: network_of(member.weights, settings) for name, member in made.items()}
    return [networks[member.name] for member in members]
