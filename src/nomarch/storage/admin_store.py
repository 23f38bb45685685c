"""The part of a store that admins and maintenance use: settings, bans, deletions, archives."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from nomarch.decoding import decode
from nomarch.people import networks, notices
from nomarch.people.player_notes import forget_player_notes
from nomarch.people.private_messages import forget_messages
from nomarch.tables.model import ChatLine, now

Row = tuple[Any, ...]
StoredChunk = tuple[str, int, bytes]
"""Table, first entry, and the encoded outcomes."""


FOREVER = 1e12
"""The end of what never ends."""


class Ban(NamedTuple):
    """Why somebody is kept out, and until when."""

    reason: str
    until: float = FOREVER


LATELY = 600.0
"""Seconds for which servers are told of tables that an admin changed."""
TABLES, GUESTS, CHANGED = "table", "guest", "changed"
"""Kinds of tombstones: a table or a guest was deleted, a table was changed by an admin."""


class AdminStore(Protocol):
    """Settings, bans, deletions and archives, in SQL that both databases understand."""

    skipping: str = ""
    """SQL that skips rows locked by another process."""
    locking: str = ""
    """SQL with which a SELECT locks the rows it finds; SQLite locks the database instead."""

    @abstractmethod
    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of a query."""

    @abstractmethod
    def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement. Returns the number of rows changed."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[object]:
        """Run the body in one transaction; joins the one that is open."""

    def transaction(self) -> AbstractContextManager[object]:
        """Run the body in one transaction; joins the one that is open."""
        return self._transaction()

    # --- Settings and bans ------------------------------------------------------------------------

    def setting(self, name: str) -> str:
        """Return a setting, or an empty string."""
        rows = self.rows("SELECT value FROM setting WHERE name = ?", (name,))
        return bytes(rows[0][0]).decode() if rows else ""

    def set_setting(self, name: str, value: str) -> None:
        """Change a setting; an empty value deletes it."""
        if value:
            self.execute(
                "INSERT INTO setting (name, value) VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value.encode()),
            )
        else:
            self.execute("DELETE FROM setting WHERE name = ?", (name,))

    def bans(self, at: float | None = None) -> dict[str, Ban]:
        """Return the bans in force, of guests, addresses and networks."""
        rows = self.rows(
            "SELECT subject, reason, until FROM ban WHERE until > ? ORDER BY at",
            (now() if at is None else at,),
        )
        return {subject: Ban(reason, until) for subject, reason, until in rows}

    def ban(
        self, subject: str, reason: str, at: float | None = None, until: float = FOREVER
    ) -> None:
        """Ban a guest, an address or a network; of two bans the longer one counts."""
        at = now() if at is None else at
        self.execute("DELETE FROM ban WHERE subject = ? AND until < ?", (subject, max(at, until)))
        self.execute(
            "INSERT INTO ban (subject, reason, at, until) VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            (subject, reason, at, until),
        )

    def unban(self, subject: str) -> bool:
        """End a ban. Returns whether there was one."""
        at = now()
        self.execute(
            "UPDATE sanction SET until = ? WHERE subject = ? AND kind = 'ban' AND until > ?",
            (at, subject, at),
        )
        return self.execute("DELETE FROM ban WHERE subject = ?", (subject,)) == 1

    def record_deletion(self, kind: str, id_: str) -> None:
        """Record a deletion, so that restoring an older backup repeats it."""
        self.execute(
            "INSERT INTO tombstone (kind, id, at) VALUES (?, ?, ?) "
            "ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at",
            (kind, id_, now()),
        )

    def deletions(self, since: float = 0.0) -> list[tuple[str, str]]:
        """Return the kind and id of deletions."""
        rows = self.rows("SELECT kind, id FROM tombstone WHERE at >= ? ORDER BY at", (since,))
        return [(kind, id_) for kind, id_ in rows]

    def changed(self) -> dict[str, float]:
        """Return tables that an admin changed or deleted lately, and when."""
        rows = self.rows(
            "SELECT id, at FROM tombstone WHERE at >= ? AND kind <> ?", (now() - LATELY, GUESTS)
        )
        return dict(rows)

    # --- Guests and tables ------------------------------------------------------------------------

    def all_tables(self, after: str = "", most: int = 100) -> list[str]:
        """Return a page of table ids after one."""
        rows = self.rows(
            "SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?", (after, most)
        )
        return [row[0] for row in rows]

    def all_guests(self, after: str = "", most: int = 100) -> list[str]:
        """Return a page of guest ids after one."""
        rows = self.rows("SELECT id FROM guest WHERE id > ? ORDER BY id LIMIT ?", (after, most))
        return [row[0] for row in rows]

    def see(self, guest: str, at: float) -> None:
        """Store the time of a guest's visit, if the guest exists."""
        self.execute(
            "INSERT INTO visit (guest, at) SELECT id, ? FROM guest WHERE id = ? "
            "ON CONFLICT (guest) DO UPDATE SET at = excluded.at",
            (at, guest),
        )

    def abandoned(self, before: float, most: int) -> list[str]:
        """Return guests without a claimed name whose last visit was before a time.

        Guests who were merged into another stay as long as that one.
        """
        rows = self.rows(
            "SELECT guest FROM visit WHERE at < ? AND NOT EXISTS (SELECT 1 FROM guest "
            "WHERE guest.id = visit.guest AND (handle > '' OR merged > '')) ORDER BY at LIMIT ?",
            (before, most),
        )
        return [row[0] for row in rows]

    def forget_guest(self, id_: str) -> None:
        """Delete a guest and those merged into them; their seats stay."""
        from nomarch.people.accounts import forget_account

        with self._transaction():
            forget_account(self, id_)
            for sql in (
                "DELETE FROM visit WHERE guest = ? OR guest IN "
                "(SELECT id FROM guest WHERE merged = ?)",
                "DELETE FROM note WHERE guest = ? OR guest IN "
                "(SELECT id FROM guest WHERE merged = ?)",
                "DELETE FROM guest WHERE id = ? OR merged = ?",
            ):
                self.execute(sql, (id_, id_))
            notices.forget(self, id_)
            networks.forget_guest(self, id_)
            forget_player_notes(self, id_)
            forget_messages(self, id_)

    def delete_chat(self, table: str, seats: Collection[int]) -> None:
        """Delete the chat lines of some seats of a table."""
        with self._transaction():
            rows = self.rows("SELECT id, line FROM chat WHERE game_table = ?", (table,))
            for number, data in rows:
                if decode(bytes(data), ChatLine).seat in seats:
                    self.execute("DELETE FROM chat WHERE id = ?", (number,))

    def unstarted(self, before: float, most: int) -> list[str]:
        """Return tables created before a time that still have an open seat."""
        rows = self.rows(
            "SELECT id FROM game_table WHERE created < ? AND record LIKE ? "
            "ORDER BY created LIMIT ?",
            (before, '%"kind":"open"%', most),
        )
        return [row[0] for row in rows]

    # --- Outcomes ---------------------------------------------------------------------------------

    def put_outcomes(self, outcomes: Iterable[StoredChunk]) -> None:
        """Store chunks of outcomes; a stored chunk is replaced only by one at least as long."""
        with self._transaction():
            self._put_outcomes(outcomes)

    def _put_outcomes(self, outcomes: Iterable[StoredChunk]) -> None:
        for chunk in outcomes:
            self.execute(
                "INSERT INTO outcome (game_table, seq, data) VALUES (?, ?, ?) "
                "ON CONFLICT (game_table, seq) DO UPDATE SET data = excluded.data "
                "WHERE length(excluded.data) >= length(outcome.data)",
                chunk,
            )

    def drop_outcomes(self, table: str) -> None:
        """Delete what is archived of a table."""
        self.execute("DELETE FROM outcome WHERE game_table = ?", (table,))

    def outcomes(self, table: str) -> list[bytes]:
        """Return the chunks of a table in order."""
        rows = self.rows("SELECT data FROM outcome WHERE game_table = ? ORDER BY seq", (table,))
        return [bytes(row[0]) for row in rows]

    def unarchived(self, most: int) -> list[str]:
        """Return tables with entries but without archived outcomes."""
        rows = self.rows(
            "SELECT id FROM game_table WHERE EXISTS "
            "(SELECT 1 FROM entry WHERE entry.game_table = game_table.id) AND NOT EXISTS "
            "(SELECT 1 FROM outcome WHERE outcome.game_table = game_table.id AND seq = 0) LIMIT ?",
            (most,),
        )
        return [row[0] for row in rows]
