"""What waits for a person: invitations, private messages; blocks and mutes hold."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.errors import Refused
from nomarch.people import accounts, moderation, notices, relations
from nomarch.people.person_merging import give_rows
from nomarch.people.person_store import put_person, read_person
from nomarch.people.private_messages import (
    MOST_UNREAD,
    forget_messages,
    read_messages,
    send_message,
)
from nomarch.people.relations import TableTerms
from nomarch.storage.schema import NOTICE, PERSON, TABLE_INVITATION
from nomarch.storage.statements import count_rows, delete_rows, find_value, update_rows
from nomarch.storage.store import Store
from nomarch.tables.state.model import Person as StoredPerson, now
from nomarch.tables.stores.table_store import read_table
from nomarch.web.account.notice_texts import notice_text

from .conftest import Arrives
from .people import Person, change, stored


@pytest.fixture
def named(server: TestClient, arrives: Arrives) -> dict[str, Person]:
    people = {name: arrives(name) for name in ("Nefer", "Horus")}
    for name in people:
        change(server, lambda store, n=name: accounts.claim_handle(store, id_of(store, n), n, 1.0))
    return people


def id_of(store: Store, name: str) -> str:
    return str(find_value(store, PERSON.c.id, name=name))


def write(person: Person, to: str, text: str = "Hello") -> int:
    return person.post("/api/messages", {"to": to, "text": text}).status_code


def unread(person: Person) -> list[str]:
    return [line["text"] for line in person.get("/api/inbox").json()["messages"]]


def test_a_message_waits_until_it_is_read(named: dict[str, Person], ann: Person) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    assert write(nefer, "Horus") == 201
    assert unread(horus) == ["Hello"]
    assert "Hello" in horus.get("/messages").text
    page = horus.get("/messages/Nefer").text
    assert "Hello" in page
    assert 'data-unread="Nefer"' in page
    assert unread(horus) == ["Hello"], "a link that is only looked at changes nothing"
    assert horus.post("/api/messages/Nefer/read").status_code == 200
    assert unread(horus) == []
    assert "data-unread" not in horus.get("/messages/Nefer").text
    assert write(ann, "Horus") == 403  # without a claimed name nobody could be held to it
    assert write(nefer, "Nobody") == 404
    assert write(nefer, "Horus", "x" * 500) == 422


def test_blocks_and_mutes_hold(named: dict[str, Person]) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    horus.post("/api/players/Nefer/relation", {"kind": "mute"})
    assert write(nefer, "Horus", "muted words") == 201
    assert unread(horus) == []
    assert "muted words" in horus.get("/messages/Nefer").text
    horus.post("/api/players/Nefer/relation", {"kind": "block"})
    assert write(nefer, "Horus", "blocked words") == 201  # a block is silent
    assert "blocked words" not in horus.get("/messages/Nefer").text
    assert "blocked words" not in horus.get("/messages").text
    assert unread(horus) == []
    for page in ("/messages", "/messages/Horus"):
        assert "blocked words" in nefer.get(page).text, "the sender can't tell"


def test_reported_messages_reach_moderators(server: TestClient, named: dict[str, Person]) -> None:
    write(named["Nefer"], "Horus", "nasty words")
    report = {"player": "Nefer", "kind": "abuse", "messages": True}
    assert named["Horus"].post("/api/report", report).status_code == 200
    (case,) = stored(server, moderation.reports)
    assert [line.text for line in case.evidence.chat] == ["nasty words"]


def test_messages_move_with_a_merged_person_and_go_with_a_deleted_one(
    server: TestClient, named: dict[str, Person]
) -> None:
    write(named["Nefer"], "Horus")

    def check(store: object) -> None:
        nefer, horus = id_of(store, "Nefer"), id_of(store, "Horus")
        give_rows(store, nefer, "other")  # type: ignore[arg-type]
        assert len(read_messages(store, "other", horus)) == 1  # type: ignore[arg-type]
        forget_messages(store, horus)  # type: ignore[arg-type]
        assert read_messages(store, "other", horus) == []  # type: ignore[arg-type]

    change(server, check)


def test_a_player_is_invited_at_set_up_and_declines(named: dict[str, Person]) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    assert 'value="invite:Horus"' in nefer.get("/new/ra?invite=Horus").text
    made = nefer.sets("me", "friend", options={"duel": "on"}, bank=600, increment=15)
    path = f"/api/tables/{made['id']}/invite"
    assert horus.post(path, {"players": ["Nefer"]}).status_code == 403
    assert nefer.post(path, {"players": ["Horus"]}).status_code == 201
    (line,) = horus.get("/api/inbox").json()["invitations"]
    assert (line["sender"], line["table"]) == ("Nefer", made["id"])
    offer = horus.get(f"/t/{made['id']}/join/{made['invite']}").text
    for fact in ("10 minutes each, plus 15 seconds per turn", "unrated", "Nefer"):
        assert fact in offer
    horus.post("/api/invitations/decline", {"table": made["id"]})
    assert horus.get("/api/inbox").json()["invitations"] == []


def invited(person: Person, name: str, game: str = "giza", **more: Any) -> int:
    """Invite a player to a new table; the answer's status."""
    made = person.sets("me", "friend", game=game, **more)
    answer = person.post(f"/api/tables/{made['id']}/invite", {"players": [name]})
    return int(answer.status_code)


