"""Copies of all games that a browser loads: right ones of an older version, and wrong ones."""

import sqlite3
from contextlib import closing

from nomarch.storage.version import VERSION

FOREIGN = "This isn't a file with games of Nomarch."
DAMAGED = "The file is damaged."
NEWER = "The file was written by a newer version of Nomarch."
OLDER = """
    UPDATE game_table SET record = replace(
        replace(record, '"kind":"player"', '"kind":"guest"'), '"person":"', '"guest":"'
    );
    UPDATE alembic_version SET version_num = '13';
    PRAGMA user_version = 13;
    PRAGMA application_id = 0;
"""
OTHERS = "CREATE TABLE stamps (id); PRAGMA user_version = 11;"
SCRIPTS = {
    "without person": ("DROP TABLE person", DAMAGED),
    "without game_table": ("DROP TABLE game_table", FOREIGN),
    "without a column": ("ALTER TABLE pairing DROP COLUMN data", DAMAGED),
    "newer": (f"PRAGMA user_version = {VERSION + 1}", NEWER),
    "another program's mark": ("PRAGMA application_id = 7", FOREIGN),
    "other cookies": (
        "UPDATE setting SET value = CAST('[7]' AS BLOB) WHERE name = 'browser cookies'", DAMAGED,
    ),
    "unreadable record": ("UPDATE game_table SET record = '{'", DAMAGED),
}  # fmt: skip


def older_copy(copy: bytes) -> bytes:
    return changed(copy, OLDER)


def wrong_copies(copy: bytes) -> dict[str, tuple[bytes, str]]:
    """Return files by what is wrong with them, and the sentence that each is refused with."""
    return {
        "nothing": (b"", FOREIGN),
        "no database": (b"my notes", FOREIGN),
        "cut short": (copy[: len(copy) // 2], DAMAGED),
        "another program's": (changed(b"", OTHERS), FOREIGN),
        "damaged index": (_with_damaged_index(copy), DAMAGED),
        "damaged archive": (b"nomarch.sqlite3".ljust(257, b"\0") + b"ustar", DAMAGED),
        **{name: (changed(copy, script), told) for name, (script, told) in SCRIPTS.items()},
    }


def changed(copy: bytes, script: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        if copy:
            db.deserialize(copy)
        db.executescript(script)
        return db.serialize()


def _with_damaged_index(copy: bytes) -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(copy)
        size = db.execute("PRAGMA page_size").fetchone()[0]
        root = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'message_by_sender'"
        ).fetchone()[0]
    return copy[: size * (root - 1)] + b"\xff" * size + copy[size * root :]
