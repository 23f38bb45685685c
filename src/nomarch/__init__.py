"""Nomarch: five Egyptian board games as a library, as environments and at a table.

`games()` lists them; `new` starts a match, `load` takes up a saved one, `simulate` plays many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

# The first import of a subpackage sets an attribute of its name here. Done now, it is over before
# the function `games` below takes that name; done later, it would put the package in its place.
import nomarch.games  # noqa: F401
from nomarch.errors import (
    BadNotation,
    BadOption,
    BadSave,
    BadSeed,
    EndlessMoves,
    GameOver,
    IllegalMove,
    MoveRefused,
    NoDevice,
    NoLegalMove,
    NomarchError,
    NothingToUndo,
    NotYourTurn,
    RulesOutsideDialect,
    UnknownGame,
)

if TYPE_CHECKING:
    from nomarch.engine.match import Match
    from nomarch.engine.new_match import load, new
    from nomarch.engine.simulation import simulate


__version__ = "0.3.0"

__all__ = [
    "BadNotation",
    "BadOption",
    "BadSave",
    "BadSeed",
    "EndlessMoves",
    "GameOver",
    "IllegalMove",
    "Match",
    "MoveRefused",
    "NoDevice",
    "NoLegalMove",
    "NomarchError",
    "NotYourTurn",
    "NothingToUndo",
    "RulesOutsideDialect",
    "UnknownGame",
    "games",
    "load",
    "new",
    "simulate",
]

_LAZY = {
    "Match": "nomarch.engine.match",
    "load": "nomarch.engine.new_match",
    "new": "nomarch.engine.new_match",
    "simulate": "nomarch.engine.simulation",
}


def games() -> list[str]:
    """Return the ids of all games.

    >>> "ra" in nomarch.games()
    True
    """
    from nomarch.kernel.declare.game import rulebooks

    return list(rulebooks())


if not TYPE_CHECKING:  # A type checker would take every name for something that can be asked for.

    def __getattr__(name):
        """Load the heavier parts when they are first used, so that `nomarch --help` is quick."""
        if name in _LAZY:
            import importlib

            return getattr(importlib.import_module(_LAZY[name]), name)
        raise AttributeError(f"module 'nomarch' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
