"""The game is dealt when the last seat is taken: nobody knows anything of it before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from nomarch.kernel.run.seeds import commitment
from nomarch.tables.state.model import UNDEALT
from nomarch.tables.stores.table_store import read_table
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings

from .people import Person, opened, stored, told, visitor


def test_the_seed_is_made_when_the_last_seat_is_taken(
    server: TestClient, ann: Person, bob: Person
) -> None:
    made = ann.sets("me", "friend", "greedy", game="amun-re")
    before = opened(server, made["id"]).table
    assert before.record.seed == UNDEALT
    seen = ann.sees(made["id"])
    assert seen["commitment"] == ""
    bob.joins(made)
    table = opened(server, made["id"]).table
    assert table.record.seed != UNDEALT
    assert table.match.seed == table.record.seed
    assert ann.sees(made["id"])["commitment"] == commitment(table.record.seed)
    assert stored(server, lambda s: read_table(s, made["id"])).seed == table.record.seed
    assert table.match.names[:2] == ("Ann", "Bob")


def test_filling_with_bots_deals(server: TestClient, ann: Person) -> None:
    made = ann.sets("me", "friend", "friend")
    assert ann.post(f"/api/tables/{made['id']}/fill").status_code == 200
    assert opened(server, made["id"]).table.record.seed != UNDEALT


def test_full_tables_are_dealt_at_once(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "greedy", "greedy")
    assert opened(server, id_).table.record.seed != UNDEALT


def test_pages_that_wait_get_the_deal(ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", game="fertility")
    assert "when the last seat is taken" in ann.get(f"/t/{made['id']}").text
    with ann.listens(made["id"]) as socket:
        socket.send_json({"type": "look"})
        page = told(socket, "page")
        assert (page["started"], page["log"], page["commitment"]) == (False, [], "")
        assert (page["seat"], page["curtain"]) == (0, False)
        bob.joins(made)
        while not page["started"]:
            page = told(socket, "page")
        assert page["log_from"] == 0
        assert page["log"][0]["ply"] == 0
        assert page["commitment"]


def test_no_hint_before_the_start(ann: Person) -> None:
    made = ann.sets("me", "friend", "greedy", hints=True)
    assert ann.post(f"/api/tables/{made['id']}/hint", {"seat": 0}).status_code == 409


def test_leaving_before_the_start_costs_nothing(server: TestClient, ann: Person) -> None:
    made = ann.sets("me", "friend", "greedy")
    bob = visitor(server)
    bob.post("/api/person", {"name": "Bob"})
    seat = bob.joins(ann.sets("me", "friend", "friend"))
    assert seat == 1
    assert ann.post(f"/api/tables/{made['id']}/leave", {"seat": 0}).status_code == 200
    assert stored(server, lambda s: s.rows("SELECT * FROM result")) == []


def test_a_start_at_one_process_is_played_at_another(
    new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    """The other process has the table in memory as it was before the deal."""
    pytest.importorskip("psycopg")
    address = new_postgres()
    settings = [
        Settings(data=tmp_path / name, address=address, bot_pause=(0, 0)) for name in ("a", "b")
    ]
    with TestClient(create_app(settings[0])) as one, TestClient(create_app(settings[1])) as two:
        ann, bob = Person(one), visitor(two)
        for person in (ann, bob):
            assert person.post("/api/person", {"name": ""}).status_code == 200
        made = ann.sets("me", "friend", game="fertility")
        id_ = made["id"]
        assert bob.sees(id_)["full"] is False
        bob.joins(made)
        boards = [opened(server, id_).table.match.packed() for server in (one, two)]
        assert boards[0] == boards[1]
        for _ in range(6):
            seat = next(iter(opened(one, id_).table.to_act))
            (ann, bob)[seat].plays(id_, seat)
        boards = [opened(server, id_).table.match.packed() for server in (one, two)]
        assert boards[0] == boards[1]
