"""People on one network: their game together isn't rated, and never refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from nomarch.contests.site_hooks import site_database
from nomarch.errors import Refused
from nomarch.people import accounts, networks, pairing
from nomarch.people.moderation import NO_RATED, sanction
from nomarch.people.pairing import PairingPreferences
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.storage.schema import RESULT
from nomarch.storage.site_settings import read_secret
from nomarch.storage.statements import find_rows
from nomarch.tables.state.model import PLAYER, Person as StoredPerson, Seat, TableRecord, now
from nomarch.tables.stores.table_store import change_table, put_table, read_table
from nomarch.web.app import create_app
from nomarch.web.http.limits import public_network
from nomarch.web.operations.settings import Settings

from .people import Person, call, change, opened, rush, services_of, stored

HOME, ELSEWHERE = "81.2.69.142", "89.160.20.112"
RATED = {"games": ["giza"], "counts": [2], "rated": True}


def person_at(server: TestClient, address: str, handle: str) -> Person:
    """A person with a claimed name who comes from an address."""
    person = Person(TestClient(server.app, client=(address, 50_000)))
    person.client.portal = server.portal
    assert person.post("/api/person", {"name": handle}).status_code == 200
    id_ = person.get("/api/me/data").json()["person"]
    change(server, lambda store: accounts.claim_handle(store, id_, handle, now()))
    return person


def moves_to(person: Person, address: str) -> None:
    """The next requests of a person come from another address."""
    transport = person.client._transport
    transport.client = (address, 50_000)  # type: ignore[attr-defined]


def known(server: TestClient) -> list[tuple[str, str]]:
    """Where the networks of people are known: table and person."""
    sql = "SELECT game_table, person FROM seat_network ORDER BY game_table, person, network"
    rows: list[tuple[str, str]] = stored(server, lambda store: store.rows(sql))
    return rows


def rating_state(server: TestClient, id_: str) -> tuple[bool, bool]:
    """Whether a table is rated, and whether it would be if nobody shared a network."""
    record = opened(server, id_).table.record
    return record.rated, record.shared_network


@pytest.fixture
def people(server: TestClient) -> tuple[Person, Person, Person]:
    """Two at home, and one elsewhere."""
    return (
        person_at(server, HOME, "Nefer"),
        person_at(server, HOME, "Horus"),
        person_at(server, ELSEWHERE, "Ptah-7"),
    )


@pytest.mark.parametrize(
    ("host", "network"),
    [
        (HOME, HOME),
        ("2a02:a03f:1:2::5", "2a02:a03f:1::/56"),
        ("2a02:a03f:1:ff:9::5", "2a02:a03f:1::/56"),
        (f"::ffff:{HOME}", HOME),
        ("64:ff9b::5102:458e", HOME),
        ("64:ff9b::c0a8:109", ""),
        ("2002:5102:458e::1", HOME),
        ("2001:0:53aa:64c:0:fffe:aefd:ba71", HOME),
        ("192.168.1.9", ""),
        ("127.0.0.1", ""),
        ("fe80::1%eth0", ""),
        ("testclient", ""),
    ],
)
def test_private_addresses_tell_nothing(host: str, network: str) -> None:
    request = Request({"type": "http", "client": (host, 1), "headers": []})
    assert public_network(request) == network


def test_a_pair_from_one_network_plays_unrated(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, _ = people
    assert "share a network" in ann.get("/lobby").text, "said before the start"
    ann.post("/api/pairing", RATED)
    id_ = bob.post("/api/pairing", RATED).json()["table"]
    record = opened(server, id_).table.record
    assert (record.is_full, record.rated, record.shared_network) == (True, False, True)
    page = bob.get(f"/t/{id_}").text
    assert "Two players share a network" in page
    assert 'id="rated"' not in page
    assert known(server) == []
    assert HOME not in str(stored(server, lambda s: s.rows("SELECT * FROM pair_request")))


def test_strangers_play_rated(server: TestClient, people: tuple[Person, Person, Person]) -> None:
    ann, _, cleo = people
    ann.post("/api/pairing", RATED)
    id_ = cleo.post("/api/pairing", RATED).json()["table"]
    record = opened(server, id_).table.record
    assert (record.is_full, record.rated, record.shared_network) == (True, True, False)
    assert {table for table, _ in known(server)} == {id_}, "until the game is over"
    assert 'id="rated"' in cleo.get(f"/t/{id_}").text


def test_who_stops_waiting_is_forgotten(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann = people[0]
    ann.post("/api/pairing", {**RATED, "rated": False})
    assert known(server) == [], "casual games don't need it"
    ann.post("/api/pairing", RATED)
    ann.get("/api/pairing")
    assert len(known(server)) == 1
    ann.post("/api/pairing/stop")
    assert known(server) == []


def test_an_invitation_says_that_the_game_will_not_be_rated(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, cleo = people
    made = ann.sets("me", "friend", "friend", rated=True)
    path = f"/t/{made['id']}/join/{made['invite']}"
    warning = "plays from your network"
    assert warning in bob.get(path).text
    assert warning not in cleo.get(path).text
    assert "This game is rated." in cleo.get(path).text
    for page in (path, "/lobby", "/new/ra"):
        assert "No hints, warnings, undo or breaks." in cleo.get(page).text, "said before the start"
    cleo.joins(made)
    assert opened(server, made["id"]).table.record.rated
    bob.joins(made)
    record = opened(server, made["id"]).table.record
    assert (record.is_full, record.rated, record.shared_network) == (True, False, True)
    assert known(server) == [], "nobody waits any more"
    assert bob.post(f"/api/tables/{made['id']}/join", {"token": made["invite"]}).status_code == 200


def test_a_refused_person_is_not_remembered(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, _ = people
    made = ann.sets("me", "friend", "greedy", "greedy", rated=True)
    assert bob.post(f"/api/tables/{made['id']}/join", {"token": "wrong"}).status_code == 403
    assert len(known(server)) == 1
    assert ann.post(f"/api/tables/{made['id']}/fill").status_code == 200
    record = opened(server, made["id"]).table.record
    assert (record.rated, record.shared_network) == (True, False)


def test_one_person_is_never_paired_with_themselves(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    store = site_database(str(tmp_path_factory.mktemp("data") / "nomarch.sqlite3")).open()
    for id_ in ("old", "new", "other"):
        put_person(store, StoredPerson(id_, id_))
    assert merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new")) is not None
    for id_ in ("old", "new", "new", "other"):  # the first was under way when they were merged
        pairing.put_request(store, StoredPerson(id_, id_), PairingPreferences(("ra",), (2,)), 1.0)
    assert {request.person for request in pairing.waiting_requests(store, 1.0)} == {"new", "other"}
    store.close()


def test_who_stops_waiting_at_another_place_is_still_known_at_a_table(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, _ = people
    made = ann.sets("me", "friend", game="giza", rated=True)
    assert ann.post("/api/pairing/stop").status_code == 200
    bob.joins(made)
    assert rating_state(server, made["id"]) == (False, True)
    assert known(server) == []


def test_all_networks_before_the_start_count(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, cleo = people
    made = ann.sets("me", "friend", game="giza", rated=True)
    moves_to(ann, "90.1.1.1")
    ann.get(f"/t/{made['id']}")
    bob.joins(made)
    assert rating_state(server, made["id"]) == (False, True), "the host was at home first"
    made = ann.sets("me", "friend", "friend", rated=True)
    moves_to(bob, "90.2.2.2")
    bob.joins(made)
    assert rating_state(server, made["id"]) == (True, False)
    moves_to(bob, "90.1.1.1")
    bob.get(f"/t/{made['id']}")
    cleo.joins(made)
    assert rating_state(server, made["id"]) == (False, True), "checked again at the start"


def test_networks_during_the_game_count_at_its_end_and_are_deleted(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, cleo = people
    for other, address, expected in ((cleo, ELSEWHERE, 1), (bob, HOME, 0)):
        moves_to(bob, "90.2.2.2")
        made = ann.sets("me", "friend", game="giza", rated=True)
        other.joins(made)
        assert rating_state(server, made["id"]) == (True, False)
        moves_to(other, address)
        other.get(f"/t/{made['id']}")
        assert known(server) != []
        rush(server, made["id"], 3)
        assert rating_state(server, made["id"]) == (bool(expected), not expected)
        assert known(server) == []
        rows = stored(server, lambda s, id_=made["id"]: find_rows(
            s, RESULT.c.rated, RESULT.c.rated_seq, game_table=id_))  # fmt: skip
        assert [(rated, seq is not None) for rated, seq in rows] == [(expected, bool(expected))]


def look(person: Person, id_: str) -> None:
    person.sees(id_)


def listen(person: Person, id_: str) -> None:
    with person.listens(id_):
        pass


def chat(person: Person, id_: str) -> None:
    person.post(f"/api/tables/{id_}/chat", {"text": "hello"})


@pytest.mark.parametrize("act", [look, listen, chat])
def test_programs_leave_their_network_too(
    server: TestClient, people: tuple[Person, Person, Person], act: Callable[[Person, str], None]
) -> None:
    ann, _, cleo = people
    made = ann.sets("me", "friend", game="giza", rated=True)
    cleo.joins(made)
    moves_to(cleo, HOME)
    act(cleo, made["id"])
    moves_to(cleo, ELSEWHERE)
    rush(server, made["id"], 3)
    assert rating_state(server, made["id"]) == (False, True)


def test_a_move_by_the_api_leaves_a_network(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, _ = people
    moves_to(bob, ELSEWHERE)
    made = ann.sets("me", "friend", game="giza", rated=True)
    bob.joins(made)
    (seat,) = opened(server, made["id"]).table.to_act
    person = (ann, bob)[seat]
    moves_to(person, (ELSEWHERE, HOME)[seat])
    table = opened(server, made["id"]).table
    person.move(made["id"], seat, table.match.legal(seat)[0], table.shown_seq_for(seat))
    rush(server, made["id"], 3)
    assert rating_state(server, made["id"]) == (False, True)


def test_who_leaves_before_the_start_is_forgotten(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, _, cleo = people
    made = ann.sets("me", "friend", "friend", rated=True)
    seat = cleo.joins(made)
    assert len(known(server)) == 2
    cleo.post(f"/api/tables/{made['id']}/leave", {"seat": seat})
    assert len(known(server)) == 1
    ann.post(f"/api/tables/{made['id']}/leave", {"seat": 0})
    assert known(server) == []


def test_a_rematch_from_one_network_is_not_rated(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, _, cleo = people
    made = ann.sets("me", "friend", game="giza", rated=True)
    cleo.joins(made)
    rush(server, made["id"], 3)
    moves_to(cleo, HOME)
    again = ann.post(f"/api/tables/{made['id']}/rematch").json()["id"]
    assert rating_state(server, again) == (True, False)
    assert cleo.post(f"/api/tables/{made['id']}/rematch").json()["id"] == again
    assert opened(server, again).table.record.is_full
    assert rating_state(server, again) == (False, True)


def test_a_merged_person_brings_their_networks(tmp_path: Path) -> None:
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    read_secret(store)
    for id_ in ("old", "new", "other"):
        put_person(store, StoredPerson(id_, id_))
    seats = (Seat(PLAYER, "Old", "old"), Seat(PLAYER, "Other", "other"))
    record = TableRecord("t1", "giza", 1, {}, seats, "00", "i", "old", 1.0, rated=True)
    put_table(store, record)
    networks.store_network(store, "t1", "old", HOME)
    networks.store_network(store, "t1", "new", ELSEWHERE)
    assert merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new")) is not None
    networks.store_network(store, "t1", "other", HOME)
    merged = read_table(store, "t1")
    assert merged is not None
    assert merged.rated
    assert networks.is_used(store, "t1", HOME, ["new"])
    assert not change_table(store, merged).rated
    assert (
        merge_people(store, StoredPerson("other", "other"), StoredPerson("new", "new")) is not None
    )
    store.close()


def test_two_seats_of_one_person_are_not_rated(tmp_path: Path) -> None:
    store = site_database(str(tmp_path / "nomarch.sqlite3")).open()
    for id_ in ("old", "new"):
        put_person(store, StoredPerson(id_, id_))
    seats = (Seat(PLAYER, "Old", "old"), Seat(PLAYER, "New", "new"))
    put_table(store, TableRecord("t1", "giza", 1, {}, seats, "00", "i", "old", 1.0, rated=True))
    merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new"))
    merged = read_table(store, "t1")
    assert merged is not None
    assert not merged.rated
    store.close()


def test_addresses_are_stored_as_keyed_hashes(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    people[0].sets("me", "friend", game="giza", rated=True)
    (row,) = stored(server, lambda s: s.rows("SELECT network FROM seat_network"))
    assert len(row[0]) == 64
    assert HOME not in row[0]
    assert networks.hash_network(b"one", HOME) != networks.hash_network(b"two", HOME)


def bar(server: TestClient, person: Person) -> None:
    """A moderator keeps a person from rated games."""
    name = person.post("/api/person").json()["name"]
    id_ = stored(server, lambda store: accounts.person_named(store, name))
    change(server, lambda store: sanction(store, "mod", id_, NO_RATED, 1, "", now()))


def test_a_barred_player_cannot_wait_for_a_rated_game(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann = people[0]
    bar(server, ann)
    assert ann.post("/api/pairing", RATED).status_code == 403
    assert ann.get("/api/pairing").json()["waiting"] is False
    assert known(server) == []
    assert ann.post("/api/pairing", {**RATED, "rated": False}).json()["waiting"] is True


@pytest.mark.parametrize("barred", [0, 1])
def test_a_player_barred_while_waiting_keeps_nobody_from_a_game(
    server: TestClient, people: tuple[Person, Person, Person], barred: int
) -> None:
    ann, bob, cleo = people
    assert (ann, bob)[barred].post("/api/pairing", RATED).json()["waiting"] is True
    bar(server, (ann, bob)[barred])
    other = (ann, bob)[1 - barred]
    assert other.post("/api/pairing", RATED).json()["waiting"] is True
    maker = services_of(server).matchmaker
    for _ in range(5):
        call(server, maker.match)
    assert stored(server, lambda s: s.rows("SELECT id FROM game_table")) == []
    assert (ann, bob)[barred].get("/api/pairing").json()["waiting"] is False
    id_ = cleo.post("/api/pairing", RATED).json()["table"]
    assert rating_state(server, id_) == (True, False)
    assert other.get("/api/pairing").json()["table"] == id_


def test_one_failed_join_leaves_the_others_their_match(
    server: TestClient, people: tuple[Person, Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    wishes = {**RATED, "rated": False}
    services = services_of(server)
    maker, join = services.matchmaker, services.table_service.join
    monkeypatch.setattr(services.matchmaker, "match", lambda: asyncio.sleep(0))
    for person in (ann, bob):
        person.post("/api/pairing", wishes)
    monkeypatch.undo()
    call(server, maker.match)

    async def refusing(table: str, invite: str, person: StoredPerson, *more: Any) -> Any:
        if person.name == "Nefer":
            raise Refused("You can't join this table.")
        return await join(table, invite, person, *more)

    monkeypatch.setattr(services.table_service, "join", refusing)
    late = now() + pairing.CREATION + 1
    monkeypatch.setattr(maker, "clock", lambda: late)
    assert ann.get("/api/pairing").json()["error"] == "You can't join this table."
    assert ann.get("/api/pairing").json()["waiting"] is False
    assert bob.get("/api/pairing").json()["table"], "Horus's seat is still his"


def test_who_asks_again_keeps_the_match_already_made(
    server: TestClient, people: tuple[Person, Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = people
    wishes = {**RATED, "rated": False}
    ann.post("/api/pairing", wishes)
    table = bob.post("/api/pairing", wishes).json()["table"]
    assert table
    assert ann.post("/api/pairing", {**wishes, "counts": [3]}).json()["table"] == table


def test_a_group_that_cannot_be_seated_leaves_nothing_behind(
    server: TestClient, people: tuple[Person, Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is barred between the look at who waits and the table."""
    ann, _, cleo = people
    ann.post("/api/pairing", RATED)
    monkeypatch.setattr(pairing, "unseatable", lambda *_: [])
    bar(server, ann)
    assert cleo.post("/api/pairing", RATED).json()["waiting"] is True
    assert stored(server, lambda s: s.rows("SELECT id FROM game_table")) == []
    assert {table for table, _ in known(server)} == {networks.WAITING}
    monkeypatch.undo()
    call(server, services_of(server).matchmaker.match)
    assert ann.get("/api/pairing").json()["waiting"] is False
    assert cleo.get("/api/pairing").json()["waiting"] is True


