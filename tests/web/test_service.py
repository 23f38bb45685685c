"""The service: bots that move by themselves, clocks that run, tables that open quickly."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from nomarch.bots import Bots
from nomarch.bots.random import Random
from nomarch.contests.site_hooks import site_database
from nomarch.engine.match import Match
from nomarch.errors import Refused
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.declare.layout import GameState
from nomarch.learning.course import Course
from nomarch.people.table_hooks import PeoplePolicy
from nomarch.storage.readers import Readers
from nomarch.storage.site_settings import touch
from nomarch.storage.sqlite import SqliteStore
from nomarch.storage.store import Store
from nomarch.tables import job_runner
from nomarch.tables.bots import bot_player as module
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.service import TableService
from nomarch.tables.state.model import PLAYER, Entry, Person as StoredPerson, Seat
from nomarch.tables.stores import rules_upgrade
from nomarch.tables.stores.job_store import Job, find_due
from nomarch.tables.stores.log_writer import LogWriter
from nomarch.tables.stores.table_store import put_table, read_table
from nomarch.web.app import create_app
from nomarch.web.http import limits
from nomarch.web.operations.settings import Settings

from .people import Person, call, opened, rush, service_of, settle, visitor

# --- Bots ---------------------------------------------------------------------------------------


def test_bots_move_by_themselves(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("random", "me", "easy", "greedy")
    for _ in range(3):
        settle(server, id_)
        seen = ann.sees(id_)
        assert seen["view"]["to_act"] == [1]
        assert seen["view"]["legal"]
        ann.plays(id_, 1)


def test_a_table_of_bots_and_one_person_comes_to_its_end(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "random", "random")
    rush(server, id_, seed=1)
    assert ann.sees(id_)["view"]["over"]
    assert opened(server, id_).table.record.over


@pytest.mark.parametrize("game", rulebooks())
def test_bots_get_views_and_nothing_else(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Whatever the seat may not see reads unknown in what the bot is given."""
    book = rulebook(game)
    given: list[tuple[bytes, GameState, int, Any]] = []
    live: list[LiveTable] = []

    def choose(self: Random, view: GameState, seat: int, legal: Sequence[int], stream: Any) -> int:
        given.append((book.layout.pack(live[0].table.match.state), view, seat, stream))
        return legal[len(given) % len(legal)]

    monkeypatch.setattr(Random, "choose", choose)
    players = book.game.players[0]
    made = ann.sets(*["me"] * (players - 1), "random", game=game, options=options_for(game))
    live.append(opened(server, made["id"]))
    rush(server, made["id"], seed=5, decisions=60)
    assert given
    for packed, view, seat, stream in given:
        state = book.layout.unpack(packed)
        assert not hasattr(view, "seed")
        assert book.layout.pack(view) == book.layout.pack(book.layout.observe(state, seat))
        assert view.rng_key == [0] * 8  # type: ignore[attr-defined]
        assert list(stream.rng_key) != list(state.rng_key)  # type: ignore[attr-defined]


def options_for(game: str) -> dict[str, str]:
    """Options that fit the smallest number of players."""
    book = rulebook(game)
    return book.option_ids(next(book.setups()))


