"""Statements on both databases: lists of any length, constants, and rows by their columns."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from nomarch.storage.schema import NOTE, PERSON, SPENT
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    insert_new,
    insert_row,
    take_rows,
    update_rows,
    upsert,
)
from nomarch.storage.store import Store

OUTSIDE = Query(lambda ids: select(SPENT.c.token).where(SPENT.c.token.not_in(ids)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_lists_may_have_any_length(store: Store, count: int) -> None:
    tokens = ["a", "b", "c"]
    for token in tokens:
        insert_row(store, SPENT, token=token, until=1.0)
    chosen = tokens[:count]
    assert sorted(find_rows(store, SPENT.c.token, token=chosen)) == [(t,) for t in chosen]
    assert sorted(store.rows(OUTSIDE(chosen))) == [(t,) for t in tokens[count:]]
    assert delete_rows(store, SPENT, token=chosen) == count
    assert count_rows(store, SPENT) == len(tokens) - count


def test_constants_stay_in_a_statement(store: Store) -> None:
    """A partial index is found only by a condition that says the same."""
    like = Query(
        lambda name: select(PERSON.c.id).where(PERSON.c.name == name, PERSON.c.role > "%?")
    )
    sql, parameters = like("Ann").compile(store.dialect)
    assert list(parameters) == ["Ann"]
    assert "%?" in sql
    assert store.rows(like("Ann")) == []


def test_a_row_is_inserted_once_and_changed_by_its_key(store: Store) -> None:
    row = {"owner": "ann", "topic": "one"}
    assert insert_new(store, NOTE, **row, note=b"1")
    assert not insert_new(store, NOTE, **row, note=b"2")
    assert bytes(find_value(store, NOTE.c.note, **row)) == b"1"
    upsert(store, NOTE, **row, note=b"3")
    assert update_rows(store, NOTE, {"owner": "bob"}, note=b"4") == 0
    assert [bytes(note) for (note,) in take_rows(store, NOTE.c.note, owner="ann")] == [b"3"]
    assert find_value(store, NOTE.c.note, **row) is None
