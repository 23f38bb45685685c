"""Everything that can go wrong, as one tree.

NomarchError
├── UnknownGame        no such game
├── BadOption          player count, option, variant or bot that the game does not offer
├── BadSeed            a seed that cannot be read
├── BadNotation        text that is no action of this game
├── MoveRefused
│   ├── NotYourTurn    the seat owes no decision now
│   ├── IllegalMove    an action of this game, but not one allowed now
│   ├── GameOver       the game has ended
│   └── NothingToUndo  no step back without unsaying what was revealed
├── BadSave            a save that is damaged, cut short, foreign or from other rules
├── NoLegalMove        rules that leave a seat without a move
├── RulesOutsideDialect  rule code that the compilers would not understand
├── NoDevice           no graphics card, or nothing installed to drive it
└── ClusterFailed      a cluster that cannot be reached, or that lost work for good
"""

from __future__ import annotations


class NomarchError(Exception):
    """Any error that Nomarch raises on purpose; its text is a sentence for a person."""


class UnknownGame(NomarchError):
    """No game of that name."""


class BadOption(NomarchError):
    """A player count, option or variant that the game does not offer."""


class BadSeed(NomarchError):
    """A seed that cannot be read."""


class BadNotation(NomarchError):
    """Text that names no action of the game."""


class MoveRefused(NomarchError):
    """A move that was not made; nothing changed."""


class NotYourTurn(MoveRefused):
    """The seat owes no decision now."""


class IllegalMove(MoveRefused):
    """An action of the game that is not allowed now."""


class GameOver(MoveRefused):
    """The game has ended."""


class NothingToUndo(MoveRefused):
    """Nothing can be taken back without unsaying what was revealed."""


class BadSave(NomarchError):
    """A save that cannot be trusted; `line` is the line at fault, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class CannotServe(NomarchError):
    """A server that cannot begin: its folder, its database or its port is not to be had."""


class NoLegalMove(NomarchError):
    """Rules under which a seat is to act and may do nothing: a mistake of the game."""


class RulesOutsideDialect(NomarchError):
    """Rule code outside the small language that interpreter and compilers share."""


class NoDevice(NomarchError):
    """No CUDA device, or no numba-cuda to drive it."""


class ClusterFailed(NomarchError):
    """A cluster that cannot be reached or used, or that lost the same work again and again."""
