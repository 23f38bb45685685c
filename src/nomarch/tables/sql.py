"""What SQLite and PostgreSQL are asked, in the SQL that both understand."""

from __future__ import annotations

import abc
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec

from nomarch.tables.admin_store import Row
from nomarch.tables.guest_merging import MergingStore
from nomarch.tables.model import ChatLine, Entry, Guest, TableRecord, now
from nomarch.tables.store import LEASE, PAGE, Conflict, DamagedData, Head, Job, Jobs, decoded
from nomarch.tables.summaries import MOST_LISTED

log = logging.getLogger("nomarch.tables")


CONTENTS = {
    "setting": ("name", "value"),
    "guest": ("id", "name", "epoch", "merged"),
    "note": ("guest", "topic", "note"),
    "spent": ("token", "until"),
    "game_table": ("id", "created", "record", "finished", "version", "listed"),
    "seat": ("guest", "game_table", "seen", "said"),
    "entry": ("game_table", "seq", "kind", "seat", "text", "at"),
    "chat": ("game_table", "line"),
    "duty": ("game_table", "at", "bots", "seq", "keeper", "until"),
    "outcome": ("game_table", "seq", "data"),
    "standing": ("game_table", "seq", "data"),
    "ban": ("subject", "reason", "at"),
    "tombstone": ("kind", "id", "at"),
    "visit": ("guest", "at"),
}
"""What a site consists of, in an order in which it can be written; the first column tells rows
apart, unless `KEYS` knows better."""
KEYS = {
    "note": ("guest", "topic"),
    "seat": ("guest", "game_table"),
    "entry": ("game_table", "seq"),
    "chat": ("id",),
    "outcome": ("game_table", "seq"),
    "tombstone": ("kind", "id"),
}


