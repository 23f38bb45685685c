"""Counts a site, checks the copies that `nomarch.storage.backup` makes, and repeats deletions."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass

from nomarch.errors import CannotServe
from nomarch.people.deletion import forget_person
from nomarch.people.person_store import read_person
from nomarch.storage.schema import PERSON
from nomarch.storage.statements import count_rows
from nomarch.storage.store import Store
from nomarch.tables.state.errors import NotFound
from nomarch.tables.stores import admin
from nomarch.tables.stores.deletions import PEOPLE, TABLES
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import count_tables


@dataclass(frozen=True)
class SiteReport:
    """Counts of a site."""

    tables: int
    running: int
    people: int
    entries: int


def count_site(store: Store, *, check: bool = False) -> SiteReport:
    """Count everything; `check` raises `CannotServe` for a log with gaps."""
    tables = running = entries = 0
    for record in admin.every_table(store):
        tables += 1
        running += not record.over
        found = [entry.seq for entry in read_log(store, record.id)]
        entries += len(found)
        if check and found != list(range(1, len(found) + 1)):
            raise CannotServe(f"the log of table {record.id} has gaps.")
    return SiteReport(tables, running, count_rows(store, PERSON), entries)


def check_site(store: Store) -> SiteReport:
    """Read every record and every log; raises `CannotServe` for a log with gaps."""
    return count_site(store, check=True)


def delete_again(copy: Store, deletions: Iterable[tuple[str, str]]) -> int:
    """Delete tables and people from a copy. Returns how many were there."""
    return sum(_is_deleted_again(copy, kind, id_) for kind, id_ in deletions)


def _is_deleted_again(store: Store, kind: str, id_: str) -> bool:
    if kind == TABLES:
        with contextlib.suppress(NotFound):
            admin.delete(store, id_)
            return True
    elif kind == PEOPLE and (read_person(store, id_) is not None or count_tables(store, id_)):
        forget_person(store, id_)
        return True
    return False
