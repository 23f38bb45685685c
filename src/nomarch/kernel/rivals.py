"""Rivals: what stands for what in a build in which a game's judgement meets another."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType

from nomarch.kernel import dialect, duel, interface, playouts
from nomarch.kernel.game import rulebook
from nomarch.kernel.layout import GameState, Layout, field


@dataclass(frozen=True)
class Rivalry:
    """A game heuristic and the module whose `evaluate` it plays against."""

    game: str
    rival: str
    weights: tuple[tuple[str, str], ...] = ()
    """Constants of the game's judgement, by module and name: ints, or tuples of ints."""

    @cached_property
    def places(self) -> dict[tuple[str, str], int]:
        """Where each of them begins in a state's `weights`."""
        found, at = {}, 0
        for weight in self.weights:
            found[weight] = at
            at += len(self.values(weight))
        return found

    @staticmethod
    def values(weight: tuple[str, str]) -> tuple[int, ...]:
        """What a weight is as the game has it."""
        value = getattr(importlib.import_module(weight[0]), weight[1])
        return value if isinstance(value, tuple) else (value,)

    @cached_property
    def layout(self) -> Layout[GameState]:
        """The game's states, with whose judgement is asked and by which weights."""
        count = sum(len(self.values(weight)) for weight in self.weights)
        extra = {"by_rival": field("i1"), "weights": field("i4", (max(1, count),))}
        return Layout(type("State", (rulebook(self.game).layout.state,), extra))


def meeting(own: FunctionType, rivalry: Rivalry) -> dict[FunctionType, FunctionType]:
    """What stands for what where two judgements meet."""
    rival = importlib.import_module(rivalry.rival)
    dialect.check_module(rival)
    here = functions_of(duel)
    return {
        functions_of(interface)["evaluate"]: here["evaluate"],
        functions_of(playouts)["choose"]: here["choose"],
        here["ours"]: own,
        here["theirs"]: functions_of(rival)["evaluate"],
    }


def functions_of(module: ModuleType, package: str = "") -> dict[str, FunctionType]:
    """A module's public functions: its own, or all that are of a package."""
    home = package or module.__name__
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and f"{value.__module__}.".startswith(f"{home}.")
        and not name.startswith("_")
    }
