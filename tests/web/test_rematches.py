"""Rematches keep the seats of the players of the first game."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from nomarch.tables.stores.table_store import remove_table
from nomarch.web.table.serializers import build_page

from .conftest import Arrives
from .people import Person, change, opened, rush, service_of


@pytest.fixture
def cleo(arrives: Arrives) -> Person:
    return arrives("Cleo")


@pytest.fixture
def played(server: TestClient, ann: Person, bob: Person) -> str:
    """A finished game of Ann and Bob."""
    made = ann.sets("me", "friend", game="giza")
    bob.joins(made)
    rush(server, made["id"], seed=4)
    return str(made["id"])


def ask(person: Person, id_: str) -> str:
    answer = person.post(f"/api/tables/{id_}/rematch")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_stranger_with_the_link_watches(
    server: TestClient, ann: Person, bob: Person, cleo: Person, played: str
) -> None:
    again = ask(ann, played)
    invite = opened(server, again).table.record.invite
    answer = cleo.post(f"/api/tables/{again}/join", {"token": invite})
    assert answer.status_code == 409
    assert "kept for players of the last game" in answer.text
    page = cleo.get(f"/t/{again}/join/{invite}", follow_redirects=True)
    assert page.status_code == 200
    assert "Take a seat" not in page.text
    assert ask(bob, played) == again
    seen = bob.sees(again)
    assert (seen["full"], len(seen["mine"])) == (True, 1)


def test_a_player_takes_the_kept_seat_by_the_link_too(
    server: TestClient, ann: Person, bob: Person, played: str
) -> None:
    again = ask(ann, played)
    invite = opened(server, again).table.record.invite
    assert "Take a seat" in bob.get(f"/t/{again}").text
    assert bob.post(f"/api/tables/{again}/join", {"token": invite}).status_code == 200
    assert bob.sees(again)["full"]
    assert ask(bob, played) == again


def test_nobody_becomes_a_spectator_silently(
    server: TestClient, ann: Person, bob: Person, cleo: Person, played: str
) -> None:
    again = ask(ann, played)
    assert ann.post(f"/api/tables/{again}/fill").status_code == 200
    answer = bob.post(f"/api/tables/{played}/rematch")
    assert (answer.status_code, "without you" in answer.text) == (409, True)
    assert cleo.post(f"/api/tables/{played}/rematch").status_code == 403


def test_a_rematch_that_is_gone_is_made_again(
    server: TestClient, ann: Person, bob: Person, played: str
) -> None:
    gone = ask(ann, played)
    change(server, lambda store: remove_table(store, gone))
    service_of(server).tables.clear()
    again = ask(bob, played)
    assert again != gone
    assert ask(ann, played) == again
    assert ann.sees(again)["full"]


def test_who_resigned_may_ask_for_a_rematch(server: TestClient, ann: Person, bob: Person) -> None:
    made = ann.sets("me", "friend", game="giza")
    bob.joins(made)
    assert bob.post(f"/api/tables/{made['id']}/leave", {"seat": 1}).status_code == 200
    again = ask(bob, made["id"])
    assert ask(ann, made["id"]) == again
    assert [seat["kind"] for seat in ann.sees(again)["seats"]] == ["player", "player"]


def test_the_page_says_for_whom_the_rematch_waits(
    server: TestClient, ann: Person, played: str
) -> None:
    table = opened(server, ask(ann, played)).table
    page, _ = build_page(table, table.record.seats_of(table.record.host), -1, "en", "wide")
    assert page.prompt == "Waiting for Bob to join the rematch."
    assert page.kept


def test_a_kept_seat_is_not_offered_in_the_lobby(
    server: TestClient, ann: Person, played: str
) -> None:
    again = ask(ann, played)
    answer = ann.post(f"/api/tables/{again}/list", {"listed": True})
    assert answer.status_code == 409
