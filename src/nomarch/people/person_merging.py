"""Merging people: one transaction, and never a cycle.

A merged person names the one they became a part of. Every merge writes the final person into all
rows it concerns, so that none is more than one step away.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Column, Delete, delete, exists, false, or_, update

from nomarch.people.bans import put_ban
from nomarch.people.notices import QUEUED
from nomarch.people.own_pauses import give_vacation
from nomarch.people.person_store import end_merged, read_person
from nomarch.people.private_messages import give_held_back
from nomarch.people.puzzle_results import give_progress
from nomarch.people.table_hooks import PeopleHooks
from nomarch.storage.notes import lock_notes
from nomarch.storage.schema import BAN, NOTICE, PAIR_REQUEST, PERSON, PERSON_COLUMNS
from nomarch.storage.statements import (
    Query,
    delete_rows,
    find_rows,
    find_value,
    insert_new,
    update_rows,
)
from nomarch.storage.store import Store
from nomarch.tables.service import TableService
from nomarch.tables.state.errors import Forbidden
from nomarch.tables.state.model import Person
from nomarch.tables.stores.hooks import hooks_of
from nomarch.tables.stores.table_store import lock_tables_of, put_table


@dataclass(frozen=True)
class Merge:
    """The result of a merge."""

    person: Person
    """The person who has everything now."""
    old: str
    """The person that was merged; the same id if they were one already."""
    tables: list[str]
    """Tables whose seats changed owner."""


async def merge(service: TableService, old: Person, into: Person) -> Merge:
    """Make one person a part of another, who gets all their seats and notes."""
    merge = await service.writer.do(merge_people, old, into)
    if merge is None:
        raise Forbidden("This link has expired. Links work once, for ten minutes.")
    for id_ in merge.tables:
        await service.tables.reload(id_)
        if service.tables.is_shared:
            await service.writer.announce(f"table {id_}")
    return merge


def lock_merges(store: Store) -> None:
    """Keep other processes from merging people until the transaction ends."""
    store.lock("merges")


def lock_person(store: Store, id_: str) -> None:
    """Keep other processes from changing a person until the transaction ends."""
    find_value(store, PERSON.c.id, lock=True, id=id_)


def find_root(store: Store, id_: str) -> str:
    """Return the person that an id was merged into, or the id itself."""
    return find_value(store, PERSON.c.merged, id=id_) or id_


def merge_people(store: Store, old: Person, into: Person) -> Merge | None:
    """Merge one person into another, who gets all their seats and notes.

    Both may have been merged since they were read: what they are part of now is merged. None
    if the session of one of them has ended since, or if the old one has a claimed name.
    """
    with store.transaction():
        lock_merges(store)
        for id_ in sorted({old.id, into.id}):
            lock_notes(store, id_)
            lock_person(store, id_)
        if _has_ended(store, old) or _has_ended(store, into):
            return None
        source, target = find_root(store, old.id), find_root(store, into.id)
        former = read_person(store, source)
        if source != target and former is not None and former.is_member:
            return None  # an account is never a part of another
        tables = _merge(store, old, source, target) if source != target else []
        return Merge(read_person(store, target) or Person(target, into.name), source, tables)


def _has_ended(store: Store, known: Person) -> bool:
    """Whether the sessions of a person have ended since it was read."""
    stored = read_person(store, known.id)
    return stored is not None and stored.epoch != known.epoch


def _merge(store: Store, old: Person, source: str, target: str) -> list[str]:
    """Make `source`, what `old` is part of now, a part of `target`. Returns their tables."""
    insert_new(store, PERSON, id=source, name=old.name, epoch=old.epoch)
    update_rows(store, PERSON, {"id": source}, merged=target)
    update_rows(store, PERSON, {"merged": source}, merged=target)
    update_rows(store, PERSON, {"id": target}, merged="")
    tables = _give_all(store, source, target)
    if find_value(store, PERSON.c.handle, id=target):
        end_merged(store, target)  # their sessions prove nothing about the account's owner
    return tables


def _give_all(store: Store, old: str, into: str) -> list[str]:
    """Move seats, rows and bans to another person. Returns the tables."""
    give_vacation(store, old, into)
    give_progress(store, old, into)
    give_held_back(store, old, into)
    delete_rows(store, NOTICE, person=old, state=QUEUED)
    delete_rows(store, PAIR_REQUEST, person=old)
    give_rows(store, old, into)
    for _, reason, at, until in find_rows(store, *BAN.c, subject=old):
        put_ban(store, into, reason, at, until)
    hooks = hooks_of(store)
    for give in hooks.on_merge if isinstance(hooks, PeopleHooks) else ():
        give(store, old, into)
    records = lock_tables_of(store, old)
    for record in records:
        given = record.given(old, into)
        put_table(store, given if record.over else hooks.before_write(store, given))
    return [record.id for record in records]


def give_rows(store: Store, old: str, into: str) -> None:
    """Write another person into all columns that hold a person; what both have stays as it is."""
    for column in PERSON_COLUMNS:
        for query in _giving(column):
            store.execute(query(old, into))


@cache
def _giving(column: Column[Any]) -> tuple[Query, Query]:
    """Return statements that give another person the rows with a person in a column.

    Rows between the two are deleted, and those whose key the other person has already.
    """
    table, twin = column.table, column.table.alias()
    others = [each for each in PERSON_COLUMNS if each.table is table and each is not column]
    key = [each for each in table.primary_key if each is not column]

    def drop(old: Any, into: Any) -> Delete:
        twice = [each == into for each in others]
        if column.primary_key:
            same = (twin.c[each.name] == each for each in key)
            twice.append(exists().where(twin.c[column.name] == into, *same))
        return delete(table).where(column == old, or_(false(), *twice))

    return (
        Query(drop),
        Query(lambda old, into: update(table).where(column == old).values({column: into})),
    )
