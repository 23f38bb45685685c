"""Undo requests at a table, and what the others answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from nomarch.engine.match import SPECTATOR

FIRST_PAUSE, LONGEST_PAUSE = 10.0, 3600.0
"""Seconds before one who was refused an undo may ask again; every refusal doubles them."""
MAX_UNDOS = 300
"""Undos of one person in a game; they bound the length of its log."""
QUESTION_SECONDS = 600.0
"""Seconds for which an undo request keeps others from asking."""


@dataclass(frozen=True)
class UndoLog:
    """An immutable record of undos and of the open request."""

    seat: int = SPECTATOR
    """The seat that asks for an undo, while the others decide."""
    target: int = 0
    """How many steps the undo would leave."""
    agreed: frozenset[int] = frozenset()
    since: float = 0.0
    """When the open request was made."""
    refused: Mapping[str, tuple[int, float]] = field(default_factory=dict)
    """By person: refusals in a row, and until when they may not ask again."""
    used: Mapping[str, int] = field(default_factory=dict)
    """Undos by person."""

    def ask(self, seat: int, target: int, owned: Collection[int], at: float) -> UndoLog:
        return replace(self, seat=seat, target=target, agreed=frozenset(owned), since=at)

    def agree(self, seats: Collection[int]) -> UndoLog:
        return replace(self, agreed=self.agreed | set(seats))

    def refuse(self, person: str, at: float) -> UndoLog:
        """Close a person's request; they may ask again after a pause."""
        times = self.refused.get(person, (0, 0.0))[0]
        until = at + min(FIRST_PAUSE * 2**times, LONGEST_PAUSE)
        return replace(self.close(), refused={**self.refused, person: (times + 1, until)})

    def close(self) -> UndoLog:
        return replace(self, seat=SPECTATOR, target=0, agreed=frozenset())

    def count(self, person: str) -> UndoLog:
        """Count an undo of a person."""
        return replace(self, used={**self.used, person: self.used.get(person, 0) + 1})

    def forgive(self, person: str) -> UndoLog:
        """Close the request of a person to whom the others agreed."""
        kept = {other: pause for other, pause in self.refused.items() if other != person}
        return replace(self.close(), refused=kept)
