"""Hints given at a table: to whom, how often, for which steps. All of it is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from nomarch.engine.match_log import Step


@dataclass(frozen=True)
class HintLog:
    """An immutable record of hints, so that snapshots can share it."""

    given: Counter[int] = field(default_factory=Counter)
    """Hints by seat."""
    open: frozenset[int] = frozenset()
    """Seats that got a hint and have not moved since."""
    steps: Mapping[int, int] = field(default_factory=dict)
    """Steps made with a hint, by number, and the seat."""

    def before(self, settled: int) -> set[int]:
        """Return the steps with a hint before `settled`; later ones would reveal secrets."""
        return {step for step in self.steps if step < settled}

    def give(self, seat: int) -> HintLog:
        return replace(self, given=self.given + Counter([seat]), open=self.open | {seat})

    def follow(self, seat: int, before: int, steps: Sequence[Step]) -> HintLog:
        """Follow a move or an undo of a seat; `before` is the number of steps there were.

        Undoing a move does not undo the hint.
        """
        if not self.given:
            return self
        kept = {step: owner for step, owner in self.steps.items() if step < len(steps)}
        known = self.open | {self.steps[step] for step in self.steps.keys() - kept.keys()}
        if seat in known and len(steps) > before and steps[before].seat == seat:
            return replace(self, open=known - {seat}, steps={**kept, before: seat})
        return self if len(kept) == len(self.steps) else replace(self, open=known, steps=kept)
