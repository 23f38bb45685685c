"""Hints that were given at a table: to whom, how often, for which steps. It is no secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nomarch.story import Step


class Hinting:
    """Follows the log."""

    def __init__(self) -> None:
        self.given: Counter[int] = Counter()
        """How often a seat was given a hint."""
        self.open: set[int] = set()
        """The seats that know one and have not moved since."""
        self.steps: dict[int, int] = {}
        """The steps that were made with one, by their place in the match, and whose they are."""

    def copy(self) -> Hinting:
        """The same, to stay as it is."""
        twin = Hinting()
        twin.given, twin.open, twin.steps = self.given.copy(), set(self.open), dict(self.steps)
        return twin

    def before(self, settled: int) -> set[int]:
        """The steps with a hint that are past any doubt.

        In the midst of a secret decision it would tell which step a hint was for.
        """
        return {step for step in self.steps if step < settled}

    def give(self, seat: int) -> None:
        """A seat is given a hint."""
        self.given[seat] += 1
        self.open.add(seat)

    def follow(self, seat: int, before: int, steps: Sequence[Step]) -> None:
        """A seat has moved or gone back: there were so many steps, now there are these.

        Whoever takes a step back still knows the hint.
        """
        for step in [step for step in self.steps if step >= len(steps)]:
            self.open.add(self.steps.pop(step))
        if seat in self.open and len(steps) > before and steps[before].seat == seat:
            self.open.discard(seat)
            self.steps[before] = seat
