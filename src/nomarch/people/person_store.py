"""Stored people: names, sessions, visits and one-time tokens."""

from typing import Any

from sqlalchemy import case, exists, select

from nomarch.storage.schema import PERSON, SPENT, VISIT
from nomarch.storage.statements import (
    Insert,
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_values,
    increase,
    insert,
    insert_new,
    or_change,
)
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person, now


@Query
def _put(id_: Any, name: Any, epoch: Any, merged: Any) -> Insert:
    new = insert(PERSON).values(id=id_, name=name, epoch=epoch, merged=merged)
    latest = case((new.excluded.epoch > PERSON.c.epoch, new.excluded.epoch), else_=PERSON.c.epoch)
    return new.on_conflict_do_update(
        index_elements=["id"], set_={"name": new.excluded.name, "epoch": latest}
    )


def put_person(store: Store, person: Person) -> None:
    """Add or change a person."""
    store.execute(_put(person.id, person.name, person.epoch, person.merged))


PERSON_COLUMNS = [PERSON.c[name] for name in ("id", "name", "epoch", "merged", "handle", "role")]


def read_person(store: Store, id_: str) -> Person | None:
    rows = find_rows(store, *PERSON_COLUMNS, id=id_)
    return Person(*rows[0]) if rows else None


def read_person_ids(store: Store, after: str = "", most: int = 100) -> list[str]:
    return find_values(store, PERSON.c.id, order_by=("id",), most=most, id__gt=after)


def end_merged(store: Store, into: str) -> None:
    """End the sessions of people that were merged into another."""
    increase(store, PERSON.c.epoch, merged=into)


def spend_token(store: Store, token: str, until: float) -> bool:
    """Use up a one-time token that is valid until a time. Returns False if it was used."""
    with store.transaction():
        delete_rows(store, SPENT, until__lt=now())
        return insert_new(store, SPENT, token=token, until=until)


def is_spent(store: Store, token: str) -> bool:
    """Whether a one-time token was used."""
    return count_rows(store, SPENT, token=token) > 0


@Query
def _visit(person: Any, at: Any) -> Insert:
    visit = select(PERSON.c.id, at).where(PERSON.c.id == person)
    return or_change(insert(VISIT).from_select(["person", "at"], visit), "at")


def mark_visit(store: Store, person: str, at: float) -> None:
    """Store the time of a person's visit, if they exist; also while the site is read-only."""
    store.maintain(_visit(person, at))


_IS_KEPT = exists().where(
    PERSON.c.id == VISIT.c.person, (PERSON.c.handle > "") | (PERSON.c.merged > "")
)
_ABANDONED = Query(
    lambda before, most: (
        select(VISIT.c.person)
        .where(VISIT.c.at < before, ~_IS_KEPT)
        .order_by(VISIT.c.at)
        .limit(most)
    )
)


def find_abandoned(store: Store, before: float, most: int) -> list[str]:
    """Return people without a claimed name whose last visit was before a time.

    People who were merged into another stay as long as that one.
    """
    return [person for (person,) in store.rows(_ABANDONED(before, most))]
