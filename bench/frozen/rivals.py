"""Builds in which a game's heuristic plays against another one, for tuning and comparing."""

from __future__ import annotations

import hashlib
import importlib
from dataclasses import dataclass
from functools import cache, cached_property
from types import FunctionType

from bench.frozen import duel

from nomarch.kernel import backend, dialect, interface, playouts
from nomarch.kernel.game import rulebook
from nomarch.kernel.layout import GameState, Layout, field
from nomarch.kernel.linker import public_functions


@dataclass(frozen=True)
class Rivalry:
    """A game heuristic and the module whose `evaluate` it plays against."""

    game: str
    rival: str
    weights: tuple[tuple[str, str], ...] = ()
    """Constants of the game's heuristic that can change, by module and name."""

    @cached_property
    def places(self) -> dict[tuple[str, str], int]:
        """The index at which each of them begins in a state's `weights`."""
        found, at = {}, 0
        for weight in self.weights:
            found[weight] = at
            at += len(self.values(weight))
        return found

    @staticmethod
    def values(weight: tuple[str, str]) -> tuple[int, ...]:
        """Return a weight's value in the game."""
        value = getattr(importlib.import_module(weight[0]), weight[1])
        return value if isinstance(value, tuple) else (value,)

    @cached_property
    def layout(self) -> Layout[GameState]:
        """The game's state, with the weights and whose heuristic is used."""
        count = sum(len(self.values(weight)) for weight in self.weights)
        extra = {"by_rival": field("i1"), "weights": field("i4", (max(1, count),))}
        return Layout(type("State", (rulebook(self.game).layout.state,), extra))


def overrides(own: FunctionType, rivalry: Rivalry) -> dict[FunctionType, FunctionType]:
    """Return what is replaced where two heuristics meet."""
    rival = importlib.import_module(rivalry.rival)
    dialect.check_module(rival)
    here = public_functions(duel)
    return {
        public_functions(interface)["evaluate"]: here["evaluate"],
        public_functions(playouts)["choose"]: here["choose"],
        here["ours"]: own,
        here["theirs"]: public_functions(rival)["evaluate"],
    }


@cache
def build(rivalry: Rivalry) -> backend.Build:
    """Return the CPU build in which a game's heuristic can meet its rival: policy `duel.RIVAL`."""
    return backend.numba_build(
        rivalry.game,
        f"duel-{hashlib.sha256(repr(rivalry).encode()).hexdigest()[:8]}",
        boundscheck=False,
        overrides=lambda own: overrides(own["evaluate"], rivalry),
        weights=rivalry.places,
        sources=(rivalry.rival,),
    )
