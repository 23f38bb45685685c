"""The store in one SQLite file, for one server."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock
from typing import Any

from nomarch.storage.notice_schema import MESSAGE_SCHEMA, NOTICE_SCHEMA
from nomarch.storage.site_schema import BAN_SCHEMA, NETWORK_SCHEMA, SITE_SCHEMA
from nomarch.storage.store import DamagedData, Row, Store

PATIENCE = 5.0
"""Seconds to wait for a file that another process has locked."""
RETRY_SECONDS = 0.01
"""Seconds between two tries where SQLite itself does not wait."""
_creating = Lock()
"""Held while a new file is open outside SQLite, so that no thread has it open in SQLite yet."""
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
    ALTER TABLE game_table ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE game_table ADD COLUMN finished INTEGER NOT NULL DEFAULT 0;
    UPDATE game_table SET finished =
        CASE json_valid(record) WHEN 1 THEN json_extract(record, '$.over') ELSE 1 END;
    CREATE TABLE duty (
        game_table TEXT PRIMARY KEY, at REAL NOT NULL, bots INTEGER NOT NULL, seq INTEGER NOT NULL,
        keeper TEXT NOT NULL, until REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX duty_by_time ON duty (at);
    INSERT INTO duty SELECT id, coalesce(due, 0), 0, 0, '', 0 FROM game_table
        WHERE due IS NOT NULL OR (NOT finished AND record LIKE '%"kind":"bot"%');
    DROP INDEX table_by_due;
    ALTER TABLE game_table DROP COLUMN due;
    CREATE TABLE process (
        id TEXT PRIMARY KEY, only_bots INTEGER NOT NULL, until REAL NOT NULL
    );
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
    """
    ALTER TABLE game_table ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX table_by_listing ON game_table (created) WHERE listed = 1;
    ALTER TABLE seat ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seat ADD COLUMN said INTEGER NOT NULL DEFAULT 0;
    UPDATE seat SET seen = 1000000, said =
        (SELECT count(*) FROM chat WHERE chat.game_table = seat.game_table);
    CREATE TABLE standing (
        game_table TEXT PRIMARY KEY, seq INTEGER NOT NULL, data BLOB NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE INDEX guest_by_merged ON guest (merged) WHERE merged > '';
    """,
    (SITE_SCHEMA + NOTICE_SCHEMA).format(real="REAL", bytes="BLOB"),
    BAN_SCHEMA.format(real="REAL"),
    NETWORK_SCHEMA,
    MESSAGE_SCHEMA.format(real="REAL"),
)
"""Each step raises the version by one; never change one that was released."""


class SqliteStore(Store):
    """One file with a write-ahead log; every commit is synced to the disk."""

    failures: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
    clock = "((julianday('now') - 2440587.5) * 86400.0)"

    def __init__(self, path: Path, hooks: object = None) -> None:
        self.hooks = hooks
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_private(path)
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            self._db.execute(f"PRAGMA busy_timeout = {round(PATIENCE * 1000)}")
            self._enable_wal()
            self._db.execute("PRAGMA synchronous = FULL")
            self._migrate()
        except BaseException:
            self._db.close()
            raise

    def _enable_wal(self) -> None:
        """Turn on the write-ahead log.

        SQLite does not wait for another connection that does the same, so this retries.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if not _is_busy(error) or time.monotonic() > until:
                    raise
                time.sleep(RETRY_SECONDS)
            else:
                return

    def _migrate(self) -> None:
        """Run the missing migrations, once even if several connections open the database."""
        if self._version() < len(MIGRATIONS):
            with self.transaction():
                for number in range(self._version(), len(MIGRATIONS)):
                    for statement in MIGRATIONS[number].split(";"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {number + 1}")

    def _version(self) -> int:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > len(MIGRATIONS):
            raise RuntimeError(f"the database is of version {version}, newer than this program")
        return version

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self._db.execute(sql, values).fetchall()

    def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        return self._db.execute(sql, values).rowcount

    def disable_timeouts(self) -> None:
        """Do nothing: SQLite has no query timeouts."""

    def stream(self, sql: str) -> Iterator[Row]:
        yield from self._db.execute(sql)

    def transaction(self) -> AbstractContextManager[object]:
        return _Transaction(self._db)

    def reporting_damage(self) -> AbstractContextManager[object]:
        return _reporting_damage()

    def lock(self, name: str) -> None:
        """Do nothing: a transaction locks the whole database."""

    def notify(self, notices: Iterable[str]) -> None:
        """Do nothing: there is no other process."""

    def close(self) -> None:
        self._db.close()


def _keep_private(path: Path) -> None:
    """Let only the owner read the database: it holds the cookie key and every hand of cards.

    SQLite gives `-wal` and `-shm` the mode of the database. An existing file is never opened
    here: closing any descriptor of a file drops all POSIX locks this process holds on it, also
    those of SQLite. Another process would then take itself for the only user of the database
    and delete the write-ahead log while this one still writes to it.
    """
    with contextlib.suppress(PermissionError):  # another user's file: its owner decides
        with _creating, contextlib.suppress(FileExistsError):
            os.close(os.open(os.path.realpath(path), os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(name).chmod(0o600)


def _is_busy(error: sqlite3.Error) -> bool:
    """Whether another connection has locked the file; the low byte is the primary error code."""
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


@contextlib.contextmanager
def _reporting_damage() -> Iterator[None]:
    """Raise `DamagedData` for unreadable pages, but not for a busy database."""
    try:
        yield
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise DamagedData(str(error)) from error


class _Transaction:
    """Run the body in one transaction; inside another one, as a part that can fail by itself."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.is_nested = False

    def __enter__(self) -> None:
        self.is_nested = self.db.in_transaction
        self.db.execute("SAVEPOINT part" if self.is_nested else "BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self.is_nested:
            self._end_part(is_failed=kind is not None)
            return
        try:
            if kind is None:
                self.db.execute("COMMIT")
        finally:
            # A full disk ends a transaction by itself, or leaves it open when the commit fails.
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")

    def _end_part(self, *, is_failed: bool) -> None:
        if is_failed and self.db.in_transaction:
            self.db.execute("ROLLBACK TO part")
        if self.db.in_transaction:  # a full disk has ended the whole transaction
            self.db.execute("RELEASE part")
