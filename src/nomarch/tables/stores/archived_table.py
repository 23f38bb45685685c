"""A table part of which was played under other rules; that part is read from the archive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from nomarch.kernel.declare.game import rulebook
from nomarch.tables.archive.match import ArchivedMatch, lenient_setup
from nomarch.tables.archive.reader import ArchiveReader
from nomarch.tables.state.fold import carry_out, fold, new_table, restart_questions
from nomarch.tables.state.model import MOVE, REWIND, RULES, Entry, TableRecord
from nomarch.tables.state.pauses import Span
from nomarch.tables.state.table import Table

UNAFFECTED, GOES_ON, ENDS = "unaffected", "goes-on", "ends"
"""The game comes out the same under the new rules, goes on from its position, or cannot go on."""


@dataclass(frozen=True)
class RulesChange:
    """A change of the rules during a game, as in the log."""

    old: int
    new: int
    effect: str

    @classmethod
    def parse(cls, text: str) -> RulesChange:
        old, new, effect = text.split()
        return cls(int(old), int(new), effect)

    def __str__(self) -> str:
        return f"{self.old} {self.new} {self.effect}"


def replay_archived(
    record: TableRecord,
    log: Iterable[Entry],
    reader: ArchiveReader,
    until: int,
    outages: Sequence[Span] = (),
) -> Table:
    """Return the table that a log gives, from the archive up to the entry `until`."""

    def carry_out_archived(table: Table, entry: Entry) -> Table:
        if entry.kind in (MOVE, REWIND):
            return replace(table, match=_read_match(table, reader))
        table = carry_out(table, entry)
        if entry.kind != RULES:
            return table
        match = _read_match(table, reader)
        if entry.seq < until:
            return replace(table, match=match)
        return _leave_archive(table, match, entry)

    book, names = rulebook(record.game), tuple(seat.name for seat in record.seats)
    options = book.game.options_since(record.rules) | record.options
    setup = lenient_setup(book, len(names), options)
    table = new_table(record, ArchivedMatch(book, setup, record.seed, names, reader), outages)
    for entry in log:
        table = fold(table, entry, carry_out_archived if entry.seq <= until else carry_out)
    return table


def _read_match(table: Table, reader: ArchiveReader) -> ArchivedMatch:
    """Return the match after the table's entry, as the archive has it."""
    reader.read(table.seq)
    match = table.match.snapshot()
    assert isinstance(match, ArchivedMatch)
    match.follow(reader)
    return match


def _leave_archive(table: Table, match: ArchivedMatch, entry: Entry) -> Table:
    """Go on under the current rules, or end the game."""
    if RulesChange.parse(entry.text).effect == ENDS:
        match.close()
    else:
        match.resume()
    table = replace(
        table, match=match, undo=table.undo.close(), late=frozenset(), floor=match.archived_plies
    )
    return restart_questions(table, entry.at)


def close_match(table: Table) -> Table:
    """Return a finished game with nothing secret any more."""
    match = table.match.snapshot()
    assert isinstance(match, ArchivedMatch)
    match.close()
    return replace(table, match=match)
