"""Guests who become one: at once, in a circle, on both databases."""

import contextlib
import re
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest

from nomarch.learning.puzzle_ratings import Strength
from nomarch.people.own_pauses import read_vacation, take_vacation
from nomarch.people.person_merging import find_root, merge_people
from nomarch.people.person_store import put_person
from nomarch.people.puzzle_results import note_try, read_progress
from nomarch.storage.database import Database
from nomarch.storage.notes import put_note, read_notes
from nomarch.storage.store import Store
from nomarch.tables.state.model import PLAYER, Person, Seat
from nomarch.tables.stores.table_store import put_table, read_tables_of

from .actors import GIVE_UP, Person as Visitor, together
from .test_kill import soak
from .test_store import record

Visit = Callable[..., Visitor]


def merged(store: Store) -> dict[str, str]:
    return dict(store.rows("SELECT id, merged FROM person"))


def has_cycle(merged: dict[str, str]) -> bool:
    """Whether somebody has become nobody in the end."""
    for at in merged:
        for _ in merged:
            at = merged.get(at, "")
        if at:
            return True
    return False


def merge_into_each_other(one: Visitor, two: Visitor) -> None:
    pages = two.reads("/me"), one.reads("/me")
    tokens = [re.findall(r'value="http://[^"]+/me/([^"]+)"', page)[0] for page in pages]
    answers = together(*(
        partial(person.posts, "/api/recover", token=token, merge=True)
        for person, token in zip((one, two), tokens, strict=True)
    ))  # fmt: skip
    assert not [answer for answer in answers if isinstance(answer, BaseException)]


def test_people_merge_into_each_other(database: Database, tmp_path: Path, visit: Visit) -> None:
    flags = ("--database", database.address) if database.is_shared else ()
    server = soak.Server(tmp_path, *flags)
    with contextlib.ExitStack() as stack:
        stack.callback(server.kill)
        store = stack.enter_context(closing(database.open()))
        for _ in range(3):
            both = visit(server), visit(server)
            for person, name in zip(both, ("Ann", "Bob"), strict=True):
                person.posts("/api/person", name=name)
            tables = {person.opens("me", "here", "here") for person in both}
            merge_into_each_other(*both)
            assert not has_cycle(merged(store))
            for _ in range(4):  # as many as a server has readers
                for person in both:
                    assert {line["id"] for line in person.gets("/api/tables")} == tables
            assert len({person.posts("/api/person")["name"] for person in both}) == 1


@pytest.mark.parametrize("count", [2, 3])
def test_merging_in_a_circle_makes_no_cycle(store: Store, database: Database, count: int) -> None:
    """Each of some processes merges a person into the next one, and the last into the first."""
    with contextlib.ExitStack() as stack:
        stores = [stack.enter_context(closing(database.open())) for _ in range(count)]
        for number in range(10):
            people = [Person(f"{number}-{i}", f"Guest {i}") for i in range(count)]
            for i, person in enumerate(people):
                put_person(stores[i], person)
                put_note(stores[i], person.id, f"topic {i}", b"x")
                seats = (Seat(PLAYER, person.id, person.id), Seat(PLAYER, "Other", "other"))
                put_table(stores[i], record(f"t{number}-{i}", seats=seats, host=person.id))
            gate = Barrier(count)

            def merge(i: int, gate: Barrier = gate, people: list[Person] = people) -> None:
                gate.wait(GIVE_UP)
                assert merge_people(stores[i], people[i], people[(i + 1) % count]) is not None

            assert together(*(partial(merge, i) for i in range(count))) == [None] * count
            assert not has_cycle(merged(store))
            (root,) = {find_root(stores[0], person.id) for person in people}
            assert {table.id for table in read_tables_of(stores[0], root)} == {
                f"t{number}-{i}" for i in range(count)
            }
            assert len(read_notes(stores[0], root, "topic")) == count


def test_merging_twice_leaves_one_step_to_walk(store: Store) -> None:
    ann, bob, cleo = (Person(id_, id_) for id_ in ("ann", "bob", "cleo"))
    for old, into in ((ann, bob), (bob, cleo)):
        merge = merge_people(store, old, into)
        assert merge is not None
        assert (merge.person.id, merge.old) == (into.id, old.id)
    assert merged(store) == {"ann": "cleo", "bob": "cleo"}
    again = merge_people(store, cleo, ann)
    assert again is not None
    assert (again.person.id, again.old, again.tables) == ("cleo", "cleo", [])
    assert merged(store) == {"ann": "cleo", "bob": "cleo"}


def test_merging_resets_neither_vacations_nor_puzzles(store: Store) -> None:
    for id_ in ("old", "new"):
        put_person(store, Person(id_, id_))
    left = take_vacation(store, "old", 5, 1.0).days_left(1.0)
    take_vacation(store, "new", 0, 1.0)
    for person, puzzle in (("old", "a"), ("new", "b")):
        note_try(store, person, "ra", puzzle, Strength(), is_solved=False)
    mine = read_progress(store, "new", "ra").strength
    merge_people(store, Person("old", "old"), Person("new", "new"))
    both = read_vacation(store, "new")
    assert both.days_left(1.0) == left
    assert both.until == 1.0 + 5 * 86_400.0
    progress = read_progress(store, "new", "ra")
    assert set(progress.tried) == {"a", "b"}
    assert progress.strength == mine


def test_a_session_that_has_ended_merges_nobody(store: Store) -> None:
    ann, bob = Person("ann", "Ann"), Person("bob", "Bob")
    put_person(store, Person("bob", "Bob", epoch=1))
    assert merge_people(store, ann, bob) is merge_people(store, bob, ann) is None
    assert merged(store) == {"bob": ""}


def test_only_a_merge_merges(store: Store) -> None:
    ann, bob = Person("ann", "Ann"), Person("bob", "Bob")
    put_person(store, bob)
    merge_people(store, ann, bob)
    put_person(store, Person("bob", "Robert", merged="ann"))
    put_person(store, Person("ann", "Anna"))
    assert merged(store) == {"ann": "bob", "bob": ""}
