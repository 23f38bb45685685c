"""What each level of a game may do: errors of the weak ones, playouts of those that search.

A game's `levels.json` has what was measured for it (`python -m bench.weak_levels`, `bench.ladder`).
Playouts, not seconds: a level chooses the same moves on every machine, however busy.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nomarch.bots.ratings import file_of
from nomarch.kernel.game import Rulebook

HINT = "hint"
"""The search behind hints and the coach, among `playouts`."""


@dataclass(frozen=True)
class SkillNoise:
    """How a bot errs. Values are in hundredths of a point."""

    overlooked: int
    """Per cent of moves that are not noticed."""
    noise: int
    """Each move's value is raised by a random amount below this."""
    max_loss: int
    """Moves worse than the best by more than this are never played."""


@dataclass(frozen=True)
class LevelSettings:
    """The settings of a game's levels."""

    noise: dict[str, SkillNoise] = field(default_factory=dict)
    """Of `novice` and `easy`."""
    playouts: dict[str, int] = field(default_factory=dict)
    """A decision's playouts by level; `strong` searches only where no network is shipped."""
    plans: dict[str, dict[str, int]] = field(default_factory=dict)
    """What differs from `search.GUIDED`, by level."""
    ceiling: str = ""
    """How often a search wins against a table of `strong`, where luck leaves it nothing to gain:
    “25 %”, with the usual player count."""


USUAL = LevelSettings(
    noise={
        "novice": SkillNoise(overlooked=40, noise=500, max_loss=700),
        "easy": SkillNoise(overlooked=20, noise=200, max_loss=350),
    },
    playouts={"strong": 60, "master": 100, "champion": 800, HINT: 200},
)
"""For what a game doesn't say itself."""


def levels_path(book: Rulebook) -> Path:
    """Return the file with the measured settings of a game's levels."""
    return file_of(book).with_name("levels.json")


@cache
def level_settings(book: Rulebook) -> LevelSettings:
    """Return a game's settings: its own, and the usual ones for the rest."""
    path = levels_path(book)
    own = json.loads(path.read_bytes()) if path.exists() else {}
    noise = {level: SkillNoise(**values) for level, values in own.get("noise", {}).items()}
    playouts = USUAL.playouts | own.get("playouts", {})
    return LevelSettings(
        USUAL.noise | noise, playouts, own.get("plans", {}), own.get("ceiling", "")
    )
