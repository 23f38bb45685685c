"""Several real servers at one PostgreSQL: what one does, all know; what one leaves, others do.

Two tests run always; the others are thorough, as single parts of what they prove have tests of
their own: `test_store.py`, `test_notices.py`, `test_kill.py`.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
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
from .actors import GIVE_UP, Person, together, until
from .conftest import Patch
from .test_kill import GOING_AWAY_FOR_A_MOMENT, soak

pytestmark = [needs_posix, pytest.mark.xdist_group("several servers")]
Start = Callable[..., Any]
Visit = Callable[..., Person]


@pytest.fixture
def address(new_postgres: Callable[[], str]) -> str:
    return new_postgres()


@pytest.fixture(scope="module")
def starting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    servers = []

    def begin(address: str, *flags: str, **more: Any) -> Any:
        folder = tmp_path_factory.mktemp("several")
        servers.append(soak.Server(folder, "--database", address, *flags, **more))
        return servers[-1]

    yield begin
    for server in servers:
        server.kill()
    assert not [server.errors for server in servers if "Traceback" in server.errors]


@pytest.fixture(scope="module")
def shared(cluster: Cluster) -> str:
    """The database of servers that outlive a test."""
    return cluster.new_database()


@pytest.fixture(scope="module")
def here(shared: str, starting: Start) -> Any:
    return starting(shared)


@pytest.fixture
def victim(shared: str, starting: Start) -> Start:
    return lambda *flags: starting(shared, *flags)


@pytest.fixture(scope="module")
def pair(here: Any, shared: str, starting: Start) -> list[Any]:
    return [here, starting(shared)]


def test_what_happens_at_one_server_is_heard_at_all(pair: list[Any], visit: Visit) -> None:
    ann = visit(pair[0])
    there = visit(pair[1], ann)
    table = ann.opens("me", "here", "here")
    with there.listens(table) as link:
        assert link.first["seq"] == 0
        assert ann.plays(table) == 1
        assert link.hears("table")["seq"] == 1
        assert there.plays(table) == 2
        assert ann.sees(table)["seq"] == 2
        ann.posts(f"{table.api}/chat", text="hello")
        assert link.hears("chat")["line"]["text"] == "hello"
        ann.posts("/api/person", name="Queen Ann")
        until(lambda: there.sees(table)["seats"][0]["name"] == "Queen Ann")


@pytest.mark.thorough
def test_two_who_join_at_once_never_get_one_seat(pair: list[Any], visit: Visit) -> None:
    ann, bob, cy = map(visit, (pair[0], *pair))
    for _ in range(5):
        table = ann.opens("me", "friend", "friend")
        for who in (bob, cy):  # both servers have the table in memory
            who.sees(table)
        assert sorted(together(partial(bob.joins, table), partial(cy.joins, table))) == [1, 2]


def is_first(person: Person, table: Any) -> bool:
    return 0 in person.sees(table)["view"]["to_act"]


def test_bots_of_a_killed_server_go_on_elsewhere(here: Any, victim: Start, visit: Visit) -> None:
    """A bot of the first server waits before a game's first move, and never gets to it."""
    one = victim("--bot-pause", "600")
    ann = visit(one)
    there = visit(here, ann)
    while is_first(ann, table := ann.opens("me", "bot", "bot")):
        pass  # chance says who begins: here it has to be a bot
    one.process.kill()
    until(lambda: is_first(there, table))


@pytest.mark.thorough
def test_a_game_is_rated_once_though_a_server_dies(starting: Start, address: str) -> None:
    """All servers get every last move at once; one is killed in the middle of it."""
    with closing(site_database(address).open()) as store:
        lasts = rated_games.prepare(store, 8)
        one, two = starting(address), starting(address)

        async def scene() -> None:
            moves = [asyncio.create_task(rated_games.make(last, server.address))
                     for last in lasts for server in (one, two)]  # fmt: skip
            await moves[3]
            one.process.kill()
            await asyncio.gather(*moves)
            await rated_games.make_all(lasts, [two.address])

        asyncio.run(scene())
        until(lambda: rated_games.rated(store) >= len(lasts))
        rated_games.check_each_rated_once(store, lasts)