def test_bots_think_beside_the_event_loop(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    def choose(self: Random, view: GameState, seat: int, legal: Sequence[int], stream: Any) -> int:
        thinking.set()
        assert go_on.wait(60)
        return legal[0]

    monkeypatch.setattr(Random, "choose", choose)
    id_ = ann.opens("me", "random", "random")
    if 0 in ann.sees(id_)["view"]["to_act"]:
        ann.plays(id_, 0)
    assert thinking.wait(60)
    # While it thinks, the server answers everyone.
    assert ann.get("/health").json()["ok"]
    assert ann.sees(id_)["view"]["to_act"] != [0]
    go_on.set()
    settle(server, id_)
    assert ann.sees(id_)["view"]["to_act"] == [0]


@pytest.mark.parametrize("answer", ["error", "illegal"])
def test_a_failing_bot_is_logged_and_the_table_goes_on(
    server: TestClient,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: str,
) -> None:
    def choose(self: Random, view: GameState, seat: int, legal: Sequence[int], stream: Any) -> int:
        if answer == "error":
            raise ZeroDivisionError("no idea")
        return -1

    monkeypatch.setattr(Random, "choose", choose)
    id_ = ann.opens("me", "random", "random")
    with caplog.at_level(logging.ERROR, "nomarch.tables"):
        rush(server, id_, seed=3, decisions=3)
    assert "the random bot failed at table" in caplog.text
    assert ann.sees(id_)["view"]["to_act"] == [0]
    assert ann.sees(id_)["seq"] > 3


def test_bots_that_cannot_write_rest_before_they_try_again(
    server: TestClient,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    id_ = ann.opens("me", "random", "random")
    settle(server, id_)
    service = service_of(server)
    tries = []

    async def append(entry: Entry, duty: Job | None) -> bool:
        tries.append(entry)
        if len(tries) > 1:
            raise OSError("disk full")
        return await LogWriter.append(service.writer, entry, duty)

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

    monkeypatch.setattr(service.writer, "append", append)
    monkeypatch.setattr(module.asyncio, "sleep", rest)
    ann.plays(id_, 0)
    settle(server, id_)
    assert len(rests) == 5
    assert ann.sees(id_)["view"]["to_act"] == [0]


def test_a_stronger_bot_gives_hints(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "random", "random")
    settle(server, id_)
    hint = ann.post(f"/api/tables/{id_}/hint?lang=en", {"seat": 0}).json()
    assert hint["move"] in ann.sees(id_)["view"]["legal"]
    assert hint["words"]


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that only moves when told to."""
    at = [1_000_000.0]
    for place in ("state.model", "service", "state.table", "job_runner"):
        monkeypatch.setattr(f"nomarch.tables.{place}.now", lambda: at[0])
    return at


def test_searches_for_hints_are_limited_for_each_person(
    server: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks more often gets the network's quick answer."""
    bots, searched = service_of(server).bots, []
    advise = bots.advise

    async def counted(live: Any, seat: int, language: str, person: str, about: Any = None) -> Any:
        searched.append(person)
        return await advise(live, seat, language, person, about)

    monkeypatch.setattr(bots, "advise", counted)
    frozen = limits.time.monotonic()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: frozen))
    made = ann.sets("me", "friend", "here", hints=True)
    bob.joins(made)
    id_ = made["id"]
    (seat,) = ann.sees(id_)["view"]["to_act"]
    asker, other = (bob, ann) if seat == 1 else (ann, bob)
    wish = f"/api/tables/{id_}/hint"
    answers = [asker.post(wish, {"seat": seat}).status_code for _ in range(6)]
    assert answers == [200] * 6
    assert 1 <= len(searched) < 6
    own = other.opens("me", "here", "here", hints=True)
    (seat,) = other.sees(own)["view"]["to_act"]
    assert other.post(f"/api/tables/{own}/hint", {"seat": seat}).status_code == 200
    assert searched[-1] != searched[0]


# --- Names and old tables -----------------------------------------------------------------------


def test_a_new_name_is_seen_at_running_tables_but_not_on_others_of_the_screen(
    server: TestClient, ann: Person
) -> None:
    seats = [{"kind": "me"}, {"kind": "here", "name": "Little brother"}, {"kind": "bot"}]
    id_ = ann.post("/api/tables", {"game": "ra", "seats": seats}).json()["id"]
    assert ann.post("/api/person", {"name": "Queen Ann"}).json()["name"] == "Queen Ann"
    names = [seat["name"] for seat in ann.sees(id_)["seats"]]
    assert names[:2] == ["Queen Ann", "Little brother"]
    assert opened(server, id_).table.match.names[:2] == ("Queen Ann", "Little brother")


def test_a_table_of_other_rules_is_refused_and_hides_no_other(
    server: TestClient, ann: Person, settings: Settings, time: list[float]
) -> None:
    store = site_database(str(settings.database_file)).open()
    good, old, new, gone = (ann.opens("me", "random", "random", clock=60) for _ in range(4))
    for id_ in (good, old, new, gone):
        settle(server, id_)
    for id_, change in (
        (old, {"rules": 0}),
        (new, {"rules": 999}),
        (gone, {"game": "no such game"}),
    ):
        record = read_table(store, id_)
        assert record is not None
        put_table(store, msgspec.structs.replace(record, **change))
    store.execute("DELETE FROM outcome")

    async def forget() -> None:
        service_of(server).tables.clear()
        time[0] += 3600
        await JobRunner(service_of(server)).run_due()

    call(server, forget)
    assert ann.get(f"/api/tables/{old}").status_code == 410
    assert ann.get(f"/api/tables/{new}").status_code == 503
    assert ann.get(f"/api/tables/{gone}").status_code == 404
    assert [line["id"] for line in ann.get("/api/tables").json()] == [good]
    assert ann.get("/").status_code == 200
    assert ann.post("/api/person", {"name": "Anna"}).status_code == 200
    await_writer(server)
    assert set(find_due(store, 1e12, 10)) == {good, old, new, gone}  # tried again later
    store.close()


# --- Clocks ----------------------------------------------------------------------------------


def tick(server: TestClient, id_: str) -> None:
    await_writer(server)
    call(server, JobRunner(service_of(server)).run_due)
    settle(server, id_)


def await_writer(server: TestClient) -> None:
    """Waits until everything that was to be written is."""
    call(server, service_of(server).writer.do, lambda store: touch(store))


