"""The service: bots that move by themselves, clocks that run, tables that open quickly."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from nomarch.bots import Bots
from nomarch.bots.random import Random
from nomarch.engine.match import Match
from nomarch.errors import Refused
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.declare.layout import GameState
from nomarch.learning.course import Course
from nomarch.people.table_hooks import PeoplePolicy
from nomarch.storage.readers import Readers
from nomarch.storage.site_settings import touch
from nomarch.storage.sqlite import SqliteStore
from nomarch.tables.bots import bot_player as module
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.model import PLAYER, Entry, Person as StoredPerson, Seat
from nomarch.tables.stores import rules_upgrade
from nomarch.tables.stores.job_store import Job, find_due
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.table_store import put_table, read_table
from nomarch.web.http import limits
from nomarch.web.operations.settings import Settings

from .actors import Person, Site, Table
from .conftest import Logs, Patch, Start


def chooses(monkeypatch: pytest.MonkeyPatch, choose: Any) -> None:
    """The random bot chooses in a test's way: of a view, a seat, legal actions and a stream."""
    monkeypatch.setattr(Random, "choose", lambda self, *asked: choose(*asked))


@pytest.mark.parametrize("game", rulebooks())
def test_bots_get_views_and_nothing_else(ann: Person, monkeypatch: Patch, game: str) -> None:
    """Whatever the seat may not see reads unknown in what the bot is given."""
    book = rulebook(game)
    given: list[tuple[bytes, GameState, int, Any]] = []
    live: list[LiveTable] = []

    def choose(view: GameState, seat: int, legal: Sequence[int], stream: Any) -> int:
        given.append((book.layout.pack(live[0].table.match.state), view, seat, stream))
        return legal[len(given) % len(legal)]

    chooses(monkeypatch, choose)
    setup = next(book.setups())
    seats = (*["me"] * (book.game.players[0] - 1), "random")
    table = ann.opens(*seats, game=game, options=book.option_ids(setup))
    live.append(ann.site.live(table))
    table.rush(seed=5, decisions=60)
    assert given
    for packed, view, seat, stream in given:
        state = book.layout.unpack(packed)
        assert not hasattr(view, "seed")
        assert book.layout.pack(view) == book.layout.pack(book.layout.observe(state, seat))
        assert view.rng_key == [0] * 8  # type: ignore[attr-defined]
        assert list(stream.rng_key) != list(state.rng_key)  # type: ignore[attr-defined]


def test_bots_think_beside_the_event_loop(site: Site, ann: Person, monkeypatch: Patch) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    def choose(view: GameState, seat: int, legal: Sequence[int], stream: Any) -> int:
        thinking.set()
        assert go_on.wait(60)
        return legal[0]

    chooses(monkeypatch, choose)
    table = ann.opens("me", "random", "random")
    if 0 in ann.sees(table)["view"]["to_act"]:
        ann.plays(table, 0)
    assert thinking.wait(60)
    # While it thinks, the server answers everyone.
    assert ann.gets("/health")["ok"]
    assert ann.sees(table)["view"]["to_act"] != [0]
    go_on.set()
    site.settle(table)
    assert ann.sees(table)["view"]["to_act"] == [0]


