"""The clocks of a table: time per move, or a total per seat with an increment for each turn.

Everything follows from the log, so all processes agree. A seat whose time is over gets its move
from a bot; the second time in a row, or the third in all, the bot plays until its owner returns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

import msgspec

from nomarch.engine.match import Match
from nomarch.errors import Refused
from nomarch.tables.state.absences import MISSED, AbsenceLog
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import AWAY, BACK, DELAY, MOVE, PLAYER, Entry, TableRecord
from nomarch.tables.state.outages import Pause, end_after_pauses, paused_seconds
from nomarch.tables.state.quiet_hours import add_awake

FREE_SECONDS = 10.0
"""Seconds at the beginning of a game that cost nothing of a total."""
LEAST_SECONDS, RETURN_SECONDS = 10.0, 30.0
"""Seconds that a seat has at least after a missed move, and when its owner returns."""
MOST_IN_ROW, MOST_MISSED = 2, 3
"""Missed moves, in a row or in all, after which the bot keeps the seat."""
AWAY_SECONDS, ABSENT_SECONDS = 600.0, 3 * 86_400.0
"""Seconds away by the clock, or without a move where there is none, after which others may remove
a player."""


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
    delayed: Mapping[int, float] = field(default_factory=dict)
    """In games of earlier versions: until when a decision waits for a player on vacation."""
    paid: int = 0
    """Steps up to which increments were given: undoing and moving again earns none."""

    def follow(
        self,
        entry: Entry,
        record: TableRecord,
        running: list[int],
        plies: int,
        *,
        late: bool,
        outages: Sequence[Pause] = (),
    ) -> ClockLog:
        """Return the clocks after an entry. `late` says that a bot moved for a late seat."""
        seat, left, changed = entry.seat, dict(self.left), self
        for stopped in self.since.keys() - set(running):
            begin = max(self.since[stopped], free_until(record))
            used = entry.at - begin - paused_seconds(outages, begin, entry.at)
            left[stopped] = max(0.0, left.get(stopped, record.bank) - max(0.0, used))
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
        if entry.kind == DELAY:
            changed = replace(changed, delayed={**changed.delayed, seat: float(entry.text)})
        elif entry.kind == MOVE and seat in changed.delayed:
            kept = {s: until for s, until in changed.delayed.items() if s != seat}
            changed = replace(changed, delayed=kept)
        since = {s: self.since.get(s, entry.at) for s in running}
        return replace(changed, left=left, since=since)

    def _miss(self, seat: int) -> ClockLog:
        row = {**self.row, seat: self.row.get(seat, 0) + 1}
        missed = {**self.missed, seat: self.missed.get(seat, 0) + 1}
        return replace(self, row=row, missed=missed)

    def is_last_chance(self, seat: int) -> bool:
        """Whether one more missed move gives the seat to the bot."""
        return (
            self.row.get(seat, 0) + 1 >= MOST_IN_ROW or self.missed.get(seat, 0) + 1 >= MOST_MISSED
        )


class ClockedTable:
    """The part of a table that knows whose time runs, and what follows when it is over."""

    record: TableRecord
    match: Match
    seq: int
    to_act: dict[int, int]
    absences: AbsenceLog
    late: set[int]
    clocks: ClockLog
    clock_from: float
    outages: Sequence[Pause]

    def people_asked(self) -> list[int]:
        """Return the seats whose owners must decide themselves now."""
        people = [seat for seat in self.to_act if self.record.seats[seat].kind == PLAYER]
        away = self.absences.since
        return [seat for seat in people if seat not in away and seat not in self.late]

    def deadline(self) -> float | None:
        """Return when the next person's time runs out."""
        if not self.record.is_timed or not self.record.is_full:
            return None
        return min((self.seat_deadline(seat) for seat in self.people_asked()), default=None)

    def seat_deadline(self, seat: int) -> float:
        """Return when the time of a seat that must decide runs out."""
        record, clocks = self.record, self.clocks
        if record.bank:
            since = max(clocks.since.get(seat, self.clock_from), free_until(record))
            end = since + clocks.left.get(seat, record.bank)
            return end_after_pauses(self.outages, since, end)
        place, begin = record.seats[seat], max(self.clock_from, record.began)
        night = place.night
        end = add_awake(begin, record.clock, night) if night else begin + record.clock
        end = end_after_pauses((*self.outages, *place.vacations), begin, end)
        return max(end, clocks.delayed.get(seat, -inf))

    def late_seats(self, at: float) -> list[int]:
        if not self.record.is_timed or not self.record.is_full:
            return []
        return [seat for seat in self.people_asked() if at >= self.seat_deadline(seat)]

    def seat_clock(self, seat: int) -> SeatClock | None:
        """Return a person's clock; None where there is none, or a bot plays."""
        record = self.record
        if not record.is_timed or record.seats[seat].kind != PLAYER or seat in self.absences.since:
            return None
        runs = record.is_full and not record.over and seat in self.people_asked()
        total = float(record.bank or record.clock)
        until, night = self.seat_deadline(seat) if runs else None, record.seats[seat].night
        if until is not None and not record.bank:
            total = max(total, until - max(self.clock_from, record.began))
        return SeatClock(
            left=self.clocks.left.get(seat, total) if record.bank else total,
            total=total,
            until=until,
            missed=self.clocks.missed.get(seat, 0),
            night=night is not None,
        )

    def is_absent(self, seat: int, at: float) -> bool:
        """Whether a player has been missing for so long that others may remove them."""
        if self.record.seats[seat].kind != PLAYER or not self.record.is_full or self.match.over:
            return False
        if seat in self.absences.since:
            away_since = self.absences.since[seat]
            return seat not in self.absences.paused and at >= away_since + AWAY_SECONDS
        since = max(self.clock_from, self.record.began)
        return not self.record.is_timed and seat in self.to_act and at >= since + ABSENT_SECONDS

    def _run_clocks(self, entry: Entry, *, late: bool) -> None:
        if self.record.is_timed:
            running = self.people_asked() if self.record.is_full and not self.match.over else []
            plies = len(self.match.steps)
            self.clocks = self.clocks.follow(
                entry, self.record, running, plies, late=late, outages=self.outages
            )

    def request_timeout(self, seat: int, seq: int) -> Entry:
        """Let a bot decide for a seat whose time ran out at the position `seq`."""
        self._check_asked(seat, seq)
        return self._entry(AWAY, seat, "" if self.clocks.is_last_chance(seat) else MISSED)

    def request_away(self, seat: int, seq: int) -> Entry:
        """Let a bot play a seat until its owner returns."""
        self._check_asked(seat, seq)
        return self._entry(AWAY, seat)

    def _check_asked(self, seat: int, seq: int) -> None:
        if seat in self.absences.since or self.to_act.get(seat, seq + 1) > seq:
            raise Refused("The game has moved on. Check the board and choose again.")

    def _entry(self, kind: str, seat: int, text: str = "") -> Entry:
        raise NotImplementedError
