"""Several real servers at one PostgreSQL: what one does, all know; what one leaves, others do."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("psycopg", reason="NO DRIVER for PostgreSQL: several servers go untested")

from websockets.exceptions import ConnectionClosed

from nomarch.contests.site_hooks import site_database
from tests.postgres import Cluster
from tests.systems import needs_posix

from . import rated_games, sent_notices
from .test_kill import (
    GIVE_UP,
    GOING_AWAY_FOR_A_MOMENT,
    load,
    soak,
    until as until_true,
    until_rated,
)
from .test_staying_up import heard, live, set_table, until, visit

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals"),
    needs_posix,
]
ROOT = Path(__file__).parents[2]
Start = Callable[..., Any]


@pytest.fixture
def address(new_postgres: Callable[[], str]) -> str:
    return new_postgres()


@pytest.fixture
def start(address: str, tmp_path: Path) -> Iterator[Start]:
    """Starts servers at the same database."""
    servers = []

    def begin(*flags: str, **more: Any) -> Any:
        server = soak.Server(tmp_path, "--database", address, *flags, **more)
        servers.append(server)
        return server

    yield begin
    for server in servers:
        server.kill()
        assert "Traceback" not in server.errors


in_pair = pytest.mark.xdist_group("two servers")


@pytest.fixture(scope="module")
def pair(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Any]]:
    """Two servers at one database, for tests that leave them running."""
    address, folder = cluster.new_database(), tmp_path_factory.mktemp("pair")
    servers = [soak.Server(folder, "--database", address) for _ in range(2)]
    yield servers
    for server in servers:
        server.kill()
        assert "Traceback" not in server.errors


@asynccontextmanager
async def also_at(server: Any, client: httpx.AsyncClient) -> AsyncIterator[httpx.AsyncClient]:
    """The same person at another server."""
    base, headers = f"http://{server.address}", {"authorization": client.headers["authorization"]}
    async with httpx.AsyncClient(
        base_url=base, headers=headers, timeout=GIVE_UP, verify=False
    ) as other:
        yield other


async def play(client: httpx.AsyncClient, id_: str) -> int:
    """Makes the first legal move; the position after it."""
    seen = (await client.get(f"/api/tables/{id_}")).json()
    wish = {"seat": seen["view"]["seat"], "move": seen["view"]["legal"][0], "seq": seen["seq"]}
    answer = await client.post(f"/api/tables/{id_}/move", json=wish)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["seq"])


@in_pair
def test_what_happens_at_one_server_is_heard_at_all(pair: list[Any]) -> None:
    one, two = pair

    async def scene() -> None:
        async with visit(one) as ann, also_at(two, ann) as there:
            id_ = await set_table(ann, "me", "here", "here")
            async with live(two, ann, id_) as link:
                assert (await heard(link, "table"))["seq"] == 0
                assert await play(ann, id_) == 1
                assert (await heard(link, "table"))["seq"] == 1
                assert await play(there, id_) == 2
                assert (await ann.get(f"/api/tables/{id_}")).json()["seq"] == 2
                await ann.post(f"/api/tables/{id_}/chat", json={"text": "hello"})
                assert (await heard(link, "chat"))["line"]["text"] == "hello"
                await ann.post("/api/person", json={"name": "Queen Ann"})

                async def is_renamed() -> bool:
                    seats = (await there.get(f"/api/tables/{id_}")).json()["seats"]
                    return bool(seats[0]["name"] == "Queen Ann")

                await until(is_renamed)

    asyncio.run(scene())


@in_pair
def test_who_is_at_a_table_is_known_at_all_servers(pair: list[Any]) -> None:
    one, two = pair

    async def scene() -> None:
        async with visit(one) as ann, visit(two) as bob:
            seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "bot"}]
            made = (await ann.post("/api/tables", json={"game": "ra", "seats": seats})).json()
            token = {"token": made["invite"]}
            await bob.post(f"/api/tables/{made['id']}/join", json=token)
            async with live(one, ann, made["id"]) as page:
                await page.send(json.dumps({"type": "look"}))
                await heard(page, "page")
                async with live(two, bob, made["id"]):
                    assert (await heard(page, "present"))["seats"] == [1]
                assert (await heard(page, "present"))["seats"] == []

    asyncio.run(scene())


@in_pair
def test_two_who_join_at_once_never_get_one_seat(pair: list[Any]) -> None:
    async def scene() -> None:
        async with visit(pair[0]) as ann, visit(pair[0]) as bob, visit(pair[1]) as cy:
            seats = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
            for _ in range(5):
                made = (await ann.post("/api/tables", json={"game": "ra", "seats": seats})).json()
                path, token = f"/api/tables/{made['id']}", {"token": made["invite"]}
                for who in (bob, cy):  # both servers have the table in memory
                    assert (await who.get(path)).status_code == 200
                joined = await asyncio.gather(
                    *(who.post(f"{path}/join", json=token) for who in (bob, cy))
                )
                assert sorted(answer.json()["seat"] for answer in joined) == [1, 2]

    asyncio.run(scene())


def test_bots_go_on_elsewhere_when_their_server_is_killed(start: Start) -> None:
    """A bot of the first server waits before a game's first move, and never gets to it."""
    one, two = start("--bot-pause", "600"), start()

    async def scene() -> None:
        async with visit(one) as ann, also_at(two, ann) as there:

            async def is_my_turn() -> bool:
                return 0 in (await there.get(f"/api/tables/{id_}")).json()["view"]["to_act"]

            id_ = await set_table(ann, "me", "bot", "bot")
            while await is_my_turn():  # chance says who begins: here it has to be a bot
                id_ = await set_table(ann, "me", "bot", "bot")
            one.process.kill()
            await until(is_my_turn)

    asyncio.run(scene())