class SqlStore(MergingStore):
    """A store over one connection; a database says how it is asked, and what time it is there."""

    failures: tuple[type[Exception], ...]
    clock: str
    """The database's own time in seconds: leases of several machines are held against one clock."""

    @abc.abstractmethod
    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """What a question gives."""

    @abc.abstractmethod
    def _do(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Changes something; how many rows."""

    @abc.abstractmethod
    def _transaction(self) -> AbstractContextManager[object]:
        """All or nothing."""

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
        """What a question gives, row by row, however much it is."""

    @abc.abstractmethod
    def unhurried(self) -> None:
        """From now on a question may take as long as it takes."""

    def together(self) -> AbstractContextManager[object]:
        """What is done inside is done whole or not at all."""
        return self._transaction()

    def frozen(self) -> AbstractContextManager[object]:
        """What is asked inside is answered as it was at the beginning."""
        return self._transaction()

    def count(self, kind: str) -> int:
        """How many rows of a kind there are."""
        return int(self._rows(f"SELECT count(*) FROM {kind}")[0][0])

    def each(self, kind: str) -> Iterator[Row]:
        """All rows of a kind, in the same order in every database."""
        order = ", ".join(
            f"{key} {self._bytewise}" if key in CONTENTS[kind] and key != "seq" else key
            for key in KEYS.get(kind, CONTENTS[kind][:1])
        )
        return self._stream(f"SELECT {', '.join(CONTENTS[kind])} FROM {kind} ORDER BY {order}")

    _bytewise = ""
    """How text is put in the order of its bytes."""

    def add(self, kind: str, rows: Sequence[Row]) -> None:
        """Adds rows as `each` gives them."""
        columns = CONTENTS[kind]
        line = f"({_marks(columns)})"
        self._do(
            f"INSERT INTO {kind} ({', '.join(columns)}) VALUES {', '.join([line] * len(rows))}",
            [value for row in rows for value in row],
        )

    def clear(self, kind: str) -> None:
        """Takes all rows of a kind away."""
        self._do(f"DELETE FROM {kind}")

    # --- Guests -----------------------------------------------------------------------------------

    def put_guest(self, guest: Guest) -> None:
        """Adds a guest or changes one; `merge_guests` alone merges one that is there."""
        self._do(
            "INSERT INTO guest (id, name, epoch, merged) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, "
            "epoch = CASE WHEN excluded.epoch > guest.epoch "
            "THEN excluded.epoch ELSE guest.epoch END",
            (guest.id, guest.name, guest.epoch, guest.merged),
        )

    def guest(self, id_: str) -> Guest | None:
        """A guest by id."""
        rows = self._rows("SELECT id, name, epoch, merged FROM guest WHERE id = ?", (id_,))
        return Guest(*rows[0]) if rows else None

    def end_merged(self, into: str) -> None:
        """Ends the sessions of guests that became a part of another."""
        self._do("UPDATE guest SET epoch = epoch + 1 WHERE merged = ?", (into,))

    def spend(self, token: str, until: float) -> bool:
        """Uses up what may be used once before a certain time; False if it was used already."""
        with self._transaction():
            self._do("DELETE FROM spent WHERE until < ?", (now(),))
            done = self._do(
                "INSERT INTO spent (token, until) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (token, until),
            )
        return done == 1

    def is_spent(self, token: str) -> bool:
        """Whether that was used up."""
        return bool(self._rows("SELECT 1 FROM spent WHERE token = ?", (token,)))

    def put_note(self, guest: str, topic: str, note: bytes) -> None:
        """Keeps a note for a guest, in place of an earlier one on that topic."""
        self._do(
            "INSERT INTO note (guest, topic, note) VALUES (?, ?, ?) "
            "ON CONFLICT (guest, topic) DO UPDATE SET note = excluded.note",
            (guest, topic, note),
        )

    def notes(self, guest: str, folder: str) -> dict[str, bytes]:
        """A guest's notes on all topics of a folder: those that begin with its name."""
        rows = self._rows(
            "SELECT topic, note FROM note WHERE guest = ? AND substr(topic, 1, ?) = ?",
            (guest, len(folder), folder),
        )
        return dict(rows)

    def give_notes(self, old: str, into: str) -> None:
        """Gives a guest's notes to another; what the other has noted already stays."""
        with self._transaction():
            self._give_notes(old, into)

    def _give_notes(self, old: str, into: str) -> None:
        self._do(
            "INSERT INTO note (guest, topic, note) "
            "SELECT ?, topic, note FROM note WHERE guest = ? ON CONFLICT DO NOTHING",
            (into, old),
        )
        self._do("DELETE FROM note WHERE guest = ?", (old,))

    # --- Tables -----------------------------------------------------------------------------------

    def put_table(self, record: TableRecord) -> None:
        """Adds a table, or overwrites its record whatever it is."""
        with self._transaction():
            self._write_table(record)

    def _write_table(self, record: TableRecord) -> None:
        self._do(
            "INSERT INTO game_table (id, created, record, finished, listed) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record, "
            "finished = excluded.finished, listed = excluded.listed, "
            "version = game_table.version + 1",
            (record.id, record.created, _written(record), *_marked(record)),
        )
        self._seat_guests(record)

    def change_table(self, record: TableRecord, job: Job | None = None) -> TableRecord:
        """Changes a record, and notes a job; as it is from now on.

        `Conflict` if somebody else has changed it since this one was read.
        """
        with self._transaction():
            done = self._do(
                "UPDATE game_table SET record = ?, finished = ?, listed = ?, "
                "version = version + 1 WHERE id = ? AND version = ?",
                (_written(record), *_marked(record), record.id, record.version),
            )
            if not done:
                raise Conflict()
            self._seat_guests(record)
            if job is not None:
                self._note(record.id, job, "")
        return msgspec.structs.replace(record, version=record.version + 1)

    def _seat_guests(self, record: TableRecord) -> None:
        """Notes who sits there; what those have seen who sat there before stays noted."""
        guests = sorted({seat.guest for seat in record.seats if seat.guest})
        others = f"AND guest NOT IN ({_marks(guests)})" if guests else ""
        self._do(f"DELETE FROM seat WHERE game_table = ? {others}", (record.id, *guests))
        for guest in guests:
            self._do(
                "INSERT INTO seat (guest, game_table) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (guest, record.id),
            )

    def table(self, id_: str) -> TableRecord | None:
        """A table by id."""
        rows = self._rows("SELECT version, record FROM game_table WHERE id = ?", (id_,))
        if not rows:
            return None
        record = _read_record(rows[0])
        if record is None:
            raise DamagedData(f"the record of table {id_}")
        return record

    def tables_of(self, guest: str, page: int = 1) -> list[TableRecord]:
        """A page of the tables at which a guest sits: running ones first, then the newest."""
        rows = self._rows(
            "SELECT version, record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            "WHERE seat.guest = ? ORDER BY finished, created DESC, id LIMIT ? OFFSET ?",
            (guest, PAGE, (page - 1) * PAGE),
        )
        found = (_read_record(row) for row in rows)
        return [record for record in found if record is not None]

    def _every_table_of(self, guest: str) -> list[TableRecord]:
        locking = f"{self._locking} OF game_table" if self._locking else ""
        rows = self._rows(
            "SELECT version, record FROM game_table JOIN seat ON seat.game_table = game_table.id "
            f"WHERE seat.guest = ? ORDER BY id {locking}",
            (guest,),
        )
        found = (_read_record(row) for row in rows)
        return [record for record in found if record is not None]

    def count_tables(self, guest: str) -> int:
        """At how many tables a guest sits."""
        return int(self._rows("SELECT count(*) FROM seat WHERE guest = ?", (guest,))[0][0])

    def lobby(self, since: float) -> list[TableRecord]:
        """Tables that anyone may join and that were set since some time, the newest first."""
        rows = self._rows(
            "SELECT version, record FROM game_table WHERE listed = 1 AND created > ? "
            "ORDER BY created DESC, id LIMIT ?",
            (since, MOST_LISTED),
        )
        found = (_read_record(row) for row in rows)
        return [record for record in found if record is not None and record.is_on_offer]

    def remove_table(self, id_: str) -> None:
        """Forgets a table and all that was played and said at it."""
        with self._transaction():
            for table in ("seat", "entry", "outcome", "standing", "chat", "duty"):
                self._do(f"DELETE FROM {table} WHERE game_table = ?", (id_,))
            self._do("DELETE FROM note WHERE guest = ?", (id_,))
            self._do("DELETE FROM game_table WHERE id = ?", (id_,))

    def heads(self, tables: Collection[str]) -> dict[str, Head]:
        """How far some tables have come; those that are gone are left out."""
        if not tables:
            return {}
        rows = self._rows(
            "SELECT id, (SELECT coalesce(max(seq), 0) FROM entry WHERE game_table = id), version, "
            "(SELECT coalesce(max(chat.id), 0) FROM chat WHERE game_table = game_table.id) "
            f"FROM game_table WHERE id IN ({_marks(tables)})",
            tuple(tables),
        )
        return {id_: Head(*rest) for id_, *rest in rows}

    # --- What is played and said ------------------------------------------------------------------

    def log(self, table: str, after: int = 0) -> list[Entry]:
        """A table's log behind a position, in order."""
        rows = self._rows(
            "SELECT game_table, seq, kind, seat, text, at FROM entry "
            "WHERE game_table = ? AND seq > ? ORDER BY seq",
            (table, after),
        )
        return [Entry(*row) for row in rows]

    def logs(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """What some tables' logs have behind a position of each."""
        one = "(game_table = ? AND seq > ?)"
        rows = self._rows(
            "SELECT game_table, seq, kind, seat, text, at FROM entry "
            f"WHERE {' OR '.join([one] * len(after))} ORDER BY game_table, seq",
            [value for place in after.items() for value in place],
        )
        found: dict[str, list[Entry]] = {}
        for row in rows:
            found.setdefault(row[0], []).append(Entry(*row))
        return found

    def add_chat(self, table: str, line: ChatLine) -> None:
        """Adds a line of chat."""
        self._do(
            "INSERT INTO chat (game_table, line) VALUES (?, ?)", (table, msgspec.json.encode(line))
        )

    def chat(self, table: str, most: int, after: int = 0) -> list[ChatLine]:
        """The latest lines of chat behind a number, oldest first."""
        rows = self._rows(
            "SELECT line FROM chat WHERE game_table = ? AND id > ? ORDER BY id DESC LIMIT ?",
            (table, after, most),
        )
        found = (decoded(row[0], ChatLine) for row in reversed(rows))
        return [line for line in found if line is not None]

    # --- Jobs, and the processes that see to them -----------------------------------------------

    def _note(self, table: str, job: Job, process: str) -> bool:
        """Notes when a table is to be looked at; whether the process sees to it."""
        if job.at is None:
            self._do("DELETE FROM duty WHERE game_table = ? AND seq <= ?", (table, job.seq))
            return False
        rows = self._rows(
            "INSERT INTO duty (game_table, at, bots, seq, keeper, until) "
            f"VALUES (?, ?, ?, ?, ?, {self.clock} + ?) {RENEWED.format(clock=self.clock)} "
            "RETURNING keeper",
            (*noted(table, job, process), process, process),
        )
        return job.keep and rows == [(process,)]

    def due_tables(self, at: float, most: int) -> list[str]:
        """The tables that were to be looked at by that time, the longest overdue first."""
        rows = self._rows(
            "SELECT game_table FROM duty WHERE at <= ? ORDER BY at LIMIT ?", (at, most)
        )
        return [row[0] for row in rows]

    def reschedule(self, table: str, at: float | None) -> None:
        """Looks at a table at another time, whatever was noted."""
        if at is None:
            self._do("DELETE FROM duty WHERE game_table = ?", (table,))
        else:
            self._do("UPDATE duty SET at = ? WHERE game_table = ?", (at, table))

    def take_jobs(self, process: str, at: float, most: int, *, bots: bool) -> list[str]:
        """The same, as far as no other process sees to them; from now on this one does."""
        rows = self._rows(
            f"UPDATE duty SET keeper = ?, until = {self.clock} + ? WHERE game_table IN ("
            "SELECT game_table FROM duty WHERE at <= ? AND bots <= ? "
            f"AND (until < {self.clock} OR keeper = ?) ORDER BY at LIMIT ? {self._skipping}) "
            "RETURNING at, game_table",
            (process, LEASE, at, int(bots), process, most),
        )
        return [table for _, table in sorted(rows)]

    _skipping = ""
    """How rows are passed over that another is about to take."""

    def renew_jobs(self, process: str, tables: Collection[str]) -> set[str]:
        """Goes on seeing to some tables, or begins to; those that no other process sees to."""
        if not tables:
            return set()
        rows = self._rows(
            f"UPDATE duty SET keeper = ?, until = {self.clock} + ? WHERE game_table IN "
            f"({_marks(tables)}) AND (until < {self.clock} OR keeper = ?) RETURNING game_table",
            (process, LEASE, *sorted(tables), process),
        )
        return {row[0] for row in rows}

    def release_jobs(self, process: str) -> None:
        """A process sees to nothing any more, and is gone."""
        with self._transaction():
            self._do("UPDATE duty SET keeper = '', until = 0 WHERE keeper = ?", (process,))
            self._do("DELETE FROM process WHERE id = ?", (process,))

    def heartbeat(self, process: str, *, only_bots: bool) -> bool:
        """Says that a process is there; whether there is one that does nothing but play bots."""
        with self._transaction():
            self._do(f"DELETE FROM process WHERE until < {self.clock}")
            self._do(
                f"INSERT INTO process (id, only_bots, until) VALUES (?, ?, {self.clock} + ?) "
                "ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                (process, int(only_bots), LEASE),
            )
            return bool(self._rows("SELECT 1 FROM process WHERE only_bots = 1 LIMIT 1"))


def noted(table: str, job: Job, process: str) -> Row:
    """A job as a row: with whoever sees to it, and for how long from now."""
    # Nobody's lease is over before it begins: the database's clock may tick in milliseconds.
    keeper, lease = (process, LEASE) if job.keep else ("", -1.0)
    return table, job.at, int(job.bots), job.seq, keeper, lease


RENEWED = """
    ON CONFLICT (game_table) DO UPDATE SET
        at = excluded.at, bots = excluded.bots, seq = excluded.seq,
        keeper = CASE WHEN duty.until < {clock} OR duty.keeper = ?
            THEN excluded.keeper ELSE duty.keeper END,
        until = CASE WHEN duty.until < {clock} OR duty.keeper = ?
            THEN excluded.until ELSE duty.until END
    WHERE excluded.seq >= duty.seq
"""
"""A later position's duty replaces an earlier one's; whoever sees to it goes on until their time
is over, or they say otherwise."""


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


def _written(record: TableRecord) -> str:
    return msgspec.json.encode(record).decode()


def _marked(record: TableRecord) -> Row:
    """What lists need to know of a record: whether it is over, whether it stands in the lobby."""
    return int(record.over), int(record.is_on_offer)


def _read_record(row: Row) -> TableRecord | None:
    """A record with the version that the database counts."""
    record = decoded(row[1], TableRecord)
    return record and msgspec.structs.replace(record, version=row[0])
