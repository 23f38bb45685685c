"""What a site keeps and lets go of, in the SQL that every database here understands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec

from nomarch.tables.model import ChatLine, now

Row = tuple[Any, ...]
Kept = tuple[str, int, bytes]
"""What came of some entries: their table, the first one's place in the log, and all, packed."""


LATELY = 600.0
"""Seconds for which servers are told of tables that were changed from outside."""
TABLES, GUESTS, CHANGED = "table", "guest", "changed"
"""What there is to know: a table or a guest is gone, a table was changed from outside."""


class KeepingStore(Protocol):
    """The part of a store that is about care, not about play."""

    @abstractmethod
    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """What a question gives."""

    @abstractmethod
    def _do(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Changes something; how many rows."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[object]:
        """All or nothing."""

    # --- The wishes of those who run the site -----------------------------------------------------

    def setting(self, name: str) -> str:
        """Something that was set, or nothing."""
        rows = self._rows("SELECT value FROM setting WHERE name = ?", (name,))
        return bytes(rows[0][0]).decode() if rows else ""

    def set_setting(self, name: str, value: str) -> None:
        """Sets something; nothing takes it back."""
        with self._transaction():
            self._do("DELETE FROM setting WHERE name = ?", (name,))
            if value:
                self._do("INSERT INTO setting (name, value) VALUES (?, ?)", (name, value.encode()))

    def bans(self) -> dict[str, str]:
        """Guests, addresses and networks that are not wanted, each with the reason."""
        return dict(self._rows("SELECT subject, reason FROM ban ORDER BY at"))

    def ban(self, subject: str, reason: str) -> None:
        """Bans a guest, an address or a network."""
        self._do(
            "INSERT INTO ban (subject, reason, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (subject, reason, now()),
        )

    def unban(self, subject: str) -> bool:
        """Takes a ban back; whether there was one."""
        return self._do("DELETE FROM ban WHERE subject = ?", (subject,)) == 1

    def bury(self, kind: str, id_: str) -> None:
        """Notes that something is gone for good, also from older copies of the database."""
        self._do(
            "INSERT INTO tombstone (kind, id, at) VALUES (?, ?, ?) "
            "ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at",
            (kind, id_, now()),
        )

    def buried(self, since: float = 0.0) -> list[tuple[str, str]]:
        """What is gone for good, by kind."""
        rows = self._rows("SELECT kind, id FROM tombstone WHERE at >= ? ORDER BY at", (since,))
        return [(kind, id_) for kind, id_ in rows]

    def changed(self) -> dict[str, float]:
        """Tables that were changed or taken away from outside lately, and when."""
        rows = self._rows(
            "SELECT id, at FROM tombstone WHERE at >= ? AND kind <> ?", (now() - LATELY, GUESTS)
        )
        return dict(rows)

    # --- Guests and tables, seen from above -------------------------------------------------------

    def all_tables(self, after: str = "", most: int = 100) -> list[str]:
        """Tables in the order of their ids, behind one."""
        rows = self._rows(
            "SELECT id FROM game_table WHERE id > ? ORDER BY id LIMIT ?", (after, most)
        )
        return [row[0] for row in rows]

    def all_guests(self, after: str = "", most: int = 100) -> list[str]:
        """Guests in the order of their ids, behind one."""
        rows = self._rows("SELECT id FROM guest WHERE id > ? ORDER BY id LIMIT ?", (after, most))
        return [row[0] for row in rows]

    def see(self, guest: str, at: float) -> None:
        """Notes that a guest was there; only of those who are known at all."""
        self._do(
            "INSERT INTO visit (guest, at) SELECT id, ? FROM guest WHERE id = ? "
            "ON CONFLICT (guest) DO UPDATE SET at = excluded.at",
            (at, guest),
        )

    def abandoned(self, before: float, most: int) -> list[str]:
        """Guests who were last there before some time."""
        rows = self._rows(
            "SELECT guest FROM visit WHERE at < ? ORDER BY at LIMIT ?", (before, most)
        )
        return [row[0] for row in rows]

    def forget_guest(self, id_: str) -> None:
        """Forgets a guest, and those who became a part of them; their seats are another matter."""
        with self._transaction():
            for sql in (
                "DELETE FROM visit WHERE guest = ? OR guest IN "
                "(SELECT id FROM guest WHERE merged = ?)",
                "DELETE FROM note WHERE guest = ? OR guest IN "
                "(SELECT id FROM guest WHERE merged = ?)",
                "DELETE FROM guest WHERE id = ? OR merged = ?",
            ):
                self._do(sql, (id_, id_))

    def unsay(self, table: str, seats: Collection[int]) -> None:
        """Takes back all that was said from some seats of a table."""
        with self._transaction():
            rows = self._rows("SELECT id, line FROM chat WHERE game_table = ?", (table,))
            for number, data in rows:
                if msgspec.json.decode(bytes(data), type=ChatLine).seat in seats:
                    self._do("DELETE FROM chat WHERE id = ?", (number,))

    def unstarted(self, before: float, most: int) -> list[str]:
        """Tables that were set before some time and still wait for somebody."""
        rows = self._rows(
            "SELECT id FROM game_table WHERE created < ? AND record LIKE ? "
            "ORDER BY created LIMIT ?",
            (before, '%"kind":"open"%', most),
        )
        return [row[0] for row in rows]

    # --- Outcomes ---------------------------------------------------------------------------------

    def keep_outcomes(self, outcomes: Iterable[Kept]) -> None:
        """Keeps what came of entries; of what is kept already, whatever tells more stays."""
        with self._transaction():
            self._keep_outcomes(outcomes)

    def _keep_outcomes(self, outcomes: Iterable[Kept]) -> None:
        """The same inside of a transaction."""
        for kept in outcomes:
            self._do(
                "INSERT INTO outcome (game_table, seq, data) VALUES (?, ?, ?) "
                "ON CONFLICT (game_table, seq) DO UPDATE SET data = excluded.data "
                "WHERE length(excluded.data) >= length(outcome.data)",
                kept,
            )

    def outcomes(self, table: str) -> list[bytes]:
        """What was kept of a table, in order."""
        rows = self._rows("SELECT data FROM outcome WHERE game_table = ? ORDER BY seq", (table,))
        return [bytes(row[0]) for row in rows]

    def unkept(self, most: int) -> list[str]:
        """Tables that were played at, and of whose beginning nothing is kept."""
        rows = self._rows(
            "SELECT id FROM game_table WHERE EXISTS "
            "(SELECT 1 FROM entry WHERE entry.game_table = game_table.id) AND NOT EXISTS "
            "(SELECT 1 FROM outcome WHERE outcome.game_table = game_table.id AND seq = 0) LIMIT ?",
            (most,),
        )
        return [row[0] for row in rows]
