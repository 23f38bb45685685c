"""Everything that can go wrong, as one tree; `nomarch.tables.state.errors` has more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nomarch.text import excerpt

if TYPE_CHECKING:
    from nomarch.i18n import Translate


LONGEST_SENTENCE, LONGEST_VALUE = 800, 500


class NomarchError(Exception):
    """Any error that Nomarch raises on purpose; its text is a sentence for a person."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(excerpt(sentence, LONGEST_SENTENCE))


class UnknownGame(NomarchError):
    """No game of that name."""


class BadOption(NomarchError):
    """A player count, option or variant that the game does not offer."""


class BadSeed(NomarchError):
    """A seed that cannot be read."""


class BadNotation(NomarchError):
    """Text that names no action of the game."""


class MoveRefused(NomarchError):
    """A move that was rejected; nothing changed."""


class NotYourTurn(MoveRefused):
    """The seat has no decision to make now."""


class IllegalMove(MoveRefused):
    """An action of the game that is not allowed now."""


class GameOver(MoveRefused):
    """The game has ended."""


class NothingToUndo(MoveRefused):
    """Nothing can be undone without hiding what was already revealed."""


class BadSave(NomarchError):
    """A save that cannot be trusted; `line` is the line at fault, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class CannotServe(NomarchError):
    """The server cannot start: its folder, database or port is unavailable."""


class NoLegalMove(NomarchError):
    """The rules ask a seat to act and allow nothing: a bug in the game."""


class EndlessMoves(NomarchError):
    """The rules force moves without end: a bug in the game."""


class RulesOutsideDialect(NomarchError):
    """Rule code outside the dialect that interpreter and compilers share."""


class NoDevice(NomarchError):
    """There is no CUDA device, or numba-cuda is missing."""


class ClusterFailed(NomarchError):
    """A cluster that cannot be reached, or that lost the same work repeatedly."""


class Refused(NomarchError):
    """A request that is refused.

    The sentence must be a literal, so that catalogs can be checked; values are filled in after
    translation.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = sentence
        self.values = {name: excerpt(value, LONGEST_VALUE) for name, value in values.items()}
        super().__init__(sentence.format(**self.values))

    def translate(self, t: Translate) -> str:
        return t(self.sentence).format(**self.values)


class Unavailable(Refused):
    """It cannot be done just now, for instance because the store cannot be reached."""
