"""Leaving a table, resigning, and going on without somebody who does not come any more."""

from __future__ import annotations

import pytest

from nomarch.tables.state import table as module
from nomarch.tables.state.clocks import ABSENT_SECONDS, AWAY_SECONDS
from nomarch.tables.state.fold import fold
from nomarch.tables.state.model import now
from nomarch.tables.stores.table_store import put_table, read_table

from .actors import Person, Site, Table


@pytest.fixture
def table(ann: Person, bob: Person) -> Table:
    """A running table of Ann, Bob and a bot."""
    table = ann.opens("me", "friend", "random")
    bob.joins(table)
    return table


def log_of(person: Person, table: Table) -> list[str]:
    log = person.gets(f"{table.api}/log", lang="en")
    return [line["text"] for entry in log for line in entry["lines"]]


def tables_of(person: Person) -> list[str]:
    return [line["id"] for line in person.gets("/api/tables")]


def test_before_the_game_a_seat_becomes_free_again(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "friend")
    seat = bob.joins(table)
    bob.posts(f"{table.api}/leave", seat=seat)
    assert [each["kind"] for each in ann.sees(table)["seats"]] == ["player", "open", "open"]
    assert tables_of(bob) == []
    assert bob.joins(table) == seat
    # The host may go as well; another has their place then.
    ann.posts(f"{table.api}/leave", seat=0)
    bob.posts(f"{table.api}/fill")
    assert bob.sees(table)["full"]


def test_a_table_that_nobody_waits_at_is_gone(site: Site, ann: Person) -> None:
    table = ann.opens("me", "friend", "friend", clock=60)
    ann.posts(f"{table.api}/leave", seat=0)
    ann.cannot_read(table.api, status=404)
    assert site.reads(read_table, table) is None
    assert site.reads("SELECT * FROM result") == []
    assert tables_of(ann) == []


def test_who_resigns_is_replaced_by_a_bot_for_good(
    site: Site, ann: Person, bob: Person, table: Table
) -> None:
    site.rush(table, decisions=6)
    bob.cannot(f"{table.api}/leave", status=403, seat=0)
    bob.posts(f"{table.api}/leave", seat=1)
    site.settle(table)
    seat = ann.sees(table)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "Bob")
    assert bob.sees(table)["mine"] == []
    bob.cannot(f"{table.api}/back", status=403, seat=1)
    assert table not in tables_of(bob)
    assert site.rush(table, seed=2).match.over
    ann.cannot(f"{table.api}/leave", status=409, seat=0)


def test_who_takes_a_break_can_come_back_until_the_game_ends(
    site: Site, ann: Person, bob: Person, table: Table
) -> None:
    pause, back = f"{table.api}/pause", f"{table.api}/back"
    site.rush(table, decisions=4)
    bob.cannot(pause, status=403, seat=0)
    bob.posts(pause, seat=1)
    bob.cannot(pause, status=409, seat=1)
    seen = ann.sees(table)
    assert seen["away"] == [1]
    assert (seen["seats"][1]["kind"], seen["seats"][1]["name"]) == ("player", "Bob")
    assert "Bob takes a break: a bot plays until they're back." in log_of(ann, table)
    site.rush(table, seed=2, decisions=6)
    site.tables.tables.clear()
    for _ in range(4):  # the bot plays, and nobody waits for Bob
        site.settle(table)
        assert ann.sees(table)["view"]["to_act"] == [0]
        ann.plays(table, 0)
    assert table in tables_of(bob)
    bob.posts(back, seat=1)
    assert ann.sees(table)["away"] == []
    assert "Bob is back." in log_of(ann, table)
    bob.cannot(back, status=409, seat=1)
    site.rush(table, seed=3)
    bob.cannot(pause, status=409, seat=1)


def test_bots_play_for_all_who_take_a_break_at_a_table_of_people(
    site: Site, ann: Person, bob: Person
) -> None:
    """Such a table had nothing that was ever due."""
    table = ann.opens("me", "friend", "here")
    bob.joins(table)
    site.rush(table, decisions=3)
    bob.posts(f"{table.api}/pause", seat=1)
    for _ in range(10):
        site.settle(table)
        (seat,) = ann.sees(table)["view"]["to_act"]
        assert seat != 1
        ann.plays(table, seat)
    live = site.live(table).table
    assert {step.seat for step in live.match.steps} == {0, 1, 2}
    assert not live.is_absent(1, now() + 1e9), "nobody needs to remove them"


def test_a_page_is_told_at_once_who_takes_a_break(
    site: Site, ann: Person, bob: Person, table: Table
) -> None:
    site.rush(table, decisions=4)
    with ann.listens(table) as link:
        page = link.looks(lang="en")
        while page["seats"][1]["to_act"]:  # no bot is to move meanwhile
            bob.plays(table, 1)
            page = link.hears("page")
        bob.posts(f"{table.api}/pause", seat=1)
        while not page["seats"][1]["away"]:
            page = link.hears("page")
        texts = [line["text"] for entry in page["log"] for line in entry["lines"]]
        assert "Bob takes a break: a bot plays until they're back." in texts


def test_leaving_survives_a_restart_even_if_only_the_log_has_it(
    site: Site, bob: Person, table: Table
) -> None:
    record = site.live(table).table.record
    bob.posts(f"{table.api}/leave", seat=1)
    site.settle(table)
    # As if the server had been killed in between:
    site.changes(put_table, record)
    site.tables.tables.clear()
    assert site.live(table).table.record.seats[1].kind == "bot"
    assert bob.sees(table)["mine"] == []


def test_only_who_is_long_absent_is_removed_without_a_clock(
    site: Site, ann: Person, bob: Person, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def later(seconds: float) -> None:
        then = now() + seconds
        monkeypatch.setattr(module, "now", lambda: then)
        monkeypatch.setattr("nomarch.web.table.serializers.now", lambda: then)

    site.settle(table)
    (late,) = site.live(table).table.to_act
    (one, other), seat = ((ann, bob), 0) if late == 1 else ((bob, ann), 1)
    remove = f"{table.api}/remove"
    one.cannot(remove, status=409, seat=seat, absent=late)
    later(ABSENT_SECONDS - 60)
    one.cannot(remove, status=409, seat=seat, absent=late)
    later(ABSENT_SECONDS + 60)
    for absent in (seat, late, 2):  # nobody waits for that one; oneself; a bot is never absent
        other.cannot(remove, status=409, seat=late, absent=absent)
    one.cannot(remove, status=422, seat=seat, absent=99)
    one.cannot(remove, status=403, seat=late, absent=seat)
    assert '"absent":true' in one.reads(table.page)
    one.posts(remove, seat=seat, absent=late)
    assert other.sees(table)["mine"] == []


def test_with_a_clock_who_stays_away_is_removed(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "random", clock=3600)
    bob.joins(table)
    site.settle(table)
    live = site.live(table)
    (late,) = live.table.to_act
    one, seat = (ann, 0) if late == 1 else (bob, 1)
    live.table = fold(live.table, live.table.request_away(late, live.table.seq))
    assert live.table.is_absent(late, now() + AWAY_SECONDS - 60) is False
    assert live.table.is_absent(late, now() + AWAY_SECONDS) is True
    live.table = fold(live.table, live.table.request_back(late))
    assert live.table.is_absent(late, now() + AWAY_SECONDS) is False
    assert live.table.is_absent(seat, now() + 1e9) is False
    one.cannot(f"{table.api}/remove", status=409, seat=seat, absent=late)
