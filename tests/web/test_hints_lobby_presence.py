"""Hints where they are allowed, the lobby, who is present, and what is unread."""

import asyncio
from threading import Event
from typing import Any

import anyio
import msgspec
import pytest

from nomarch.tables.bots import bot_player
from nomarch.tables.bots.bot_player import ATTENDED
from nomarch.tables.live import presence
from nomarch.tables.stores.summary_store import read_summaries
from nomarch.tables.stores.table_store import put_table, read_table

from .actors import GIVE_UP, Patch, Person, Site, Table
from .conftest import Start, at_postgres


def lines_of(person: Person) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in person.gets("/api/tables")}


def restarts(site: Site) -> None:
    site.call(site.tables.directory.save_summaries)
    site.tables.tables.clear()


@pytest.fixture
def hinted(ann: Person) -> Table:
    return ann.opens("me", "here", "here", hints=True)


def test_who_gets_hints(ann: Person) -> None:
    for kinds, wish, allowed in (
        (("me", "random", "random"), {}, True),
        (("me", "random", "random"), {"hints": False}, False),
        (("me", "here", "random"), {}, False),
        (("me", "friend", "random"), {}, False),
        (("me", "here", "here"), {"hints": True}, True),
        (("me", "here", "here"), {"coached": True}, True),
    ):
        assert ann.sees(ann.opens(*kinds, **wish))["hints"] is allowed, (kinds, wish)


def test_where_none_is_allowed_a_hint_is_refused_and_leaves_no_trace(ann: Person) -> None:
    table = ann.opens("me", "here", "here")
    before = ann.sees(table)
    refused = ann.cannot(f"{table.api}/hint", status=409, seat=table.seat_to_act)
    assert refused == "Hints are off at this table."
    ann.cannot_open("me", "bot", "bot", status=422, coached=True, hints=False)
    assert ann.sees(table) == before


def test_a_hint_is_in_the_log_and_survives_a_restart(ann: Person, hinted: Table) -> None:
    seat = hinted.seat_to_act
    for _ in range(2):
        ann.posts(f"{hinted.api}/hint", seat=seat)
    assert ann.sees(hinted)["seq"] == 1, "asked twice about one decision, told once"
    assert ann.sees(hinted)["hinted"][seat] == 1
    ann.plays(hinted, seat, "draw")
    log = ann.gets(f"{hinted.api}/log")
    assert [line.get("hinted", False) for line in log[:2]] == [False, True]
    seen = ann.sees(hinted)
    hinted.site.tables.tables.clear()
    assert ann.sees(hinted) == seen
    assert ann.gets(f"{hinted.api}/log") == log
    ann.plays(hinted, move="draw")
    log = ann.gets(f"{hinted.api}/log")
    assert [line["ply"] for line in log if line.get("hinted")] == [1]


def test_who_takes_back_a_move_still_knows_the_hint(ann: Person, hinted: Table) -> None:
    seat = hinted.seat_to_act
    ann.posts(f"{hinted.api}/hint", seat=seat)
    ann.plays(hinted, seat, "invoke")
    ann.posts(f"{hinted.api}/undo", seat=seat)
    ann.plays(hinted, seat, "invoke")
    log = ann.gets(f"{hinted.api}/log")
    assert [line["ply"] for line in log if line.get("hinted")] == [1]
    assert ann.sees(hinted)["hinted"][seat] == 1


def test_any_legal_move_can_be_asked_about(ann: Person, hinted: Table) -> None:
    before, asked = ann.sees(hinted)["view"], {"seat": hinted.seat_to_act, "quick": True}
    path = f"{hinted.api}/hint"
    for move in ("draw", "invoke"):
        found = ann.posts(path, move=move, **asked)
        assert found["asked"]["move"] == move
        is_advice = move == found["move"]
        words = "That's what I'd do, too." if is_advice else f"Better: {found['words']}."
        assert words in found["asked"]["reason"]
    for move in ("pass", "nonsense"):
        ann.cannot(path, status=409, move=move, **asked)
    assert ann.sees(hinted)["view"] == before
    hint = ann.posts(path, **asked)
    assert (hint["asked"], hint["win"], hint["points"]) == (None, None, None), "a quick one"
    assert hint["move"] in before["legal"]
    ann.cannot(path, status=409, seat=(asked["seat"] + 1) % 3)


def test_a_listed_table_needs_no_link(site: Site, ann: Person, bob: Person) -> None:
    ann.opens("me", "friend", "random")
    table = ann.opens("me", "friend", "friend", listed=True)
    (line,) = bob.gets("/api/lobby")
    assert (line["id"], line["free"], line["names"]) == (table, 2, ["Ann"])
    assert not {"invite", "seed"} & set(line)
    assert bob.posts(f"{table.api}/join") == {"seat": 1}
    assert ann.gets("/api/lobby")[0]["free"] == 1
    assert site.person("Cleo").posts(f"{table.api}/join") == {"seat": 2}
    assert ann.gets("/api/lobby") == []
    assert site.person("Late").post(f"{table.api}/join").status_code in (403, 409)


