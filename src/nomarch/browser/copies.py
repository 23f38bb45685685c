"""All games as one file: copies that are downloaded, checked, and loaded in place of others."""

import contextlib
import io
import sqlite3
from pathlib import Path
from typing import Any

from nomarch.people.site_report import check_site
from nomarch.storage.copy_database import each_row
from nomarch.storage.schema import GAME_TABLE, METADATA
from nomarch.storage.statements import count_rows
from nomarch.storage.store import DamagedData, Store
from nomarch.storage.version import APPLICATION_ID, FIRST, VERSION
from nomarch.tables.state.errors import BadRequest


def database_file(data: Path) -> Path:
    return data / "nomarch.sqlite3"


def previous_file(data: Path) -> Path:
    """Where the games from before a copy was loaded stay until those of the copy have started."""
    return data / "nomarch.sqlite3-before"


def export(data: Path) -> bytes:
    """Return the database as one file; the cookies that name its owner are in it."""
    with _opened(":memory:") as copy:
        with _opened(database_file(data)) as source:
            source.backup(copy)
        content = copy.serialize()
    return content[:18] + b"\x01\x01" + content[20:]  # it has no write-ahead log


def unpack(content: bytes, data: Path) -> None:
    """Write a copy into a folder: a database, or the archive of its files that `shell.js` makes."""
    if content[257:262] != b"ustar":
        database_file(data).write_bytes(content)
        return
    import tarfile

    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            archive.extractall(data, filter="data")
    except tarfile.TarError as error:
        raise damaged() from error


def check_copy(path: Path) -> None:
    """Raise `BadRequest` unless a file is an intact database of Nomarch that can be upgraded."""
    try:
        with _opened(path) as db:
            application, version = _pragma(db, "application_id"), _pragma(db, "user_version")
            names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
            if application not in (0, APPLICATION_ID) or GAME_TABLE.name not in names:
                raise _foreign()
            if version > VERSION:
                raise BadRequest("The file was written by a newer version of Nomarch.")
            if version < FIRST:
                raise BadRequest("The file was written by a version that is too old.")
            if _pragma(db, "integrity_check") != "ok":
                raise damaged()
    except sqlite3.Error as error:
        is_foreign = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_NOTADB
        raise (_foreign() if is_foreign else damaged()) from error


def read_everything(store: Store) -> None:
    """Read every row of every table, and every record and log; raises for what cannot be read."""
    for table in METADATA.sorted_tables:
        for _ in each_row(store, table):
            pass
    if check_site(store).tables < count_rows(store, GAME_TABLE):
        raise DamagedData("the record of a table")


def replace(target: Path, source: Path) -> None:
    """Copy a database in one transaction: `target` has all of it or stays as it is."""
    with _opened(source) as old, _opened(target) as new:
        new.execute("PRAGMA journal_mode = DELETE")  # else its page size is fixed
        old.backup(new)


def restore(data: Path) -> bool:
    """Bring back the games from before a copy was loaded. Returns whether there are any."""
    try:
        check_copy(previous_file(data))
    except BadRequest:
        return False
    replace(database_file(data), previous_file(data))
    return True


def damaged() -> BadRequest:
    return BadRequest("The file is damaged.")


def _foreign() -> BadRequest:
    return BadRequest("This isn't a file with games of Nomarch.")


def _pragma(db: sqlite3.Connection, name: str) -> Any:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


def _opened(path: Path | str) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(path))
