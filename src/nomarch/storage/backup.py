"""Backups of a running site, and restoring them; every copy is checked."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from nomarch.errors import CannotServe
from nomarch.storage.admin_store import GUESTS, TABLES
from nomarch.storage.copy_database import copy_snapshot
from nomarch.storage.database import Database
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.store import DamagedData, Store
from nomarch.tables import admin
from nomarch.tables.errors import NotFound
from nomarch.tables.model import TableRecord

BESIDE = ("-wal", "-shm")
"""Suffixes of the files SQLite keeps beside a database."""

UNUSABLE: tuple[type[Exception], ...] = (*SqliteStore.failures, DamagedData, RuntimeError)
"""Exceptions raised for a file that is damaged, no database, or newer."""


@dataclass(frozen=True)
class Restored:
    """The result of `restore`."""

    counted: admin.Report
    aside: Path | None
    """Where the previous database was moved."""
    gone: int
    """Tables and guests deleted again because they were deleted after the backup."""


def back_up(source: Path, target: Path) -> admin.Report:
    """Copy a database while servers use it, and check the copy."""
    if target.exists():
        raise CannotServe(f"{target} is there already; nothing is overwritten.")
    new = target.with_name(f"{target.name}.part")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with (
            contextlib.closing(sqlite3.connect(source)) as old,
            contextlib.closing(sqlite3.connect(new)) as copy,
        ):
            old.backup(copy)
            # A copy is one file: nothing of it is left to be folded in.
            copy.execute("PRAGMA journal_mode = DELETE")
        counted = check(new)
        _sync(new)
        new.rename(target)
        _sync(target.parent)
    except sqlite3.Error as error:
        raise CannotServe(f"{source} cannot be copied: {error}.") from error
    finally:
        new.unlink(missing_ok=True)
    return counted


def back_up_shared(source: Database, target: Path) -> admin.Report:
    """Copy a PostgreSQL database at one moment into an SQLite file."""
    if target.exists():
        raise CannotServe(f"{target} is there already; nothing is overwritten.")
    new = target.with_name(f"{target.name}.part")
    _remove(new)
    try:
        copy_snapshot(source, Database(str(new)))
        with contextlib.closing(SqliteStore(new)) as copy:
            copy.rows("PRAGMA wal_checkpoint(TRUNCATE)")
            copy.rows("PRAGMA journal_mode = DELETE")
        counted = check(new)
        _sync(new)
        new.rename(target)
        _sync(target.parent)
    finally:
        _remove(new)
    return counted


def check(path: Path) -> admin.Report:
    """Read a whole copy: every page, every record, every log."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            found = [row[0] for row in db.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise CannotServe(f"{path} is damaged: {found[0]}.")
        with contextlib.closing(SqliteStore(path)) as store:
            for record in admin.every_table(store):
                _check_log(store, record)
            return admin.report(store)
    except UNUSABLE as error:
        raise CannotServe(f"{path} is no sound copy: {error}.") from error


def _check_log(store: Store, record: TableRecord) -> None:
    found = [entry.seq for entry in store.log(record.id)]
    if found != list(range(1, len(found) + 1)):
        raise CannotServe(f"the log of table {record.id} has gaps.")


def restore(source: Path, target: Path) -> Restored:
    """Replace a database with a copy. The old one is moved aside; what was deleted stays deleted.

    No server may run.
    """
    if not source.exists():
        raise CannotServe(f"There is no {source}.")
    new = target.with_name(f"{target.name}.new")
    _remove(new)
    try:
        back_up(source, new)
        counted = check(new)
        gone = _delete_again(target, new) if target.exists() else 0
        for name in BESIDE:
            Path(f"{new}{name}").unlink(missing_ok=True)
        # A log that was left without its database would be replayed into the copy.
        aside = _put_aside(target) if any(path.exists() for path in _parts(target)) else None
        new.rename(target)
        _sync(target.parent)
    finally:
        _remove(new)
    return Restored(counted, aside, gone)


def _delete_again(old: Path, new: Path) -> int:
    """Delete from a copy what was deleted after it was made."""
    try:
        with contextlib.closing(SqliteStore(old)) as store:
            deletions = store.deletions()
    except UNUSABLE:
        return 0  # that is why it is being replaced
    gone = 0
    with contextlib.closing(SqliteStore(new)) as store:
        for kind, id_ in deletions:
            gone += _is_deleted_again(store, kind, id_)
        store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        store.rows("PRAGMA journal_mode = DELETE")
    return gone


def _is_deleted_again(store: Store, kind: str, id_: str) -> bool:
    if kind == TABLES:
        with contextlib.suppress(NotFound):
            admin.delete(store, id_)
            return True
    elif kind == GUESTS and (store.guest(id_) is not None or store.count_tables(id_)):
        admin.forget(store, id_)
        return True
    return False


def _put_aside(target: Path) -> Path:
    number = 1
    while any(path.exists() for path in _parts(_aside(target, number))):
        number += 1
    aside = _aside(target, number)
    for part, kept in zip(_parts(target), _parts(aside), strict=True):
        if part.exists():
            part.rename(kept)
    return aside


def _aside(target: Path, number: int) -> Path:
    return target.with_name(f"{target.name}.before-{number}")


def _parts(path: Path) -> list[Path]:
    """The database and the files SQLite keeps beside it."""
    return [path, *(Path(f"{path}{name}") for name in BESIDE)]


def _remove(path: Path) -> None:
    for part in _parts(path):
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Flush a file or folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
