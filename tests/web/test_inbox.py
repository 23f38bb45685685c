"""What waits for a person: invitations, private messages; blocks and mutes hold."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from nomarch.people import accounts, moderation
from nomarch.people.private_messages import forget_messages, give_messages, read_messages
from nomarch.storage.schema import PERSON
from nomarch.storage.statements import find_value
from nomarch.storage.store import Store

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
    assert "Hello" in horus.get("/messages/Nefer").text
    assert unread(horus) == []
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


def test_reported_messages_reach_moderators(server: TestClient, named: dict[str, Person]) -> None:
    write(named["Nefer"], "Horus", "nasty words")
    report = {"player": "Nefer", "kind": "abuse", "messages": True}
    assert named["Horus"].post("/api/report", report).status_code == 200
    (case,) = stored(server, moderation.reports)
    assert [line.text for line in case.evidence.chat] == ["nasty words"]


def test_messages_move_with_a_merged_guest_and_go_with_a_deleted_one(
    server: TestClient, named: dict[str, Person]
) -> None:
    write(named["Nefer"], "Horus")

    def check(store: object) -> None:
        nefer, horus = id_of(store, "Nefer"), id_of(store, "Horus")
        give_messages(store, nefer, "other")  # type: ignore[arg-type]
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