def test_clocks_that_are_told_to_hurry_and_to_stop_at_once_stop(server: TestClient) -> None:
    async def both() -> None:
        watching = JobRunner(service_of(server))
        watching.start()
        for _ in range(3):  # it waits
            await asyncio.sleep(0)
        watching.wake.set()
        await asyncio.wait_for(watching.stop(), 60)

    call(server, both)


def asked(server: TestClient, ann: Person, bob: Person, **more: Any) -> tuple[str, Person, int]:
    """A table of two people and a bot; whose turn it is."""
    made = ann.sets("me", "friend", "random", **more)
    bob.joins(made)
    settle(server, made["id"])
    (seat,) = ann.sees(made["id"])["view"]["to_act"]
    return made["id"], (ann, bob)[seat], seat


def test_a_bot_plays_for_whom_the_clock_ran_out_until_they_are_back(
    server: TestClient, ann: Person, bob: Person, time: list[float]
) -> None:
    id_, late, seat = asked(server, ann, bob, clock=60)
    tick(server, id_)
    assert late.sees(id_)["away"] == []
    other = (bob, ann)[seat]
    time[0] += 61
    tick(server, id_)
    assert late.sees(id_)["away"] == []  # the bot made one move; the second time it stays
    while ann.sees(id_)["view"]["to_act"] != [seat]:
        other.plays(id_, 1 - seat)
        settle(server, id_)
    time[0] += 61
    tick(server, id_)
    seen = late.sees(id_)
    assert seen["away"] == [seat]
    assert seen["view"]["to_act"] != [seat]
    rush(server, id_, seed=1, decisions=6)
    assert late.sees(id_)["view"]["to_act"] == [1 - seat]
    assert other.post(f"/api/tables/{id_}/back", {"seat": seat}).status_code == 403
    assert late.post(f"/api/tables/{id_}/back", {"seat": seat}).json()["kind"] == "back"
    assert late.sees(id_)["away"] == []
    while ann.sees(id_)["view"]["to_act"] != [seat]:
        other.plays(id_, 1 - seat)
        settle(server, id_)
    # Their time begins when they are asked again.
    assert late.sees(id_)["deadline"] == time[0] + 60
    late.plays(id_, seat)


def test_waiting_for_friends_costs_nobody_their_time(
    server: TestClient, ann: Person, bob: Person, time: list[float]
) -> None:
    made = ann.sets("me", "friend", "random", clock=60)
    id_ = made["id"]
    time[0] += 3600
    tick(server, id_)
    bob.joins(made)
    tick(server, id_)
    seen = ann.sees(id_)
    assert seen["away"] == []
    assert seen["deadline"] == time[0] + 60


def test_clocks_run_on_while_the_server_is_down(
    settings: Settings, time: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_runner, "TICK", 0.01)
    with TestClient(create_app(settings)) as server:
        ann = visitor(server)
        ann.post("/api/person", {"name": "Ann"})
        id_ = ann.opens("me", "here", "random", clock=60)
        settle(server, id_)
        (seat,) = ann.sees(id_)["view"]["to_act"]
        cookies = ann.client.cookies
    time[0] += 3600
    with TestClient(create_app(settings)) as server:
        ann = visitor(server)
        ann.client.cookies = cookies
        service = service_of(server)

        async def until_late() -> None:
            live, told = await service.open(id_), asyncio.Event()
            live.listeners.add(lambda *_: told.set())
            while not live.table.clocks.missed:
                await asyncio.wait_for(told.wait(), 60)
                told.clear()

        call(server, until_late)
        assert opened(server, id_).table.clocks.missed == {seat: 1}


def test_a_finished_table_has_no_clock(server: TestClient, ann: Person) -> None:
    id_ = ann.opens("me", "random", "random", clock=3600)

    def due(store: Store) -> list[str]:
        return find_due(store, 1e12, 10)

    await_writer(server)
    assert call(server, service_of(server).readers.read, due) == [id_]
    rush(server, id_, seed=2)
    await_writer(server)
    assert call(server, service_of(server).readers.read, due) == []
    assert ann.sees(id_)["deadline"] is None


# --- Opening and writing ------------------------------------------------------------------------


