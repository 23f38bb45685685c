"""The store in PostgreSQL, for many servers."""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import psycopg
from sqlalchemy.dialects.postgresql.base import PGDialect

from nomarch.storage.statements import Statement
from nomarch.storage.store import Row, Store, StoreHooks
from nomarch.storage.version import (
    FIRST,
    OLDEST,
    POSTGRES_OFFSET,
    VERSION,
    SchemaTooNew,
    SchemaTooOld,
)

CHANNEL = "nomarch"
LONGEST_NOTICE = 7000
"""PostgreSQL allows less than 8000 bytes."""
MIGRATING = f"SELECT pg_advisory_xact_lock({0x6E6F6D61726368})"
"""Lets one process at a time migrate."""
TIMEOUTS = {"statement": "30s", "lock": "5s", "idle_in_transaction_session": "30s"}
"""Limits of a server's connections. Migrations and copies have none."""
UNLIMITED = "; ".join(f"SET LOCAL {name}_timeout = 0" for name in TIMEOUTS)
AT_ONCE = 2000
"""Rows that a stream fetches at once."""
NEW_VERSION = (
    "CREATE TABLE version (number INTEGER NOT NULL, oldest INTEGER NOT NULL); "
    f"INSERT INTO version VALUES ({VERSION}, {OLDEST})"
)
HAS_VERSION = "SELECT FROM pg_class WHERE relname = 'version' AND pg_table_is_visible(oid)"
"""Reads what is committed. `to_regclass` may answer from a cache filled before another process,
for whose lock this one waited, created the tables."""
READ_VERSION = "SELECT number, oldest FROM version"
PATIENCE = 5.0
"""Seconds to wait for a database that has gone away, in case it restarts."""

T = TypeVar("T")


def connect(
    address: str, *, autocommit: bool = True, has_timeouts: bool = True
) -> psycopg.Connection:
    """Connect with durable commits and fast detection of a lost server."""
    limits = TIMEOUTS if has_timeouts else dict.fromkeys(TIMEOUTS, "0")
    return psycopg.connect(
        address, autocommit=autocommit, application_name="nomarch", connect_timeout=5,
        keepalives_idle=5, keepalives_interval=2, keepalives_count=3, tcp_user_timeout=10_000,
        options=" ".join(
            ["-c synchronous_commit=on", *(f"-c {name}_timeout={limits[name]}" for name in limits)]
        ),
    )  # fmt: skip


