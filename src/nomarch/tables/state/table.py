"""A table at one position of its log, and the entries that may be written next."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from math import ceil

from msgspec import Struct, field
from msgspec.structs import replace

from nomarch import errors
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.errors import Refused
from nomarch.kernel.declare.game import Rulebook
from nomarch.tables.archive.outcomes import OutcomeRecorder, encode_chunk
from nomarch.tables.state.absences import MISSED, PAUSED, AbsenceLog, Departure
from nomarch.tables.state.clocks import (
    ABSENT_SECONDS,
    AWAY_SECONDS,
    MAX_GIFTS,
    ClockLog,
    SeatClock,
    free_until,
)
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.hint_log import HintLog
from nomarch.tables.state.joint_decision import JointDecision, JointDecisions
from nomarch.tables.state.model import (
    AGREE,
    ASK,
    AWAY,
    BACK,
    BOT,
    GIVE,
    HINT,
    LEAVE,
    MOVE,
    PLAYER,
    REFUSE,
    REWIND,
    Entry,
    TableRecord,
    now,
)
from nomarch.tables.state.pauses import Pauses, Span, time_out
from nomarch.tables.state.sealing import check_solo_help
from nomarch.tables.state.undo import MAX_UNDOS, QUESTION_SECONDS, UndoLog


class Table(Struct, frozen=True, eq=False):
    """A table's record, and the match its log gives. It never changes: `fold` returns the next."""

    record: TableRecord
    """The record with what follows from the log; the store may not have it yet."""
    match: Match
    """Shared between threads: play on a snapshot of it."""
    recorder: OutcomeRecorder
    last_at: float
    clock_from: float
    """When the present question was first asked."""
    reached: Mapping[int, float]
    """By number of steps: when that position was first reached."""
    to_act: Mapping[int, int]
    """For each seat that must decide, the position at which it was asked."""
    asked_shown: Mapping[int, int]
    """The same position by the number shown to the seat's owner."""
    joints: JointDecisions
    outages: Sequence[Span] = ()
    seq: int = 0
    absences: AbsenceLog = field(default_factory=AbsenceLog)
    clocks: ClockLog = field(default_factory=ClockLog)
    undo: UndoLog = field(default_factory=UndoLog)
    hinting: HintLog = field(default_factory=HintLog)
    late: frozenset[int] = frozenset()
    """Seats whose time is over: a bot makes the present decision."""
    floor: int = 0
    """Steps before this cannot be undone: a player has left since."""
    closed: bool = False
    """Whether an admin has closed it."""
    new_rules: str = ""
    """The latest change of the rules, from its log entry."""

    @property
    def book(self) -> Rulebook:
        return self.match.book

    def with_record(self, record: TableRecord) -> Table:
        """Return the table with a changed record, such as with a renamed player."""
        match = copy(self.match)
        match.names = tuple(seat.name for seat in record.seats)
        return replace(self, record=record, match=match)

    @property
    def away(self) -> Collection[int]:
        """Seats played by a bot until their owners return."""
        return self.absences.since.keys()

    @property
    def departures(self) -> dict[int, Departure]:
        """The people who are gone, and when they went."""
        people = {i for i, seat in enumerate(self.record.seats) if seat.kind == PLAYER}
        is_final = self.record.rated and self.record.replaced_loses
        return self.absences.departures(people, is_final=is_final)

    def outcomes(self, *, complete: bool = False) -> tuple[int, bytes] | None:
        """Return the first entry and the bytes of a finished chunk, or of the current one."""
        if complete or self.recorder.starts_chunk(self.seq + 1):
            return self.recorder.first, encode_chunk(self.recorder.chunk(self.match))
        return None

    # --- Whose turn -----------------------------------------------------------------------------

    def bot_to_act(self) -> tuple[int, str] | None:
        """Return a seat that a bot must decide for now, and the bot's level."""
        if not self.record.is_full:
            return None
        for seat in self.to_act:
            place = self.record.seats[seat]
            if place.kind == BOT:
                return seat, place.level
            if seat in self.away or seat in self.late:
                return seat, self.record.stand_in
        return None

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
        begin = max(self.clock_from, record.began)
        seconds = record.clock + clocks.extra.get((self.settled, seat), 0.0)
        if record.bank:
            begin = max(clocks.since.get(seat, self.clock_from), free_until(record))
            seconds = clocks.left.get(seat, record.bank)
        return time_out(self.pauses(seat), begin, seconds)

    def pauses(self, seat: int) -> Pauses:
        """Return when a seat's clock stands still."""
        place = self.record.seats[seat]
        return Pauses((*self.outages, *place.vacations), place.night)

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

    # --- Simultaneous decisions: nobody learns how far another is -------------------------------

    @property
    def joint(self) -> JointDecision | None:
        """The open joint decision."""
        return self.joints.open

    def shown_seq(self, seats: Collection[int]) -> int:
        """Return the position's number as shown to the owner of some seats."""
        return self.seq if self.joint is None else self.joint.shown_seq(seats, self.seq)

    def shown_seq_for(self, seat: int) -> int:
        return self.seq if self.joint is None else self.shown_seq(self.same_owner(seat))

    def shown_steps(self, seats: Collection[int]) -> list[Step]:
        """Return the steps that the owner of some seats may know of."""
        steps = self.match.steps
        return steps if self.joint is None else self.joint.shown_steps(seats, steps)

    @property
    def settled(self) -> int:
        """How many steps everyone may know of: all but those of an open joint decision."""
        return len(self.match.steps) if self.joint is None else self.joint.ply

    # --- Requests: each returns the entry to write, or raises `Refused` -------------------------

    def _check_open(self) -> None:
        if self.closed:
            raise Refused("An admin closed this table.")

    def _entry(self, kind: str, seat: int, text: str = "") -> Entry:
        self._check_open()
        return Entry(self.record.id, self.seq + 1, kind, seat, text, now())

    def request_move(self, seat: int, move: str, seq: int) -> Entry:
        """Make a move that answers the position `seq`."""
        self._check_open()
        if not self.record.is_full:
            raise Refused("The game hasn't started: a seat is still free.")
        if self.match.over:
            raise Refused("The game is over: no more moves.")
        if seat not in self.to_act:
            raise Refused("It's not your turn.")
        if not self.asked_shown[seat] <= seq <= self.shown_seq_for(seat):
            raise Refused("The game has moved on. Check the board and choose again.")
        try:
            action = self.match.parse(move)
        except errors.BadNotation:
            raise BadRequest("Unknown move: “{move}”.", move=move) from None
        if action not in self.match.legal_actions(seat):
            raise BadRequest("You can't do that now. The highlighted places show what you can do.")
        return self._entry(MOVE, seat, self.book.actions[action])

    def _check_plays(self, seat: int) -> None:
        """Raise `Refused` unless the game runs and the seat's owner plays."""
        if not self.record.is_full:
            raise Refused("The game hasn't started: a seat is still free.")
        if self.match.over:
            raise Refused("The game is over.")
        if seat in self.away:
            raise Refused("A bot is already playing for you.")

    def request_pause(self, seat: int) -> Entry:
        """Let a bot play a seat until its owner returns."""
        self._check_plays(seat)
        if not self.record.has_breaks:
            raise Refused("Rated and tournament games have no breaks.")
        check_solo_help(self.record)
        return self._entry(AWAY, seat, PAUSED)

    def request_back(self, seat: int) -> Entry:
        """Give a seat back to its owner."""
        if seat not in self.away:
            raise Refused("You're already at the table.")
        return self._entry(BACK, seat)

    def request_give(self, seat: int) -> Entry:
        """Give all other players more time."""
        if not self.record.is_timed:
            raise Refused("There's no clock at this table.")
        if not self.record.has_breaks:
            raise Refused("Rated and tournament games have no extra time.")
        self._check_plays(seat)
        if self.clocks.gifts.get(seat, 0) >= MAX_GIFTS:
            raise Refused("You can give extra time {most} times in a game.", most=MAX_GIFTS)
        if not self.gifts(seat):
            raise Refused("No other player can get more time now.")
        return self._entry(GIVE, seat)

    def gifts(self, seat: int) -> dict[int, float]:
        """Return the seconds that each other player would get now.

        With a time per move, only those get any who are to act.
        """
        others = self._others(seat) - self.absences.since.keys()
        if not self.record.bank:
            others &= set(self.people_asked())
        gifts = {other: self.clocks.gift(other, self.settled, self.record) for other in others}
        return {other: seconds for other, seconds in gifts.items() if seconds > 0}

    def may_give(self, seat: int) -> bool:
        try:
            self.request_give(seat)
        except Refused:
            return False
        return True

    def request_hint(self, seat: int) -> Entry:
        """Request a hint; the log shows it."""
        if not self.record.hints:
            raise Refused("Hints are off at this table.")
        if not self.record.is_full:
            raise Refused("The game hasn't started: a seat is still free.")
        if seat not in self.to_act or self.match.over:
            raise Refused("It's not your turn.")
        return self._entry(HINT, seat)

    def is_hint_known(self, seat: int) -> bool:
        """Whether the log has a hint for the seat's present decision."""
        return seat in self.hinting.open or bool(self.joint and seat in self.joint.hinted)

    def request_leave(self, seat: int) -> Entry:
        """Give up a seat to a bot, or end the game of two."""
        if self.match.over:
            raise Refused("The game is over.")
        if self.record.seats[seat].kind != PLAYER:
            raise Refused("No player sits there.")
        return self._entry(LEAVE, seat)

    def request_remove(self, seat: int, absent: int) -> Entry:
        """Give the seat of a player who has long been absent to a bot."""
        if not 0 <= absent < len(self.record.seats):
            raise BadRequest("There's no seat {seat}.", seat=absent)
        if absent in self.same_owner(seat) or not self.is_absent(absent, now()):
            raise Refused("You can't replace that player right now.")
        return self._entry(LEAVE, absent, str(seat))

    def request_timeout(self, seat: int, seq: int) -> Entry:
        """Let a bot decide for a seat whose time ran out at the position `seq`."""
        if seat in self.absences.since or self.to_act.get(seat, seq + 1) > seq:
            raise Refused("The game has moved on. Check the board and choose again.")
        return self._entry(AWAY, seat, "" if self.clocks.is_last_chance(seat) else MISSED)

    def request_undo(self, seat: int) -> Entry:
        """Undo, or ask the others whether they allow it."""
        if self.record.rated:
            raise Refused("Rated games have no undo.")
        entry = self._undo_entry(seat)
        if entry.kind == ASK:
            self._check_may_ask(seat)
        return entry

    def _undo_entry(self, seat: int) -> Entry:
        """Return the entry an undo takes, whether or not it may be asked for just now."""
        if self.match.over:
            raise Refused("The game is over: you can't undo any more.")
        if self.undo.used.get(self.owner(seat), 0) >= MAX_UNDOS:
            raise Refused("You have used all {most} undos of this game.", most=MAX_UNDOS)
        last = self.match.last_decision(seat)
        if last is None:
            raise Refused("You have no move to undo.")
        if self._is_free(seat, last):
            return self._entry(REWIND, seat)
        check_solo_help(self.record)
        if last < self.floor:
            raise Refused("You can't undo past the moment a player left.")
        if self._others(seat):
            return self._entry(ASK, seat, str(last))
        if any(step.reveals for step in self.match.steps[last:]):
            raise Refused(
                "You can't undo this: something was revealed, and there's no other player to agree."
            )
        return self._entry(REWIND, seat, str(last))

    def _is_free(self, seat: int, last: int) -> bool:
        """Whether an undo needs nobody's consent.

        While a joint decision is open only one's own part of it is free, or this would reveal
        whether another has begun theirs.
        """
        return last >= (self.joint.ply if self.joint else 0) and self.match.can_undo(seat)

    def _check_may_ask(self, seat: int) -> None:
        at = now()
        if self.undo.seat in self.same_owner(seat) or (
            self.undo.seat >= 0 and at < self.undo.since + QUESTION_SECONDS
        ):
            raise Refused("Someone has already asked to undo.")
        wait = self.undo.refused.get(self.owner(seat), (0, 0.0))[1] - at
        if wait > 0:
            raise Refused(
                "The others declined. You can ask again in {seconds} s.", seconds=ceil(wait)
            )

    def undo_kind(self, seat: int) -> str | None:
        """Return "free", "ask" if the others must consent, or None."""
        try:
            entry = self._undo_entry(seat)
        except Refused:
            return None
        if self.record.rated:
            return None
        if entry.kind == ASK:
            return "ask" if self.undo.seat < 0 else None
        return "free"

    def request_answer(self, seat: int, *, agree: bool) -> Entry:
        """Answer an undo request; the last one to agree carries it out.

        The one who asks may withdraw by refusing.
        """
        undecided = self.may_answer()
        if seat not in undecided and (agree or seat != self.undo.seat):
            raise Refused("There's no undo request for you to answer.")
        if not agree:
            return self._entry(REFUSE, seat)
        if not undecided - self.same_owner(seat):
            return self._entry(REWIND, self.undo.seat, str(self.undo.target))
        return self._entry(AGREE, seat)

    def may_answer(self) -> set[int]:
        """Return the seats that have yet to answer an undo request."""
        return self._others(self.undo.seat) - self.undo.agreed if self.undo.seat >= 0 else set()

    def same_owner(self, seat: int) -> set[int]:
        """Return all seats of the person who owns this one."""
        return set(self.record.seats_of(self.owner(seat))) | {seat}

    def owner(self, seat: int) -> str:
        return self.record.seats[seat].person

    def _others(self, seat: int) -> set[int]:
        return {
            i
            for i, other in enumerate(self.record.seats)
            if other.kind == PLAYER and other.person != self.owner(seat)
            if i not in self.absences.paused
        }
