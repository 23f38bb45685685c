"""The store in one SQLite file, for one server."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy.dialects.sqlite.base import SQLiteDialect

from nomarch.storage.statements import Statement
from nomarch.storage.store import DamagedData, Row, Store, StoreHooks
from nomarch.storage.version import APPLICATION_ID, VERSION, SchemaTooNew, SchemaTooOld

PATIENCE = 5.0
"""Seconds to wait for a file that another process has locked."""
RETRY_SECONDS = 0.01
"""Seconds between two tries where SQLite itself does not wait."""
SET_VERSION = f"PRAGMA user_version = {VERSION}"
_creating = Lock()
"""Held while a new file is open outside SQLite, so that no thread has it open in SQLite yet."""


class SqliteStore(Store):
    """One file with a write-ahead log; every commit is synced to the disk."""

    failures: tuple[type[Exception], ...] = (sqlite3.Error, OSError)
    dialect = SQLiteDialect(paramstyle="qmark")
    collation = "BINARY"

    def __init__(
        self, path: Path, hooks: StoreHooks | None = None, *, migrate: bool = False
    ) -> None:
        """Open a file; an empty one gets its tables, an older one is migrated or refused."""
        self.hooks = hooks
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_private(path)
        self._path = path
        self._db = self._connect()
        try:
            self._enable_wal()
            self._db.execute("PRAGMA synchronous = FULL")
            self._prepare(is_migrating=migrate)
        except BaseException:
            self._db.close()
            raise

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        db.execute(f"PRAGMA busy_timeout = {round(PATIENCE * 1000)}")
        return db

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

    def _prepare(self, *, is_migrating: bool) -> None:
        """Create or upgrade the tables, once even if several connections open the database."""
        version = self._version()
        if version == VERSION:
            return
        if version and not is_migrating:
            raise SchemaTooOld(version)
        from nomarch.storage import migrate

        with self.transaction():
            if self._version() == 0:
                for statement in migrate.creation("sqlite"):
                    self._db.execute(statement)
                self._db.execute(SET_VERSION)
        if self._version() < VERSION:
            migrate.upgrade(
                "sqlite", self._connect, "BEGIN IMMEDIATE",
                lambda db: db.exec_driver_sql("PRAGMA user_version").scalar_one(), SET_VERSION,
            )  # fmt: skip
        self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _version(self) -> int:
        version = int(self._db.execute("PRAGMA user_version").fetchone()[0])
        if version > VERSION:
            raise SchemaTooNew(version)
        return version

    def _execute(self, statement: Statement | str, values: Sequence[Any]) -> sqlite3.Cursor:
        if isinstance(statement, Statement):
            statement, values = statement.compile(self.dialect)
        return self._db.execute(statement, values)

    def rows(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        return self._execute(statement, values).fetchall()

    def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        return self._execute(statement, values).rowcount

    def disable_timeouts(self) -> None:
        """Do nothing: SQLite has no query timeouts."""

    def stream(self, statement: Statement) -> Iterator[Row]:
        yield from self._execute(statement, ())

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the body in one transaction; inside another one, in a savepoint."""
        is_nested = self._db.in_transaction
        self._db.execute("SAVEPOINT part" if is_nested else "BEGIN IMMEDIATE")
        # A full disk rolls a transaction back, or leaves it open when the commit fails.
        try:
            yield
            if not is_nested:
                self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK TO part" if is_nested else "ROLLBACK")
            raise
        finally:
            if is_nested and self._db.in_transaction:
                self._db.execute("RELEASE part")

    @contextlib.contextmanager
    def reporting_damage(self) -> Iterator[None]:
        """Raise `DamagedData` for unreadable pages, but not for a busy database."""
        try:
            yield
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            raise DamagedData(str(error)) from error

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
