"""The store in the SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

import abc
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from nomarch.people import networks, notices
from nomarch.people.guest_merging import MergingStore
from nomarch.storage.admin_store import Row
from nomarch.storage.notice_schema import NOTICE_CONTENTS, NOTICE_KEYS
from nomarch.storage.site_schema import NUMERIC_KEYS, SITE_CONTENTS, SITE_KEYS
from nomarch.storage.store import LEASE, PAGE, Conflict, DamagedData, Head, Job, Jobs, decoded
from nomarch.storage.summaries import MOST_LISTED
from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord, now
from nomarch.tables.results import GameResult, put_result, remove_result

log = logging.getLogger("nomarch.tables")


CONTENTS = {
    "setting": ("name", "value"),
    "guest": (
        "id", "name", "epoch", "merged", "handle", "handle_key", "named_at", "mail",
        "passkey_user", "is_private", "role",
    ),
    "note": ("guest", "topic", "note"),
    "spent": ("token", "until"),
    "game_table": ("id", "created", "record", "finished", "version", "listed"),
    "seat": ("guest", "game_table", "seen", "said", "looked"),
    "entry": ("game_table", "seq", "kind", "seat", "text", "at"),
    "chat": ("game_table", "line"),
    "duty": ("game_table", "at", "bots", "seq", "keeper", "until"),
    "outcome": ("game_table", "seq", "data"),
    "standing": ("game_table", "seq", "data", "at"),
    "ban": ("subject", "reason", "at", "until"),
    "tombstone": ("kind", "id", "at"),
    "visit": ("guest", "at"),
    **SITE_CONTENTS,
    **NOTICE_CONTENTS,
}  # fmt: skip
"""Tables and columns in an order in which they can be copied. The first column is the key, unless
`KEYS` names others."""
KEYS = {
    "note": ("guest", "topic"),
    "seat": ("guest", "game_table"),
    "entry": ("game_table", "seq"),
    "chat": ("id",),
    "outcome": ("game_table", "seq"),
    "tombstone": ("kind", "id"),
    **SITE_KEYS,
    **NOTICE_KEYS,
}


class SqlStore(MergingStore):
    """A store over one connection."""

    failures: tuple[type[Exception], ...]
    clock: str
    """SQL for the database's time in seconds: leases of all machines use this clock."""

    @abc.abstractmethod
    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of a query."""

    @abc.abstractmethod
    def execute(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement. Returns the number of rows changed."""

    @abc.abstractmethod
    def _transaction(self) -> AbstractContextManager[object]:
        """Run the body in one transaction; joins the one that is open."""

    @abc.abstractmethod
    def append(
        self, entries: Iterable[Entry], jobs: Jobs | None = None, process: str = ""
    ) -> set[str]:
        """Adds log entries and notes jobs; the tables whose job is the process's.

        `Conflict` if places in a log are taken; all other entries are written.
        """

    # --- Everything, to be moved elsewhere --------------------------------------------------------

    @abc.abstractmethod
    def _stream(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a query."""

    @abc.abstractmethod
    def disable_timeouts(self) -> None:
        """Turn off the timeouts of this connection."""

    def snapshot(self) -> AbstractContextManager[object]:
        """Run the body on a consistent snapshot."""
        return self._transaction()

    def count(self, kind: str) -> int:
        """Count the rows of a table."""
        return int(self.rows(f"SELECT count(*) FROM {kind}")[0][0])

    def each(self, kind: str) -> Iterator[Row]:
        """Yield all rows of a table, in the same order in every database."""
        order = ", ".join(
            f"{key} {self._bytewise}" if key in CONTENTS[kind] and key not in NUMERIC_KEYS else key
            for key in KEYS.get(kind, CONTENTS[kind][:1])
        )
        return self._stream(f"SELECT {', '.join(CONTENTS[kind])} FROM {kind} ORDER BY {order}")

    _bytewise = ""
    """SQL that sorts text by its bytes."""

    def add(self, kind: str, rows: Sequence[Row]) -> None:
        """Add rows as `each` yields them."""
        columns = CONTENTS[kind]
        line = f"({_placeholders(columns)})"
        self.execute(
            f"INSERT INTO {kind} ({', '.join(columns)}) VALUES {', '.join([line] * len(rows))}",
            [value for row in rows for value in row],
        )

    def clear(self, kind: str) -> None:
        """Delete all rows of a table."""
        self.execute(f"DELETE FROM {kind}")

    # --- Guests -----------------------------------------------------------------------------------

    def put_guest(self, guest: Guest) -> None:
        self.execute(
            "INSERT INTO guest (id, name, epoch, merged) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
            "epoch = CASE WHEN excluded.epoch > guest.epoch "
            "THEN excluded.epoch ELSE guest.epoch END",
            (guest.id, guest.name, guest.epoch, guest.merged),
        )

    def guest(self, id_: str) -> Guest | None:
        rows = self.rows(
            "SELECT id, name, epoch, merged, handle, role FROM guest WHERE id = ?", (id_,)
        )
        return Guest(*rows[0]) if rows else None

    def lock_guest(self, id_: str) -> None:
        self.rows(f"SELECT id FROM guest WHERE id = ? {self.locking}", (id_,))

    def end_merged(self, into: str) -> None:
        self.execute("UPDATE guest SET epoch = epoch + 1 WHERE merged = ?", (into,))

    def spend(self, token: str, until: float) -> bool:
        with self._transaction():
            self.execute("DELETE FROM spent WHERE until < ?", (now(),))
            done = self.execute(
                "INSERT INTO spent (token, until) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (token, until),
            )
        return done == 1

    def is_spent(self, token: str) -> bool:
        return bool(self.rows("SELECT 1 FROM spent WHERE token = ?", (token,)))

    def put_note(self, guest: str, topic: str, note: bytes) -> None:
        self.execute(
            "INSERT INTO note (guest, topic, note) VALUES (?, ?, ?) "
            "ON CONFLICT (guest, topic) DO UPDATE SET note = excluded.note",
            (guest, topic, note),
        )

    def notes(self, guest: str, folder: str) -> dict[str, bytes]:
        rows = self.rows(
            "SELECT topic, note FROM note WHERE guest = ? AND substr(topic, 1, ?) = ?",
            (guest, len(folder), folder),
        )
        return dict(rows)

    def give_notes(self, old: str, into: str) -> None:
        with self._transaction():
            self._give_notes(old, into)

    def _give_notes(self, old: str, into: str) -> None:
        self.execute(
            "INSERT INTO note (guest, topic, note) "
            "SELECT ?, topic, note FROM note WHERE guest = ? ON CONFLICT DO NOTHING",
            (into, old),
        )
        self.execute("DELETE FROM note WHERE guest = ?", (old,))

    # --- Tables -----------------------------------------------------------------------------------

    def put_table(self, record: TableRecord) -> None:
        with self._transaction():
            self._write_table(record)

    def _write_table(self, record: TableRecord) -> None:
        self.execute(
            "INSERT INTO game_table (id, created, record, finished, listed) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record, "
            "finished = excluded.finished, listed = excluded.listed, "
            "version = game_table.version + 1",
            (record.id, record.created, _written(record), *_marked(record)),
        )
        self._seat_guests(record)

    def add_table(self, record: TableRecord, job: Job) -> None:
        self._write_table(record)
        self._put_job(record.id, job, "")

    def change_table(
        self, record: TableRecord, job: Job | None = None, result: GameResult | None = None
    ) -> TableRecord:
        with self._transaction():
            record = networks.settle(self, record)
            done = self.execute(
                "UPDATE game_table SET record = ?, finished = ?, listed = ?, "
                "version = version + 1 WHERE id = ? AND version = ?",
                (_written(record), *_marked(record), record.id, record.version),
            )
            if not done:
                raise Conflict()
            self._seat_guests(record)
            if job is not None:
                self._put_job(record.id, job, "")
            if result is not None:
                put_result(self, msgspec.structs.replace(result, rated=record.rated))
        return msgspec.structs.replace(record, version=record.version + 1)

    def _seat_guests(self, record: TableRecord) -> None:
        """Update the seats of a table; what remaining guests have seen stays."""
        guests = sorted({seat.guest for seat in record.seats if seat.guest})
        others = f"AND guest NOT IN ({_placeholders(guests)})" if guests else ""
        self.execute(f"DELETE FROM seat WHERE game_table = ? {others}", (record.id, *guests))
        for guest in guests:
            self.execute(
                "INSERT INTO seat (guest, game_table) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (guest, record.id),
            )
        if record.over or record.shared_network:
            networks.forget_table(self, record.id)
        if record.is_full and not record.over:
            notices.put_check(self, record.id, 0, now() + notices.CHECK_DELAY)

    def table(self, id_: str) -> TableRecord | None:
        return self._read_table(id_, "")

    def lock_table(self, id_: str) -> TableRecord | None:
        return self._read_table(id_, self.locking)

    def _read_table(self, id_: str, locking: str) -> TableRecord | None:
        rows = self.rows(f"SELECT version, record FROM game_table WHERE id = ? {locking}", (id_,))
        if not rows:
            return None
        record = _read_record(rows[0])
        if record is None:
            raise DamagedData(f"the record of table {id_}")
        return record

    def tables_of(self, guest: str, page: int = 1) -> list[TableRecord]:
        rows = self.rows(
            "SELECT version, record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            "WHERE seat.guest = ? ORDER BY finished, created DESC, id LIMIT ? OFFSET ?",
            (guest, PAGE, (page - 1) * PAGE),
        )
        found = (_read_record(row) for row in rows)
        return [record for record in found if record is not None]

    def _every_table_of(self, guest: str) -> list[TableRecord]:
        locking = f"{self.locking} OF game_table" if self.locking else ""
        rows = self.rows(
            "SELECT version, record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            f"WHERE seat.guest = ? ORDER BY id {locking}",
            (guest,),
        )
        found = (_read_record(row) for row in rows)
        return [record for record in found if record is not None]

    def count_tables(self, guest: str) -> int:
        return int(self.rows("SELECT count(*) FROM seat WHERE guest = ?", (guest,))[0][0])

    def lobby(self, since: float) -> list[TableRecord]:
        rows = self.rows(
            "SELECT version, record FROM game_table WHERE listed = 1 AND created > ? "
            "ORDER BY created DESC, id LIMIT ?",
            (since, MOST_LISTED),
        )
        found = (_read_record(row) for row in rows)
        return [record for record in found if record is not None and record.is_on_offer]

    def remove_table(self, id_: str) -> None:
        with self._transaction():
            for table in (
                "seat", "entry", "outcome", "standing", "chat", "duty", "notice_check",
                "table_invitation", "seat_network",
            ):  # fmt: skip
                self.execute(f"DELETE FROM {table} WHERE game_table = ?", (id_,))
            remove_result(self, id_)
            self.execute("DELETE FROM note WHERE guest = ?", (id_,))
            self.execute("DELETE FROM notice WHERE subject = ?", (id_,))
            self.execute("DELETE FROM game_table WHERE id = ?", (id_,))

    def heads(self, tables: Collection[str]) -> dict[str, Head]:
        if not tables:
            return {}
        rows = self.rows(
            "SELECT id, (SELECT coalesce(max(seq), 0) FROM entry WHERE game_table = id), version, "
            "(SELECT coalesce(max(chat.id), 0) FROM chat WHERE game_table = game_table.id) "
            f"FROM game_table WHERE id IN ({_placeholders(tables)})",
            tuple(tables),
        )
        return {id_: Head(*rest) for id_, *rest in rows}

    # --- What is played and said ------------------------------------------------------------------

    def log(self, table: str, after: int = 0) -> list[Entry]:
        rows = self.rows(
            "SELECT game_table, seq, kind, seat, text, at FROM entry "
            "WHERE game_table = ? AND seq > ? ORDER BY seq",
            (table, after),
        )
        return [Entry(*row) for row in rows]

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        one = "(game_table = ? AND seq > ?)"
        rows = self.rows(
            "SELECT game_table, seq, kind, seat, text, at FROM entry "
            f"WHERE {' OR '.join([one] * len(after))} ORDER BY game_table, seq",
            [value for place in after.items() for value in place],
        )
        found: dict[str, list[Entry]] = {}
        for row in rows:
            found.setdefault(row[0], []).append(Entry(*row))
        return found

    def add_chat(self, table: str, line: ChatLine) -> None:
        self.execute(
            "INSERT INTO chat (game_table, line) VALUES (?, ?)", (table, msgspec.json.encode(line))
        )

    def chat(self, table: str, most: int, after: int = 0) -> list[ChatLine]:
        rows = self.rows(
            "SELECT line FROM chat WHERE game_table = ? AND id > ? ORDER BY id DESC LIMIT ?",
            (table, after, most),
        )
        found = (decoded(row[0], ChatLine) for row in reversed(rows))
        return [line for line in found if line is not None]

    # --- Jobs, and the processes that see to them -----------------------------------------------

    def _put_job(self, table: str, job: Job, process: str) -> bool:
        """Store a table's job. Returns whether the process holds it."""
        if job.at is None:
            self.execute("DELETE FROM duty WHERE game_table = ? AND seq <= ?", (table, job.seq))
            return False
        rows = self.rows(
            "INSERT INTO duty (game_table, at, bots, seq, keeper, until) "
            f"VALUES (?, ?, ?, ?, ?, {self.clock} + ?) {UPSERT_JOB.format(clock=self.clock)} "
            "RETURNING keeper",
            (*job_row(table, job, process), process, process),
        )
        return job.keep and rows == [(process,)]

    def due_tables(self, at: float, most: int) -> list[str]:
        rows = self.rows(
            "SELECT game_table FROM duty WHERE at <= ? ORDER BY at LIMIT ?", (at, most)
        )
        return [row[0] for row in rows]

    def reschedule(self, table: str, at: float | None, taken: float | None = None) -> None:
        limit, values = ("", ()) if taken is None else (" AND at <= ?", (taken,))
        where = f"WHERE game_table = ?{limit}"
        if at is None:
            self.execute(f"DELETE FROM duty {where}", (table, *values))
        else:
            self.execute(f"UPDATE duty SET at = ? {where}", (at, table, *values))

    def take_jobs(self, process: str, at: float, most: int, *, bots: bool) -> list[str]:
        rows = self.rows(
            f"UPDATE duty SET keeper = ?, until = {self.clock} + ? WHERE game_table IN ("
            "SELECT game_table FROM duty WHERE at <= ? AND bots <= ? "
            f"AND (until < {self.clock} OR keeper = ?) ORDER BY at LIMIT ? {self.skipping}) "
            "RETURNING at, game_table",
            (process, LEASE, at, int(bots), process, most),
        )
        return [table for _, table in sorted(rows)]

    def renew_jobs(self, process: str, tables: Collection[str]) -> set[str]:
        if not tables:
            return set()
        rows = self.rows(
            f"UPDATE duty SET keeper = ?, until = {self.clock} + ? WHERE game_table IN "
            f"({_placeholders(tables)}) AND (until < {self.clock} OR keeper = ?) "
            "RETURNING game_table",
            (process, LEASE, *sorted(tables), process),
        )
        return {row[0] for row in rows}

    def release_jobs(self, process: str) -> None:
        with self._transaction():
            self.execute("UPDATE duty SET keeper = '', until = 0 WHERE keeper = ?", (process,))
            self.execute("DELETE FROM process WHERE id = ?", (process,))

    def heartbeat(self, process: str, *, only_bots: bool) -> bool:
        with self._transaction():
            self.execute(f"DELETE FROM process WHERE until < {self.clock}")
            self.execute(
                f"INSERT INTO process (id, only_bots, until) VALUES (?, ?, {self.clock} + ?) "
                "ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                (process, int(only_bots), LEASE),
            )
            return bool(self.rows("SELECT 1 FROM process WHERE only_bots = 1 LIMIT 1"))


def job_row(table: str, job: Job, process: str) -> Row:
    """Return a job as a row, with its holder and the lease in seconds."""
    # Nobody's lease is over before it begins: the database's clock may tick in milliseconds.
    keeper, lease = (process, LEASE) if job.keep else ("", -1.0)
    return table, job.at, int(job.bots), job.seq, keeper, lease


UPSERT_JOB = """
    ON CONFLICT (game_table) DO UPDATE SET
        at = excluded.at, bots = excluded.bots, seq = excluded.seq,
        keeper = CASE WHEN duty.until < {clock} OR duty.keeper = ?
            THEN excluded.keeper ELSE duty.keeper END,
        until = CASE WHEN duty.until < {clock} OR duty.keeper = ?
            THEN excluded.until ELSE duty.until END
    WHERE excluded.seq >= duty.seq
"""
"""A job of a later position replaces an earlier one; its holder keeps the lease until it ends or is
released."""


def _placeholders(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


def _written(record: TableRecord) -> str:
    return msgspec.json.encode(record).decode()


def _marked(record: TableRecord) -> Row:
    """Return the columns that lists use: whether it is over, whether it is in the lobby."""
    return int(record.over), int(record.is_on_offer)


def _read_record(row: Row) -> TableRecord | None:
    """Return a record with its version."""
    record = decoded(row[1], TableRecord)
    return record and msgspec.structs.replace(record, version=row[0])
