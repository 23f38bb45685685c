"""Opens tables after a change of the rules.

A finished game is read from the archive. A running one is replayed under the new rules and compared
with the archive: if it comes out the same, it goes on. If not, it goes on from its last position,
or ends there if the new rules cannot read it. Either way the log has an entry about it.
"""

import logging
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from nomarch.kernel.declare.game import rulebook
from nomarch.storage.store import Conflict, Store
from nomarch.tables.archive.outcome_store import StoredChunk, put_outcomes, read_outcomes
from nomarch.tables.archive.outcomes import Outcome, OutcomeRecorder, decode_chunk
from nomarch.tables.archive.reader import ArchiveReader
from nomarch.tables.state.errors import RulesTooNew, RulesTooOld
from nomarch.tables.state.fold import fold, replay
from nomarch.tables.state.model import MOVE, REWIND, RULES, Entry, TableRecord, now
from nomarch.tables.state.outages import read_outages
from nomarch.tables.state.table import Table
from nomarch.tables.stores.archived_table import (
    ENDS,
    GOES_ON,
    UNAFFECTED,
    RulesChange,
    close_match,
    replay_archived,
)
from nomarch.tables.stores.log_store import append_entries, read_log
from nomarch.tables.stores.table_store import put_table

log = logging.getLogger("nomarch.tables")

Outcomes = Mapping[int, Outcome]


def open_table(store: Store, record: TableRecord, entries: Sequence[Entry]) -> Table:
    """Replay a table's log. If the rules have changed, the table is upgraded first."""
    current, played = rulebook(record.game).game.rules_version, rules_of(record, entries)
    if played > current:
        raise RulesTooNew("This table uses newer rules than this server supports.")
    until = _last_break(entries)
    if played == current and not until:
        return replay(record, entries, read_outages(store))
    outcomes = _read_outcomes(store, record, entries)
    if played == current:
        reader = _reader(record, outcomes)
        return replay_archived(record, entries, reader, until, read_outages(store))
    if record.over:
        table = replay_archived(record, entries, _reader(record, outcomes), entries[-1].seq)
        return close_match(table)
    try:
        return _Upgrade(store, record, entries, outcomes).run()
    except Conflict:  # another process has done it
        return open_table(store, record, read_log(store, record.id))


def rules_of(record: TableRecord, entries: Sequence[Entry]) -> int:
    """Return the version of the rules that a table is played under."""
    changes = [entry for entry in entries if entry.kind == RULES]
    return RulesChange.parse(changes[-1].text).new if changes else record.rules


def archive_table(store: Store, record: TableRecord, entries: Sequence[Entry]) -> None:
    table, chunks = replay(record), list[StoredChunk]()
    for entry in entries:
        chunk = table.outcomes()
        if chunk is not None:
            chunks.append((record.id, *chunk))
        table = fold(table, entry)
    put_outcomes(store, [*chunks, _last_chunk(table)])


def _last_chunk(table: Table) -> StoredChunk:
    chunk = table.outcomes(complete=True)
    assert chunk is not None
    return table.record.id, *chunk


def _last_break(entries: Sequence[Entry]) -> int:
    """Return the entry up to which the current rules cannot replay a table; 0 for none."""
    breaks = [
        entry.seq
        for entry in entries
        if entry.kind == RULES and RulesChange.parse(entry.text).effect != UNAFFECTED
    ]
    return breaks[-1] if breaks else 0


def _read_outcomes(store: Store, record: TableRecord, entries: Sequence[Entry]) -> Outcomes:
    """Read the outcomes of a table; only those of its last entries may be missing."""
    if not entries:  # nothing was played yet
        return {}
    chunks = read_outcomes(store, record.id)
    outcomes = {seq: outcome for data in chunks for seq, outcome in decode_chunk(data)}
    played = [0, *(entry.seq for entry in entries if entry.kind in (MOVE, REWIND))]
    known = [seq in outcomes for seq in played]
    if not outcomes or known != sorted(known, reverse=True):
        raise RulesTooOld("This game started under older rules and can't be opened any more.")
    return outcomes


def _reader(record: TableRecord, outcomes: Outcomes) -> ArchiveReader:
    return ArchiveReader(rulebook(record.game), outcomes)