class PostgresStore(Store):
    """One connection, replaced when it is lost."""

    failures: tuple[type[Exception], ...] = (psycopg.Error, OSError)
    dialect = PGDialect(paramstyle="format")  # type: ignore[no-untyped-call]
    collation = "C"
    has_arrays = True

    def __init__(
        self,
        address: str,
        hooks: StoreHooks | None = None,
        *,
        migrate: bool = False,
        later: bool = False,
    ) -> None:
        """Connect, and create the tables of an empty database.

        An older one is migrated or refused. `later` connects on first use and checks nothing.
        """
        self.hooks = hooks
        self._address, self._inside = address, False
        self._link: psycopg.Connection | None = None
        self._has_timeouts = True
        if later:
            return
        try:
            self._link = connect(address)
            self._prepare(is_migrating=migrate)
        except BaseException:
            self.close()
            raise

    @property
    def _db(self) -> psycopg.Connection:
        if self._link is None:
            self._link = connect(self._address, has_timeouts=self._has_timeouts)
        return self._link

    @property
    def _is_lost(self) -> bool:
        return self._link is None or self._link.closed

    # --- The schema -------------------------------------------------------------------------------

    def _prepare(self, *, is_migrating: bool) -> None:
        """Create or upgrade the tables, once even if several connections open the database."""
        version = self._version()
        if version >= VERSION:
            return
        if version and not is_migrating:
            raise SchemaTooOld(version)
        from nomarch.storage import migrate

        begin = f"{UNLIMITED}; {MIGRATING}"
        with self.transaction():
            self._db.execute(begin)
            if self._version() == 0:
                for statement in (*migrate.creation("postgresql+psycopg"), NEW_VERSION):
                    self._db.execute(statement)
        if self._version() < VERSION:
            migrate.upgrade(
                "postgresql+psycopg", lambda: connect(self._address, autocommit=False), begin,
                lambda db: _number(*db.exec_driver_sql(READ_VERSION).one()),
                f"UPDATE version SET number = {VERSION}, oldest = {OLDEST}",
            )  # fmt: skip

    def _version(self) -> int:
        if not self.rows(HAS_VERSION):
            return 0
        ((number, oldest),) = self.rows(READ_VERSION)
        if oldest > VERSION:
            raise SchemaTooNew(number)
        return _number(number, oldest)

    # --- Asking -----------------------------------------------------------------------------------

    def _execute(self, statement: Statement | str, values: Sequence[Any]) -> psycopg.Cursor[Row]:
        if isinstance(statement, Statement):
            return self._db.execute(*statement.compile(self.dialect))
        return self._db.execute(statement, values or None)

    def rows(self, statement: Statement | str, values: Sequence[Any] = ()) -> list[Row]:
        return self._retrying(lambda: self._execute(statement, values).fetchall())

    def execute(self, statement: Statement | str, values: Sequence[Any] = ()) -> int:
        return self._retrying(lambda: self._execute(statement, values).rowcount)

    def disable_timeouts(self) -> None:
        """Turn off the timeouts of this connection and of those that replace it."""
        self._has_timeouts = False
        for name in TIMEOUTS:
            self.execute(f"SET {name}_timeout = 0")

    def stream(self, statement: Statement) -> Iterator[Row]:
        with self.transaction(), self._db.cursor("stream") as cursor:
            cursor.itersize = AT_ONCE
            cursor.execute(*statement.compile(self.dialect))
            yield from cursor

    @contextlib.contextmanager
    def transaction(self) -> Iterator[object]:
        if self._inside:  # a savepoint
            with self._db.transaction() as transaction:
                yield transaction
            return
        self.rows("SELECT 1")  # over a connection that was lost meanwhile nothing can begin
        self._inside = True
        try:
            with self._db.transaction() as transaction:
                yield transaction
        finally:
            self._inside = False

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[object]:
        """Run the body on a consistent snapshot, in a transaction of its own that only reads."""
        with self.transaction() as transaction:
            # Set in the transaction: a lost connection may have been replaced to begin it.
            self._db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield transaction

    def _retrying(self, question: Callable[[], T]) -> T:
        """Retry after a deadlock, or over a new connection if the old one is lost.

        A transaction is never begun again: what it did before is lost.
        """
        try:
            return question()
        except psycopg.OperationalError as error:
            is_deadlock = isinstance(error, psycopg.errors.DeadlockDetected)
            if self._inside or not (self._is_lost or is_deadlock):
                raise
        if self._is_lost:
            self._connect_again()
        self.retries += 1
        return question()

    def _connect_again(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._link = connect(self._address, has_timeouts=self._has_timeouts)
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()

    def lock(self, name: str) -> None:
        self.rows("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (name,))

    def notify(self, notices: Iterable[str]) -> None:
        for notice in _batches(notices):
            self.rows("SELECT pg_notify(%s, %s)", (CHANNEL, notice))


def _number(number: int, oldest: int) -> int:
    """Return the version of a database, as both kinds are counted now."""
    return number if oldest >= FIRST else number + POSTGRES_OFFSET


def _batches(news: Iterable[str]) -> Iterator[str]:
    """Join lines into as few notices as possible."""
    batch = ""
    for line in news:
        if batch and len(batch) + len(line) > LONGEST_NOTICE:
            yield batch
            batch = ""
        batch += f"{line}\n"
    if batch:
        yield batch


def notices(address: str, ready: Callable[[], None]) -> Iterator[str | None]:
    """Yield notices of other processes from a separate connection, and None every second.

    `ready` is called once notices are received.
    """
    with connect(address) as db:
        db.execute(f"LISTEN {CHANNEL}")
        ready()
        while True:
            for notice in db.notifies(timeout=1.0):
                yield from notice.payload.splitlines()
            yield None
