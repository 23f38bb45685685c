"""Merging guests: one transaction, and never a cycle.

A merged guest names the guest it became a part of. Every merge writes the final guest into all rows
it concerns, so that a walk takes one step. Databases from before may hold longer chains, and cycles
of guests that were merged into each other at the same moment: `repair_merges` removes them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from nomarch.contests.contest_merging import give_contests
from nomarch.people import networks, notices
from nomarch.people.moderation import give_cases
from nomarch.people.player_notes import give_player_notes
from nomarch.people.private_messages import give_messages
from nomarch.storage.summaries import ListingStore
from nomarch.tables.model import Guest, TableRecord

MOST_STEPS = 100
"""The most steps from guest to guest."""


@dataclass(frozen=True)
class Merge:
    """The result of a merge."""

    guest: Guest
    """The guest who has everything now."""
    old: str
    """The guest that was merged; the same id if they were one already."""
    tables: list[str]
    """Tables whose seats changed owner."""


class MergingStore(ListingStore, Protocol):
    """The part of a store that merges guests."""

    @abstractmethod
    def guest(self, id_: str) -> Guest | None:
        """Return a guest."""

    @abstractmethod
    def _every_table_of(self, guest: str) -> list[TableRecord]:
        """Return all tables of a guest."""

    @abstractmethod
    def _write_table(self, record: TableRecord) -> None:
        """Write a record, inside a transaction."""

    @abstractmethod
    def _give_notes(self, old: str, into: str) -> None:
        """Move a guest's notes to another, inside a transaction."""

    @abstractmethod
    def lock_merges(self) -> None:
        """Keep other processes from merging guests until the transaction ends."""

    def find_root(self, id_: str) -> str:
        """Return the guest that an id was merged into, or the id itself.

        All members of a cycle get the same answer. Empty if there are too many steps.
        """
        path = [id_]
        while len(path) <= MOST_STEPS:
            rows = self.rows("SELECT merged FROM guest WHERE id = ?", (path[-1],))
            after = rows[0][0] if rows else ""
            if not after:
                return path[-1]
            if after in path:
                return min(path[path.index(after) :])
            path.append(after)
        return ""

    def merge_guests(self, old: Guest, into: Guest) -> Merge | None:
        """Merge one guest into another, who gets all their seats and notes.

        Both may have been merged since they were read: what they are part of now is merged. None
        if the session of one of them has ended since, or if the old one has a claimed name.
        """
        with self._transaction():
            self.lock_merges()
            for id_ in sorted({old.id, into.id}):
                self.rows(f"SELECT id FROM guest WHERE id = ? {self.locking}", (id_,))
            for known in (old, into):
                stored = self.guest(known.id)
                if stored is not None and stored.epoch != known.epoch:
                    return None
            source, target = self.find_root(old.id), self.find_root(into.id)
            if not source or not target:
                return None
            former = self.guest(source)
            if source != target and former is not None and former.handle:
                return None  # an account is never a part of another
            tables = []
            if source != target:
                self.execute(
                    "INSERT INTO guest (id, name, epoch, merged) VALUES (?, ?, ?, ?) "
                    "ON CONFLICT (id) DO UPDATE SET merged = excluded.merged",
                    (source, old.name, old.epoch, target),
                )
                self.execute("UPDATE guest SET merged = ? WHERE merged = ?", (target, source))
                self.execute("UPDATE guest SET merged = '' WHERE id = ?", (target,))
                tables = self._give_all(source, target)
                self._end_guest_sessions(target)
            return Merge(self.guest(target) or Guest(target, into.name), source, tables)

    def _end_guest_sessions(self, account: str) -> None:
        """End the sessions of guests merged into an account: they prove nothing about its owner."""
        self.execute(
            "UPDATE guest SET epoch = epoch + 1 WHERE merged = ? AND EXISTS "
            "(SELECT 1 FROM guest AS account WHERE account.id = ? AND account.handle > '')",
            (account, account),
        )

    def repair_merges(self) -> int:
        """Remove cycles and shorten chains. Returns the number of guests changed."""
        if not self._find_broken_merges()[0]:
            return 0
        with self._transaction():
            self.lock_merges()
            broken, roots = self._find_broken_merges()
            for id_ in broken:
                named = roots[id_] if roots[id_] != id_ else ""
                self.execute("UPDATE guest SET merged = ? WHERE id = ?", (named, id_))
            concerned = {roots[id_] for id_ in broken}
            for id_, root in roots.items():
                if root in concerned and root != id_:
                    self._give_all(id_, root)
        return len(broken)

    def _find_broken_merges(self) -> tuple[list[str], dict[str, str]]:
        """Return guests that do not name their root, and the roots of all merged guests."""
        merged: dict[str, str] = dict(
            self.rows("SELECT id, merged FROM guest WHERE merged > '' ORDER BY id")
        )
        roots = find_roots(merged)
        return [i for i in merged if merged[i] != roots[i] or roots[i] == i], roots

    def _give_all(self, old: str, into: str) -> list[str]:
        """Move seats and notes to another guest. Returns the tables."""
        self._give_notes(old, into)
        give_contests(self, old, into)
        notices.give(self, old, into)
        networks.give(self, old, into)
        give_player_notes(self, old, into)
        give_messages(self, old, into)
        give_cases(self, old, into)
        records = self._every_table_of(old)
        for record in records:
            given = record.given(old, into)
            self._write_table(given if record.over else networks.settle(self, given))
        for table in ("result_seat", "rating_change"):
            self.execute(f"UPDATE {table} SET guest = ? WHERE guest = ?", (into, old))
        return [record.id for record in records]


def find_roots(merged: Mapping[str, str]) -> dict[str, str]:
    """Return the root of every guest; that of a cycle is its smallest id."""
    roots: dict[str, str] = {}
    for start in merged:
        path, places = [start], {start: 0}
        while path[-1] in merged and path[-1] not in roots:
            after = merged[path[-1]]
            if after in places:
                cycle = path[places[after] :]
                roots |= dict.fromkeys(cycle, min(cycle))
                break
            places[after] = len(path)
            path.append(after)
        root = roots.get(path[-1], path[-1])
        roots |= {id_: root for id_ in path if id_ not in roots}
    return {id_: roots[id_] for id_ in merged}
