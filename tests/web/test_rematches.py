"""Rematches keep the seats of the players of the first game."""

from __future__ import annotations

import pytest

from nomarch.tables.stores.table_store import remove_table
from nomarch.web.table.serializers import build_page

from .actors import Person, Site, Table


@pytest.fixture
def cleo(site: Site) -> Person:
    return site.person("Cleo")


@pytest.fixture
def played(site: Site, ann: Person, bob: Person) -> Table:
    """A finished game of Ann and Bob."""
    table = ann.opens("me", "friend", game="giza")
    bob.joins(table)
    site.rush(table, seed=4)
    return table


def ask(person: Person, table: Table) -> str:
    answer = person.post(f"{table.api}/rematch")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_stranger_with_the_link_watches(
    site: Site, ann: Person, bob: Person, cleo: Person, played: Table
) -> None:
    again = ask(ann, played)
    invite = site.live(again).table.record.invite
    words = cleo.cannot(f"/api/tables/{again}/join", status=409, token=invite)
    assert "kept for players of the last game" in words
    page = cleo.get(f"/t/{again}/join/{invite}", follow_redirects=True)
    assert page.status_code == 200
    assert "Take a seat" not in page.text
    assert ask(bob, played) == again
    seen = bob.sees(again)
    assert (seen["full"], len(seen["mine"])) == (True, 1)


def test_a_player_takes_the_kept_seat_by_the_link_too(
    site: Site, ann: Person, bob: Person, played: Table
) -> None:
    again = ask(ann, played)
    assert "Take a seat" in bob.reads(f"/t/{again}")
    bob.posts(f"/api/tables/{again}/join", token=site.live(again).table.record.invite)
    assert bob.sees(again)["full"]
    assert ask(bob, played) == again


def test_nobody_becomes_a_spectator_silently(
    ann: Person, bob: Person, cleo: Person, played: Table
) -> None:
    ann.posts(f"/api/tables/{ask(ann, played)}/fill")
    assert "without you" in bob.cannot(f"{played.api}/rematch", status=409)
    cleo.cannot(f"{played.api}/rematch", status=403)


def test_a_rematch_that_is_gone_is_made_again(
    site: Site, ann: Person, bob: Person, played: Table
) -> None:
    gone = ask(ann, played)
    site.changes(remove_table, gone)
    site.tables.tables.clear()
    again = ask(bob, played)
    assert again != gone
    assert ask(ann, played) == again
    assert ann.sees(again)["full"]


def test_who_resigned_may_ask_for_a_rematch(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", game="giza")
    bob.joins(table)
    bob.posts(f"{table.api}/leave", seat=1)
    again = ask(bob, table)
    assert ask(ann, table) == again
    assert [seat["kind"] for seat in ann.sees(again)["seats"]] == ["player", "player"]


def test_the_page_says_for_whom_the_rematch_waits_and_the_lobby_does_not(
    site: Site, ann: Person, played: Table
) -> None:
    again = ask(ann, played)
    table = site.live(again).table
    page, _ = build_page(table, table.record.seats_of(table.record.host), -1, "en", "wide")
    assert page.prompt == "Waiting for Bob to join the rematch."
    assert page.kept
    ann.cannot(f"/api/tables/{again}/list", status=409, listed=True)
