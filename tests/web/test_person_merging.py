"""Guests who become one: at once, in a circle, on both databases."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier
from typing import Any

import httpx
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

from .test_kill import soak
from .test_store import record

ANSWERED = 180.0
"""Seconds after which a request has no answer, on a machine that may be slow and busy."""
READERS = 4


@dataclass
class Site:
    """A database, and how a server is told of it."""

    database: Database
    data: Path
    flags: tuple[str, ...]

    @contextlib.contextmanager
    def store(self) -> Iterator[Store]:
        store = self.database.open()
        with closing(store):
            yield store

    def merged(self) -> dict[str, str]:
        with self.store() as store:
            return dict(store.rows("SELECT id, merged FROM person"))


@pytest.fixture
def site(database: Database, tmp_path: Path) -> Site:
    flags = ("--database", database.address) if database.is_shared else ()
    return Site(database, tmp_path, flags)


def has_cycle(merged: dict[str, str]) -> bool:
    for start in merged:
        at, steps = start, 0
        while merged.get(at):
            at, steps = merged[at], steps + 1
            if steps > len(merged):
                return True
    return False


# --- At a real server -----------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def person_at(server: Any, name: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=f"http://{server.address}", timeout=ANSWERED, verify=False
    ) as client:
        token = (await client.post("/api/person", json={"name": name})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


async def set_table(client: httpx.AsyncClient) -> str:
    seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
    made = await client.post("/api/tables", json={"game": "ra", "seats": seats})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def tables_of(client: httpx.AsyncClient) -> set[str]:
    return {line["id"] for line in (await client.get("/api/tables")).json()}


async def merge_into_each_other(one: httpx.AsyncClient, two: httpx.AsyncClient) -> None:
    pages = [(await client.get("/me")).text for client in (two, one)]
    tokens = [re.findall(r'value="http://[^"]+/me/([^"]+)"', page)[0] for page in pages]
    answers = await asyncio.gather(
        *(
            client.post("/api/recover", json={"token": token, "merge": True})
            for client, token in zip((one, two), tokens, strict=True)
        )
    )
    assert [answer.status_code for answer in answers] == [200, 200], answers[0].text


def test_people_who_merge_into_each_other_at_once_become_one(site: Site) -> None:
    server = soak.Server(site.data, *site.flags)

    async def scene() -> None:
        for _ in range(3):
            async with person_at(server, "Ann") as ann, person_at(server, "Bob") as bob:
                tables = {await set_table(ann), await set_table(bob)}
                await merge_into_each_other(ann, bob)
                assert not has_cycle(site.merged())
                for _ in range(READERS):
                    assert await tables_of(ann) == await tables_of(bob) == tables
                names = [(await c.post("/api/person", json={})).json()["name"] for c in (ann, bob)]
                assert names[0] == names[1]

    try:
        asyncio.run(scene())
    finally:
        server.kill()


# --- In the store ---------------------------------------------------------------------------------


def seat_at(store: Store, person: str, table: str) -> None:
    seats = (Seat(PLAYER, person, person), Seat(PLAYER, "Other", "other"))
    put_table(store, record(table, seats=seats, host=person))


@pytest.mark.parametrize("count", [2, 3])
def test_stores_that_merge_in_a_circle_at_once_make_no_cycle(site: Site, count: int) -> None:
    """Each of some processes merges a person into the next one, and the last into the first."""
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(count) as threads:
        stores = [stack.enter_context(site.store()) for _ in range(count)]
        for number in range(10):
            people = [Person(f"{number}-{i}", f"Guest {i}") for i in range(count)]
            for i, person in enumerate(people):
                put_person(stores[i], person)
                put_note(stores[i], person.id, f"topic {i}", b"x")
                seat_at(stores[i], person.id, f"t{number}-{i}")
            gate = Barrier(count)

            def merge(i: int, gate: Barrier = gate, people: list[Person] = people) -> str:
                gate.wait(ANSWERED)
                done = merge_people(stores[i], people[i], people[(i + 1) % count])
                assert done is not None
                return done.person.id

            list(threads.map(merge, range(count)))
            assert not has_cycle(site.merged())
            (root,) = {find_root(stores[0], person.id) for person in people}
            assert {table.id for table in read_tables_of(stores[0], root)} == {
                f"t{number}-{i}" for i in range(count)
            }
            assert len(read_notes(stores[0], root, "topic")) == count


def test_merging_twice_leaves_one_step_to_walk(site: Site) -> None:
    with site.store() as store:
        ann, bob, cleo = (Person(id_, id_) for id_ in ("ann", "bob", "cleo"))
        for old, into in ((ann, bob), (bob, cleo)):
            merge = merge_people(store, old, into)
            assert merge is not None
            assert (merge.person.id, merge.old) == (into.id, old.id)
        assert site.merged() == {"ann": "cleo", "bob": "cleo"}
        again = merge_people(store, cleo, ann)
        assert again is not None
        assert (again.person.id, again.old, again.tables) == ("cleo", "cleo", [])
        assert site.merged() == {"ann": "cleo", "bob": "cleo"}


def test_merging_resets_neither_vacations_nor_puzzles(site: Site) -> None:
    with site.store() as store:
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


def test_a_session_that_has_ended_merges_nobody(site: Site) -> None:
    with site.store() as store:
        ann, bob = Person("ann", "Ann"), Person("bob", "Bob")
        put_person(store, Person("bob", "Bob", epoch=1))
        assert merge_people(store, ann, bob) is None
        assert merge_people(store, bob, ann) is None
        assert site.merged() == {"bob": ""}


def test_only_a_merge_merges(site: Site) -> None:
    with site.store() as store:
        ann, bob = Person("ann", "Ann"), Person("bob", "Bob")
        put_person(store, bob)
        merge_people(store, ann, bob)
        put_person(store, Person("bob", "Robert", merged="ann"))
        put_person(store, Person("ann", "Anna"))
        assert site.merged() == {"ann": "bob", "bob": ""}
