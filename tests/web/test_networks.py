"""People on one network: their game together isn't rated, and never refused."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.requests import Request

from nomarch.errors import Refused
from nomarch.people import networks, pairing
from nomarch.people.moderation import NO_RATED, sanction
from nomarch.people.pairing import PairingPreferences
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.storage.schema import RESULT
from nomarch.storage.site_settings import read_secret
from nomarch.storage.statements import find_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import PLAYER, Person as StoredPerson, Seat, TableRecord, now
from nomarch.tables.stores.table_store import change_table, put_table, read_table
from nomarch.web.http.limits import public_network

from .actors import Person, Site, Table
from .conftest import Patch, Start
from .folding import new_record

HOME, ELSEWHERE = "81.2.69.142", "89.160.20.112"
RATED: dict[str, Any] = {"games": ["giza"], "counts": [2], "rated": True}
CASUAL = {**RATED, "rated": False}
DUEL: dict[str, Any] = {"game": "giza", "rated": True}


def moves_to(person: Person, address: str) -> None:
    """The next requests of a person come from another address."""
    person.client._transport.client = (address, 5)


def known(site: Site) -> list[str]:
    return [row[0] for row in site.reads("SELECT game_table FROM seat_network")]


def rating(table: Table) -> tuple[bool, bool]:
    """Whether a table is rated, and whether it would be if nobody shared a network."""
    return table.state.record.rated, table.state.record.shared_network


def waits(person: Person, **wishes: Any) -> Table:
    table = person.posts("/api/pairing", **{**RATED, **wishes})["table"]
    return Table({"id": table}, person.site)


def is_waiting(person: Person) -> bool:
    return bool(person.gets("/api/pairing")["waiting"])


@pytest.fixture
def ann(site: Site) -> Person:
    return site.member("Nefer", HOME)


@pytest.fixture
def bob(site: Site) -> Person:
    return site.member("Horus", HOME)


@pytest.fixture
def cleo(site: Site) -> Person:
    return site.member("Ptah-7", ELSEWHERE)


@pytest.mark.parametrize(
    ("host", "network"),
    [
        (HOME, HOME), ("2a02:a03f:1:2::5", "2a02:a03f:1::/56"),
        ("2a02:a03f:1:ff:9::5", "2a02:a03f:1::/56"), (f"::ffff:{HOME}", HOME),
        ("64:ff9b::5102:458e", HOME), ("64:ff9b::c0a8:109", ""), ("2002:5102:458e::1", HOME),
        ("2001:0:53aa:64c:0:fffe:aefd:ba71", HOME), ("192.168.1.9", ""), ("127.0.0.1", ""),
        ("fe80::1%eth0", ""), ("testclient", ""),
    ],
)  # fmt: skip
def test_private_addresses_tell_nothing(host: str, network: str) -> None:
    request = Request({"type": "http", "client": (host, 1), "headers": []})
    assert public_network(request) == network


def test_a_pair_from_one_network_plays_unrated(site: Site, ann: Person, bob: Person) -> None:
    assert "share a network" in ann.reads("/lobby"), "said before the start"
    waits(ann)
    table = waits(bob)
    assert table.state.record.is_full
    assert rating(table) == (False, True)
    page = bob.reads(table.page)
    assert "Two players share a network" in page
    assert 'id="rated"' not in page
    assert known(site) == []
    assert HOME not in str(site.reads("SELECT * FROM pair_request"))


def test_strangers_play_rated(site: Site, ann: Person, cleo: Person) -> None:
    waits(ann)
    table = waits(cleo)
    assert table.state.record.is_full
    assert rating(table) == (True, False)
    assert set(known(site)) == {table}, "until the game is over"
    assert 'id="rated"' in cleo.reads(table.page)


def test_who_stops_waiting_is_forgotten(site: Site, ann: Person) -> None:
    waits(ann, rated=False)
    assert known(site) == [], "casual games don't need it"
    waits(ann)
    is_waiting(ann)
    assert len(known(site)) == 1
    ann.posts("/api/pairing/stop")
    assert known(site) == []


def test_an_invitation_says_what_is_not_rated(ann: Person, bob: Person, cleo: Person) -> None:
    table = ann.opens("me", "friend", "friend", rated=True)
    path = f"{table.page}/join/{table.invite}"
    warning = "plays from your network"
    assert warning in bob.reads(path)
    assert warning not in cleo.reads(path)
    assert "This game is rated." in cleo.reads(path)
    for page in (path, "/lobby", "/new/ra"):
        assert "No hints, warnings, undo or breaks." in cleo.reads(page), "said before the start"
    cleo.joins(table)
    assert rating(table) == (True, False)
    bob.joins(table)
    assert table.state.record.is_full
    assert rating(table) == (False, True)
    assert known(ann.site) == [], "nobody waits any more"
    bob.joins(table)


def test_a_refused_person_is_not_remembered(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "greedy", "greedy", rated=True)
    bob.cannot(f"{table.api}/join", status=403, token="wrong")
    assert len(known(site)) == 1
    ann.posts(f"{table.api}/fill")
    assert rating(table) == (True, False)


def merge(store: Store, old: str, new: str) -> None:
    assert merge_people(store, StoredPerson(old, old), StoredPerson(new, new)) is not None


def arrive(store: Store, *people: str) -> None:
    for id_ in people:
        put_person(store, StoredPerson(id_, id_))


def test_one_person_is_never_paired_with_themselves(file_store: Store) -> None:
    arrive(file_store, "old", "new", "other")
    merge(file_store, "old", "new")
    wishes = PairingPreferences(("ra",), (2,))
    for id_ in ("old", "new", "new", "other"):  # the first was under way when they were merged
        pairing.put_request(file_store, StoredPerson(id_, id_), wishes, 1.0)
    waiting = pairing.waiting_requests(file_store, 1.0)
    assert {request.person for request in waiting} == {"new", "other"}


def test_who_stops_waiting_elsewhere_is_still_known_at_a_table(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", **DUEL)
    ann.posts("/api/pairing/stop")
    bob.joins(table)
    assert rating(table) == (False, True)
    assert known(ann.site) == []


def test_all_networks_before_the_start_count(ann: Person, bob: Person, cleo: Person) -> None:
    table = ann.opens("me", "friend", **DUEL)
    moves_to(ann, "90.1.1.1")
    ann.reads(table.page)
    bob.joins(table)
    assert rating(table) == (False, True), "the host was at home first"
    table = ann.opens("me", "friend", "friend", rated=True)
    moves_to(bob, "90.2.2.2")
    bob.joins(table)
    assert rating(table) == (True, False)
    moves_to(bob, "90.1.1.1")
    bob.reads(table.page)
    cleo.joins(table)
    assert rating(table) == (False, True), "checked again at the start"


@pytest.mark.parametrize(("address", "is_rated"), [(ELSEWHERE, True), (HOME, False)])
def test_networks_during_a_game(ann: Person, bob: Person, address: str, is_rated: bool) -> None:
    """They count at its end, and are deleted then."""
    moves_to(bob, "90.2.2.2")
    table, site = ann.meets(bob, **DUEL), ann.site
    assert rating(table) == (True, False)
    moves_to(bob, address)
    bob.reads(table.page)
    assert known(site) != []
    table.rush(seed=3)
    assert rating(table) == (is_rated, not is_rated)
    assert known(site) == []
    (row,) = site.reads(find_rows, RESULT.c.rated, RESULT.c.rated_seq, game_table=table)
    assert (row[0], row[1] is not None) == (is_rated, is_rated)


def listens(person: Person, table: Table) -> None:
    with person.listens(table):
        pass


@pytest.mark.parametrize("act", [
    Person.sees, listens, lambda person, table: person.posts(f"{table.api}/chat", text="hello"),
    lambda person, table: person.plays(table, 1),
])  # fmt: skip
def test_programs_leave_their_network_too(ann: Person, cleo: Person, act: Any) -> None:
    table = ann.meets(cleo, **DUEL)
    while 1 not in table.state.to_act:
        ann.plays(table, 0)
    moves_to(cleo, HOME)
    act(cleo, table)
    moves_to(cleo, ELSEWHERE)
    table.rush(seed=3)
    assert rating(table) == (False, True)


def test_who_leaves_before_the_start_is_forgotten(site: Site, ann: Person, cleo: Person) -> None:
    table = ann.opens("me", "friend", "friend", rated=True)
    seat = cleo.joins(table)
    assert len(known(site)) == 2
    cleo.posts(f"{table.api}/leave", seat=seat)
    assert len(known(site)) == 1
    ann.posts(f"{table.api}/leave", seat=0)
    assert known(site) == []


def test_a_rematch_from_one_network_is_not_rated(ann: Person, cleo: Person) -> None:
    table = ann.meets(cleo, **DUEL)
    table.rush(seed=3)
    moves_to(cleo, HOME)
    again = ann.asks_again(table)
    assert rating(again) == (True, False)
    assert cleo.asks_again(table) == again
    assert again.state.record.is_full
    assert rating(again) == (False, True)


def rated_duel(store: Store, *people: str) -> TableRecord:
    arrive(store, "old", "new", "other")
    seats = [Seat(PLAYER, id_, id_) for id_ in people]
    record = new_record(*seats, game="giza", rated=True)
    put_table(store, record)
    return record


def test_a_merged_person_brings_their_networks(file_store: Store) -> None:
    read_secret(file_store)
    rated_duel(file_store, "old", "other")
    networks.store_network(file_store, "t1", "old", HOME)
    networks.store_network(file_store, "t1", "new", ELSEWHERE)
    merge(file_store, "old", "new")
    networks.store_network(file_store, "t1", "other", HOME)
    merged = read_table(file_store, "t1")
    assert merged is not None
    assert merged.rated
    assert networks.is_used(file_store, "t1", HOME, ["new"])
    assert not change_table(file_store, merged).rated
    merge(file_store, "other", "new")


def test_two_seats_of_one_person_are_not_rated(file_store: Store) -> None:
    rated_duel(file_store, "old", "new")
    merge(file_store, "old", "new")
    merged = read_table(file_store, "t1")
    assert merged is not None
    assert not merged.rated


def test_addresses_are_stored_as_keyed_hashes(site: Site, ann: Person) -> None:
    ann.opens("me", "friend", **DUEL)
    ((stored,),) = site.reads("SELECT network FROM seat_network")
    assert len(stored) == 64
    assert HOME not in stored
    assert networks.hash_network(b"one", HOME) != networks.hash_network(b"two", HOME)


def bar(person: Person) -> None:
    person.site.changes(sanction, "mod", person.id, NO_RATED, 1, "", now())


def test_a_barred_player_cannot_wait_for_a_rated_game(site: Site, ann: Person) -> None:
    bar(ann)
    ann.cannot("/api/pairing", status=403, **RATED)
    assert not is_waiting(ann)
    assert known(site) == []
    assert waits(ann, rated=False) == ""
    assert is_waiting(ann)


@pytest.mark.parametrize("barred", [0, 1])
def test_who_is_barred_while_waiting(ann: Person, bob: Person, cleo: Person, barred: int) -> None:
    """They keep nobody from a game."""
    (one, other), site = (ann, bob)[:: -1 if barred else 1], ann.site
    assert waits(one) == ""
    bar(one)
    assert waits(other) == ""
    for _ in range(5):
        site.call(site.services.matchmaker.match)
    assert site.reads("SELECT id FROM game_table") == []
    assert not is_waiting(one)
    table = waits(cleo)
    assert rating(table) == (True, False)
    assert other.gets("/api/pairing")["table"] == table


def test_one_failed_join_harms_no_other(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    maker, join = ann.site.services.matchmaker, ann.site.tables.join
    with monkeypatch.context() as patch:
        patch.setattr(maker, "match", lambda: asyncio.sleep(0))
        for person in (ann, bob):
            waits(person, rated=False)
    ann.site.call(maker.match)

    async def refusing(table: str, invite: str, person: StoredPerson, *more: Any) -> Any:
        if person.name == "Nefer":
            raise Refused("You can't join this table.")
        return await join(table, invite, person, *more)

    monkeypatch.setattr(ann.site.tables, "join", refusing)
    ann.site.clock.advance(pairing.CREATION + 1)
    assert ann.get("/api/pairing").json()["error"] == "You can't join this table."
    assert not is_waiting(ann)
    assert bob.gets("/api/pairing")["table"], "Horus's seat is still his"


def test_who_asks_again_keeps_the_match_already_made(ann: Person, bob: Person) -> None:
    waits(ann, rated=False)
    table = waits(bob, rated=False)
    assert table
    assert waits(ann, rated=False, counts=[3]) == table


def test_groups_without_seats_leave_nothing(ann: Person, cleo: Person, monkeypatch: Patch) -> None:
    """Somebody is barred between the look at who waits and the table."""
    waits(ann)
    with monkeypatch.context() as patch:
        patch.setattr(pairing, "unseatable", lambda *_: [])
        bar(ann)
        assert waits(cleo) == ""
        assert ann.site.reads("SELECT id FROM game_table") == []
        assert set(known(ann.site)) == {networks.WAITING}
    ann.site.call(ann.site.services.matchmaker.match)
    assert (is_waiting(ann), is_waiting(cleo)) == (False, True)


def test_a_barred_player_takes_no_seat_in_a_rated_rematch(ann: Person, cleo: Person) -> None:
    table = ann.meets(cleo, **DUEL)
    table.rush(seed=3)
    bar(cleo)
    again = ann.asks_again(table)
    cleo.cannot(f"{table.api}/rematch", status=403)
    assert not again.state.record.is_full


def test_requests_of_closed_pages_are_deleted(site: Site, ann: Person) -> None:
    waits(ann)
    site.clock.advance(pairing.FORGOTTEN + 1)
    site.call(site.services.matchmaker.match)
    assert site.reads("SELECT person FROM pair_request") == []
    assert known(site) == []


def test_two_processes_agree(new_postgres: Callable[[], str], start: Start) -> None:
    """Each person is known to one process only."""
    address = new_postgres()
    with start(address=address) as one, start(address=address) as two:
        ann, bob = one.member("Nefer", HOME), two.member("Horus", HOME)
        table = ann.opens("me", "friend", **DUEL)
        ann.posts("/api/pairing/stop")
        assert "plays from your network" in bob.reads(f"{table.page}/join/{table.invite}")
        bob.joins(table)
        waits(ann)
        paired = waits(bob)
        for site in (one, two):
            table.site = paired.site = site
            assert rating(table) == rating(paired) == (False, True)
            assert known(site) == []
