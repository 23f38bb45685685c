"""The clocks of a table: time per move, or a total per seat with an increment for each turn.

Everything follows from the log, so all processes agree. A seat whose time is over gets its move
from a bot; the second time in a row, or the third in all, the bot plays until its owner returns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import msgspec

from nomarch.tables.state.absences import MISSED
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import AWAY, BACK, MOVE, Entry, TableRecord
from nomarch.tables.state.pauses import Pauses

FREE_SECONDS = 10.0
"""Seconds at the beginning of a game that cost nothing of a total."""
LEAST_SECONDS, RETURN_SECONDS = 10.0, 30.0
"""Seconds that a seat has at least after a missed move, and when its owner returns."""
MOST_IN_ROW, MOST_MISSED = 2, 3
"""Missed moves, in a row or in all, after which the bot keeps the seat."""
AWAY_SECONDS, ABSENT_SECONDS = 600.0, 3 * 86_400.0
"""Seconds away by the clock, or without a move where there is none, after which others may remove
a player."""


GIFT_SECONDS, GIFT_PART = 15.0, 0.25
"""What a player gives each other one: seconds of a total, or a part of the time per move."""
MAX_GIFTS = 20
"""Gifts of one seat in a game; a decision gets at most twice its time."""

LONGEST_CLOCK, LONGEST_BANK, LONGEST_INCREMENT = 30 * 86_400, 6 * 3600, 600


def check_clock(clock: int, bank: int, increment: int) -> None:
    """Raise `BadRequest` for a clock that no table can have."""
    if not 0 <= clock <= LONGEST_CLOCK:
        raise BadRequest(
            "The clock must be between 0 and {most} seconds per move.", most=LONGEST_CLOCK
        )
    if not 0 <= bank <= LONGEST_BANK or not 0 <= increment <= LONGEST_INCREMENT:
        raise BadRequest(
            "A player's total time can be up to {most} minutes.", most=LONGEST_BANK // 60
        )
    if (clock and bank) or (increment and not bank):
        raise BadRequest("Choose time per move or a total time, not both.")


def free_until(record: TableRecord) -> float:
    """Return until when time costs nothing of a total."""
    return max(record.created, record.began) + FREE_SECONDS


class SeatClock(msgspec.Struct, frozen=True):
    """The clock of one seat as a page shows it."""

    left: float
    """Seconds left when it was last stopped; of one that runs, at `since`."""
    total: float
    """Seconds that a full clock has."""
    until: float | None = None
    """When the time runs out; None while the clock stands."""
    missed: int = 0
    """Moves that a bot made because time was over."""
    night: bool = False
    """Whether it stops at night; `total` and `until` count the nights in between."""


@dataclass(frozen=True)
class ClockLog:
    """An immutable record of the seats' clocks, so that snapshots can share it."""

    left: Mapping[int, float] = field(default_factory=dict)
    """Seconds left of a total, for seats that have used any."""
    since: Mapping[int, float] = field(default_factory=dict)
    """When the running clocks began to run."""
    row: Mapping[int, int] = field(default_factory=dict)
    missed: Mapping[int, int] = field(default_factory=dict)
    """Missed moves, in a row and in all."""
    extra: Mapping[tuple[int, int], float] = field(default_factory=dict)
    """Seconds that others gave for a decision, by the steps made before it and its seat."""
    gifts: Mapping[int, int] = field(default_factory=dict)
    """How often the player of a seat gave the others more time."""
    paid: int = 0
    """Steps up to which increments were given: undoing and moving again earns none."""

    def restart(self, since: Mapping[int, float]) -> ClockLog:
        return replace(self, since=since)

    def follow(
        self,
        entry: Entry,
        record: TableRecord,
        running: list[int],
        plies: int,
        *,
        late: bool,
        pauses: Callable[[int], Pauses],
    ) -> ClockLog:
        """Return the clocks after an entry.

        `late` says that a bot moved for a late seat; `pauses` are those of a seat.
        """
        seat, left, changed = entry.seat, dict(self.left), self
        for stopped in self.since.keys() - set(running):
            begin = max(self.since[stopped], free_until(record))
            used = pauses(stopped).used(begin, entry.at)
            left[stopped] = max(0.0, left.get(stopped, record.bank) - used)
        if entry.kind == MOVE and seat in self.since.keys() - set(running) and plies > self.paid:
            left[seat] += record.increment
            changed = replace(changed, paid=plies)
        if late:
            left[seat] = max(left.get(seat, record.bank), record.increment, LEAST_SECONDS)
        elif entry.kind == MOVE and changed.row.get(seat):
            changed = replace(changed, row={**changed.row, seat: 0})
        if entry.kind == BACK:
            left[seat] = max(left.get(seat, record.bank), RETURN_SECONDS)
        if entry.kind == AWAY and entry.text in ("", MISSED):
            changed = changed._miss(seat)
        since = {s: self.since.get(s, entry.at) for s in running}
        return replace(changed, left=left, since=since)

    def gift(self, seat: int, ply: int, record: TableRecord) -> float:
        """Return the seconds that a seat gets from another; none if that is not above 0."""
        if record.bank:
            return min(GIFT_SECONDS, LONGEST_BANK - self.left.get(seat, record.bank))
        most = min(record.clock, LONGEST_CLOCK - record.clock)
        return min(record.clock * GIFT_PART, most - self.extra.get((ply, seat), 0.0))

    def give(
        self, seat: int, gifts: Mapping[int, float], ply: int, record: TableRecord
    ) -> ClockLog:
        """Return the clocks after a seat's gift of seconds to others."""
        given = replace(self, gifts={**self.gifts, seat: self.gifts.get(seat, 0) + 1})
        if record.bank:
            left = {s: self.left.get(s, record.bank) + more for s, more in gifts.items()}
            return replace(given, left={**self.left, **left})
        extra = {(ply, s): self.extra.get((ply, s), 0.0) + more for s, more in gifts.items()}
        return replace(given, extra={**self.extra, **extra})

    def _miss(self, seat: int) -> ClockLog:
        row = {**self.row, seat: self.row.get(seat, 0) + 1}
        missed = {**self.missed, seat: self.missed.get(seat, 0) + 1}
        return replace(self, row=row, missed=missed)

    def is_last_chance(self, seat: int) -> bool:
        """Whether one more missed move gives the seat to the bot."""
        return (
            self.row.get(seat, 0) + 1 >= MOST_IN_ROW or self.missed.get(seat, 0) + 1 >= MOST_MISSED
        )
