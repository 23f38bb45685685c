"""Where tables are kept: one small interface, and SQLite behind it.

Several server processes may share a store one day: nothing is updated in place except a table's
record, every log entry has its own key, and writing one that exists already is refused.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord
from nomarch.tables.refusals import NotNow

log = logging.getLogger("nomarch.tables")


class Conflict(Exception):
    """Somebody else wrote that log entry first."""


Due = Mapping[str, float | None]
"""When tables are to be looked at next, by id: a clock runs out, an invitation ends; or never."""


class Store(Protocol):
    """What the tables need of a database. Every call is atomic and durable when it returns."""

    failures: tuple[type[Exception], ...]
    """What calls raise when the database cannot be reached, read or written."""

    def secret(self) -> bytes:
        """The key that signs cookies; made once."""
        ...

    def put_guest(self, guest: Guest) -> None:
        """Adds a guest or gives one a new name."""
        ...

    def guest(self, id_: str) -> Guest | None:
        """A guest by id."""
        ...

    def put_table(self, record: TableRecord) -> None:
        """Adds a table or changes its record."""
        ...

    def table(self, id_: str) -> TableRecord | None:
        """A table by id."""
        ...

    def tables_of(self, guest: str) -> list[TableRecord]:
        """The tables at which a guest sits, newest first."""
        ...

    def due_tables(self, at: float, most: int) -> list[str]:
        """The tables that were to be looked at by that time, the longest overdue first."""
        ...

    def remove_table(self, id_: str) -> None:
        """Forgets a table and all that was played and said at it."""
        ...

    def append(self, entries: Iterable[Entry], due: Due | None = None) -> None:
        """Adds log entries, all or none; `Conflict` if one exists already.

        With them goes when tables are to be looked at next.
        """
        ...

    def log(self, table: str) -> list[Entry]:
        """A table's whole log, in order."""
        ...

    def say(self, table: str, line: ChatLine) -> None:
        """Adds a line of chat."""
        ...

    def chat(self, table: str, most: int) -> list[ChatLine]:
        """The latest lines of chat, oldest first."""
        ...

    def touch(self) -> None:
        """Writes something: fails if nothing can be written."""
        ...

    def close(self) -> None:
        """Lets go of the database."""
        ...


MIGRATIONS = (
    """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL);
    CREATE TABLE guest (id TEXT PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE game_table (id TEXT PRIMARY KEY, created REAL NOT NULL, record TEXT NOT NULL);
    CREATE TABLE seat (
        guest TEXT NOT NULL, game_table TEXT NOT NULL REFERENCES game_table(id),
        PRIMARY KEY (guest, game_table)
    ) WITHOUT ROWID;
    CREATE TABLE entry (
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (game_table, seq)
    ) WITHOUT ROWID;
    CREATE TABLE chat (
        id INTEGER PRIMARY KEY, game_table TEXT NOT NULL, line BLOB NOT NULL
    );
    CREATE INDEX chat_by_table ON chat (game_table, id);
    """,
    """
    ALTER TABLE game_table ADD COLUMN due REAL;
    CREATE INDEX table_by_due ON game_table (due) WHERE due IS NOT NULL;
    UPDATE game_table SET due = 0 WHERE NOT json_extract(record, '$.over') AND (
        json_extract(record, '$.clock') > 0 OR record LIKE '%"kind":"open"%'
    );
    """,
)
"""Each step brings a database one version further; never change one that was released."""


