"""The store in PostgreSQL, for many servers."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import psycopg

from nomarch.storage.notice_schema import MESSAGE_SCHEMA, NOTICE_SCHEMA
from nomarch.storage.site_schema import BAN_SCHEMA, NETWORK_SCHEMA, SITE_SCHEMA
from nomarch.storage.store import Row, Store

MIGRATIONS = (
    """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE guest (
        id TEXT PRIMARY KEY, name TEXT NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 0, merged TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX guest_by_merged ON guest (merged) WHERE merged <> '';
    CREATE TABLE note (
        guest TEXT NOT NULL, topic TEXT NOT NULL, note BYTEA NOT NULL, PRIMARY KEY (guest, topic)
    );
    CREATE TABLE spent (token TEXT PRIMARY KEY, until DOUBLE PRECISION NOT NULL);
    CREATE TABLE game_table (
        id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, record TEXT NOT NULL,
        finished INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE seat (
        guest TEXT NOT NULL, game_table TEXT NOT NULL REFERENCES game_table(id),
        PRIMARY KEY (guest, game_table)
    );
    CREATE INDEX seat_by_table ON seat (game_table);
    CREATE TABLE entry (
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (game_table, seq)
    );
    CREATE TABLE chat (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, game_table TEXT NOT NULL,
        line BYTEA NOT NULL
    );
    CREATE INDEX chat_by_table ON chat (game_table, id);
    CREATE TABLE duty (
        game_table TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, bots INTEGER NOT NULL,
        seq INTEGER NOT NULL, keeper TEXT NOT NULL, until DOUBLE PRECISION NOT NULL
    );
    CREATE INDEX duty_by_time ON duty (at);
    CREATE TABLE process (
        id TEXT PRIMARY KEY, only_bots INTEGER NOT NULL, until DOUBLE PRECISION NOT NULL
    );
    """,
    """
    CREATE TABLE outcome (
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, data BYTEA NOT NULL,
        PRIMARY KEY (game_table, seq)
    );
    CREATE TABLE ban (subject TEXT PRIMARY KEY, reason TEXT NOT NULL, at DOUBLE PRECISION NOT NULL);
    CREATE TABLE tombstone (
        kind TEXT NOT NULL, id TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (kind, id)
    );
    CREATE TABLE visit (guest TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL);
    CREATE INDEX visit_by_time ON visit (at);
    INSERT INTO visit SELECT id, extract(epoch FROM now()) FROM guest;
    """,
    """
    ALTER TABLE game_table ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX table_by_listing ON game_table (created) WHERE listed = 1;
    ALTER TABLE seat ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seat ADD COLUMN said INTEGER NOT NULL DEFAULT 0;
    UPDATE seat SET seen = 1000000, said =
        (SELECT count(*) FROM chat WHERE chat.game_table = seat.game_table);
    CREATE TABLE standing (
        game_table TEXT PRIMARY KEY, seq INTEGER NOT NULL, data BYTEA NOT NULL
    );
    """,
    (SITE_SCHEMA + NOTICE_SCHEMA).format(real="DOUBLE PRECISION", bytes="BYTEA"),
    BAN_SCHEMA.format(real="DOUBLE PRECISION"),
    NETWORK_SCHEMA,
    MESSAGE_SCHEMA.format(real="DOUBLE PRECISION"),
)
"""Each step raises the version by one; never change one that was released. Servers of
the version before go on while the first new one starts: add, and take away a release later."""
OLDEST = 1
"""The oldest program version that can work with this schema; raised by removing something."""

CHANNEL = "nomarch"
LONGEST_NOTICE = 7000
"""PostgreSQL allows less than 8000 bytes."""
MIGRATING = 0x6E6F6D61726368
"""The advisory lock held while migrating."""
PATIENCE = 5.0
"""Seconds to wait for a database that has gone away, in case it restarts."""

T = TypeVar("T")


def connect(address: str) -> psycopg.Connection:
    """Connect with durable commits and fast detection of a lost server."""
    return psycopg.connect(
        address, autocommit=True, application_name="nomarch", connect_timeout=5,
        keepalives_idle=5, keepalives_interval=2, keepalives_count=3, tcp_user_timeout=10_000,
        options="-c synchronous_commit=on -c lock_timeout=5s -c statement_timeout=30s "
        "-c idle_in_transaction_session_timeout=30s",
    )  # fmt: skip


class PostgresStore(Store):
    """One connection, replaced when it is lost."""

    failures: tuple[type[Exception], ...] = (psycopg.Error, OSError)
    clock = "extract(epoch FROM clock_timestamp())::float8"
    skipping = "FOR UPDATE SKIP LOCKED"
    locking = "FOR UPDATE"
    bytewise = 'COLLATE "C"'
    has_arrays = True

    def __init__(self, address: str, hooks: object = None, *, later: bool = False) -> None:
        """Connect and migrate; `later` connects on first use and does not migrate."""
        self.hooks = hooks
        self._address, self._inside = address, False
        self._link: psycopg.Connection | None = None
        if later:
            return
        try:
            self._link = connect(address)
            self._migrate()
        except BaseException:
            self.close()
            raise

    @property
    def _db(self) -> psycopg.Connection:
        if self._link is None:
            self._link = connect(self._address)
        return self._link

    @property
    def _is_lost(self) -> bool:
        return self._link is None or self._link.closed

    # --- The schema -------------------------------------------------------------------------------

    def _migrate(self) -> None:
        """Run the missing migrations, once even if several connections open the database."""
        if self._version() >= len(MIGRATIONS):
            return
        with self.transaction():
            self.rows("SELECT pg_advisory_xact_lock(?)", (MIGRATING,))
            self.execute(
                "CREATE TABLE IF NOT EXISTS version "
                "(number INTEGER NOT NULL, oldest INTEGER NOT NULL)"
            )
            for number in range(self._version(), len(MIGRATIONS)):
                self._db.execute(MIGRATIONS[number])
                self.execute("DELETE FROM version")
                self.execute("INSERT INTO version VALUES (?, ?)", (number + 1, OLDEST))

    def _version(self) -> int:
        if self.rows("SELECT to_regclass('version')")[0][0] is None:
            return 0
        rows = self.rows("SELECT number, oldest FROM version")
        version, oldest = rows[0] if rows else (0, 0)
        if oldest > len(MIGRATIONS):
            raise RuntimeError(f"the database is of version {version}, newer than this program")
        return int(version)

    # --- Asking -----------------------------------------------------------------------------------

    def _execute(self, sql: str, values: Sequence[Any]) -> psycopg.Cursor[Row]:
        return self._db.execute(sql.replace("?", "%s"), values)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self._retrying(lambda: self._execute(sql, values).fetchall())

    def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        return self._retrying(lambda: self._execute(sql, values).rowcount)

    def disable_timeouts(self) -> None:
        """Turn off the timeouts of this connection."""
        for limit in ("statement", "lock", "idle_in_transaction_session"):
            self.execute(f"SET {limit}_timeout = 0")

    def stream(self, sql: str) -> Iterator[Row]:
        yield from self._db.cursor().stream(sql)

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
        """Run the body on a consistent snapshot."""
        self._db.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        try:
            with self.transaction() as transaction:
                yield transaction
        finally:
            self._db.isolation_level = None

    def _retrying(self, question: Callable[[], T]) -> T:
        """Ask again after a deadlock, or over a new connection if the old one is lost.

        Not inside a transaction: what it did before is lost.
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
                self._link = connect(self._address)
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def close(self) -> None:
        if self._link is not None:
            self._link.close()

    def lock(self, name: str) -> None:
        self.rows("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (name,))

    def notify(self, notices: Iterable[str]) -> None:
        for notice in _batches(notices):
            self.rows("SELECT pg_notify(?, ?)", (CHANNEL, notice))


def _batches(news: Iterable[str]) -> Iterator[str]:
    """Join lines into as few notices as possible."""
    parcel = ""
    for line in news:
        if parcel and len(parcel) + len(line) > LONGEST_NOTICE:
            yield parcel
            parcel = ""
        parcel += f"{line}\n"
    if parcel:
        yield parcel


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
