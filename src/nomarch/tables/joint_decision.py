"""A decision that several seats owe at once: nobody learns how another goes about theirs."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class JointDecision:
    """A decision that several seats owe at once, while it is open."""

    seq: int
    """The position at which it began."""
    ply: int
    seats: frozenset[int]
    entries: list[tuple[int, bool]] = field(default_factory=list)
    """The log's entries since: whose, and whether everyone may know of it."""
    hinted: set[int] = field(default_factory=set)
    """Whose hint is in the log: another one would tell that they have gone on since."""
