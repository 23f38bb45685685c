"""Undo requests at a table: who may undo alone, who must ask, and what the others answer."""

from __future__ import annotations

from collections import Counter
from math import ceil

from nomarch.engine.match import SPECTATOR
from nomarch.errors import Refused
from nomarch.tables.state.clocks import ClockedTable
from nomarch.tables.state.joint_decision import JointDecision
from nomarch.tables.state.model import AGREE, ASK, PLAYER, REFUSE, REWIND, Entry, now
from nomarch.tables.state.sealing import check_solo_help

FIRST_PAUSE, LONGEST_PAUSE = 10.0, 3600.0
"""Seconds before one who was refused an undo may ask again; every refusal doubles them."""
MAX_UNDOS = 300
"""Undos of one person in a game; they bound the length of its log."""
QUESTION_SECONDS = 600.0
"""Seconds for which an undo request keeps others from asking."""


class UndoableTable(ClockedTable):
    """The part of a table that knows which undos are free, asked for and agreed to."""

    floor: int
    """Steps before this cannot be undone: a player has left since."""

    @property
    def joint(self) -> JointDecision | None:
        """The open joint decision."""
        raise NotImplementedError

    def _init_undo(self) -> None:
        self.undo_seat: int = SPECTATOR
        """The seat that asks for an undo, while the others decide."""
        self.target = 0
        """How many steps the undo would leave."""
        self.agreed: set[int] = set()
        self._asked_since = 0.0
        self._refused: dict[str, tuple[int, float]] = {}
        """By person: refusals in a row, and until when they may not ask again."""
        self._undos: Counter[str] = Counter()
        """Undos by person."""

    def _consult(self, entry: Entry) -> None:
        """Apply an undo request or an answer to one."""
        if entry.kind == ASK:
            last = self.match.last_decision(entry.seat) or 0
            self.undo_seat, self.target = entry.seat, int(entry.text or last)
            self.agreed, self._asked_since = self.same_owner(entry.seat), entry.at
        elif entry.kind == AGREE:
            self.agreed |= self.same_owner(entry.seat)
        elif entry.kind == REFUSE and self.undo_seat >= 0:
            times = self._refused.get(self._owner(self.undo_seat), (0, 0.0))[0]
            pause = min(FIRST_PAUSE * 2**times, LONGEST_PAUSE)
            self._refused[self._owner(self.undo_seat)] = (times + 1, entry.at + pause)
            self._stop_asking()

    def _stop_asking(self) -> None:
        self.undo_seat, self.agreed, self.target = SPECTATOR, set(), 0

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
        if self._undos[self._owner(seat)] >= MAX_UNDOS:
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
        if self.undo_seat in self.same_owner(seat) or (
            self.undo_seat >= 0 and at < self._asked_since + QUESTION_SECONDS
        ):
            raise Refused("Someone has already asked to undo.")
        wait = self._refused.get(self._owner(seat), (0, 0.0))[1] - at
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
            return "ask" if self.undo_seat < 0 else None
        return "free"

    def request_answer(self, seat: int, *, agree: bool) -> Entry:
        """Answer an undo request; the last one to agree carries it out.

        The one who asks may withdraw by refusing.
        """
        undecided = self.may_answer()
        if seat not in undecided and (agree or seat != self.undo_seat):
            raise Refused("There's no undo request for you to answer.")
        if not agree:
            return self._entry(REFUSE, seat)
        if not undecided - self.same_owner(seat):
            return self._entry(REWIND, self.undo_seat, str(self.target))
        return self._entry(AGREE, seat)

    def may_answer(self) -> set[int]:
        """Return the seats that have yet to answer an undo request."""
        return self._others(self.undo_seat) - self.agreed if self.undo_seat >= 0 else set()

    def same_owner(self, seat: int) -> set[int]:
        """Return all seats of the person who owns this one."""
        return set(self.record.seats_of(self._owner(seat))) | {seat}

    def _owner(self, seat: int) -> str:
        return self.record.seats[seat].person

    def _others(self, seat: int) -> set[int]:
        return {
            i
            for i, other in enumerate(self.record.seats)
            if other.kind == PLAYER and other.person != self._owner(seat)
            if i not in self.absences.paused
        }
