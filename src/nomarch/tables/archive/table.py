"""A table part of which was played under other rules: that part is read from a memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nomarch.engine.match import Match
from nomarch.engine.match_log import Step
from nomarch.tables.archive.chunks import Memory
from nomarch.tables.archive.match import ArchivedMatch, lenient_setup
from nomarch.tables.model import MOVE, REWIND, RULES, Entry, TableRecord
from nomarch.tables.table import Table

UNAFFECTED, GOES_ON, ENDS = "unaffected", "goes-on", "ends"
"""All came the same way under the new rules; it goes on from where it stood; it cannot go on."""


@dataclass(frozen=True)
class NewRules:
    """That the rules changed while a game was played, and what that meant for it."""

    old: int
    new: int
    how: str

    @classmethod
    def read(cls, text: str) -> NewRules:
        """As an entry of the log says it."""
        old, new, how = text.split()
        return cls(int(old), int(new), how)

    def __str__(self) -> str:
        return f"{self.old} {self.new} {self.how}"


class RecalledTable(Table):
    """A table that was played under other rules up to the entry `until`."""

    match: ArchivedMatch

    def __init__(
        self, record: TableRecord, log: Iterable[Entry], memory: Memory, until: int
    ) -> None:
        self.memory, self.until = memory, until
        super().__init__(record, log)

    def _new_match(self, names: tuple[str, ...]) -> Match:
        game, record = self.book.game, self.record
        options = game.options_since(record.rules) | record.options
        setup = lenient_setup(self.book, len(names), options)
        return ArchivedMatch(self.book, setup, record.seed, names, self.memory)

    def _carry_out(self, entry: Entry) -> list[Step]:
        if entry.seq > self.until:
            return super()._carry_out(entry)
        if entry.kind in (MOVE, REWIND):
            return self._recall()
        steps = super()._carry_out(entry)
        if entry.kind == RULES:
            self._recall()
            if entry.seq == self.until:
                self._leave_memory(entry)
        return steps

    def _recall(self) -> list[Step]:
        """What came of the entry, as it was kept."""
        return self.match.follow(self.memory, self.memory.read(self.seq))

    def _leave_memory(self, entry: Entry) -> None:
        """From its last position on the game is played by the rules of now, or not at all."""
        if NewRules.read(entry.text).how == ENDS:
            self.match.close()
        else:
            self.match.resume()
        self._stop_asking()
        self.late.clear()
        self.floor = self.match.since
        self.to_act = dict.fromkeys(self.match.to_act, self.seq)
        self._to_act_seen = dict(self.to_act)
        self.joint = None
        self._watch_joint([], set())
        self.clock_from = entry.at
