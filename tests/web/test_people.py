"""Finding people: pairing, live games, friends, blocks, invitations, and the home page."""

from contextlib import closing
from functools import partial
from typing import Any

from nomarch.people import pairing, relations
from nomarch.people.deletion import delete_person
from nomarch.people.live_games import live_games
from nomarch.people.pairing import PATIENCE, PairingPreferences, PairRequest, find_groups
from nomarch.people.person_merging import merge_people
from nomarch.people.person_store import put_person
from nomarch.storage.database import Database
from nomarch.storage.schema import PAIR_REQUEST
from nomarch.storage.statements import update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person as StoredPerson, now

from .actors import Person, Site, Table, together


def waits(name: str, since: float = 0, rating: float = 1500, **wishes: Any) -> PairRequest:
    games = wishes.pop("games", ("ra",))
    ratings = dict.fromkeys(games, rating)
    preferences = PairingPreferences(games, wishes.pop("counts", (3,)), ratings=ratings, **wishes)
    return PairRequest(name, preferences, since, since)


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


def test_a_request_is_taken_by_one_process(store: Store, database: Database) -> None:
    for n in range(30):
        person, wishes = StoredPerson(f"g{n}", f"G{n}"), PairingPreferences(("ra",), (3,))
        pairing.put_request(store, person, wishes, 0.0)
    seated: list[str] = []

    def work(name: str) -> None:
        with closing(database.open()) as mine:
            waiting = pairing.waiting_requests(mine, 1.0)
            for number, group in enumerate(find_groups(waiting, (), 1.0)):
                if pairing.claim_group(mine, group, f"{name}-{number}", 1.0):
                    seated.extend(request.person for request in group.people)

    assert together(*(partial(work, f"p{n}") for n in range(3))) == [None] * 3
    assert len(seated) == len(set(seated)) == 30
    assert pairing.waiting_requests(store, 1.0) == []
    assert pairing.waiting_requests(store, 1.0 + pairing.HEARTBEAT) == []


def waits_for(person: Person, *games: str, players: int) -> dict[str, Any]:
    return dict(person.posts("/api/pairing", games=games, counts=[players]))


def test_three_people_are_seated_at_one_table(site: Site) -> None:
    *first, last = site.people("Ann", "Bob", "Cy")
    for person in first:
        assert waits_for(person, "ra", "giza", players=3)["waiting"] is True
    table = waits_for(last, "ra", "giza", players=3)["table"]
    assert {person.gets("/api/pairing")["table"] for person in first} == {table}
    record = site.live(table).table.record
    assert sorted(seat.name for seat in record.seats) == ["Ann", "Bob", "Cy"]
    assert (record.is_full, record.bank, record.hints) == (True, pairing.BANK, False)
    assert first[0].gets("/api/pairing") == {"waiting": False, "seconds": 0.0, "table": ""}


def test_a_lonely_player_gets_bots(site: Site, ann: Person) -> None:
    assert waits_for(ann, "ra", players=4)["waiting"] is True
    for _ in range(5):  # ann's page asks every few seconds
        site.clock.advance(pairing.PATIENCE / 5)
        table = ann.gets("/api/pairing")["table"]
        site.call(site.services.matchmaker.match)
    table = table or ann.gets("/api/pairing")["table"]
    seats = site.live(table).table.record.seats
    assert [seat.kind for seat in seats] == ["player", "bot", "bot", "bot"]
    ann.posts("/api/pairing/stop")


def test_a_table_that_was_never_created_is_given_up(site: Site, ann: Person) -> None:
    assert waits_for(ann, "ra", players=3)["waiting"] is True
    site.changes(update_rows, PAIR_REQUEST, {}, game_table="lost", matched=now())
    assert ann.gets("/api/pairing")["waiting"] is True
    site.changes(update_rows, PAIR_REQUEST, {}, matched=1)
    ann.gets("/api/pairing")
    assert len(site.reads(pairing.waiting_requests, now())) == 1


def test_wishes_are_checked(ann: Person) -> None:
    for games, counts in (([], [3]), (["chess"], [3]), (["ra"], [9]), (["ra"], [])):
        ann.cannot("/api/pairing", status=422, games=games, counts=counts)
    ann.cannot("/api/pairing", status=403, games=["ra"], counts=[3], rated=True)  # has no name


def sit(ann: Person, bob: Person, **more: Any) -> Table:
    return ann.meets(bob, options={"duel": "on"}, **more)