@pytest.mark.thorough
def test_a_turn_is_told_at_most_once(starting: Start, address: str, monkeypatch: Patch) -> None:
    """One of two servers is killed while it sends."""
    store = site_database(address).open()
    with closing(store), sent_notices.deliveries(monkeypatch) as got:
        sent_notices.prepare(store, got.pushes)
        one = starting(address, program=sent_notices.PROGRAM)
        assert got.mails.is_holding.wait(GIVE_UP)
        dead = sent_notices.senders(store)
        starting(address, program=sent_notices.PROGRAM)
        until(lambda: len(sent_notices.senders(store)) == 2)
        one.kill()
        got.mails.released.set()
        sent_notices.end_leases(store, dead)
        until(lambda: sent_notices.is_settled(store))
        sent_notices.check(store, got.arrived())


@pytest.mark.thorough
def test_bots_may_have_a_process_of_their_own(starting: Start, address: str, visit: Visit) -> None:
    server = starting(address, "--no-bots")
    bots = subprocess.Popen(
        [sys.executable, "-m", "nomarch", "bots", "--bot-pause", "0"],
        env={**os.environ, "NOMARCH_DATABASE": address}, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        ann = visit(server)
        table = ann.opens("me", "bot", "bot")
        for _ in range(3):
            until(lambda: is_first(ann, table))
            ann.plays(table)
        bots.send_signal(signal.SIGTERM)
        said, _ = bots.communicate(timeout=GIVE_UP)
        assert b"Bots play at" in said
        assert bots.returncode == 0
    finally:
        bots.kill()
        bots.wait()


@pytest.mark.thorough
def test_a_server_that_stops_sends_pages_elsewhere(here: Any, victim: Start, visit: Visit) -> None:
    one = victim()
    ann = visit(one)
    there = visit(here, ann)
    table = ann.opens("me", "here", "here")
    with ann.listens(table) as page, ann.listens(table) as program:
        shown = page.looks()
        with there.listens(table) as elsewhere:
            assert elsewhere.looks()["seq"] == shown["seq"]
            one.process.send_signal(signal.SIGTERM)
            assert page.hears("again") == {"type": "again"}
            page.says("play", seat=shown["seat"], move=shown["moves"][0]["move"], seq=0)
            assert page.hears("change")["seq"] == elsewhere.hears("change")["seq"] == 1
        for link in (page, program):
            with pytest.raises(ConnectionClosed) as closed:
                link.hears("nothing more")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == GOING_AWAY_FOR_A_MOMENT
    assert there.plays(table) == 2
    one.process.wait(GIVE_UP)


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")
def test_workers_are_replaced_one_by_one(starting: Start, address: str, visit: Visit) -> None:
    server = starting(address, "--workers", "2")
    process, ann = server.process, visit(server)

    def is_worker(pid: str) -> bool:
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended between two looks
            return "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()
        return False

    def children() -> set[int]:
        path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        return {int(pid) for pid in path.read_text().split() if is_worker(pid)}

    def all_tell() -> bool:
        """The first worker answers while the second one may still be starting."""
        posted = re.findall(r'nomarch_sockets{pid="(\d+)"}', ann.reads("/metrics"))
        return len(set(posted)) == 2 and set(map(int, posted)) == children()

    until(all_tell)
    workers, made, seen = children(), [], set[frozenset[int]]()
    process.send_signal(signal.SIGHUP)

    def go_on() -> bool:
        now = frozenset(children())
        if now not in seen:
            # A kept connection may end before the next request is sent over it.
            with suppress(httpx.TransportError):
                made.append(ann.opens("me", "here", "here"))
                assert ann.plays(made[-1]) == 1
                seen.add(now)
        return len(now - workers) >= 2 and not now & workers

    until(go_on)
    assert ann.sees(made[0])["seq"] == 1
    process.send_signal(signal.SIGTERM)
    assert process.wait(GIVE_UP) in (0, -signal.SIGTERM)


@pytest.mark.thorough
def test_no_answered_move_is_lost_while_servers_die(tmp_path: Path, address: str) -> None:
    """A short run of what `bench.soak --database` does for minutes."""
    run = soak.Soak(tmp_path, tables=4, database=address, servers=3, every=1.0, pace=0.1)
    run.run(ends=3)
    assert run.ends == 3
    assert run.answered >= 4