def test_a_long_game_is_replayed_once_and_then_remembered(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(create_app(settings)) as server:
        ann = visitor(server)
        ann.post("/api/person", {"name": "Ann"})
        id_ = ann.opens("me", "here", "here")
        rush(server, id_, seed=7)
        assert ann.sees(id_)["view"]["over"]
        cookies = ann.client.cookies
        told = ann.sees(id_)
    replays: list[str] = []
    moves: list[str] = []
    replay, play = rules_upgrade.replay, Match.play
    monkeypatch.setattr(
        rules_upgrade, "replay", lambda *log: (replays.append(log[0].id), replay(*log))[1]
    )
    monkeypatch.setattr(
        Match, "play", lambda self, seat, move: (moves.append(move), play(self, seat, move))[1]
    )
    with TestClient(create_app(settings)) as server:
        ann = visitor(server)
        ann.client.cookies = cookies
        assert ann.sees(id_) == told
        assert (replays, len(moves)) == ([id_], told["seq"])
        for path in (f"/t/{id_}", f"/api/tables/{id_}/log", f"/api/tables/{id_}", "/tables"):
            assert ann.get(path).status_code == 200
        with ann.listens(id_) as socket:
            socket.send_json({"type": "look"})
            assert socket.receive_json()["over"]
        assert (replays, len(moves)) == ([id_], told["seq"])


def test_the_longest_unused_tables_are_forgotten_but_never_those_in_use(
    server: TestClient, ann: Person
) -> None:
    service_of(server).tables.capacity = 2
    first = ann.opens("me", "here", "here")
    with ann.listens(first):
        ids = [ann.opens("me", "here", "here") for _ in range(4)]
        assert [live.table.record.id for live in service_of(server).tables] == [first, ids[-1]]
    for id_ in ids:
        assert ann.sees(id_)["seq"] == 0


def test_a_full_disk_keeps_nobody_from_reading(
    server: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [ann.opens("me", "here", "here") for _ in range(3)]
    for id_ in ids:
        rush(server, id_, seed=1, decisions=3)
    tables = service_of(server).tables
    tables.clear()

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("nomarch.tables.live.live_tables.put_outcomes", fail)
    tables.capacity = 1
    assert [ann.sees(id_)["seq"] for id_ in ids] == [3, 3, 3]
    assert len(tables) == 3, "their last outcomes are not stored yet"
    monkeypatch.undo()
    assert ann.sees(ann.opens("me", "here", "here"))["seq"] == 0
    assert len(tables) == 1


def make_service(path: Path) -> TableService:
    return TableService(
        Readers(lambda: site_database(str(path)).open()),
        LogWriter(lambda: site_database(str(path)).open()),
        PeoplePolicy(),
        (0, 0),
    )


def test_two_servers_at_one_store_never_write_the_same_place(tmp_path: Path) -> None:
    """The second is refused, learns what happened, and can go on."""

    async def scene() -> None:
        here, there = make_service(tmp_path / "db"), make_service(tmp_path / "db")
        ann = StoredPerson("ann", "Ann")
        seats = [Seat(PLAYER, "Ann", "ann"), Seat(PLAYER, "Bob", "ann"), Seat(PLAYER, "Cy", "ann")]
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

    asyncio.run(scene())


def test_a_listener_that_fails_keeps_nothing_from_the_others(
    server: TestClient, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    id_ = ann.opens("me", "here", "here")
    live, heard = opened(server, id_), []

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    live.listeners |= {broken, lambda live, entry, steps: heard.append(entry)}
    ann.plays(id_, ann.sees(id_)["view"]["to_act"][0])
    assert [entry.kind for entry in heard] == ["move"]
    assert "a listener failed" in caplog.text


def test_nothing_that_takes_time_is_done_on_the_event_loop(
    server: TestClient, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No call of the store, no replay, no drawing, no new bot, whatever is asked for."""

    async def here() -> int:
        return threading.get_ident()

    loop = call(server, here)
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
    made = ann.sets("me", "friend", "random")
    id_ = made["id"]
    bob.joins(made)
    rush(server, id_, seed=4)
    call(server, service_of(server).tables.clear)
    bob.post("/api/person", {"name": "Bobby"})
    bob.post(f"/api/tables/{id_}/chat", {"text": "well played"})
    with bob.listens(id_) as socket:
        socket.send_json({"type": "look"})
        socket.receive_json()
    what = ("", "/chat", "/log", "/log?ply=3", "/board.svg", "/board.svg?ply=3", "/tips", "/save")
    paths = ["/", "/tables", f"/t/{id_}", f"/t/{id_}/replay", "/me", "/health"]
    for path in (*paths, *(f"/api/tables/{id_}{rest}" for rest in (*what, "/verify"))):
        assert bob.get(path).status_code == 200, path
    assert bob.post(f"/api/tables/{id_}/rematch").status_code == 201
    lesson = bob.get("/api/lessons/ra").json()[0]["id"]
    assert bob.get(f"/learn/ra/{lesson}").status_code == 200
    assert bob.post(f"/api/lessons/ra/{lesson}", {"at": 0}).status_code == 200
    assert bob.post(f"/api/lessons/ra/{lesson}/again").status_code == 200
    assert {
        "answer", "draw", "past", "_make", "__init__", "rows", "execute", "transaction",
    } <= done  # fmt: skip