class SqliteStore:
    """The embedded store: one file, write-ahead log, every commit synced to the disk."""

    failures: tuple[type[Exception], ...] = (sqlite3.Error, OSError)

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA busy_timeout = 5000")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._migrate()

    def _migrate(self) -> None:
        if self._version() == len(MIGRATIONS):
            return
        with _Transaction(self._db):  # the version is read again: another may have been faster
            version = self._version()
            if version > len(MIGRATIONS):
                raise RuntimeError(f"the database is of version {version}, newer than this program")
            for script in MIGRATIONS[version:]:
                for statement in script.split(";"):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _version(self) -> int:
        version: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        return version

    def secret(self) -> bytes:
        """The key that signs cookies; made once."""
        self._db.execute("INSERT OR IGNORE INTO setting VALUES ('secret', randomblob(32))")
        row = self._db.execute("SELECT value FROM setting WHERE name = 'secret'").fetchone()
        return bytes(row[0])

    def put_guest(self, guest: Guest) -> None:
        """Adds a guest or gives one a new name."""
        self._db.execute("INSERT OR REPLACE INTO guest VALUES (?, ?)", (guest.id, guest.name))

    def guest(self, id_: str) -> Guest | None:
        """A guest by id."""
        row = self._db.execute("SELECT id, name FROM guest WHERE id = ?", (id_,)).fetchone()
        return Guest(*row) if row else None

    def put_table(self, record: TableRecord) -> None:
        """Adds a table or changes its record."""
        guests = {seat.guest for seat in record.seats if seat.guest}
        with _Transaction(self._db):
            self._db.execute(
                "INSERT INTO game_table (id, created, record) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET record = excluded.record",
                (record.id, record.created, msgspec.json.encode(record).decode()),
            )
            self._db.executemany(
                "INSERT OR IGNORE INTO seat VALUES (?, ?)", [(guest, record.id) for guest in guests]
            )

    def table(self, id_: str) -> TableRecord | None:
        """A table by id."""
        row = self._db.execute("SELECT record FROM game_table WHERE id = ?", (id_,)).fetchone()
        return msgspec.json.decode(row[0], type=TableRecord) if row else None

    def tables_of(self, guest: str) -> list[TableRecord]:
        """The tables at which a guest sits, newest first."""
        rows = self._db.execute(
            "SELECT record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            "WHERE seat.guest = ? ORDER BY created DESC LIMIT 100",
            (guest,),
        )
        return [msgspec.json.decode(row[0], type=TableRecord) for row in rows]

    def due_tables(self, at: float, most: int) -> list[str]:
        """The tables that were to be looked at by that time, the longest overdue first."""
        rows = self._db.execute(
            "SELECT id FROM game_table WHERE due <= ? ORDER BY due LIMIT ?", (at, most)
        )
        return [row[0] for row in rows]

    def remove_table(self, id_: str) -> None:
        """Forgets a table and all that was played and said at it."""
        with _Transaction(self._db):
            for table in ("seat", "entry", "chat"):
                self._db.execute(f"DELETE FROM {table} WHERE game_table = ?", (id_,))
            self._db.execute("DELETE FROM game_table WHERE id = ?", (id_,))

    def append(self, entries: Iterable[Entry], due: Due | None = None) -> None:
        """Adds log entries, all or none; `Conflict` if one exists already.

        With them goes when tables are to be looked at next.
        """
        rows = [(e.table, e.seq, e.kind, e.seat, e.text, e.at) for e in entries]
        try:
            with _Transaction(self._db):
                self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
                self._db.executemany(
                    "UPDATE game_table SET due = ? WHERE id = ?",
                    [(at, table) for table, at in (due or {}).items()],
                )
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error

    def log(self, table: str) -> list[Entry]:
        """A table's whole log, in order."""
        rows = self._db.execute("SELECT * FROM entry WHERE game_table = ? ORDER BY seq", (table,))
        return [Entry(*row) for row in rows]

    def say(self, table: str, line: ChatLine) -> None:
        """Adds a line of chat."""
        self._db.execute(
            "INSERT INTO chat (game_table, line) VALUES (?, ?)", (table, msgspec.json.encode(line))
        )

    def chat(self, table: str, most: int) -> list[ChatLine]:
        """The latest lines of chat, oldest first."""
        rows = self._db.execute(
            "SELECT line FROM chat WHERE game_table = ? ORDER BY id DESC LIMIT ?", (table, most)
        ).fetchall()
        return [msgspec.json.decode(row[0], type=ChatLine) for row in reversed(rows)]

    def touch(self) -> None:
        """Writes something: fails if nothing can be written."""
        self._db.execute("INSERT OR REPLACE INTO setting VALUES ('touched', randomblob(8))")

    def close(self) -> None:
        """Lets go of the database."""
        self._db.close()


T = TypeVar("T")


def asked(store: Store, question: Callable[[Store], T]) -> T:
    """What a question to a store gives, or a sentence for whoever waits for it."""
    try:
        return question(store)
    except store.failures as error:
        log.error("the store fails: %s", error)
        raise NotNow("The games cannot be reached just now; try again in a moment.") from error


class _Transaction:
    """All or nothing."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def __enter__(self) -> None:
        self.db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            if kind is None:
                self.db.execute("COMMIT")
        finally:
            # A full disk ends a transaction by itself, or leaves it open when the commit fails.
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
