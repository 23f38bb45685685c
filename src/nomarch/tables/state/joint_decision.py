"""Decisions that several seats make at once, in secret."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.match_log import Step
from nomarch.tables.state.model import LEAVE, MOVE, REWIND, Entry


@dataclass(frozen=True)
class JointDecision:
    """A joint decision and the entries made during it."""

    seq: int
    """The position at which it began."""
    ply: int
    seats: frozenset[int]
    entries: tuple[tuple[int, bool], ...] = ()
    """The entries since: whose, and whether everyone may know of it."""
    hinted: frozenset[int] = frozenset()
    """Seats whose hint is in the log: a second one would reveal their progress."""
    end: float = math.inf
    """The position at which it ended."""

    def is_ended_by(self, steps: Sequence[Step], owed: Collection[int], now: set[int]) -> bool:
        """Whether all answers are shown; `owed` and `now` are those who had to act, and have to."""
        is_shown = any(step.reveals for step in steps) and len(now) < 2
        is_asked_again = bool(steps) and not now <= set(owed)
        return not now or not now <= self.seats or is_shown or is_asked_again

    def shown_seq(self, seats: Collection[int], seq: int) -> int:
        """Return the number of a position for the owner of some seats.

        It counts their own answers and what is public, so that it does not reveal how many steps
        another takes.
        """
        entries = self.entries[: seq - self.seq]
        return self.seq + sum(public or seat in seats for seat, public in entries)

    def shown_steps(self, seats: Collection[int], steps: list[Step]) -> list[Step]:
        """Return the steps that the owner of some seats may know of."""
        secret = steps[self.ply :]
        return steps[: self.ply] + [s for s in secret if s.seat in seats or is_public([s])]


def is_public(steps: Sequence[Step]) -> bool:
    """Whether everyone may know any event of some steps."""
    return any(event.is_told_to(SPECTATOR) for step in steps for event in step.events)


@dataclass(frozen=True)
class JointDecisions:
    """All joint decisions of a game."""

    open: JointDecision | None = None
    past: tuple[JointDecision, ...] = ()

    def follow(
        self, entry: Entry, steps: Sequence[Step], owed: Collection[int], match: Match
    ) -> JointDecisions:
        """Return what an entry of the log makes of them; `owed` had to act before it."""
        is_answer, joints = entry.kind in (MOVE, REWIND), self
        if self.open is not None:
            line = (entry.seat, not is_answer or is_public(steps))
            joints = replace(self, open=replace(self.open, entries=(*self.open.entries, line)))
        if (entry.kind == REWIND and entry.text) or (entry.kind == LEAVE and match.over):
            joints = joints._end(entry.seq)
        return joints.watch(entry.seq, steps, owed, match) if is_answer else joints

    def watch(
        self, seq: int, steps: Sequence[Step], owed: Collection[int], match: Match
    ) -> JointDecisions:
        """Begin a joint decision when two seats must decide, and end it when answers are shown."""
        now_owed, joints = set(match.to_act), self
        if self.open is not None and self.open.is_ended_by(steps, owed, now_owed):
            joints = self._end(seq)
        if joints.open is None and len(now_owed) > 1:
            begun = JointDecision(seq, len(match.steps), frozenset(now_owed))
            return replace(joints, open=begun)
        return joints

    def add_hint(self, seat: int) -> JointDecisions:
        if self.open is None:
            return self
        return replace(self, open=replace(self.open, hinted=self.open.hinted | {seat}))

    def _end(self, seq: int) -> JointDecisions:
        if self.open is None:
            return self
        return JointDecisions(None, (*self.past, replace(self.open, end=seq)))

    def shown_seq(self, seats: Collection[int], seq: int) -> int:
        """Return the number of a position as it was shown to the owner of some seats."""
        for joint in (*self.past, self.open):
            if joint is not None and joint.seq < seq < joint.end:
                return joint.shown_seq(seats, seq)
        return seq
