"""Players who are away from a table, and when they came and went; all of it is public."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

PAUSED, TIMED_OUT, RETURNED, RESIGNED, REMOVED = "paused", "late", "back", "resigned", "removed"
CONCEDED, BANNED = "conceded", "banned"
"""How a player came or went."""
MISSED, GAVE = "missed", "gave"
"""A bot made one move for a player whose time was over; a player gave the others more time."""

FOR_GOOD = (RESIGNED, CONCEDED, REMOVED, BANNED)
GONE = (*FOR_GOOD, TIMED_OUT, PAUSED)
"""How a player went; those who conceded ended the game."""


class AbsenceEvent(NamedTuple):
    """A line of the log about a player who came or went."""

    seat: int
    kind: str


class Departure(NamedTuple):
    """When and how a player went who is gone now."""

    ply: int
    """How many steps had been made."""
    kind: str


@dataclass(frozen=True)
class AbsenceLog:
    """An immutable record of absences, so that snapshots can share it."""

    since: Mapping[int, float] = field(default_factory=dict)
    """Seats played by a bot for an absent owner, and since when."""
    paused: frozenset[int] = frozenset()
    """Those of them whose owners paused by choice."""
    events: Mapping[int, tuple[AbsenceEvent, ...]] = field(default_factory=dict)
    """Who came or went, by the number of steps that had been made."""

    def go(self, seat: int, at: float, kind: str, ply: int) -> AbsenceLog:
        """A bot plays for a player until they return."""
        since = {**self.since, seat: at}
        paused = self.paused | {seat} if kind == PAUSED else self.paused
        return replace(self, since=since, paused=paused).add(seat, kind, ply)

    def come(self, seat: int, kind: str, ply: int) -> AbsenceLog:
        """A player returns, or their seat is a bot's for good."""
        since = {other: at for other, at in self.since.items() if other != seat}
        return replace(self, since=since, paused=self.paused - {seat}).add(seat, kind, ply)

    def rewind(self, ply: int) -> AbsenceLog:
        """Steps were undone: later absences move to the last remaining step."""
        if all(at <= ply for at in self.events):
            return self
        kept = {at: lines for at, lines in self.events.items() if at < ply}
        moved = [line for at, lines in sorted(self.events.items()) if at >= ply for line in lines]
        return replace(self, events={**kept, ply: tuple(moved)})

    def departures(self, people: Collection[int], *, is_final: bool) -> dict[int, Departure]:
        """Return who is gone, of those who resigned, were removed, or are among `people`.

        With `is_final`, they stay gone from the first time that a bot took over.
        """
        last: dict[int, Departure] = {}
        for ply, events in sorted(self.events.items()):
            for seat, kind in events:
                first = last.get(seat)
                if not (is_final and first and first.kind in GONE):
                    last[seat] = Departure(ply, kind)
                elif kind in FOR_GOOD:
                    last[seat] = Departure(first.ply, kind)
        return {
            seat: gone
            for seat, gone in last.items()
            if gone.kind in FOR_GOOD or (gone.kind in GONE and seat in people)
        }

    def add(self, seat: int, kind: str, ply: int) -> AbsenceLog:
        lines = (*self.events.get(ply, ()), AbsenceEvent(seat, kind))
        return replace(self, events={**self.events, ply: lines})