def test_only_public_games_can_be_watched(ann: Person, bob: Person, stranger: Person) -> None:
    public, private = sit(ann, bob, listed=True), sit(ann, bob)
    for table in (public, private):
        seat = next(iter(table.state.to_act))
        (ann, bob)[seat].plays(table, seat)
    ann.site.call(ann.site.tables.directory.save_summaries)
    assert [line["id"] for line in stranger.gets("/api/live")] == [public]
    assert public in stranger.reads("/lobby")
    home = stranger.reads("/")
    assert f"{public.api}/board.svg" in home
    assert private not in home
    assert ann.site.reads(live_games, now() + 3600) == []


def friends_of(person: Person) -> Any:
    return person.gets("/api/friends")["friends"]


def asks(ann: Person, bob: Person) -> str:
    """One asks to be another's friend; the id by which the other answers."""
    ann.posts(f"{sit(ann, bob).api}/relation", seat=1, kind="friend")
    (request,) = bob.gets("/api/friends")["requests"]
    return str(request["id"])


def befriend(ann: Person, bob: Person) -> str:
    """Makes two people friends; the id by which the first knows the second."""
    bob.posts(f"/api/friends/{asks(ann, bob)}", kind="friend")
    return str(friends_of(ann)[0]["id"])


def test_friends_are_mutual_and_see_each_other(site: Site, ann: Person, bob: Person) -> None:
    request = asks(ann, bob)
    (asked,) = friends_of(ann)
    assert (asked["name"], asked["mutual"], asked["online"]) == ("Bob", False, False)
    bob.posts(f"/api/friends/{request}", kind="friend")
    site.call(site.services.matchmaker.match)
    (friend,) = friends_of(ann)
    assert (friend["mutual"], friend["online"]) == (True, True)
    bob.posts("/api/presence", shown=False)
    assert friends_of(ann)[0]["online"] is False
    assert ann.gets(f"{sit(ann, bob).api}/relations") == {"1": "friend"}
    assert "Bob" in ann.reads("/friends")
    own = ann.gets("/api/me/data")
    assert [(line["name"], line["kind"]) for line in own["people"]] == [("Bob", "friend")]


def test_one_click_invites_a_friend(site: Site, ann: Person, bob: Person) -> None:
    friend = befriend(ann, bob)
    table = ann.posts(f"/api/friends/{friend}/invite", game="giza")["id"]
    (line,) = bob.gets("/api/friends")["invitations"]
    assert (line["table"], line["sender"]) == (table, "Ann")
    assert "invites you" in bob.reads("/")
    bob.posts(f"/api/tables/{table}/join", token=line["token"])
    assert bob.gets("/api/friends")["invitations"] == []
    ann.cannot(f"/api/friends/{friend}/invite", status=409, table=table)  # full
    another = ann.posts(f"/api/friends/{friend}/invite?lang=de", game="giza")["id"]
    assert site.live(another).table.record.seats[1].name == "Platz 2"
    bob.posts("/api/invitations/decline", table=another)
    assert bob.gets("/api/friends")["invitations"] == []


def test_a_block_is_silent_and_ends_a_friendship(site: Site, ann: Person, bob: Person) -> None:
    befriend(ann, bob)
    bob.posts(f"/api/friends/{friends_of(bob)[0]['id']}", kind="block")
    assert friends_of(ann) == []
    ann.posts(f"{sit(ann, bob).api}/relation", seat=1, kind="friend")
    assert bob.gets("/api/friends")["requests"] == []
    (asked,) = friends_of(ann)
    assert asked["mutual"] is False
    ann.cannot(f"/api/friends/{asked['id']}/invite", status=409, game="ra")
    assert len(site.reads(relations.blocked_pairs, [ann.id, bob.id])) == 1
    for person in (ann, bob):
        assert waits_for(person, "ra", players=2)["waiting"] is True


def test_refusals(ann: Person, bob: Person) -> None:
    relation = f"{sit(ann, bob).api}/relation"
    for seat, kind in ((0, "friend"), (9, "friend"), (1, "enemy")):  # oneself, nobody
        ann.cannot(relation, status=422, seat=seat, kind=kind)
    ann.cannot("/api/friends", status=404, name="nobody")
    ann.cannot("/api/friends/unknown", status=404, kind="block")
    ann.cannot("/api/friends/unknown/invite", status=404, game="ra")


def test_merged_people_keep_their_friends(store: Store) -> None:
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


def test_home_shows_where_one_left_off_and_what_today_brings(ann: Person) -> None:
    first = ann.site.stranger().reads("/")
    for words in ("data-quick", "Puzzle of the day", "Daily board"):  # a game is one click away
        assert words in first
    assert "Being played now" not in first
    table = ann.opens("me", "greedy", "greedy")
    ann.site.settle(table)
    assert f'href="{table.page}">Continue Ra' in ann.reads("/")