def test_a_table_that_is_not_listed_needs_its_token(ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "friend")
    bob.cannot(f"{table.api}/join", status=403)
    bob.cannot(f"{table.api}/list", status=403, listed=True)
    ann.posts(f"{table.api}/list", listed=True)
    assert ann.sees(table)["listed"] is True
    assert "Ann" in bob.reads("/lobby")
    assert table in bob.reads("/")
    ann.posts(f"{table.api}/list", listed=False)
    assert bob.gets("/api/lobby") == []
    bob.cannot(f"{table.api}/join", status=403)


def test_one_host_has_few_tables_in_the_lobby(ann: Person, bob: Person) -> None:
    kinds = ("me", "friend", "friend")
    first, *_ = [ann.opens(*kinds, listed=True) for _ in range(3)]
    ann.cannot_open(*kinds, status=409, listed=True)
    unlisted = f"{ann.opens(*kinds).api}/list"
    ann.cannot(unlisted, status=409, listed=True)
    ann.posts(f"{first.api}/list", listed=False)
    ann.posts(unlisted, listed=True)
    bob.opens(*kinds, listed=True)
    bob.cannot_open("me", "bot", "bot", status=422, listed=True)  # nobody can join it
    assert len(ann.gets("/api/lobby")) == 4
    ann.site.tables.directory.invitation = 0
    assert ann.gets("/api/lobby") == [], "tables leave it as their invitations end"


def test_pages_are_told_who_else_is_there(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    table = ann.meets(bob, bots=("random",))
    with ann.listens(table) as link:
        link.looks()
        with bob.listens(table) as other:
            assert link.hears("present")["seats"] == [1]
            other.says("look")
            assert other.hears("present")["seats"] == [0]
        assert link.hears("present")["seats"] == []


@at_postgres
def test_other_servers_are_told_at_once_who_is_there(start: Start, monkeypatch: Patch) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    monkeypatch.setattr(presence.Presence, "repeat", lambda self: None)  # which comes too late
    with start() as one, start() as two:
        ann, bob = one.person("Ann"), two.person("Bob")
        table = ann.meets(bob, bots=("random",))
        with ann.listens(table) as link:
            link.looks()
            with bob.listens(table):
                assert link.hears("present")["seats"] == [1]
            assert link.hears("present")["seats"] == []


def test_pages_are_told_when_their_bot_waits(site: Site, ann: Person, monkeypatch: Patch) -> None:
    monkeypatch.setattr(bot_player, "NOTICE_AFTER", 0.0)
    gate, queue = Event(), site.tables.bots.queue
    table = ann.opens("me", "random", "random")
    with ann.listens(table) as link:
        link.looks()
        for number in range(bot_player.THREADS[ATTENDED]):
            site.call(queue.put, gate.wait, ATTENDED, ("others", f"table {number}"))
        ann.plays(table, 0)
        assert link.hears("queue")["is_waiting"]
        with ann.listens(table) as late:
            late.says("look")
            assert late.hears("queue")["is_waiting"]
        gate.set()
        assert not link.hears("queue")["is_waiting"]


def test_my_tables_are_listed_without_being_opened(site: Site, ann: Person) -> None:
    tables = [ann.opens("me", "here", "random") for _ in range(3)]
    for number, table in enumerate(tables):
        table.rush(seed=number, decisions=3 if number else 9999)
    known = lines_of(ann)
    restarts(site)
    assert lines_of(ann) == known
    assert known[tables[0]]["over"]
    assert known[tables[0]]["place"] in (1, 2, 3)
    ann.reads("/tables")
    assert len(site.tables.tables) == 0


def test_tables_of_a_game_that_is_gone_hide_no_others(site: Site, ann: Person) -> None:
    kept, gone = ann.opens("me", "here", "random"), ann.opens("me", "friend", "here", listed=True)
    site.settle(kept)
    lines_of(ann)
    restarts(site)
    record = msgspec.structs.replace(site.reads(read_table, gone), game="no such game")
    site.changes(put_table, record)
    assert list(lines_of(ann)) == [kept]
    assert ann.gets("/api/lobby") == []
    for page in ("/", "/tables", "/lobby", "/me", "/api/me/data"):
        ann.reads(page)


def test_a_note_that_is_older_than_the_log_is_not_used(site: Site, ann: Person) -> None:
    table = ann.opens("me", "here", "here")
    lines_of(ann)
    site.call(site.tables.directory.save_summaries)
    ann.plays(table, move="draw")
    site.tables.tables.unsummarized.clear()  # as if the process had died
    site.tables.tables.clear()
    assert site.reads(read_summaries, [table]) == {}
    assert lines_of(ann)[table]["ply"] == 1


def test_new_moves_and_unread_lines_are_marked(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "here")
    bob.joins(table)
    live = site.live(table)

    async def is_written() -> None:
        with anyio.fail_after(GIVE_UP):
            while live.present:
                await asyncio.sleep(0)
        await site.tables.writer.do(lambda store: None)

    def visit() -> None:
        """Bob comes and goes again; nothing is new to him then."""
        with bob.listens(table):
            pass
        site.call(is_written)
        line = lines_of(bob)[table]
        assert (line["new"], line["unread"]) == (0, 0)

    visit()
    table.rush(decisions=2)
    ann.posts(f"{table.api}/chat", text="hello")
    mine, theirs = lines_of(ann)[table], lines_of(bob)[table]
    assert theirs["new"] >= 2
    assert (mine["unread"], theirs["unread"]) == (0, 1)
    assert "data-unread" in bob.reads("/tables")
    bob.posts(f"{table.api}/read")
    visit()
