"""Rematches keep the seats of the players of the first game."""

from __future__ import annotations

import pytest

from nomarch.tables.stores.table_store import remove_table
from nomarch.web.table.serializers import build_page

from .actors import Person, Site, Table


@pytest.fixture
def played(ann: Person, bob: Person) -> Table:
    """A finished game of Ann and Bob."""
    table = ann.meets(bob, game="giza")
    table.rush(seed=4)
    return table


def test_a_stranger_with_the_link_watches(ann: Person, bob: Person, played: Table) -> None:
    again, cleo = ann.asks_again(played), ann.site.person("Cleo")
    invite = again.state.record.invite
    words = cleo.cannot(f"{again.api}/join", status=409, token=invite)
    assert "kept for players of the last game" in words
    page = cleo.get(f"{again.page}/join/{invite}", follow_redirects=True)
    assert page.status_code == 200
    assert "Take a seat" not in page.text
    assert bob.asks_again(played) == again
    seen = bob.sees(again)
    assert (seen["full"], len(seen["mine"])) == (True, 1)


def test_a_player_takes_a_kept_seat_by_the_link(ann: Person, bob: Person, played: Table) -> None:
    again = ann.asks_again(played)
    assert "Take a seat" in bob.reads(again.page)
    bob.posts(f"{again.api}/join", token=again.state.record.invite)
    assert bob.sees(again)["full"]
    assert bob.asks_again(played) == again


def test_nobody_becomes_a_spectator_silently(ann: Person, bob: Person, played: Table) -> None:
    ann.posts(f"{ann.asks_again(played).api}/fill")
    assert "without you" in bob.cannot(f"{played.api}/rematch", status=409)
    ann.site.person("Cleo").cannot(f"{played.api}/rematch", status=403)


def test_a_rematch_that_is_gone_is_made_again(ann: Person, bob: Person, played: Table) -> None:
    gone = ann.asks_again(played)
    ann.site.changes(remove_table, gone)
    ann.site.tables.tables.clear()
    again = bob.asks_again(played)
    assert again != gone
    assert ann.asks_again(played) == again
    assert ann.sees(again)["full"]


def test_who_resigned_may_ask_for_a_rematch(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, game="giza")
    bob.posts(f"{table.api}/leave", seat=1)
    again = bob.asks_again(table)
    assert ann.asks_again(table) == again
    assert [seat["kind"] for seat in ann.sees(again)["seats"]] == ["player", "player"]


def test_the_page_not_the_lobby_says_who_is_awaited(site: Site, ann: Person, played: Table) -> None:
    again = ann.asks_again(played)
    table = site.live(again).table
    page, _ = build_page(table, table.record.seats_of(table.record.host), -1, "en", "wide")
    assert page.prompt == "Waiting for Bob to join the rematch."
    assert page.kept
    ann.cannot(f"/api/tables/{again}/list", status=409, listed=True)