def invitations(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.get("/api/inbox").json()["invitations"]
    return found


def test_people_without_a_name_invite_only_friends(
    server: TestClient, named: dict[str, Person], ann: Person
) -> None:
    horus = named["Horus"]
    assert invited(ann, "Horus") == 403
    assert invitations(horus) == []
    for one, other in (("Ann", "Horus"), ("Horus", "Ann")):
        change(server, lambda s, a=one, b=other: relations.relate(
            s, id_of(s, a), id_of(s, b), "friend", 1.0))  # fmt: skip
    assert invited(ann, "Horus") == 201
    assert [line["sender"] for line in invitations(horus)] == ["Ann"]


@pytest.mark.parametrize(
    ("wanted", "stranger", "friend"),
    [("everyone", 201, 201), ("friends", 409, 201), ("nobody", 409, 409)],
)
def test_people_choose_who_may_invite_them_and_write(
    named: dict[str, Person], wanted: str, stranger: int, friend: int
) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    assert horus.post("/api/contact", {"wanted": wanted}).status_code == 200
    assert f'value="{wanted}" selected' in horus.get("/friends").text
    assert (invited(nefer, "Horus"), write(nefer, "Horus")) == (stranger, stranger)
    horus.post("/api/players/Nefer/relation", {"kind": "friend"})
    assert (invited(nefer, "Horus"), write(nefer, "Horus")) == (friend, friend)
    asked = nefer.post("/api/players/Horus/relation", {"kind": "friend"}).status_code
    assert asked == 200, "Horus asked first"
    assert horus.post("/api/contact", {"wanted": "cats"}).status_code == 422


def test_a_sender_and_all_strangers_together_have_a_limit_and_friends_come_first(
    server: TestClient, named: dict[str, Person], arrives: Arrives
) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    assert [invited(nefer, "Horus") for _ in range(4)] == [201, 201, 201, 409]
    horus.post("/api/players/Nefer/relation", {"kind": "friend"})
    statuses = []
    for number in range(4):
        name = f"Stranger-{number}"
        other = arrives(name)
        change(server, lambda s, n=name: accounts.claim_handle(s, id_of(s, n), n, 1.0))
        statuses += [invited(other, "Horus") for _ in range(3)]
    assert statuses == [201] * 10 + [409] * 2
    assert [line["sender"] for line in invitations(horus)[:4]] == ["Nefer"] * 3 + ["Stranger-3"]


def test_unread_messages_have_a_limit_that_friends_and_blocks_do_not_show(
    server: TestClient, named: dict[str, Person]
) -> None:
    def sent(store: Store) -> int:
        """How many of many messages Nefer can write to Horus."""
        nefer, count = read_person(store, id_of(store, "Nefer")), 0
        assert nefer is not None
        with contextlib.suppress(Refused):
            for _ in range(2 * MOST_UNREAD):
                send_message(store, nefer, id_of(store, "Horus"), "Hello", 1.0)
                count += 1
        return count

    horus = named["Horus"]
    assert change(server, sent) == MOST_UNREAD
    for kind, expected in (("", 10), ("block", 10), ("friend", 20)):
        assert horus.post("/api/messages/Nefer/read").status_code == 200
        horus.post("/api/players/Nefer/relation", {"kind": kind})
        assert change(server, sent) == expected, kind


def test_requests_to_be_friends_have_a_limit(
    server: TestClient, named: dict[str, Person], ann: Person, bob: Person
) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    ask = {"kind": "friend"}
    assert ann.post("/api/players/Horus/relation", ask).status_code == 403, "a guest, by name"
    assert ann.post("/api/friends", {"name": "Horus"}).status_code == 403
    made = ann.sets("me", "friend", game="giza")
    horus.joins(made)
    at_table = f"/api/tables/{made['id']}/relation"
    assert ann.post(at_table, {"seat": 1, "kind": "friend"}).status_code == 200
    assert len(horus.get("/api/friends").json()["requests"]) == 1

    def fill(store: Store) -> None:
        for number in range(relations.MOST_REQUESTS - 1):
            put_person(store, StoredPerson(f"p{number}", f"P {number}"))
            relations.relate(store, f"p{number}", id_of(store, "Horus"), "friend", 1.0)

    change(server, fill)
    assert nefer.post("/api/players/Horus/relation", ask).status_code == 409
    horus.post("/api/players/Nefer/relation", ask)
    assert nefer.post("/api/players/Horus/relation", ask).status_code == 200, "Horus asked first"


def test_invitations_of_one_sender_are_one_mail_an_hour(
    server: TestClient, named: dict[str, Person]
) -> None:
    def mails(store: Store) -> int:
        return count_rows(store, NOTICE, kind=notices.INVITATION, channel=notices.MAIL)

    def prepare(store: Store) -> None:
        horus = id_of(store, "Horus")
        update_rows(store, PERSON, {"id": horus}, mail="horus@example.org")
        notices.write_settings(store, horus, notices.NoticeSettings(mail=(notices.INVITATION,)))

    change(server, prepare)
    for _ in range(3):
        invited(named["Nefer"], "Horus")
    assert stored(server, mails) == 1
    change(server, lambda s: update_rows(s, NOTICE, {"channel": notices.MAIL}, at=now() - 3601))
    change(server, lambda s: delete_rows(s, TABLE_INVITATION))
    invited(named["Nefer"], "Horus")
    assert stored(server, mails) == 2


def test_an_invitation_says_the_terms(server: TestClient, named: dict[str, Person]) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    options = {"duel": "on"}
    assert invited(nefer, "Horus", "ra", options=options, bank=600, increment=15) == 201
    (line,) = invitations(horus)
    assert line["title"] == "Ra"
    assert line["terms"][:3] == [
        "2 players", "10 minutes each, plus 15 seconds per turn", "unrated",
    ]  # fmt: skip
    for page in ("/friends", "/"):
        assert "10 minutes each, plus 15 seconds per turn" in horus.get(page).text
    record = stored(server, lambda s: read_table(s, line["table"]))
    terms = msgspec.json.encode(TableTerms.of(record)).decode()
    told = notice_text(notices.INVITATION, {"game": "ra", "name": "Nefer", "terms": terms}, "de")
    assert "10 Minuten" in told.body


def test_muting_a_friend_only_mutes(named: dict[str, Person]) -> None:
    nefer, horus = named["Nefer"], named["Horus"]

    def kinds(person: Person) -> list[tuple[str, bool]]:
        friends = person.get("/api/friends").json()["friends"]
        return [(line["kind"], line["mutual"]) for line in friends]

    for one, other in ((nefer, "Horus"), (horus, "Nefer")):
        one.post(f"/api/players/{other}/relation", {"kind": "friend"})
    horus.post("/api/players/Nefer/relation", {"kind": "mute"})
    assert kinds(horus) == [("muted-friend", True)]
    assert kinds(nefer) == [("friend", True)], "who is muted can't tell"
    assert write(nefer, "Horus", "muted words") == 201
    assert unread(horus) == []
    horus.post("/api/players/Nefer/relation", {"kind": "unmute"})
    assert kinds(horus) == [("friend", True)]
    assert write(nefer, "Horus", "heard words") == 201
    assert unread(horus) == ["heard words"]


def test_a_request_can_be_declined_silently(named: dict[str, Person]) -> None:
    nefer, horus = named["Nefer"], named["Horus"]
    nefer.post("/api/players/Horus/relation", {"kind": "friend"})
    (request,) = horus.get("/api/friends").json()["requests"]
    assert "Decline – Nefer" in re.sub("<[^>]+>", "", horus.get("/friends").text)
    horus.post(f"/api/friends/{request['id']}", {"kind": "decline"})
    seen = horus.get("/api/friends").json()
    assert (seen["requests"], seen["friends"]) == ([], [])
    (asked,) = nefer.get("/api/friends").json()["friends"]
    assert not asked["mutual"]


def test_the_header_offers_what_a_visitor_can_do(
    server: TestClient, named: dict[str, Person], ann: Person
) -> None:
    assert 'class="sign-in aside"' in ann.get("/").text
    assert "/moderation" not in named["Nefer"].get("/").text
    change(server, lambda s: s.execute("UPDATE person SET role = 'admin' WHERE name = 'Nefer'"))
    page = named["Nefer"].get("/").text
    assert 'class="sign-in aside"' not in page
    profile = named["Nefer"].get("/@Horus").text
    for action in ("Challenge", "Add friend", "Message", "Block"):
        assert action in profile


def test_a_bot_has_one_rating_and_interval_everywhere(ann: Person) -> None:
    board = {line["name"]: line for line in ann.get("/api/ratings/ra").json() if line["bot"]}
    easy = board["Easy"]
    assert f"({easy['rating']} ± {easy['doubt']})" in ann.get("/new/ra").text


def test_set_up_says_where_thinking_ahead_gains_nothing(ann: Person) -> None:
    assert "wins 32 % of games against three Strong ones" in ann.get("/new/giza").text
    assert "Luck decides much" not in ann.get("/new/ra").text


def test_reports_name_nobody_at_a_sealed_table(
    server: TestClient, ann: Person, bob: Person
) -> None:
    table = ann.post("/api/daily/play").json()["id"]
    assert bob.get("/report", params={"table": table}).status_code in (403, 404)


def test_your_tables_names_opponents_and_the_time_left(ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", options={"duel": "on"}, clock=86_400)
    bob.joins(made)
    for _ in range(500):  # the clock's job is stored a moment after the start
        (line,) = ann.get("/api/tables").json()
        if line["deadline"] is not None:
            break
    assert line["opponents"] == ["Bob"]
    assert line["deadline"] == pytest.approx(line["at"] + 86_400, abs=120)
    assert "data-until" in ann.get("/tables").text