class _Upgrade:
    """Brings a running table to the current rules."""

    def __init__(
        self, store: Store, record: TableRecord, entries: Sequence[Entry], outcomes: Outcomes
    ) -> None:
        self.store, self.record = store, record
        self.entries, self.outcomes = entries, outcomes
        self.book = rulebook(record.game)

    def run(self) -> Table:
        table = self._unaffected() or self._going_on() or self._ended()
        log.warning("table %s: rules %s", self.record.id, table.new_rules)
        return table

    def _entry(self, seq: int, effect: str) -> Entry:
        old, new = rules_of(self.record, self.entries), self.book.game.rules_version
        return Entry(self.record.id, seq, RULES, -1, str(RulesChange(old, new, effect)), now())

    def _unaffected(self) -> Table | None:
        """Return the replayed table if it comes out as archived."""
        try:
            table = self._replayed()
        except Exception as error:  # a move that is not allowed any more, or anything else
            log.info("table %s diverges under the new rules: %s", self.record.id, error)
            return None
        if table is None:
            return None
        entry = self._entry(table.seq + 1, UNAFFECTED)
        append_entries(self.store, [entry])
        return self._restart_archive(fold(table, entry), entry)

    def _replayed(self) -> Table | None:
        until = _last_break(self.entries)
        if until:
            reader = _reader(self.record, self.outcomes)
            table = replay_archived(self.record, self.entries[:until], reader, until)
        else:
            table = replay(self.record)
        if not self.outcomes:
            return table
        archived = _reader(self.record, self.outcomes)
        for entry in self.entries[:until]:
            archived.read(entry.seq)
        if not archived.agrees(table.match, len(archived.steps) if until else 0):
            return None
        for entry in self.entries[until:]:
            before = len(table.match.steps)
            table = fold(table, entry)
            archived.read(entry.seq)
            known = self.outcomes.get(entry.seq)
            if known is not None and not archived.agrees(table.match, min(before, known.stayed)):
                return None
        return table

    def _restart_archive(self, table: Table, entry: Entry) -> Table:
        """Store a whole position, so that the archive can be read from this entry on."""
        stayed = 0
        if self.outcomes:
            archived = _reader(self.record, self.outcomes)
            for old in self.entries:
                archived.read(old.seq)
            stayed = len(archived.steps)
        recorder = OutcomeRecorder.start(table.match, entry.seq, stayed)
        table = replace(table, recorder=recorder)
        put_outcomes(self.store, [_last_chunk(table)])
        return table

    def _going_on(self) -> Table | None:
        """Return the table in its last position if the new rules can go on from it."""
        try:
            table = self._resumed(GOES_ON)
            is_sound = not self.book.invariants.broken(table.match.state)
            can_go_on = is_sound and bool(table.match.over or table.to_act)
        except Exception as error:
            log.info("table %s cannot go on: %s", self.record.id, error)
            return None
        if not can_go_on:
            return None
        entry = self._entry(table.seq, GOES_ON)
        append_entries(self.store, [entry])
        return self._repeat_lost_moves(self._restart_archive(table, entry))

    def _resumed(self, effect: str) -> Table:
        reader = _reader(self.record, self.outcomes)
        if effect == GOES_ON and not reader.is_lossless:
            raise ValueError("parts of the position have no place any more")
        until = self.entries[-1].seq + 1
        entry = self._entry(until, effect)
        outages = read_outages(self.store)
        return replay_archived(self.record, [*self.entries, entry], reader, until, outages)

    def _repeat_lost_moves(self, table: Table) -> Table:
        """Make the last moves again whose outcomes were not stored, as far as possible."""
        for seat, move in self._lost_moves():
            if seat not in table.to_act or move not in table.match.legal(seat):
                break
            entry = Entry(self.record.id, table.seq + 1, MOVE, seat, move, now())
            append_entries(self.store, [entry])
            table = fold(table, entry)
        return table

    def _lost_moves(self) -> list[tuple[int, str]]:
        """Return the moves without stored outcomes, except those taken back."""
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
        append_entries(self.store, [self._entry(table.seq, ENDS)])
        put_table(self.store, replace(self.record, over=True))
        return table
