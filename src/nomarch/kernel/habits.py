"""Habits: bots with a name that weigh some things differently in a game's evaluation.

A game declares them as `HABITS` in its `habits.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nomarch.kernel.game import Rulebook

Weight = int | tuple["Weight", ...]


@dataclass(frozen=True)
class Habit:
    """A bot's name and habit. Its strength should stay that of the plain evaluation."""

    id: str
    name: str
    about: str
    """One sentence for players."""
    weights: Mapping[str, Weight] = field(hash=False)
    """Changed constants of the game's `heuristic`: `DENIAL`, or `works.EXACT` of a package."""


def habit_constants(book: Rulebook, habit: Habit) -> dict[tuple[str, str], Weight]:
    """Return the weights by module and constant, as the linker takes them."""
    found = {}
    for path, weight in habit.weights.items():
        submodule, _, constant = path.rpartition(".")
        module = book.module(f"heuristic.{submodule}" if submodule else "heuristic")
        if not is_like(getattr(module, constant, None), weight):
            raise TypeError(f"{module.__name__} has no constant {constant} like {weight!r}")
        found[module.__name__, constant] = weight
    return found


def is_like(own: object, weight: Weight) -> bool:
    """Whether a weight can replace a constant: both numbers, or tables of one length."""
    if isinstance(own, tuple) and isinstance(weight, tuple):
        return len(own) == len(weight) and all(map(is_like, own, weight))
    return isinstance(own, int) and isinstance(weight, int)
