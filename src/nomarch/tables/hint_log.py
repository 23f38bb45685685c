"""Hints that were given at a table: to whom, how often, for which steps. It is no secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from nomarch.engine.match_log import Step


@dataclass(frozen=True)
class HintLog:
    """Follows the log; it never changes itself, so that whoever looks at a table can keep it."""

    given: Counter[int] = field(default_factory=Counter)
    """How often a seat was given a hint."""
    open: frozenset[int] = frozenset()
    """The seats that know one and have not moved since."""
    steps: Mapping[int, int] = field(default_factory=dict)
    """The steps that were made with one, by their place in the match, and whose they are."""

    def before(self, settled: int) -> set[int]:
        """The steps with a hint that are past any doubt.

        In the midst of a secret decision it would tell which step a hint was for.
        """
        return {step for step in self.steps if step < settled}

    def give(self, seat: int) -> HintLog:
        """A seat is given a hint."""
        return replace(self, given=self.given + Counter([seat]), open=self.open | {seat})

    def follow(self, seat: int, before: int, steps: Sequence[Step]) -> HintLog:
        """A seat has moved or gone back: there were so many steps, now there are these.

        Whoever takes a step back still knows the hint.
        """
        kept = {step: owner for step, owner in self.steps.items() if step < len(steps)}
        known = self.open | {self.steps[step] for step in self.steps.keys() - kept.keys()}
        if seat in known and len(steps) > before and steps[before].seat == seat:
            return replace(self, open=known - {seat}, steps={**kept, before: seat})
        return self if len(kept) == len(self.steps) else replace(self, open=known, steps=kept)
