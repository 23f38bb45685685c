"""What a match is told in: steps that were made, lines of its log, standings at its end."""

from __future__ import annotations

from dataclasses import dataclass, field

from nomarch.kernel.events import Record


@dataclass(frozen=True)
class Step:
    """One decision that was carried out, and what came of it."""

    seat: int
    action: int
    auto: bool
    events: tuple[Record, ...]
    before: bytes = field(repr=False)
    owed: tuple[int, ...] = field(repr=False)
    """Who owed a decision when it was made."""
    reveals: bool


@dataclass(frozen=True)
class Told:
    """A sentence of the log, and the name of the symbol that illustrates it, if any."""

    text: str
    icon: str


@dataclass(frozen=True)
class Standing:
    """One line of a ranking."""

    place: int
    seat: int
    name: str
    points: int