def test_a_barred_player_cannot_take_a_seat_in_a_rated_rematch(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, _, cleo = people
    made = ann.sets("me", "friend", game="giza", rated=True)
    cleo.joins(made)
    rush(server, made["id"], 3)
    bar(server, cleo)
    again = ann.post(f"/api/tables/{made['id']}/rematch").json()["id"]
    assert cleo.post(f"/api/tables/{made['id']}/rematch").status_code == 403
    assert not opened(server, again).table.record.is_full


def test_requests_of_closed_pages_are_deleted(
    server: TestClient, people: tuple[Person, Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    people[0].post("/api/pairing", RATED)
    maker = services_of(server).matchmaker
    monkeypatch.setattr(maker, "clock", lambda: now() + pairing.FORGOTTEN + 1)
    call(server, maker.match)
    assert stored(server, lambda s: s.rows("SELECT person FROM pair_request")) == []
    assert known(server) == []


def test_two_processes_agree(new_postgres: Callable[[], str], tmp_path: Path) -> None:
    """Each person is known to one process only."""
    pytest.importorskip("psycopg")
    address = new_postgres()
    settings = [
        Settings(data=tmp_path / name, address=address, bot_pause=(0, 0)) for name in ("a", "b")
    ]
    with TestClient(create_app(settings[0])) as one, TestClient(create_app(settings[1])) as two:
        ann, bob = person_at(one, HOME, "Nefer"), person_at(two, HOME, "Horus")
        made = ann.sets("me", "friend", game="giza", rated=True)
        assert ann.post("/api/pairing/stop").status_code == 200
        path = f"/t/{made['id']}/join/{made['invite']}"
        assert "plays from your network" in bob.get(path).text
        bob.joins(made)
        for server in (one, two):
            assert rating_state(server, made["id"]) == (False, True)
        ann.post("/api/pairing", RATED)
        id_ = bob.post("/api/pairing", RATED).json()["table"]
        for server in (one, two):
            assert rating_state(server, id_) == (False, True)
            assert known(server) == []
