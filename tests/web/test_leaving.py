"""Leaving a table, resigning, and going on without somebody who does not come any more."""

from __future__ import annotations

import pytest

from nomarch.tables.state.clocks import ABSENT_SECONDS, AWAY_SECONDS
from nomarch.tables.state.fold import fold
from nomarch.tables.state.model import now
from nomarch.tables.stores.table_store import put_table, read_table

from .actors import Person, Site, Table


@pytest.fixture
def table(ann: Person, bob: Person) -> Table:
    """A running table of Ann, Bob and a bot."""
    return ann.meets(bob, bots=("random",))


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


def test_a_bot_replaces_who_resigns(ann: Person, bob: Person, table: Table) -> None:
    table.rush(decisions=6)
    bob.cannot(f"{table.api}/leave", status=403, seat=0)
    bob.posts(f"{table.api}/leave", seat=1)
    table.rush(decisions=0)
    seat = ann.sees(table)["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "Bob")
    assert bob.sees(table)["mine"] == []
    bob.cannot(f"{table.api}/back", status=403, seat=1)
    assert table not in tables_of(bob)
    assert table.rush(seed=2).match.over
    ann.cannot(f"{table.api}/leave", status=409, seat=0)


def test_who_takes_a_break_can_come_back(ann: Person, bob: Person, table: Table) -> None:
    pause, back = f"{table.api}/pause", f"{table.api}/back"
    table.rush(decisions=4)
    bob.cannot(pause, status=403, seat=0)
    bob.posts(pause, seat=1)
    bob.cannot(pause, status=409, seat=1)
    seen = ann.sees(table)
    assert seen["away"] == [1]
    assert (seen["seats"][1]["kind"], seen["seats"][1]["name"]) == ("player", "Bob")
    assert "Bob takes a break: a bot plays until they're back." in ann.reads_log(table)
    table.rush(seed=2, decisions=6)
    table.site.tables.tables.clear()
    for _ in range(4):  # the bot plays, and nobody waits for Bob
        table.rush(decisions=0)
        assert ann.sees(table)["view"]["to_act"] == [0]
        ann.plays(table, 0)
    assert table in tables_of(bob)
    bob.posts(back, seat=1)
    assert ann.sees(table)["away"] == []
    assert "Bob is back." in ann.reads_log(table)
    bob.cannot(back, status=409, seat=1)
    table.rush(seed=3)
    bob.cannot(pause, status=409, seat=1)


def test_bots_play_for_who_takes_a_break_from_people(ann: Person, bob: Person) -> None:
    """Such a table had nothing that was ever due."""
    table = ann.opens("me", "friend", "here")
    bob.joins(table)
    table.rush(decisions=3)
    bob.posts(f"{table.api}/pause", seat=1)
    for _ in range(10):
        table.rush(decisions=0)
        assert table.seat_to_act != 1
        ann.plays(table, table.seat_to_act)
    assert {step.seat for step in table.state.match.steps} == {0, 1, 2}
    assert not table.state.is_absent(1, now() + 1e9), "nobody needs to remove them"


def test_a_page_is_told_who_takes_a_break(ann: Person, bob: Person, table: Table) -> None:
    table.rush(decisions=4)
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


def test_a_log_without_its_record_has_who_left(site: Site, bob: Person, table: Table) -> None:
    record = table.state.record
    bob.posts(f"{table.api}/leave", seat=1)
    site.settle(table)
    # As if the server had been killed in between:
    site.changes(put_table, record)
    site.tables.tables.clear()
    assert table.state.record.seats[1].kind == "bot"
    assert bob.sees(table)["mine"] == []


def test_who_is_long_absent_is_removed(ann: Person, bob: Person, table: Table) -> None:
    clock = table.site.clock
    table.rush(decisions=0)
    late, clock.at = table.seat_to_act, now()
    (one, other), seat = ((ann, bob), 0) if late == 1 else ((bob, ann), 1)
    remove = f"{table.api}/remove"
    one.cannot(remove, status=409, seat=seat, absent=late)
    clock.advance(ABSENT_SECONDS - 60)
    one.cannot(remove, status=409, seat=seat, absent=late)
    clock.advance(120)
    for absent in (seat, late, 2):  # nobody waits for that one; oneself; a bot is never absent
        other.cannot(remove, status=409, seat=late, absent=absent)
    one.cannot(remove, status=422, seat=seat, absent=99)
    one.cannot(remove, status=403, seat=late, absent=seat)
    assert '"absent":true' in one.reads(table.page)
    one.posts(remove, seat=seat, absent=late)
    assert other.sees(table)["mine"] == []


def test_with_a_clock_who_stays_away_is_removed(ann: Person, bob: Person) -> None:
    table = ann.meets(bob, bots=("random",), clock=3600)
    before, late = table.rush(decisions=0), table.seat_to_act
    one, seat = (ann, 0) if late == 1 else (bob, 1)
    away = fold(before, before.request_away(late, before.seq))
    assert not away.is_absent(late, now() + AWAY_SECONDS - 60)
    assert away.is_absent(late, now() + AWAY_SECONDS)
    back = fold(away, away.request_back(late))
    assert not back.is_absent(late, now() + AWAY_SECONDS)
    assert not back.is_absent(seat, now() + 1e9)
    one.cannot(f"{table.api}/remove", status=409, seat=seat, absent=late)
