"""A decision that several seats make at once, in secret."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass
class JointDecision:
    """A joint decision and the entries made during it."""

    seq: int
    """The position at which it began."""
    ply: int
    seats: frozenset[int]
    entries: list[tuple[int, bool]] = field(default_factory=list)
    """The entries since: whose, and whether everyone may know of it."""
    hinted: set[int] = field(default_factory=set)
    """Seats whose hint is in the log: a second one would reveal their progress."""
    end: float = math.inf
    """The position at which it ended."""
