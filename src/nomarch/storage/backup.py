"""Backups of a running site, and restoring them; every copy is checked."""

import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from nomarch.errors import CannotServe
from nomarch.storage.copy_database import copy_snapshot
from nomarch.storage.database import Database
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.store import DamagedData, Store
from nomarch.storage.version import SchemaTooOld

DAY = 86_400.0
BESIDE = ("-wal", "-shm")
"""Suffixes of the files SQLite keeps beside a database."""

UNUSABLE: tuple[type[Exception], ...] = (*SqliteStore.failures, DamagedData, RuntimeError)
"""Exceptions raised for a file that is damaged, no database, or newer."""


T = TypeVar("T")
D = TypeVar("D")
Check = Callable[[Store], T]
"""Reads a whole copy, and raises `CannotServe` if something is wrong with it."""


@dataclass(frozen=True)
class Restored(Generic[T]):
    """The result of `restore`."""

    counted: T
    aside: Path | None
    """Where the previous database was moved."""
    gone: int
    """Tables and people deleted again because they were deleted after the backup."""


def back_up(source: Path, target: Path, inspect: Check[T]) -> T:
    """Copy a database while servers use it, and check the copy."""
    with _writing(target) as new:
        os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            with (
                contextlib.closing(sqlite3.connect(source)) as old,
                contextlib.closing(sqlite3.connect(new)) as copy,
            ):
                old.backup(copy)
                # A copy is one file: nothing of it is left to be folded in.
                copy.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error as error:
            raise CannotServe(f"{source} cannot be copied: {error}.") from error
        return check(new, inspect)


def back_up_shared(source: Database, target: Path, inspect: Check[T]) -> T:
    """Copy a PostgreSQL database at one moment into an SQLite file."""
    with _writing(target) as new:
        copy_snapshot(source, Database(str(new)))
        with contextlib.closing(SqliteStore(new)) as copy:
            _fold_log(copy)
        return check(new, inspect)


@contextlib.contextmanager
def _writing(target: Path) -> Iterator[Path]:
    """Yield the path of a new file, which becomes the target once the body has written it."""
    if target.exists():
        raise CannotServe(f"{target} already exists; refusing to overwrite it.")
    new = target.with_name(f"{target.name}.part")
    _remove(new)
    try:
        yield new
        _sync(new)
        new.rename(target)
        _sync(target.parent)
    finally:
        _remove(new)


def _fold_log(store: Store) -> None:
    """Make a database one file, with nothing left in a log."""
    store.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    store.rows("PRAGMA journal_mode = DELETE")


def delete_older(newest: Path, days: float, now: float) -> list[Path]:
    """Delete copies beside a newer one that has just been checked. Returns those deleted.

    A copy is a file `*.sqlite3` that was last written more than `days` days ago.
    """
    before = now - days * DAY
    old = [
        path
        for path in sorted(newest.parent.glob("*.sqlite3"))
        if path != newest and path.is_file() and path.stat().st_mtime < before
    ]
    for path in old:
        path.unlink()
    return old


def check(path: Path, inspect: Check[T]) -> T:
    """Read every page of a copy, and what `inspect` reads of it."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            found = [row[0] for row in db.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise CannotServe(f"{path} is damaged: {found[0]}.")
        with contextlib.closing(SqliteStore(path, migrate=True)) as store:
            return inspect(store)
    except UNUSABLE as error:
        raise CannotServe(f"{path} is not a valid backup: {error}.") from error


def restore(
    source: Path,
    database: Database,
    inspect: Check[T],
    read_deletions: Callable[[Store], D],
    delete_again: Callable[[Store, D], int],
) -> Restored[T]:
    """Replace a database with a copy. The old one is moved aside; deletions are applied again.

    `delete_again` deletes from the copy what `read_deletions` found in the old database, and
    returns how much that was. No server may run.
    """
    if not source.exists():
        raise CannotServe(f"There is no {source}.")
    target = Path(database.address)
    new = target.with_name(f"{target.name}.new")
    _remove(new)
    try:
        back_up(source, new, inspect)
        counted = check(new, inspect)
        gone = _delete_again(database, new, read_deletions, delete_again) if target.exists() else 0
        for name in BESIDE:
            Path(f"{new}{name}").unlink(missing_ok=True)
        # A log that was left without its database would be replayed into the copy.
        aside = _put_aside(target) if any(path.exists() for path in _parts(target)) else None
        new.rename(target)
        _sync(target.parent)
    finally:
        _remove(new)
    return Restored(counted, aside, gone)


def _delete_again(
    old: Database,
    new: Path,
    read_deletions: Callable[[Store], D],
    delete_again: Callable[[Store, D], int],
) -> int:
    """Delete from a copy what was deleted after it was made."""
    try:
        with contextlib.closing(old.open()) as store:
            deletions = read_deletions(store)
    except SchemaTooOld as error:
        raise CannotServe(f"{old}: {error}.") from error
    except UNUSABLE:
        return 0  # that is why it is being replaced
    with contextlib.closing(SqliteStore(new, old.hooks)) as store:
        gone = delete_again(store, deletions)
        _fold_log(store)
    return gone


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
    """Flush a file or folder to the disk. Windows cannot open folders, nor flush what is read."""
    is_folder = path.is_dir()
    if is_folder and sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
