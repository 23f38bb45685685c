"""Copies a site from one database to another, and compares the copy."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import islice, zip_longest
from typing import Any

from sqlalchemy import Column, Table, Text, select

from nomarch.errors import CannotServe
from nomarch.storage.database import Database
from nomarch.storage.schema import METADATA, PROCESS, SETTING
from nomarch.storage.statements import Query, count_rows, delete_rows, insert
from nomarch.storage.store import Row, Store

AT_ONCE = 200
COPIED = [table for table in METADATA.sorted_tables if table is not PROCESS]
"""What a copy of a site holds: all but which processes run."""


def move(
    old: Database, new: Database, progress: Callable[[int], Any] = lambda rows: None
) -> dict[str, int]:
    """Copy everything into an empty database in one transaction. Returns rows per table.

    No server may write meanwhile; the comparison at the end notices.
    """
    with _opened(old) as source, _opened(new) as target:
        filled = [t.name for t in COPIED if t is not SETTING and count_rows(target, t)]
        if filled:
            raise CannotServe(f"{new} is not empty ({', '.join(filled)}); nothing was changed.")
        with target.transaction():
            _copy_all(source, target, progress)
        return {table.name: count_rows(target, table) for table in COPIED}


def copy_snapshot(old: Database, new: Database) -> None:
    """Copy a database as it is at one moment, while servers write to it."""
    with _opened(old) as source, _opened(new) as target, source.snapshot(), target.transaction():
        _copy_all(source, target)


@contextmanager
def _opened(database: Database) -> Iterator[Store]:
    """Open a database for work that takes as long as it takes."""
    with database.reporting_failures("copied"), closing(database.open()) as store:
        store.disable_timeouts()
        yield store


def _copy_all(
    source: Store, target: Store, progress: Callable[[int], Any] = lambda rows: None
) -> None:
    delete_rows(target, SETTING)  # it was opened: its own key of the cookies was made
    for table in COPIED:
        for rows in _batches(each_row(source, table)):
            add_rows(target, table, rows)
            progress(len(rows))
    for table in COPIED:
        _compare(source, target, table)


def _compare(source: Store, target: Store, table: Table) -> None:
    if any(
        ours != theirs
        for ours, theirs in zip_longest(each_row(source, table), each_row(target, table))
    ):
        raise CannotServe(
            f"{table} is not the same in both: is a server still running? Nothing was changed."
        )


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    source = iter(rows)
    while batch := list(islice(source, AT_ONCE)):
        yield batch


@cache
def _reading(table: Table, collation: str) -> Query:
    order = [
        key.collate(collation) if isinstance(key.type, Text) else key for key in table.primary_key
    ]
    return Query(lambda: select(*_copied(table)).order_by(*order))


def each_row(store: Store, table: Table) -> Iterator[Row]:
    """Yield all rows of a table, in the same order in every database."""
    return store.stream(_reading(table, store.collation)())


@cache
def _adding(table: Table) -> Query:
    names = [column.name for column in _copied(table)]
    return Query(
        lambda *rows: insert(table).values([dict(zip(names, row, strict=True)) for row in rows])
    )


def add_rows(store: Store, table: Table, rows: Sequence[Row]) -> None:
    """Add rows as `each_row` yields them."""
    store.execute(_adding(table)(*map(list, rows)))


def _copied(table: Table) -> list[Column[Any]]:
    """Return the columns that are copied; the database numbers lines of chat itself."""
    return [column for column in table.columns if column.identity is None]
