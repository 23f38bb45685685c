"""Where tables are kept: one small interface, and SQLite behind it.

Several server processes may share a store one day: nothing is updated in place except a table's
record, every log entry has its own key, and writing one that exists already is refused.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from nomarch.tables.keeping import KeepingStore, Row
from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord, now
from nomarch.tables.refusals import NotNow

log = logging.getLogger("nomarch.tables")

PAGE = 100
"""Tables in one page of a list."""

Stored = TypeVar("Stored", bound=msgspec.Struct)


class Damaged(Exception):
    """Something in the database cannot be read."""


class Conflict(Exception):
    """Somebody else wrote that log entry first."""


Due = Mapping[str, float | None]
"""When tables are to be looked at next, by id: a clock runs out, an invitation ends; or never."""


class Store(KeepingStore, Protocol):
    """What the tables need of a database. Every call is atomic and durable when it returns."""

    failures: tuple[type[Exception], ...]
    """What calls raise when the database cannot be reached, read or written."""

    def secret(self) -> bytes:
        """The key that signs cookies; made once."""
        ...

    def put_guest(self, guest: Guest) -> None:
        """Adds a guest or changes one."""
        ...

    def guest(self, id_: str) -> Guest | None:
        """A guest by id."""
        ...

    def end_merged(self, into: str) -> None:
        """Ends the sessions of guests that became a part of another."""
        ...

    def spend(self, token: str, until: float) -> bool:
        """Uses up what may be used once before a certain time; False if it was used already."""
        ...

    def is_spent(self, token: str) -> bool:
        """Whether that was used up."""
        ...

    def put_table(self, record: TableRecord) -> None:
        """Adds a table or changes its record."""
        ...

    def table(self, id_: str) -> TableRecord | None:
        """A table by id."""
        ...

    def tables_of(self, guest: str, page: int = 1) -> list[TableRecord]:
        """A page of the tables at which a guest sits: running ones first, then the newest."""
        ...

    def count_tables(self, guest: str) -> int:
        """At how many tables a guest sits."""
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

    def keep(self, guest: str, topic: str, note: bytes) -> None:
        """Keeps a note for a guest, in place of an earlier one on that topic."""
        ...

    def kept(self, guest: str, folder: str) -> dict[str, bytes]:
        """A guest's notes on all topics of a folder: those that begin with its name."""
        ...

    def give_notes(self, old: str, into: str) -> None:
        """Gives a guest's notes to another; what the other has noted already stays."""
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
    UPDATE game_table SET due = 0 WHERE CASE json_valid(record) WHEN 1 THEN
        NOT json_extract(record, '$.over') AND (
            json_extract(record, '$.clock') > 0 OR record LIKE '%"kind":"open"%'
        )
    END;
    """,
    """
    ALTER TABLE guest ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE guest ADD COLUMN merged TEXT NOT NULL DEFAULT '';
    CREATE TABLE spent (token TEXT PRIMARY KEY, until REAL NOT NULL);
    """,
    """
    CREATE TABLE note (
        guest TEXT NOT NULL, topic TEXT NOT NULL, note BLOB NOT NULL, PRIMARY KEY (guest, topic)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE outcome (
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (game_table, seq)
    ) WITHOUT ROWID;
    CREATE TABLE ban (subject TEXT PRIMARY KEY, reason TEXT NOT NULL, at REAL NOT NULL);
    CREATE TABLE tombstone (
        kind TEXT NOT NULL, id TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (kind, id)
    );
    CREATE TABLE visit (guest TEXT PRIMARY KEY, at REAL NOT NULL);
    CREATE INDEX visit_by_time ON visit (at);
    INSERT INTO visit SELECT id, CAST(strftime('%s', 'now') AS REAL) FROM guest;
    """,
)
"""Each step brings a database one version further; never change one that was released."""


class SqliteStore(KeepingStore):
    """The embedded store: one file, write-ahead log, every commit synced to the disk."""

    failures: tuple[type[Exception], ...] = (sqlite3.Error, OSError)

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_private(path)
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            self._db.execute("PRAGMA busy_timeout = 5000")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._migrate()
        except BaseException:
            self._db.close()
            raise

    def _migrate(self) -> None:
        """Brings the database up to date; of several that open it at once, one does."""
        if self._version() < len(MIGRATIONS):
            with _Transaction(self._db):
                for number in range(self._version(), len(MIGRATIONS)):
                    for statement in MIGRATIONS[number].split(";"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {number + 1}")

    def _version(self) -> int:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > len(MIGRATIONS):
            raise RuntimeError(f"the database is of version {version}, newer than this program")
        return version

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self._db.execute(sql, values).fetchall()

    def _do(self, sql: str, values: Sequence[Any] = ()) -> int:
        return self._db.execute(sql, values).rowcount

    def _transaction(self) -> AbstractContextManager[object]:
        return _Transaction(self._db)

    def secret(self) -> bytes:
        """The key that signs cookies; made once."""
        self._db.execute("INSERT OR IGNORE INTO setting VALUES ('secret', randomblob(32))")
        row = self._db.execute("SELECT value FROM setting WHERE name = 'secret'").fetchone()
        return bytes(row[0])

    def put_guest(self, guest: Guest) -> None:
        """Adds a guest or changes one."""
        self._db.execute(
            "INSERT OR REPLACE INTO guest (id, name, epoch, merged) VALUES (?, ?, ?, ?)",
            (guest.id, guest.name, guest.epoch, guest.merged),
        )

    def guest(self, id_: str) -> Guest | None:
        """A guest by id."""
        row = self._db.execute(
            "SELECT id, name, epoch, merged FROM guest WHERE id = ?", (id_,)
        ).fetchone()
        return Guest(*row) if row else None

    def end_merged(self, into: str) -> None:
        """Ends the sessions of guests that became a part of another."""
        self._db.execute("UPDATE guest SET epoch = epoch + 1 WHERE merged = ?", (into,))

    def spend(self, token: str, until: float) -> bool:
        """Uses up what may be used once before a certain time; False if it was used already."""
        with _Transaction(self._db):
            self._db.execute("DELETE FROM spent WHERE until < ?", (now(),))
            done = self._db.execute("INSERT OR IGNORE INTO spent VALUES (?, ?)", (token, until))
        return done.rowcount == 1

    def is_spent(self, token: str) -> bool:
        """Whether that was used up."""
        found = self._db.execute("SELECT 1 FROM spent WHERE token = ?", (token,))
        return found.fetchone() is not None

    def put_table(self, record: TableRecord) -> None:
        """Adds a table or changes its record."""
        guests = {seat.guest for seat in record.seats if seat.guest}
        with _Transaction(self._db):
            self._db.execute(
                "INSERT INTO game_table (id, created, record) VALUES (?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET record = excluded.record",
                (record.id, record.created, msgspec.json.encode(record).decode()),
            )
            self._db.execute("DELETE FROM seat WHERE game_table = ?", (record.id,))
            self._db.executemany(
                "INSERT INTO seat VALUES (?, ?)", [(guest, record.id) for guest in guests]
            )

    def table(self, id_: str) -> TableRecord | None:
        """A table by id."""
        with _noticing_damage():
            row = self._db.execute("SELECT record FROM game_table WHERE id = ?", (id_,)).fetchone()
        if row is None:
            return None
        record = decoded(row[0], TableRecord)
        if record is None:
            raise Damaged(f"the record of table {id_}")
        return record

    def tables_of(self, guest: str, page: int = 1) -> list[TableRecord]:
        """A page of the tables at which a guest sits: running ones first, then the newest."""
        rows = self._db.execute(
            "SELECT record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            "WHERE seat.guest = ? ORDER BY "
            "CASE json_valid(record) WHEN 1 THEN json_extract(record, '$.over') ELSE 1 END, "
            "created DESC, id LIMIT ? OFFSET ?",
            (guest, PAGE, (page - 1) * PAGE),
        )
        found = (decoded(row[0], TableRecord) for row in rows)
        return [record for record in found if record is not None]

    def count_tables(self, guest: str) -> int:
        """At how many tables a guest sits."""
        row = self._db.execute("SELECT count(*) FROM seat WHERE guest = ?", (guest,)).fetchone()
        return int(row[0])

    def due_tables(self, at: float, most: int) -> list[str]:
        """The tables that were to be looked at by that time, the longest overdue first."""
        rows = self._db.execute(
            "SELECT id FROM game_table WHERE due <= ? ORDER BY due LIMIT ?", (at, most)
        )
        return [row[0] for row in rows]

    def remove_table(self, id_: str) -> None:
        """Forgets a table and all that was played and said at it."""
        with _Transaction(self._db):
            for table in ("seat", "entry", "outcome", "chat"):
                self._db.execute(f"DELETE FROM {table} WHERE game_table = ?", (id_,))
            self._db.execute("DELETE FROM game_table WHERE id = ?", (id_,))

    def append(self, entries: Iterable[Entry], due: Due | None = None) -> None:
        """Adds log entries, all or none; `Conflict` if one exists already.

        With them goes when tables are to be looked at next.
        """
        entries = list(entries)
        rows = [(e.table, e.seq, e.kind, e.seat, e.text, e.at) for e in entries]
        try:
            with self._transaction():
                self._keep_outcomes((e.table, *e.past) for e in entries if e.past)
                self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)
                self._db.executemany(
                    "UPDATE game_table SET due = ? WHERE id = ?",
                    [(at, table) for table, at in (due or {}).items()],
                )
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error

    def log(self, table: str) -> list[Entry]:
        """A table's whole log, in order."""
        with _noticing_damage():
            rows = self._db.execute(
                "SELECT * FROM entry WHERE game_table = ? ORDER BY seq", (table,)
            )
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
        found = (decoded(row[0], ChatLine) for row in reversed(rows))
        return [line for line in found if line is not None]

    def keep(self, guest: str, topic: str, note: bytes) -> None:
        """Keeps a note for a guest, in place of an earlier one on that topic."""
        self._db.execute("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", (guest, topic, note))

    def kept(self, guest: str, folder: str) -> dict[str, bytes]:
        """A guest's notes on all topics of a folder: those that begin with its name."""
        rows = self._db.execute(
            "SELECT topic, note FROM note WHERE guest = ? AND substr(topic, 1, ?) = ?",
            (guest, len(folder), folder),
        )
        return dict(rows.fetchall())

    def give_notes(self, old: str, into: str) -> None:
        """Gives a guest's notes to another; what the other has noted already stays."""
        with _Transaction(self._db):
            self._db.execute("UPDATE OR IGNORE note SET guest = ? WHERE guest = ?", (into, old))
            self._db.execute("DELETE FROM note WHERE guest = ?", (old,))

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


def _keep_private(path: Path) -> None:
    """Nobody but the server's own user may read the key of the cookies, or a hand of cards.

    SQLite makes the files beside it, which hold the same, as readable as the database is.
    """
    with contextlib.suppress(PermissionError):  # not ours: then the owner decides
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(name).chmod(0o600)


@contextlib.contextmanager
def _noticing_damage() -> Iterator[None]:
    """Tells pages of the file that cannot be read from a database that is only busy."""
    try:
        yield
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error


def decoded(data: str | bytes, kind: type[Stored]) -> Stored | None:
    """What was stored, or None if it is damaged: the rest must not suffer for it."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        log.error("a damaged %s is left out: %s", kind.__name__, error)
        return None


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
