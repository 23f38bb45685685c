"""A table in memory: the replay of its log, and what may be written into the log next."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import dataclass, field, replace

from nomarch import errors
from nomarch.kernel.game import rulebook
from nomarch.match import SPECTATOR, Match, Step
from nomarch.tables.model import (
    AGREE,
    ASK,
    AWAY,
    BACK,
    BOT,
    GUEST,
    MOVE,
    REFUSE,
    REWIND,
    Entry,
    TableRecord,
    now,
)
from nomarch.tables.refusals import BadWish, Refused


@dataclass
class Joint:
    """A decision that several seats owe at once, while it is open."""

    seq: int
    """The position at which it began."""
    ply: int
    seats: frozenset[int]
    entries: list[tuple[int, bool]] = field(default_factory=list)
    """The log's entries since: whose, and whether everyone may know of it."""


class Table:
    """One table: its record, its log, and the match that the log gives."""

    def __init__(self, record: TableRecord, log: Iterable[Entry] = ()) -> None:
        self.record = record
        self.book = rulebook(record.game)
        self.seq = 0
        self.last_at = record.created
        self.away: set[int] = set()
        self.asking: int = SPECTATOR
        """The seat that asks for a step back, while the others decide."""
        self.agreed: set[int] = set()
        self.joint: Joint | None = None
        self._begin()
        for entry in log:
            self.fold(entry)

    def _begin(self) -> None:
        record = self.record
        setup = self.book.setup(len(record.seats), record.options)
        names = tuple(seat.name for seat in record.seats)
        self.match = Match(self.book, setup, record.seed, names)
        self.asked = dict.fromkeys(self.match.to_act, 0)
        """For each seat that owes a decision, the position at which it was asked."""
        self._asked_seen = dict(self.asked)
        """The same position by the number that the seat's owner was shown."""
        self._watch_joint([], set())

    def snapshot(self) -> Table:
        """A twin that stays as it is, to be read in another thread."""
        twin = copy(self)
        twin.match = self.match.snapshot()
        twin.away, twin.agreed = set(self.away), set(self.agreed)
        if self.joint is not None:
            twin.joint = replace(self.joint, entries=list(self.joint.entries))
        return twin

    # --- The log ------------------------------------------------------------------------------

    def fold(self, entry: Entry) -> list[Step]:
        """Makes an entry of the log come true; the steps that it brought."""
        if entry.seq != self.seq + 1:
            raise RuntimeError(f"entry {entry.seq} of table {self.record.id} follows {self.seq}")
        self.seq, owed = entry.seq, set(self.match.to_act)
        steps: list[Step] = []
        if entry.kind == MOVE:
            steps = self.match.play(entry.seat, entry.text)
            self._stop_asking()
        elif entry.kind == REWIND:
            self._rewind(entry)
        elif entry.kind == AWAY:
            self.away.add(entry.seat)
        elif entry.kind == BACK:
            self.away.discard(entry.seat)
        elif entry.kind == ASK:
            self.asking, self.agreed = entry.seat, {entry.seat}
        elif entry.kind == AGREE:
            self.agreed |= self._same_owner(entry.seat)
        elif entry.kind == REFUSE:
            self._stop_asking()
        if entry.kind in (MOVE, REWIND):
            self._note_joint(entry, steps, owed)
            self._ask_again({entry.seat, *(step.seat for step in steps)})
        if self.joint is None:
            self.last_at = entry.at
        return steps

    # --- Decisions that several owe at once: nobody learns how another goes about theirs ---------

    def _note_joint(self, entry: Entry, steps: list[Step], owed: set[int]) -> None:
        """Keeps in mind whose answers were given, and what of them everyone may know."""
        if self.joint is not None:
            public = any(e.is_told_to(SPECTATOR) for step in steps for e in step.events)
            self.joint.entries.append((entry.seat, public))
        if entry.kind == REWIND and entry.text:
            self.joint = None
        self._watch_joint(steps, owed)

    def _watch_joint(self, steps: list[Step], owed: set[int]) -> None:
        """A joint decision begins when two seats owe one, and ends when all answers are shown."""
        now_owed = set(self.match.to_act)
        if self.joint is not None:
            shown = any(step.reveals for step in steps) and len(now_owed) < 2
            asked_again = bool(steps) and not now_owed <= owed
            if not now_owed or not now_owed <= self.joint.seats or shown or asked_again:
                self.joint = None
        if self.joint is None and len(now_owed) > 1:
            self.joint = Joint(self.seq, len(self.match.steps), frozenset(now_owed))

    def seen(self, seats: Collection[int]) -> int:
        """The number of the position for the owner of some seats.

        While a joint decision is open it counts one's own answers and what is public, so that
        nobody can tell from it how many steps another takes.
        """
        if self.joint is None:
            return self.seq
        return self.joint.seq + sum(public or seat in seats for seat, public in self.joint.entries)

    def shown_steps(self, seats: Collection[int]) -> list[Step]:
        """The steps that the owner of some seats may know to have been made."""
        steps = self.match.steps
        if self.joint is None:
            return steps
        return steps[: self.joint.ply] + [
            step
            for step in steps[self.joint.ply :]
            if step.seat in seats or any(e.is_told_to(SPECTATOR) for e in step.events)
        ]

    @property
    def settled(self) -> int:
        """How many steps are past any doubt: all but those of an open joint decision."""
        return len(self.match.steps) if self.joint is None else self.joint.ply

    def _rewind(self, entry: Entry) -> None:
        if entry.text:
            self.match.rewind(int(entry.text))
            self.asked = {}
        else:
            self.match.undo(entry.seat)
        self._stop_asking()

    def _stop_asking(self) -> None:
        self.asking, self.agreed = SPECTATOR, set()

    def _ask_again(self, movers: set[int]) -> None:
        """A seat's question is new if it moved or did not owe one; others' stay as they were."""
        asked = self.asked
        self.asked = {
            seat: self.seq if seat in movers else asked.get(seat, self.seq)
            for seat in self.match.to_act
        }
        self._asked_seen = {
            seat: self._asked_seen[seat]
            if seat not in movers and seat in asked and seat in self._asked_seen
            else self.seen(self._same_owner(seat))
            for seat in self.asked
        }

    def _entry(self, kind: str, seat: int, text: str = "") -> Entry:
        return Entry(self.record.id, self.seq + 1, kind, seat, text, now())

    # --- Wishes: each gives the entry to write, or refuses with a sentence ---------------------

    def wish_move(self, seat: int, move: str, seq: int) -> Entry:
        """A move that answers the position `seq`."""
        if not self.record.is_full:
            raise Refused("The game has not begun: a seat is still free.")
        if self.match.over:
            raise Refused("The game is over; no more moves can be made.")
        if seat not in self.asked:
            raise Refused("It is not your turn.")
        if not self._asked_seen[seat] <= seq <= self.seq:
            raise Refused("The table has moved on since; look again, then choose.")
        try:
            action = self.match.parse(move)
        except errors.BadNotation:
            raise BadWish("This game knows no move “{move}”.", move=move) from None
        if action not in self.match.legal_actions(seat):
            raise BadWish("That is not allowed now; the marked places show what is.")
        return self._entry(MOVE, seat, self.book.actions[action])

    def wish_undo(self, seat: int) -> Entry:
        """A free undo, or the question to the others whether they allow more."""
        if self.match.over:
            raise Refused("The game is over; nothing can be taken back.")
        if self.match.can_undo(seat):
            return self._entry(REWIND, seat)
        if self._last_decision(seat) is None:
            raise Refused("You have made no move that could be taken back.")
        if self.asking >= 0:
            raise Refused("Somebody is already asking for a step back.")
        if not self._others(seat):
            return self._entry(REWIND, seat, str(self._last_decision(seat)))
        return self._entry(ASK, seat)

    def wish_answer(self, seat: int, *, agree: bool) -> Entry:
        """An answer to such a question; the last one to agree makes it happen.

        The one who asks may take the question back.
        """
        undecided = self.may_answer()
        if seat not in undecided and (agree or seat != self.asking):
            raise Refused("Nobody is asking you for a step back.")
        if not agree:  # one who asked may think better of it, too
            return self._entry(REFUSE, seat)
        if not undecided - self._same_owner(seat):
            return self._entry(REWIND, self.asking, str(self._last_decision(self.asking)))
        return self._entry(AGREE, seat)

    def wish_away(self, seat: int, seq: int) -> Entry:
        """Hands a seat to a bot because its time had run out at the position `seq`."""
        if seat in self.away or self.asked.get(seat, seq + 1) > seq:
            raise Refused("The table has moved on since; look again, then choose.")
        return self._entry(AWAY, seat)

    def wish_back(self, seat: int) -> Entry:
        """Gives a seat back to its owner."""
        if seat not in self.away:
            raise Refused("You are at the table already.")
        return self._entry(BACK, seat)

    def may_answer(self) -> set[int]:
        """The seats that have yet to allow or refuse a step back."""
        return self._others(self.asking) - self.agreed if self.asking >= 0 else set()

    def _same_owner(self, seat: int) -> set[int]:
        """All seats of the person who owns this one: one word is enough for them."""
        return set(self.record.seats_of(self.record.seats[seat].guest)) | {seat}

    def _others(self, seat: int) -> set[int]:
        """The other seats whose owners have a say: those who are there."""
        owner = self.record.seats[seat].guest
        return {
            i
            for i, other in enumerate(self.record.seats)
            if other.kind == GUEST and other.guest != owner and i not in self.away
        }

    def _last_decision(self, seat: int) -> int | None:
        return self.match.last_decision(seat)

    # --- Whose turn -----------------------------------------------------------------------------

    def bot_to_act(self) -> tuple[int, str] | None:
        """A seat that a bot must decide for now, and the bot's level."""
        if not self.record.is_full or self.asking >= 0:
            return None
        for seat in self.asked:
            place = self.record.seats[seat]
            if place.kind == BOT:
                return seat, place.level
            if seat in self.away:
                return seat, "greedy"
        return None

    def deadline(self) -> float | None:
        """When the next person's time runs out."""
        if not self.record.clock or not self.record.is_full or not self._people_asked():
            return None
        return max(self.last_at, self.record.began) + self.record.clock

    def late_seats(self, at: float) -> list[int]:
        """The seats whose time has run out."""
        deadline = self.deadline()
        if deadline is None or at < deadline:
            return []
        return self._people_asked()

    def _people_asked(self) -> list[int]:
        """The seats that owe a decision and are not played by a bot."""
        people = [seat for seat in self.asked if self.record.seats[seat].kind == GUEST]
        return [seat for seat in people if seat not in self.away]
