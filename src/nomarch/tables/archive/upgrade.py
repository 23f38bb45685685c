"""Rules change, games stay: a table is opened under the rules of now, whatever it began under.

A finished game is read from what was kept of it. A running one is played again under the new rules
and held against what was kept: if all comes the same way, it goes on. If not, it goes on from its
last position, or ends there if that cannot be read any more. Either way the log says so, and with
it everybody who looks.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import msgspec

from nomarch.kernel.game import Rulebook, rulebook
from nomarch.tables.archive.chunks import Memory, Outcome, unpacked
from nomarch.tables.archive.retention import Kept
from nomarch.tables.archive.table import ENDS, GOES_ON, UNAFFECTED, NewRules, RecalledTable
from nomarch.tables.errors import RulesTooNew, RulesTooOld
from nomarch.tables.model import MOVE, REWIND, RULES, Entry, TableRecord, now
from nomarch.tables.store import Conflict, Store
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

Outcomes = Mapping[int, Outcome]


def opened(store: Store, record: TableRecord, entries: Sequence[Entry]) -> Table:
    """A table as its log leaves it; if the rules have changed, that is settled now."""
    current, played = rulebook(record.game).game.rules_version, rules_of(record, entries)
    if played == current:
        return _as_played(store, record, entries)
    if played > current:
        raise RulesTooNew("This table is played under newer rules than this server knows.")
    outcomes = _kept(store, record, entries)
    if record.over:
        table = RecalledTable(record, entries, _memory(record, outcomes), entries[-1].seq)
        table.match.close()
        return table
    try:
        return _Change(store, record, entries, outcomes).settle()
    except Conflict:  # another process has settled it
        return opened(store, record, store.log(record.id))


def rules_of(record: TableRecord, entries: Sequence[Entry]) -> int:
    """The version of the rules that a table is played under."""
    changes = [entry for entry in entries if entry.kind == RULES]
    return NewRules.read(changes[-1].text).new if changes else record.rules


def _as_played(store: Store, record: TableRecord, entries: Sequence[Entry]) -> Table:
    until = _last_break(entries)
    if not until:
        return Table(record, entries)
    return RecalledTable(record, entries, _memory(record, _kept(store, record, entries)), until)


def _last_break(entries: Sequence[Entry]) -> int:
    """The entry up to which a table cannot be played again under the rules of now; 0 for none."""
    breaks = [
        entry.seq
        for entry in entries
        if entry.kind == RULES and NewRules.read(entry.text).how != UNAFFECTED
    ]
    return breaks[-1] if breaks else 0


def _kept(store: Store, record: TableRecord, entries: Sequence[Entry]) -> Outcomes:
    """All that was kept of a table; only what came of its last entries may be missing."""
    if not entries:  # nothing was played yet: it begins under the rules of now
        return {}
    outcomes = {seq: known for data in store.outcomes(record.id) for seq, known in unpacked(data)}
    played = [0, *(entry.seq for entry in entries if entry.kind in (MOVE, REWIND))]
    known = [seq in outcomes for seq in played]
    if not outcomes or known != sorted(known, reverse=True):
        raise RulesTooOld("This game began under other rules and cannot be opened any more.")
    return outcomes


def _memory(record: TableRecord, outcomes: Outcomes) -> Memory:
    return Memory(rulebook(record.game), outcomes)


class _Change:
    """The rules of a running table have changed: what that means for it."""

    def __init__(
        self, store: Store, record: TableRecord, entries: Sequence[Entry], outcomes: Outcomes
    ) -> None:
        self.store, self.record = store, record
        self.entries, self.outcomes = entries, outcomes
        self.book: Rulebook = rulebook(record.game)
        self.old, self.new = rules_of(record, entries), self.book.game.rules_version

    def settle(self) -> Table:
        """The table as it goes on; the log says how."""
        table = self._unaffected() or self._going_on() or self._ended()
        log.warning("table %s: rules %s", self.record.id, table.new_rules)
        return table

    def _entry(self, seq: int, how: str) -> Entry:
        text = str(NewRules(self.old, self.new, how))
        return Entry(self.record.id, seq, RULES, -1, text, now())

    # --- If all comes the same way ----------------------------------------------------------------

    def _unaffected(self) -> Table | None:
        """The table played again, if it comes out as it was."""
        try:
            table = self._played_again()
        except Exception as error:  # a move that is not allowed any more, or anything else
            log.info("table %s goes another way: %s", self.record.id, error)
            return None
        return table and self._written(table, UNAFFECTED)

    def _played_again(self) -> Table | None:
        until = _last_break(self.entries)
        if until:
            memory = _memory(self.record, self.outcomes)
            table: Table = RecalledTable(self.record, self.entries[:until], memory, until)
        else:
            table = Table(self.record)
        if not self.outcomes:
            return table
        kept = _memory(self.record, self.outcomes)
        for entry in self.entries[:until]:
            kept.read(entry.seq)
        if not kept.agrees(table.match, 0 if not until else len(kept.steps)):
            return None
        for entry in self.entries[until:]:
            before = len(table.match.steps)
            table.fold(entry)
            kept.read(entry.seq)
            known = self.outcomes.get(entry.seq)
            if known is not None and not kept.agrees(table.match, min(before, known.stayed)):
                return None
        return table

    def _written(self, table: Table, how: str) -> Table:
        entry = self._entry(table.seq + 1, how)
        self.store.append([entry])
        table.fold(entry)
        self._begin_anew(table, entry)
        return table

    def _begin_anew(self, table: Table, entry: Entry) -> None:
        """From here on all can be read by itself."""
        stayed = 0
        if self.outcomes:
            kept = _memory(self.record, self.outcomes)
            for old in self.entries:
                kept.read(old.seq)
            stayed = len(kept.steps)
        table.recorder.begin_anew(entry.seq, table.match, stayed)
        past = table.outcomes(complete=True)
        assert past is not None
        self.store.keep_outcomes([(self.record.id, *past)])

    # --- If not -----------------------------------------------------------------------------------

    def _going_on(self) -> Table | None:
        """The table in its last position, if the new rules can go on from it."""
        try:
            table = self._resumed(GOES_ON)
            sound = not self.book.invariants.broken(table.match.state)
            can_go_on = sound and bool(table.match.over or table.to_act)
        except Exception as error:
            log.info("table %s cannot go on: %s", self.record.id, error)
            return None
        if not can_go_on:
            return None
        entry = self._entry(table.seq, GOES_ON)
        self.store.append([entry])
        self._begin_anew(table, entry)
        self._make_up(table)
        return table

    def _resumed(self, how: str) -> RecalledTable:
        memory = _memory(self.record, self.outcomes)
        if how == GOES_ON and not memory.is_faithful:
            raise ValueError("parts of the position have no place any more")
        until = self.entries[-1].seq + 1
        entry = self._entry(until, how)
        return RecalledTable(self.record, [*self.entries, entry], memory, until)

    def _make_up(self, table: Table) -> None:
        """Last moves whose outcome was not kept are made once more, as far as they can be."""
        for seat, move in self._lost_moves():
            if seat not in table.to_act or move not in table.match.legal(seat):
                return
            entry = Entry(self.record.id, table.seq + 1, MOVE, seat, move, now())
            self.store.append([entry])
            table.fold(entry)

    def _lost_moves(self) -> list[tuple[int, str]]:
        """The last moves whose outcome was not kept, but for those that were taken back."""
        lost: list[tuple[int, str]] = []
        for entry in self.entries:
            if entry.seq in self.outcomes or entry.kind not in (MOVE, REWIND):
                continue
            if entry.kind == MOVE:
                lost.append((entry.seat, entry.text))
                continue
            mine = [i for i, (seat, _) in enumerate(lost) if seat == entry.seat]
            del lost[mine[-1] if mine else 0 :]
        return lost

    def _ended(self) -> Table:
        table = self._resumed(ENDS)
        self.store.append([self._entry(table.seq, ENDS)])
        self.store.put_table(msgspec.structs.replace(self.record, over=True))
        return table


def keep_all(store: Store, record: TableRecord, entries: Sequence[Entry]) -> None:
    """Keeps what came of every entry of a table that is from before this was done."""
    table, kept = Table(record), list[Kept]()
    for entry in entries:
        past = table.outcomes()
        if past is not None:
            kept.append((record.id, *past))
        table.fold(entry)
    past = table.outcomes(complete=True)
    assert past is not None
    store.keep_outcomes([*kept, (record.id, *past)])
