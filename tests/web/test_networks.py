"""People on one network: their game together isn't rated, and never refused."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from nomarch.tables.model import Guest, now
from nomarch.tables.people import accounts, pairing
from nomarch.tables.people.networks import REMEMBERED, WaitingNetworks
from nomarch.tables.people.pairing import Wishes
from nomarch.tables.storage.database import Database
from nomarch.web.limits import public_network

from .people import Person, change, opened, service_of, stored

HOME, ELSEWHERE = "81.2.69.142", "89.160.20.112"
RATED = {"games": ["giza"], "counts": [2], "rated": True}


def person_at(server: TestClient, address: str, handle: str) -> Person:
    """A person with a claimed name who comes from an address."""
    person = Person(TestClient(server.app, client=(address, 50_000)))
    person.client.portal = server.portal
    assert person.post("/api/guest", {"name": handle}).status_code == 200
    id_ = person.get("/api/me/data").json()["guest"]
    change(server, lambda store: accounts.claim_handle(store, id_, handle, now()))
    return person


@pytest.fixture
def people(server: TestClient) -> tuple[Person, Person, Person]:
    """Two at home, and one elsewhere."""
    return (
        person_at(server, HOME, "Nefer"),
        person_at(server, HOME, "Horus"),
        person_at(server, ELSEWHERE, "Ptah-7"),
    )


def test_networks_are_forgotten() -> None:
    at = 0.0
    networks = WaitingNetworks(lambda: at)
    networks.note("a", "n1")
    networks.note("b", "n1", 15.0)
    networks.note("c", "")
    assert networks.is_shared(["a", "b"])
    assert not networks.is_shared(["a", "a", "c"]), "one person, and somebody unknown"
    assert networks.is_used("n1", ["b", "c"])
    assert not networks.is_used("", ["a", "b", "c"])
    at = 16.0
    assert not networks.is_shared(["a", "b"])
    assert len(networks) == 1
    networks.note("a", "n2")
    assert not networks.is_used("n1", ["a"]), "only the latest one is known"
    networks.forget(["a", "b"])
    assert len(networks) == 0
    networks.note("a", "n1")
    at += REMEMBERED + 1
    assert not networks.is_used("n1", ["a"])
    networks.note("d", "n1")
    assert len(networks) == 1


@pytest.mark.parametrize(
    ("host", "network"),
    [
        (HOME, HOME),
        ("2a02:a03f:1::5", "2a02:a03f:1::/64"),
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
    assert len(service_of(server).networks) == 0
    assert HOME not in str(stored(server, lambda s: s.rows("SELECT * FROM pair_request")))


def test_strangers_play_rated(server: TestClient, people: tuple[Person, Person, Person]) -> None:
    ann, _, cleo = people
    ann.post("/api/pairing", RATED)
    id_ = cleo.post("/api/pairing", RATED).json()["table"]
    record = opened(server, id_).table.record
    assert (record.is_full, record.rated, record.shared_network) == (True, True, False)
    assert 'id="rated"' in cleo.get(f"/t/{id_}").text


def test_who_stops_waiting_is_forgotten(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann = people[0]
    ann.post("/api/pairing", {**RATED, "rated": False})
    assert len(service_of(server).networks) == 0, "casual games don't need it"
    ann.post("/api/pairing", RATED)
    ann.get("/api/pairing")
    assert len(service_of(server).networks) == 1
    ann.post("/api/pairing/stop")
    assert len(service_of(server).networks) == 0


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
    cleo.joins(made)
    assert opened(server, made["id"]).table.record.rated
    bob.joins(made)
    record = opened(server, made["id"]).table.record
    assert (record.is_full, record.rated, record.shared_network) == (True, False, True)
    assert len(service_of(server).networks) == 0, "nobody waits any more"
    assert bob.post(f"/api/tables/{made['id']}/join", {"token": made["invite"]}).status_code == 200


def test_a_refused_guest_is_not_remembered(
    server: TestClient, people: tuple[Person, Person, Person]
) -> None:
    ann, bob, _ = people
    made = ann.sets("me", "friend", "greedy", rated=True)
    assert bob.post(f"/api/tables/{made['id']}/join", {"token": "wrong"}).status_code == 403
    assert len(service_of(server).networks) == 1
    assert ann.post(f"/api/tables/{made['id']}/fill").status_code == 200
    record = opened(server, made["id"]).table.record
    assert (record.rated, record.shared_network) == (True, False)
    assert len(service_of(server).networks) == 0


def test_one_person_is_never_paired_with_themselves(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    store = Database(str(tmp_path_factory.mktemp("data") / "nomarch.sqlite3")).open()
    for id_ in ("old", "new", "other"):
        store.put_guest(Guest(id_, id_))
    assert store.merge_guests(Guest("old", "old"), Guest("new", "new")) is not None
    for id_ in ("old", "new", "new", "other"):  # the first was under way when they were merged
        pairing.put_request(store, Guest(id_, id_), Wishes(("ra",), (2,)), 1.0)
    assert {request.guest for request in pairing.waiting_requests(store, 1.0)} == {"new", "other"}
    store.close()
