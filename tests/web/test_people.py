"""Finding people: pairing, live games, friends, blocks, invitations, and the home page."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient

from nomarch.people import pairing, relations
from nomarch.people.deletion import delete_person
from nomarch.people.live_games import live_games
from nomarch.people.pairing import PATIENCE, PairingPreferences, PairRequest, find_groups
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.storage.database import Database
from nomarch.storage.schema import PAIR_REQUEST
from nomarch.storage.statements import update_rows
from nomarch.tables.service import TableService
from nomarch.tables.state.model import Person as StoredPerson, now

from .conftest import Arrives
from .people import Person, call, change, opened, service_of, services_of, stored

# --- Matching -----------------------------------------------------------------------------------


def waits(
    name: str, since: float = 0.0, counts: tuple[int, ...] = (3,), rating: float = 1500.0,
    games: tuple[str, ...] = ("ra",), rated: bool = False,
) -> PairRequest:  # fmt: skip
    wishes = PairingPreferences(games, counts, rated, dict.fromkeys(games, rating))
    return PairRequest(name, wishes, since, since)


def grouped(*requests: PairRequest, at: float = 1.0, blocked: Any = ()) -> list[tuple[Any, ...]]:
    return [
        (group.game, group.count, sorted(request.person for request in group.people))
        for group in find_groups(requests, blocked, at)
    ]


def test_people_who_want_the_same_meet() -> None:
    assert grouped(waits("a"), waits("b"), waits("c")) == [("ra", 3, ["a", "b", "c"])]
    assert grouped(waits("a"), waits("b")) == []
    assert grouped(waits("a"), waits("b"), waits("c", counts=(4,))) == []
    assert grouped(waits("a"), waits("b"), waits("c", rated=True)) == []
    assert grouped(waits("a", games=("ra", "giza")), waits("b", games=("giza",)),
                   waits("c", games=("giza",))) == [("giza", 3, ["a", "b", "c"])]  # fmt: skip


def test_the_oldest_meets_those_of_like_strength() -> None:
    strong = [waits(f"s{n}", 1, rating=1900) for n in range(3)]
    weak = [waits(f"w{n}", rating=1400) for n in range(3)]
    assert grouped(*strong, *weak) == [
        ("ra", 3, ["w0", "w1", "w2"]), ("ra", 3, ["s0", "s1", "s2"])
    ]  # fmt: skip
    mixed = [waits("a", rating=1200), waits("b", rating=1800), waits("c", rating=1500)]
    assert grouped(*mixed) == []
    assert len(grouped(*mixed, at=200.0)) == 1  # waiting widens the range


def test_bots_fill_after_a_minute() -> None:
    assert grouped(waits("a"), at=PATIENCE - 1) == []
    assert grouped(waits("a"), at=PATIENCE) == [("ra", 3, ["a"])]
    two = [waits("a", counts=(3, 5)), waits("b", 30)]
    assert grouped(*two, at=PATIENCE) == [("ra", 3, ["a", "b"])]  # fewest bots


def test_blocked_people_never_meet() -> None:
    three = [waits("a"), waits("b"), waits("c")]
    assert grouped(*three, blocked={("c", "a")}) == []
    assert grouped(*three, waits("d"), blocked={("c", "a")}) == [("ra", 3, ["a", "b", "d"])]


def test_a_request_is_taken_by_one_process(database: Database) -> None:
    store = database.open()
    for n in range(30):
        pairing.put_request(
            store, StoredPerson(f"g{n}", f"G{n}"), PairingPreferences(("ra",), (3,)), 0.0
        )
    seated: list[str] = []

    def work(name: str) -> None:
        mine = database.open()
        waiting = pairing.waiting_requests(mine, 1.0)
        for number, group in enumerate(find_groups(waiting, (), 1.0)):
            if pairing.claim_group(mine, group, f"{name}-{number}", 1.0):
                seated.extend(request.person for request in group.people)
        mine.close()

    threads = [Thread(target=work, args=(f"p{n}",)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seated) == len(set(seated)) == 30
    assert pairing.waiting_requests(store, 1.0) == []
    assert pairing.waiting_requests(store, 1.0 + pairing.HEARTBEAT) == []
    store.close()


def test_three_people_are_seated_at_one_table(server: TestClient, arrives: Arrives) -> None:
    people = [arrives(name) for name in ("Ann", "Bob", "Cy")]
    wish = {"games": ["ra", "giza"], "counts": [3]}
    for person in people[:2]:
        assert person.post("/api/pairing", wish).json()["waiting"] is True
    last = people[2].post("/api/pairing", wish).json()
    tables = {last["table"], *(p.get("/api/pairing").json()["table"] for p in people[:2])}
    assert len(tables) == 1
    (id_,) = tables
    record = opened(server, id_).table.record
    assert sorted(seat.name for seat in record.seats) == ["Ann", "Bob", "Cy"]
    assert (record.is_full, record.bank, record.hints) == (True, pairing.BANK, False)
    assert people[0].get("/api/pairing").json() == {"waiting": False, "seconds": 0.0, "table": ""}


def test_a_lonely_player_gets_bots(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ann.post("/api/pairing", {"games": ["ra"], "counts": [4]}).json()["waiting"] is True
    maker = services_of(server).matchmaker
    for _ in range(5):  # ann's page asks every few seconds
        clock = maker.clock() + pairing.PATIENCE / 5
        monkeypatch.setattr(maker, "clock", lambda clock=clock: clock)
        table = ann.get("/api/pairing").json()["table"]
        call(server, maker.match)
    table = table or ann.get("/api/pairing").json()["table"]
    seats = opened(server, table).table.record.seats
    assert [seat.kind for seat in seats] == ["player", "bot", "bot", "bot"]
    assert ann.post("/api/pairing/stop").status_code == 200


def test_a_table_that_was_never_created_is_given_up(server: TestClient, ann: Person) -> None:
    assert ann.post("/api/pairing", {"games": ["ra"], "counts": [3]}).json()["waiting"] is True
    change(server, lambda s: update_rows(s, PAIR_REQUEST, {}, game_table="lost", matched=now()))
    assert ann.get("/api/pairing").json()["waiting"] is True
    change(server, lambda s: s.execute("UPDATE pair_request SET matched = 1"))
    ann.get("/api/pairing")
    assert stored(server, lambda s: len(pairing.waiting_requests(s, now()))) == 1


def test_wishes_are_checked(ann: Person) -> None:
    for bad in ({"games": [], "counts": [3]}, {"games": ["chess"], "counts": [3]},
                {"games": ["ra"], "counts": [9]}, {"games": ["ra"], "counts": []}):  # fmt: skip
        assert ann.post("/api/pairing", bad).status_code == 422, bad
    rated = {"games": ["ra"], "counts": [3], "rated": True}
    assert ann.post("/api/pairing", rated).status_code == 403  # needs a claimed name


# --- Live games ---------------------------------------------------------------------------------


def test_public_games_can_be_watched_and_private_ones_are_not_listed(
    server: TestClient, ann: Person, bob: Person, stranger: Person
) -> None:
    public = ann.sets("me", "friend", options={"duel": "on"}, listed=True)
    private = ann.sets("me", "friend", options={"duel": "on"})
    for made in (public, private):
        bob.joins(made)
        seat = next(iter(opened(server, made["id"]).table.to_act))
        (ann, bob)[seat].plays(made["id"], seat)
    call(server, service_of(server).directory.save_summaries)
    assert [line["id"] for line in stranger.get("/api/live").json()] == [public["id"]]
    assert public["id"] in stranger.get("/lobby").text
    home = stranger.get("/").text
    assert f"/api/tables/{public['id']}/board.svg" in home
    assert private["id"] not in home
    assert stored(server, lambda s: live_games(s, now() + 3600)) == []


# --- Friends ------------------------------------------------------------------------------------


def sit(ann: Person, bob: Person) -> str:
    made = ann.sets("me", "friend", options={"duel": "on"})
    bob.joins(made)
    return str(made["id"])


def befriend(ann: Person, bob: Person) -> str:
    """Makes two people friends; the id by which the first knows the second."""
    id_ = sit(ann, bob)
    assert ann.post(f"/api/tables/{id_}/relation", {"seat": 1, "kind": "friend"}).status_code == 200
    (request,) = bob.get("/api/friends").json()["requests"]
    assert bob.post(f"/api/friends/{request['id']}", {"kind": "friend"}).status_code == 200
    return str(ann.get("/api/friends").json()["friends"][0]["id"])


def test_friends_are_mutual_and_see_each_other(
    server: TestClient, ann: Person, bob: Person
) -> None:
    id_ = sit(ann, bob)
    ann.post(f"/api/tables/{id_}/relation", {"seat": 1, "kind": "friend"})
    (asked,) = ann.get("/api/friends").json()["friends"]
    assert (asked["name"], asked["mutual"], asked["online"]) == ("Bob", False, False)
    (request,) = bob.get("/api/friends").json()["requests"]
    bob.post(f"/api/friends/{request['id']}", {"kind": "friend"})
    maker = services_of(server).matchmaker
    call(server, maker.match)
    (friend,) = ann.get("/api/friends").json()["friends"]
    assert (friend["mutual"], friend["online"]) == (True, True)
    bob.post("/api/presence", {"shown": False})
    assert ann.get("/api/friends").json()["friends"][0]["online"] is False
    assert ann.get(f"/api/tables/{id_}/relations").json() == {"1": "friend"}
    assert "Bob" in ann.get("/friends").text
    own = ann.get("/api/me/data").json()
    assert [(line["name"], line["kind"]) for line in own["people"]] == [("Bob", "friend")]


def test_one_click_invites_a_friend(server: TestClient, ann: Person, bob: Person) -> None:
    friend = befriend(ann, bob)
    made = ann.post(f"/api/friends/{friend}/invite", {"game": "giza"})
    assert made.status_code == 201
    table = made.json()["id"]
    (line,) = bob.get("/api/friends").json()["invitations"]
    assert (line["table"], line["sender"]) == (table, "Ann")
    assert "invites you" in bob.get("/").text
    joined = bob.post(f"/api/tables/{table}/join", {"token": line["token"]})
    assert joined.status_code == 200
    assert bob.get("/api/friends").json()["invitations"] == []
    assert ann.post(f"/api/friends/{friend}/invite", {"table": table}).status_code == 409  # full
    another = ann.post(f"/api/friends/{friend}/invite?lang=de", {"game": "giza"}).json()["id"]
    assert opened(server, another).table.record.seats[1].name == "Platz 2"
    assert bob.post("/api/invitations/decline", {"table": another}).status_code == 200
    assert bob.get("/api/friends").json()["invitations"] == []


def test_a_block_is_silent_and_ends_a_friendship(
    server: TestClient, ann: Person, bob: Person
) -> None:
    befriend(ann, bob)
    (known,) = bob.get("/api/friends").json()["friends"]
    bob.post(f"/api/friends/{known['id']}", {"kind": "block"})
    assert ann.get("/api/friends").json()["friends"] == []
    id_ = sit(ann, bob)
    ann.post(f"/api/tables/{id_}/relation", {"seat": 1, "kind": "friend"})
    assert bob.get("/api/friends").json()["requests"] == []
    (asked,) = ann.get("/api/friends").json()["friends"]
    assert asked["mutual"] is False
    assert ann.post(f"/api/friends/{asked['id']}/invite", {"game": "ra"}).status_code == 409
    pairs = stored(server, lambda s: relations.blocked_pairs(s, [g for g, in s.rows(
        "SELECT id FROM person")]))  # fmt: skip
    assert len(pairs) == 1
    wish = {"games": ["ra"], "counts": [2]}
    for person in (ann, bob):
        assert person.post("/api/pairing", wish).json()["waiting"] is True


def test_refusals(ann: Person, bob: Person) -> None:
    id_ = sit(ann, bob)
    relation = f"/api/tables/{id_}/relation"
    assert ann.post(relation, {"seat": 0, "kind": "friend"}).status_code == 422  # oneself
    assert ann.post(relation, {"seat": 9, "kind": "friend"}).status_code == 422
    assert ann.post(relation, {"seat": 1, "kind": "enemy"}).status_code == 422
    assert ann.post("/api/friends", {"name": "nobody"}).status_code == 404
    assert ann.post("/api/friends/unknown", {"kind": "block"}).status_code == 404
    assert ann.post("/api/friends/unknown/invite", {"game": "ra"}).status_code == 404


def test_merged_people_keep_their_friends(database: Database) -> None:
    store = database.open()
    for name in ("old", "new", "x", "y"):
        put_person(store, StoredPerson(name, name))
    known = (("old", "x", "friend"), ("old", "y", "block"), ("new", "y", "friend"),
             ("x", "old", "friend"), ("old", "new", "friend"))  # fmt: skip
    for person, other, kind in known:
        relations.relate(store, person, other, kind, 1.0)
    assert merge_people(store, StoredPerson("old", "old"), StoredPerson("new", "new")) is not None
    rows = store.rows("SELECT person, other, kind FROM relation ORDER BY person, other")
    assert rows == [("new", "x", "friend"), ("new", "y", "friend"), ("x", "new", "friend")]
    delete_person(store, "new")
    assert store.rows("SELECT * FROM relation") == []
    store.close()


# --- The home page ------------------------------------------------------------------------------


def test_home_shows_where_one_left_off_and_what_today_brings(
    server: TestClient, ann: Person, stranger: Person
) -> None:
    first = stranger.get("/").text
    assert "data-quick" in first  # a first visit is one click away from a game
    assert "Puzzle of the day" in first
    assert "Daily board" in first
    assert "Being played now" not in first
    id_ = ann.opens("me", "greedy", "greedy")
    service: TableService = service_of(server)
    assert service is not None
    while not ann.sees(id_)["view"]["legal"]:
        pass
    assert f'href="/t/{id_}">Continue Ra' in ann.get("/").text
