"""Copies a site from one database to another, and compares the copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any

from nomarch.errors import CannotServe
from nomarch.storage.contents import CONTENTS, KEYS
from nomarch.storage.database import Database
from nomarch.storage.site_schema import NUMERIC_KEYS
from nomarch.storage.store import Row, Store, marks

AT_ONCE = 1000


def move(
    old: Database, new: Database, progress: Callable[[int], Any] = lambda rows: None
) -> dict[str, int]:
    """Copy everything into an empty database in one transaction. Returns rows per table.

    No server may write meanwhile; the comparison at the end notices.
    """
    source, target = old.open(), new.open()
    try:
        for store in (source, target):
            store.disable_timeouts()
        filled = [kind for kind in CONTENTS if kind != "setting" and count_rows(target, kind)]
        if filled:
            raise CannotServe(f"{new} is not empty ({', '.join(filled)}); nothing was changed.")
        with target.transaction():
            target.execute(
                "DELETE FROM setting"
            )  # it was opened: its own key of the cookies was made
            for kind in CONTENTS:
                _copy(source, target, kind, progress)
            for kind in CONTENTS:
                _compare(source, target, kind)
        return {kind: count_rows(target, kind) for kind in CONTENTS}
    finally:
        source.close()
        target.close()


def copy_snapshot(old: Database, new: Database) -> None:
    """Copy a database as it is at one moment, while servers write to it."""
    source, target = old.open(), new.open()
    try:
        with source.snapshot(), target.transaction():
            target.execute("DELETE FROM setting")
            for kind in CONTENTS:
                _copy(source, target, kind, lambda rows: None)
            for kind in CONTENTS:
                _compare(source, target, kind)
    finally:
        source.close()
        target.close()


def _copy(source: Store, target: Store, kind: str, progress: Callable[[int], Any]) -> None:
    for rows in _batches(each_row(source, kind)):
        add_rows(target, kind, rows)
        progress(len(rows))


def _compare(source: Store, target: Store, kind: str) -> None:
    if any(
        ours != theirs
        for ours, theirs in zip_longest(each_row(source, kind), each_row(target, kind))
    ):
        raise CannotServe(
            f"{kind} is not the same in both: is a server still running? Nothing was changed."
        )


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    source = iter(rows)
    while parcel := list(islice(source, AT_ONCE)):
        yield parcel


def count_rows(store: Store, kind: str) -> int:
    """Count the rows of a table."""
    return int(store.rows(f"SELECT count(*) FROM {kind}")[0][0])


def each_row(store: Store, kind: str) -> Iterator[Row]:
    """Yield all rows of a table, in the same order in every database."""
    order = ", ".join(
        f"{key} {store.bytewise}" if key in CONTENTS[kind] and key not in NUMERIC_KEYS else key
        for key in KEYS.get(kind, CONTENTS[kind][:1])
    )
    return store.stream(f"SELECT {', '.join(CONTENTS[kind])} FROM {kind} ORDER BY {order}")


def add_rows(store: Store, kind: str, rows: Sequence[Row]) -> None:
    """Add rows as `each_row` yields them."""
    columns = CONTENTS[kind]
    line = f"({marks(columns)})"
    store.execute(
        f"INSERT INTO {kind} ({', '.join(columns)}) VALUES {', '.join([line] * len(rows))}",
        [value for row in rows for value in row],
    )