def test_a_game_is_rated_once_by_several_servers_one_of_which_dies(
    start: Start, address: str
) -> None:
    """All servers get every last move at once; one is killed in the middle of it."""
    store = site_database(address).open()
    lasts = rated_games.prepare(store, 8)
    one, two = start(), start()

    async def scene() -> None:
        moves = [
            asyncio.create_task(rated_games.make(last, server.address))
            for last in lasts
            for server in (one, two)
        ]
        await moves[3]
        one.process.kill()
        await asyncio.gather(*moves)
        await rated_games.make_all(lasts, [two.address])

    asyncio.run(scene())
    until_rated(store, len(lasts))
    rated_games.check_each_rated_once(store, lasts)
    store.close()


def test_a_turn_is_told_at_most_once_by_two_servers_one_of_which_is_killed(
    start: Start, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = site_database(address).open()
    with sent_notices.deliveries(monkeypatch) as got:
        sent_notices.prepare(store, got.pushes)
        one = start(program=sent_notices.PROGRAM)
        assert got.mails.is_holding.wait(GIVE_UP)
        dead = sent_notices.senders(store)
        start(program=sent_notices.PROGRAM)
        until_true(lambda: len(sent_notices.senders(store)) == 2)
        one.kill()
        got.mails.released.set()
        sent_notices.end_leases(store, dead)
        until_true(lambda: sent_notices.is_settled(store))
        sent_notices.check(store, got.arrived())
    store.close()


def test_bots_may_have_a_process_of_their_own(start: Start, address: str) -> None:
    """This server's own bots would never move."""
    server = start("--no-bots")
    bots = subprocess.Popen(
        [sys.executable, "-m", "nomarch", "bots", "--bot-pause", "0"],
        env={**os.environ, "NOMARCH_DATABASE": address}, stdout=subprocess.PIPE,
    )  # fmt: skip

    async def scene() -> None:
        async with visit(server) as ann:
            id_ = await set_table(ann, "me", "bot", "bot")

            async def is_my_turn() -> bool:
                return 0 in (await ann.get(f"/api/tables/{id_}")).json()["view"]["to_act"]

            for _ in range(3):
                await until(is_my_turn)
                await play(ann, id_)

    try:
        asyncio.run(scene())
        bots.send_signal(signal.SIGTERM)
        said, _ = bots.communicate(timeout=GIVE_UP)
        assert b"Bots play at" in said
        assert bots.returncode == 0
    finally:
        bots.kill()
        bots.wait()


def test_a_server_that_stops_sends_pages_elsewhere_and_answers_what_was_said(
    start: Start, address: str
) -> None:
    one, two = start(), start()

    async def scene() -> None:
        async with visit(one) as ann, also_at(two, ann) as there:
            id_ = await set_table(ann, "me", "here", "here")
            async with live(one, ann, id_) as page, live(one, ann, id_) as program:
                await page.send(json.dumps({"type": "look"}))
                shown = await heard(page, "page")
                async with live(two, ann, id_) as elsewhere:
                    await elsewhere.send(json.dumps({"type": "look"}))
                    assert (await heard(elsewhere, "page"))["seq"] == shown["seq"]
                    move = shown["moves"][0]["move"]
                    wish = {"type": "play", "seat": shown["seat"], "move": move, "seq": 0}
                    one.process.send_signal(signal.SIGTERM)
                    assert await heard(page, "again") == {"type": "again"}
                    await page.send(json.dumps(wish))
                    assert (await heard(page, "change"))["seq"] == 1
                    assert (await heard(elsewhere, "change"))["seq"] == 1
                for link in (page, program):
                    with pytest.raises(ConnectionClosed) as closed:
                        await heard(link, "nothing more")
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == GOING_AWAY_FOR_A_MOMENT
            assert await play(there, id_) == 2

    asyncio.run(scene())
    one.process.wait(GIVE_UP)


def test_workers_are_replaced_one_by_one_while_all_goes_on(start: Start, address: str) -> None:
    server = start("--workers", "2")

    def is_worker(pid: str) -> bool:
        try:
            return "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False  # it ended between two looks

    def children() -> set[int]:
        path = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        return {int(pid) for pid in path.read_text().split() if is_worker(pid)}

    async def scene() -> None:
        async with visit(server) as ann:
            # The first worker answers while the second one may still be starting.
            async def all_tell() -> bool:
                told = (await ann.get("/metrics")).text
                posted = set(re.findall(r'nomarch_sockets{pid="(\d+)"}', told))
                return len(posted) == 2 and posted == {str(pid) for pid in children()}

            await until(all_tell)
            workers, made, seen = children(), list[str](), set[frozenset[int]]()
            server.process.send_signal(signal.SIGHUP)

            async def go_on() -> bool:
                now = frozenset(children())
                if now not in seen:
                    # A kept connection may end before the next request is sent over it.
                    with contextlib.suppress(httpx.TransportError):
                        made.append(await set_table(ann, "me", "here", "here"))
                        assert await play(ann, made[-1]) == 1
                        seen.add(now)
                return len(now - workers) >= 2 and not now & workers

            await until(go_on)
            assert (await ann.get(f"/api/tables/{made[0]}")).json()["seq"] == 1

    if not Path("/proc").exists():
        pytest.skip("reads /proc")
    asyncio.run(scene())
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(GIVE_UP) in (0, -signal.SIGTERM)


@pytest.mark.thorough  # `test_kill.py` has it with one server; above are bots, ratings, notices
def test_no_answered_move_is_lost_or_doubled_while_servers_die(address: str) -> None:
    """A short run of what `bench/soak.py --database` does for minutes."""
    soak_shared = load("soak_shared")
    ends = 3

    options = argparse.Namespace(
        tables=4, seconds=0.0, ends=ends, every=1.0, pace=0.1, seed=1,
        longest_duty=GIVE_UP, longest_standstill=GIVE_UP,
    )  # fmt: skip
    run = soak_shared.SharedSoak(address, options, None)
    asyncio.run(run.run())
    run.check()
    assert run.ended == ends
    assert run.counts["answered moves"] >= 4
