"""A table: the replay of its log, and the entries that may be written next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace

import msgspec

from nomarch import errors
from nomarch.engine.match import Match
from nomarch.engine.match_log import Step, common
from nomarch.errors import Refused
from nomarch.kernel.game import rulebook
from nomarch.tables.archive.outcomes import OutcomeRecorder, encode_chunk
from nomarch.tables.state.absences import (
    BANNED,
    CONCEDED,
    MISSED,
    PAUSED,
    REMOVED,
    RESIGNED,
    RETURNED,
    TIMED_OUT,
    VACATION,
    AbsenceLog,
    Departure,
)
from nomarch.tables.state.clocks import ClockLog
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.hint_log import HintLog
from nomarch.tables.state.joint_decision import JointDecision, JointDecisions
from nomarch.tables.state.model import (
    AWAY,
    BACK,
    BOT,
    CLOSE,
    DELAY,
    HINT,
    LEAVE,
    MOVE,
    PLAYER,
    REWIND,
    RULES,
    Entry,
    Seat,
    TableRecord,
    now,
)
from nomarch.tables.state.outages import Pause
from nomarch.tables.state.sealing import check_solo_help
from nomarch.tables.state.undo import UndoableTable

_CHANGING = ("late", "agreed", "to_act", "_asked_shown", "_reached", "_refused", "_undos")
"""Collections of a table that entries change in place."""


class Table(UndoableTable):
    """A table's record, and the match its log gives."""

    def __init__(
        self, record: TableRecord, log: Iterable[Entry] = (), outages: Sequence[Pause] = ()
    ) -> None:
        self.record = self.stored = record
        """The record, and the version of it that is in the store."""
        self.outages = outages
        self.book = rulebook(record.game)
        self.seq = 0
        self.last_at = record.created
        self.absences, self.clocks = AbsenceLog(), ClockLog()
        self.late: set[int] = set()
        """Seats whose time is over: a bot makes the present decision."""
        self.floor = 0
        """Steps before this cannot be undone: a player has left since."""
        self._init_undo()
        self.hinting = HintLog()
        self.closed = False
        """Whether an admin has closed it."""
        self.new_rules = ""
        """The latest change of the rules, as its log entry says it."""
        self.begin()
        self.recorder = OutcomeRecorder(self.match)
        for entry in log:
            self.fold(entry)

    def begin(self) -> None:
        record = self.record
        self.match = self._new_match(tuple(seat.name for seat in record.seats))
        self._restart_questions(record.created)
        self._reached = {len(self.match.steps): record.created}
        """By number of steps: when that position was first reached."""

    def _restart_questions(self, at: float) -> None:
        self.to_act = dict.fromkeys(self.match.to_act, self.seq)
        """For each seat that must decide, the position at which it was asked."""
        self._asked_shown = dict(self.to_act)
        """The same position by the number shown to the seat's owner."""
        self._joints = JointDecisions()
        self._joints.watch(self.seq, [], set(), self.match)
        self.clock_from = at
        """When the present question was first asked."""
        if self.record.is_timed:
            self.clocks = replace(self.clocks, since=dict.fromkeys(self.people_asked(), at))

    def _new_match(self, names: tuple[str, ...]) -> Match:
        options = self.book.game.options_since(self.record.rules) | self.record.options
        setup = self.book.setup(len(names), options)
        return Match(self.book, setup, self.record.seed, names)

    @property
    def conclusion(self) -> TableRecord:
        """The record with what follows from the log."""
        if self.match.over and not self.record.over:
            return msgspec.structs.replace(self.record, over=True)
        return self.record

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

    def snapshot(self) -> Table:
        """Return a copy that never changes, for use in other threads."""
        twin = copy(self)
        twin.match, twin._joints = self.match.snapshot(), self._joints.snapshot()
        twin.recorder = self.recorder.snapshot()
        for name in _CHANGING:
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    # --- The log ------------------------------------------------------------------------------

    def fold(self, entry: Entry) -> list[Step]:
        """Apply an entry of the log. Returns the steps it made."""
        if entry.seq != self.seq + 1:
            raise RuntimeError(f"entry {entry.seq} of table {self.record.id} follows {self.seq}")
        self.seq, owed, joint = entry.seq, set(self.match.to_act), self.joint
        before, was_late = len(self.match.steps), entry.kind == MOVE and entry.seat in self.late
        old, state = None, None
        if entry.kind == REWIND:
            old, state = self.match.steps[:], self.match.packed()
        steps = self._carry_out(entry)
        if entry.kind in (AWAY, BACK, LEAVE) and self.record.absent_last:
            self.match.forfeited = frozenset(self.departures)
        if entry.kind in (MOVE, REWIND):
            stayed = before if old is None else common(old, self.match.steps)
            self.recorder.record(self.seq, self.match, stayed, state)
            self.hinting = self.hinting.follow(entry.seat, before, self.match.steps)
        self._joints.follow(entry, steps, owed, self.match)
        is_secret = joint is not None and joint is self.joint
        if entry.kind in (MOVE, REWIND):
            self._update_questions({entry.seat, *(step.seat for step in steps)})
            if not is_secret:
                self._keep_time(entry)
        if not is_secret:
            self.last_at = entry.at
        self._run_clocks(entry, late=was_late)
        return steps

    def _carry_out(self, entry: Entry) -> list[Step]:
        if entry.kind == MOVE:
            if entry.seat == self.undo_seat:
                self._stop_asking()
            return self.match.play(entry.seat, entry.text)
        if entry.kind == RULES:
            self.new_rules = entry.text
        elif entry.kind == CLOSE:
            self.closed = True
            self.to_act.clear()
            self._stop_asking()
        elif entry.kind == REWIND:
            self._rewind(entry)
        elif entry.kind == AWAY and entry.text == MISSED:
            self.absences = self.absences.tell(entry.seat, MISSED, self.settled)
            self.late.add(entry.seat)
        elif entry.kind == DELAY:
            self.absences = self.absences.tell(entry.seat, VACATION, self.settled)
        elif entry.kind == AWAY:
            kind = PAUSED if entry.text == PAUSED else TIMED_OUT
            self.absences = self.absences.go(entry.seat, entry.at, kind, self.settled)
            if kind == TIMED_OUT:
                self.late.add(entry.seat)
        elif entry.kind == BACK:
            self.absences = self.absences.come(entry.seat, RETURNED, self.settled)
        elif entry.kind == LEAVE and self.record.resigning_ends and entry.text in ("", BANNED):
            self._concede(entry.seat, entry.text or CONCEDED)
        elif entry.kind == LEAVE:
            removed = BANNED if entry.text == BANNED else REMOVED
            self._vacate(entry.seat, removed if entry.text else RESIGNED)
        elif entry.kind == HINT:
            self.hinting = self.hinting.give(entry.seat)
            if self.joint is not None:
                self.joint.hinted.add(entry.seat)
        else:
            self._consult(entry)
        return []

    def outcomes(self, *, complete: bool = False) -> tuple[int, bytes] | None:
        """Return the first entry and the bytes of a finished chunk, or of the current one."""
        if complete or self.recorder.starts_chunk(self.seq + 1):
            return self.recorder.first, encode_chunk(self.recorder.chunk(self.match))
        return None

    def _keep_time(self, entry: Entry) -> None:
        """Restart the clock for a new question; undoing one's own move gives no time."""
        ply = len(self.match.steps)
        if entry.kind == MOVE or entry.text:
            while self._reached and next(reversed(self._reached)) >= ply:
                self._reached.popitem()
            self._reached[ply] = entry.at
        self.clock_from = self._reached.get(ply, entry.at)

    def _concede(self, seat: int, kind: str) -> None:
        """End the game: its player is gone, and keeps the seat for what follows it."""
        self.absences = self.absences.come(seat, kind, self.settled)
        self.match.stop()
        self.to_act.clear()
        self._stop_asking()

    def _vacate(self, seat: int, kind: str) -> None:
        """Give a seat to a bot for good; what its owner could have objected to cannot be undone."""
        old = self.record.seats[seat]
        bot = Seat(BOT, old.name, level=self.record.stand_in, left=old.person or old.left)
        seats = tuple(bot if i == seat else s for i, s in enumerate(self.record.seats))
        self.record = msgspec.structs.replace(self.record, seats=seats)
        self.absences = self.absences.come(seat, kind, self.settled)
        self.floor = len(self.match.steps)
        self._stop_asking()

    # --- Simultaneous decisions: nobody learns how far another is -------------------------------

    @property
    def joint(self) -> JointDecision | None:
        """The open joint decision."""
        return self._joints.open

    def shown_seq(self, seats: Collection[int]) -> int:
        """Return the position's number as shown to the owner of some seats."""
        return self.seq if self.joint is None else self.joint.shown_seq(seats, self.seq)

    def shown_seq_at(self, seq: int, seats: Collection[int]) -> int:
        """Return the number of an earlier position, as it was shown to the owner of some seats."""
        return self._joints.shown_seq(seats, seq)

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

    def _rewind(self, entry: Entry) -> None:
        self._undos[self._owner(entry.seat)] += 1
        self._undo_steps(entry)
        self.absences = self.absences.rewind(len(self.match.steps))

    def _undo_steps(self, entry: Entry) -> None:
        if entry.text:
            self.match.rewind(int(entry.text))
            self.to_act = {}
            self._refused.pop(self._owner(entry.seat), None)
            self._stop_asking()
        else:
            self.match.undo(entry.seat)
            if entry.seat == self.undo_seat or self.target >= len(self.match.steps):
                self._stop_asking()

    def _update_questions(self, movers: set[int]) -> None:
        """Ask those who moved or were not asked before; others' questions stay."""
        asked = self.to_act
        self.to_act = {
            seat: self.seq if seat in movers else asked.get(seat, self.seq)
            for seat in self.match.to_act
        }
        self.late &= set(self.to_act)
        if self.joint is None:
            self.late -= movers
        self._asked_shown = {
            seat: self._asked_shown[seat]
            if seat not in movers and seat in asked and seat in self._asked_shown
            else self.shown_seq_for(seat)
            for seat in self.to_act
        }

    def _check_open(self) -> None:
        if self.closed:
            raise Refused("An admin closed this table.")

    def _entry(self, kind: str, seat: int, text: str = "") -> Entry:
        self._check_open()
        return Entry(self.record.id, self.seq + 1, kind, seat, text, now())

    # --- Requests: each returns the entry to write, or raises `Refused` -------------------------

    def request_move(self, seat: int, move: str, seq: int) -> Entry:
        """Make a move that answers the position `seq`."""
        self._check_open()
        if not self.record.is_full:
            raise Refused("The game hasn't started: a seat is still free.")
        if self.match.over:
            raise Refused("The game is over: no more moves.")
        if seat not in self.to_act:
            raise Refused("It's not your turn.")
        if not self._asked_shown[seat] <= seq <= self.shown_seq_for(seat):
            raise Refused("The game has moved on. Check the board and choose again.")
        try:
            action = self.match.parse(move)
        except errors.BadNotation:
            raise BadRequest("Unknown move: “{move}”.", move=move) from None
        if action not in self.match.legal_actions(seat):
            raise BadRequest("You can't do that now. The highlighted places show what you can do.")
        return self._entry(MOVE, seat, self.book.actions[action])

    def request_pause(self, seat: int) -> Entry:
        """Let a bot play a seat until its owner returns."""
        if not self.record.is_full:
            raise Refused("The game hasn't started: a seat is still free.")
        if self.match.over:
            raise Refused("The game is over.")
        if seat in self.away:
            raise Refused("A bot is already playing for you.")
        if not self.record.has_breaks:
            raise Refused("Rated and tournament games have no breaks.")
        check_solo_help(self.record)
        return self._entry(AWAY, seat, PAUSED)

    def request_back(self, seat: int) -> Entry:
        """Give a seat back to its owner."""
        if seat not in self.away:
            raise Refused("You're already at the table.")
        return self._entry(BACK, seat)

    def request_hint(self, seat: int) -> Entry:
        """Ask for a hint; the log says so."""
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
