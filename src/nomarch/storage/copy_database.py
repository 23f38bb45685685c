"""Copies a site from one database to another, and compares the copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any

from nomarch.errors import CannotServe
from nomarch.storage.admin_store import Row
from nomarch.storage.database import Database
from nomarch.storage.sql import CONTENTS, SqlStore

AT_ONCE = 1000


def move(
    old: Database, new: Database, progress: Callable[[int], Any] = lambda rows: None
) -> dict[str, int]:
    """Copy everything into an empty database in one transaction. Returns rows per table.

    No server may write meanwhile; the comparison at the end notices.
    """
    source, target = old.open(), new.open()
    assert isinstance(source, SqlStore)
    assert isinstance(target, SqlStore)
    try:
        for store in (source, target):
            store.disable_timeouts()
        filled = [kind for kind in CONTENTS if kind != "setting" and target.count(kind)]
        if filled:
            raise CannotServe(f"{new} is not empty ({', '.join(filled)}); nothing was changed.")
        with target.transaction():
            target.clear("setting")  # it was opened: its own key of the cookies was made
            for kind in CONTENTS:
                _copy(source, target, kind, progress)
            for kind in CONTENTS:
                _compare(source, target, kind)
        return {kind: target.count(kind) for kind in CONTENTS}
    finally:
        source.close()
        target.close()


def copy_snapshot(old: Database, new: Database) -> None:
    """Copy a database as it is at one moment, while servers write to it."""
    source, target = old.open(), new.open()
    assert isinstance(source, SqlStore)
    assert isinstance(target, SqlStore)
    try:
        with source.snapshot(), target.transaction():
            target.clear("setting")
            for kind in CONTENTS:
                _copy(source, target, kind, lambda rows: None)
            for kind in CONTENTS:
                _compare(source, target, kind)
    finally:
        source.close()
        target.close()


def _copy(source: SqlStore, target: SqlStore, kind: str, progress: Callable[[int], Any]) -> None:
    for rows in _batches(source.each(kind)):
        target.add(kind, rows)
        progress(len(rows))


def _compare(source: SqlStore, target: SqlStore, kind: str) -> None:
    if any(ours != theirs for ours, theirs in zip_longest(source.each(kind), target.each(kind))):
        raise CannotServe(
            f"{kind} is not the same in both: is a server still running? Nothing was changed."
        )


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    source = iter(rows)
    while parcel := list(islice(source, AT_ONCE)):
        yield parcel
