"""Weakened bots: greedy play with human-like errors, never absurd ones.

They overlook some legal moves and misjudge the others. No move they make is much worse, by the
game's evaluation, than the best one. How much they err is measured for each game
(`python -m bench.weak_levels`), so that a level is about 200 points below the next everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from nomarch.bots.ratings import file_of
from nomarch.kernel import backend
from nomarch.kernel.chance import below
from nomarch.kernel.game import Rulebook
from nomarch.kernel.layout import GameState, Stream


@dataclass(frozen=True)
class SkillNoise:
    """How a bot errs. Values are in hundredths of a point."""

    overlooked: int
    """Per cent of moves that are not noticed."""
    noise: int
    """Each move's value is raised by a random amount below this."""
    max_loss: int
    """Moves worse than the best by more than this are never played."""


USUAL = {
    "novice": SkillNoise(overlooked=40, noise=500, max_loss=700),
    "easy": SkillNoise(overlooked=20, noise=200, max_loss=350),
}
"""The noise of games that were not measured."""


def levels_path(book: Rulebook) -> Path:
    """Return the file with the measured noise of a game's weak levels."""
    return file_of(book).with_name("levels.json")


@cache
def noise_of(book: Rulebook, level: str) -> SkillNoise:
    """Return the noise of `novice` or `easy`: the game's own or the usual."""
    path = levels_path(book)
    own = json.loads(path.read_bytes()) if path.exists() else {}
    return SkillNoise(**own[level]) if level in own else USUAL[level]


class WeakenedBot:
    """Plays by the game's evaluation with `SkillNoise`."""

    def __init__(self, book: Rulebook, skill_noise: SkillNoise) -> None:
        self.rules = backend.interpreted(book.game.id)
        self.skill_noise = skill_noise

    def choose(self, view: GameState, seat: int, legal: Sequence[int], rng: Stream) -> int:
        noise = self.skill_noise
        value = {action: int(self.rules.evaluate(view, seat, action)) for action in legal}
        best = max(value.values())
        acceptable = [a for a in legal if best - value[a] <= noise.max_loss]
        noticed = [a for a in acceptable if below(rng, 100) >= noise.overlooked]
        noisy = {a: value[a] + below(rng, noise.noise) for a in noticed or acceptable}
        return max(noisy, key=lambda action: noisy[action])
