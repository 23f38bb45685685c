"""A table part of which was played under other rules; that part is read from the archive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.tables.archive.match import ArchivedMatch, lenient_setup
from nomarch.tables.archive.reader import ArchiveReader
from nomarch.tables.state.model import MOVE, REWIND, RULES, Entry, TableRecord
from nomarch.tables.state.outages import Pause
from nomarch.tables.state.table import Table

UNAFFECTED, GOES_ON, ENDS = "unaffected", "goes-on", "ends"
"""The game comes out the same under the new rules, goes on from its position, or cannot go on."""


@dataclass(frozen=True)
class RulesChange:
    """A change of the rules during a game, as an entry of the log says it."""

    old: int
    new: int
    effect: str

    @classmethod
    def parse(cls, text: str) -> RulesChange:
        old, new, effect = text.split()
        return cls(int(old), int(new), effect)

    def __str__(self) -> str:
        return f"{self.old} {self.new} {self.effect}"


class ArchivedTable(Table):
    """A table that was played under other rules up to the entry `until`."""

    match: ArchivedMatch

    def __init__(
        self,
        record: TableRecord,
        log: Iterable[Entry],
        reader: ArchiveReader,
        until: int,
        outages: Sequence[Pause] = (),
    ) -> None:
        self.reader, self.until = reader, until
        super().__init__(record, log, outages)

    def _new_match(self, names: tuple[str, ...]) -> Match:
        options = self.book.game.options_since(self.record.rules) | self.record.options
        setup = lenient_setup(self.book, len(names), options)
        return ArchivedMatch(self.book, setup, self.record.seed, names, self.reader)

    def _carry_out(self, entry: Entry) -> list[Step]:
        if entry.seq > self.until:
            return super()._carry_out(entry)
        if entry.kind in (MOVE, REWIND):
            return self._read_outcome()
        steps = super()._carry_out(entry)
        if entry.kind == RULES:
            self._read_outcome()
            if entry.seq == self.until:
                self._leave_archive(entry)
        return steps

    def _read_outcome(self) -> list[Step]:
        steps = list(self.reader.read(self.seq))
        self.match.follow(self.reader)
        return steps

    def _leave_archive(self, entry: Entry) -> None:
        """Go on under the current rules, or end the game."""
        if RulesChange.parse(entry.text).effect == ENDS:
            self.match.close()
        else:
            self.match.resume()
        self._stop_asking()
        self.late.clear()
        self.floor = self.match.archived_plies
        self._restart_questions(entry.at)