@pytest.mark.parametrize("choose", [lambda *_: 1 // 0, lambda *_: -1], ids=["error", "illegal"])
def test_a_failing_bot(ann: Person, monkeypatch: Patch, caplog: Logs, choose: Any) -> None:
    chooses(monkeypatch, choose)
    table = ann.opens("me", "random", "random")
    with caplog.at_level(logging.ERROR, "nomarch.tables"):
        table.rush(seed=3, decisions=3)
    assert "the random bot failed at table" in caplog.text
    seen = ann.sees(table)
    assert seen["view"]["to_act"] == [0]
    assert seen["seq"] > 3


def test_bots_that_cannot_write_rest_before_they_try_again(ann: Person, monkeypatch: Patch) -> None:
    table = ann.opens("me", "random", "random")
    ann.site.settle(table)
    writer, tries = ann.site.tables.writer, []

    async def append(entry: Entry, duty: Job | None) -> bool:
        tries.append(entry)
        if len(tries) > 1:
            raise OSError("disk full")
        return await LogWriter.append(writer, entry, duty)

    rests: list[float] = []
    sleep = asyncio.sleep

    async def rest(seconds: float) -> None:
        if seconds != module.REST_AFTER_FAILURE:  # others sleep, too
            await sleep(seconds)
            return
        rests.append(seconds)
        if len(rests) > 4:
            monkeypatch.undo()
        await sleep(0)

    monkeypatch.setattr(writer, "append", append)
    monkeypatch.setattr(module.asyncio, "sleep", rest)
    ann.plays(table, 0)
    ann.site.settle(table)
    assert len(rests) == 5
    assert ann.sees(table)["view"]["to_act"] == [0]


def test_searches_for_hints_are_limited(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    """Who asks more often gets the network's quick answer."""
    bots, searched = ann.site.tables.bots, []
    advise = bots.advise

    async def counted(live: Any, seat: int, language: str, person: str, about: Any = None) -> Any:
        searched.append(person)
        return await advise(live, seat, language, person, about)

    monkeypatch.setattr(bots, "advise", counted)
    frozen = limits.time.monotonic()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: frozen))
    table = ann.opens("me", "friend", "here", hints=True)
    bob.joins(table)
    (seat,) = ann.sees(table)["view"]["to_act"]
    asker, other = (bob, ann) if seat == 1 else (ann, bob)
    for _ in range(6):
        asker.posts(f"{table.api}/hint", seat=seat)
    assert 1 <= len(searched) < 6
    own = other.opens("me", "here", "here", hints=True)
    other.posts(f"{own.api}/hint", seat=other.sees(own)["view"]["to_act"][0])
    assert searched[-1] != searched[0]


def test_a_new_name_is_seen_at_running_tables_but_not_on_others_of_the_screen(ann: Person) -> None:
    seats = [{"kind": "me"}, {"kind": "here", "name": "Little brother"}, {"kind": "bot"}]
    table = Table(ann.posts("/api/tables", game="ra", seats=seats), ann.site)
    assert ann.posts("/api/person", name="Queen Ann")["name"] == "Queen Ann"
    names = [seat["name"] for seat in ann.sees(table)["seats"]]
    assert names[:2] == ["Queen Ann", "Little brother"]
    assert table.state.match.names[:2] == ("Queen Ann", "Little brother")


def test_a_table_of_other_rules_is_refused_and_hides_no_other(site: Site, ann: Person) -> None:
    good, old, new, gone = (ann.opens("me", "random", "random", clock=60) for _ in range(4))
    for table in (good, old, new, gone):
        site.settle(table)
    changes: list[tuple[Table, dict[str, Any]]]
    changes = [(old, {"rules": 0}), (new, {"rules": 999}), (gone, {"game": "no such game"})]
    for table, change in changes:
        site.changes(put_table, replace(site.reads(read_table, table), **change))
    site.changes(lambda store: store.execute("DELETE FROM outcome"))

    async def forget() -> None:
        site.tables.tables.clear()
        site.clock.advance(3600)
        await JobRunner(site.tables).run_due()

    site.call(forget)
    for table, status in ((old, 410), (new, 503), (gone, 404)):
        ann.cannot_read(table.api, status=status)
    assert [line["id"] for line in ann.gets("/api/tables")] == [good]
    ann.reads("/")
    ann.posts("/api/person", name="Anna")
    await_writer(site)
    assert set(site.reads(find_due, 1e12, 10)) == {good, old, new, gone}  # tried again later


def tick(site: Site, table: Table, seconds: float = 0) -> None:
    site.clock.advance(seconds)
    await_writer(site)
    site.call(JobRunner(site.tables).run_due)
    site.settle(table)


def await_writer(site: Site) -> None:
    site.changes(touch)


def test_clocks_that_are_told_to_hurry_and_to_stop_at_once_stop(site: Site) -> None:
    async def both() -> None:
        watching = JobRunner(site.tables)
        watching.start()
        for _ in range(3):  # it waits
            await asyncio.sleep(0)
        watching.wake.set()
        await asyncio.wait_for(watching.stop(), 60)

    site.call(both)


def test_waiting_for_friends_costs_nobody_their_time(site: Site, ann: Person, bob: Person) -> None:
    table = ann.opens("me", "friend", "random", clock=60)
    tick(site, table, 3600)
    bob.joins(table)
    tick(site, table)
    seen = ann.sees(table)
    assert (seen["away"], seen["deadline"]) == ([], site.clock.time() + 60)


def test_a_finished_table_has_no_clock(site: Site, ann: Person) -> None:
    table = ann.opens("me", "random", "random", clock=3600)
    await_writer(site)
    assert site.reads(find_due, 1e12, 10) == [table]
    site.rush(table, seed=2)
    await_writer(site)
    assert site.reads(find_due, 1e12, 10) == []
    assert ann.sees(table)["deadline"] is None


def test_a_long_game_is_replayed_once_and_then_remembered(start: Start, monkeypatch: Patch) -> None:
    with start() as site:
        ann = site.person("Ann")
        table = ann.opens("me", "here", "here")
        site.rush(table, seed=7)
        told = ann.sees(table)
        assert told["view"]["over"]
    replays, moves = list[str](), list[str]()
    replay, play = rules_upgrade.replay, Match.play
    monkeypatch.setattr(
        rules_upgrade, "replay", lambda *log: (replays.append(log[0].id), replay(*log))[1]
    )
    monkeypatch.setattr(
        Match, "play", lambda self, seat, move: (moves.append(move), play(self, seat, move))[1]
    )
    with start() as site:
        ann = site.stranger(ann.client.cookies)
        assert ann.sees(table) == told
        assert (replays, len(moves)) == ([table], told["seq"])
        for path in (table.page, f"{table.api}/log", table.api, "/tables"):
            ann.reads(path)
        with ann.listens(table) as link:
            link.says("look")
            assert link.receive_json()["over"]
        assert (replays, len(moves)) == ([table], told["seq"])


def test_the_longest_unused_tables_are_forgotten_but_never_those_in_use(ann: Person) -> None:
    ann.site.tables.tables.capacity = 2
    first = ann.opens("me", "here", "here")
    with ann.listens(first):
        others = [ann.opens("me", "here", "here") for _ in range(4)]
        assert [live.table.record.id for live in ann.site.tables.tables] == [first, others[-1]]
    for table in others:
        assert ann.sees(table)["seq"] == 0


def test_a_full_disk_keeps_nobody_from_reading(site: Site, ann: Person, monkeypatch: Patch) -> None:
    opened = [ann.opens("me", "here", "here") for _ in range(3)]
    for table in opened:
        site.rush(table, decisions=3)
    tables = site.tables.tables
    tables.clear()

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("nomarch.tables.live.live_tables.put_outcomes", fail)
    tables.capacity = 1
    assert [ann.sees(table)["seq"] for table in opened] == [3, 3, 3]
    assert len(tables) == 3, "their last outcomes are not stored yet"
    monkeypatch.undo()
    assert ann.sees(ann.opens("me", "here", "here"))["seq"] == 0
    assert len(tables) == 1


@pytest.mark.anyio
async def test_two_servers_at_one_store_never_write_the_same_place(settings: Settings) -> None:
    """The second is refused, learns what happened, and can go on."""
    opening = settings.database.open
    readers, writers = zip(*((Readers(opening), LogWriter(opening)) for _ in "12"), strict=True)
    here, there = map(TableService, readers, writers, [PeoplePolicy()] * 2, [(0, 0)] * 2)
    ann = StoredPerson("ann", "Ann")
    seats = [Seat(PLAYER, name, "ann") for name in ("Ann", "Bob", "Cy")]
    id_ = (await here.create(ann, "ra", seats, {})).id
    one, two = await here.open(id_), await there.open(id_)
    heard: list[int] = []
    two.listeners.add(lambda live, entry, steps: heard.append(live.table.seq))
    (seat,) = one.table.match.to_act
    await here.submit(one, lambda table: table.request_move(seat, "draw", 0))
    with pytest.raises(Refused, match="not your turn"):
        await there.submit(two, lambda table: table.request_move(seat, "draw", 0))
    assert list(two.table.match.positions()) == list(one.table.match.positions())
    assert heard == [1]
    for service in (here, there):
        await service.stop()
        service.writer.close()
        service.readers.close()


def test_a_listener_that_fails_harms_no_other(site: Site, ann: Person, caplog: Logs) -> None:
    table = ann.opens("me", "here", "here")
    live, heard = site.live(table), []

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    live.listeners |= {broken, lambda live, entry, steps: heard.append(entry)}
    ann.plays(table, ann.sees(table)["view"]["to_act"][0])
    assert [entry.kind for entry in heard] == ["move"]
    assert "a listener failed" in caplog.text


def test_the_event_loop_does_nothing_slow(ann: Person, bob: Person, monkeypatch: Patch) -> None:
    """No call of the store, no replay, no drawing, no new bot, whatever is asked for."""

    async def here() -> int:
        return threading.get_ident()

    loop = ann.site.call(here)
    done: set[str] = set()

    def watch(place: Any, name: str) -> None:
        original = getattr(place, name)

        def watched(*args: Any, **named: Any) -> Any:
            done.add(name)
            assert threading.get_ident() != loop, name
            return original(*args, **named)

        monkeypatch.setattr(place, name, watched)

    for name in dir(SqliteStore):
        if name[0] != "_" and name != "close" and callable(getattr(SqliteStore, name)):
            watch(SqliteStore, name)
    watch(rules_upgrade, "replay")
    watch(Match, "past")
    watch(Bots, "_make")
    watch(rulebook("ra").art, "draw")
    watch(Course, "__init__")
    watch(Course, "answer")
    table = ann.meets(bob, bots=("random",))
    table.rush(seed=4)
    ann.site.call(ann.site.tables.tables.clear)
    bob.posts("/api/person", name="Bobby")
    bob.posts(f"{table.api}/chat", text="well played")
    with bob.listens(table) as link:
        link.says("look")
        link.receive_json()
    for path in ("/", "/tables", table.page, f"{table.page}/replay", "/me", "/health"):
        bob.reads(path)
    what = ("", "/chat", "/log", "/log?ply=3", "/board.svg", "/board.svg?ply=3", "/tips", "/save")
    for path in (*what, "/verify"):
        bob.reads(f"{table.api}{path}")
    assert bob.post(f"{table.api}/rematch").status_code == 201
    lesson = bob.gets("/api/lessons/ra")[0]["id"]
    bob.reads(f"/learn/ra/{lesson}")
    bob.posts(f"/api/lessons/ra/{lesson}", at=0)
    bob.posts(f"/api/lessons/ra/{lesson}/again")
    assert {
        "answer", "draw", "past", "_make", "__init__", "rows", "execute", "transaction",
    } <= done  # fmt: skip
