"""Bots with habits: greedy play with a few constants of the evaluation changed.

A game's `habits.json` has them by id.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from nomarch.kernel.declare.game import Rulebook


@dataclass(frozen=True)
class Habit:
    """A bot's name and what it does differently; its rating is that of `greedy`."""

    name: str
    about: str
    """One sentence for players."""
    weights: dict[str, Any]
    """Changed constants of the game's `heuristic`: `DENIAL`, or `works.EXACT` of a package."""


@cache
def habits_of(book: Rulebook) -> dict[str, Habit]:
    stored = book.read_data("habits.json") or {}
    return {id_: Habit(**values) for id_, values in stored.items()}


def constants_of(book: Rulebook, habit: Habit) -> dict[tuple[str, str], Any]:
    """Return the weights by module and constant, as the linker takes them."""
    found = {}
    for path, weight in habit.weights.items():
        submodule, _, name = path.rpartition(".")
        module = book.module(f"heuristic.{submodule}" if submodule else "heuristic")
        if not hasattr(module, name):
            raise TypeError(f"{module.__name__} has no constant {name}.")
        found[module.__name__, name] = _as_table(weight)
    return found


def _as_table(weight: Any) -> Any:
    return tuple(map(_as_table, weight)) if isinstance(weight, list) else weight
