"""Several servers at one PostgreSQL, killed and stopped again and again (see `soak.py`).

Clients go to any server that is there, as behind a balancer, and to another when theirs is gone.
What they were answered is held against the log; all the while it is watched that every table goes
on and that nobody waits for a duty of the dead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from nomarch.progress import show_progress
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table

sys.path.insert(0, str(Path(__file__).parents[1]))

from soak_figures import Figures
from tests.postgres import Cluster

from nomarch.contests.site_hooks import site_database
from nomarch.kernel.declare.game import rulebooks
from nomarch.tables.state.model import BOT, MOVE
from nomarch.web.operations.settings import Settings
from nomarch.web.server import listening, run

SERVERS = 3
PATIENCE = 60
"""Seconds to wait for an answer on a busy machine."""
GONE = (httpx.TransportError, WebSocketException, OSError, EOFError)
"""Errors that a client gets when a server was killed or stopped."""

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["nomarch.web.server", "nomarch.bots"])


class Server:
    """A real server in a separate process; forked from one that has imported everything."""

    target: Callable[..., None] = staticmethod(run)

    def __init__(self, address: str) -> None:
        settings = Settings(port=0, address=address, bot_pause=(0.0, 0.1), requests_per_second=1e6)
        with listening(settings) as port:
            self.base = f"127.0.0.1:{port.getsockname()[1]}"
            self.process: BaseProcess = forks.Process(
                target=self.target, args=(settings, port, int), kwargs={"verbose": False}
            )
            self.process.start()
        self.is_ready = False

    async def wait(self, client: httpx.AsyncClient) -> None:
        """Wait until it is ready."""
        deadline = time.monotonic() + 2 * PATIENCE
        while time.monotonic() < deadline and self.process.is_alive():
            try:
                answer = await client.get(f"http://{self.base}/ready")
                if answer.status_code == 200:
                    self.is_ready = True
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.05)
        raise AssertionError(f"a server did not start: {self.process.exitcode}")


@dataclass
class Seen:
    """What a client knows about a table."""

    id: str
    over_socket: bool
    answered: list[tuple[int, str]] = field(default_factory=list)
    unknown: int = 0
    """Moves without an answer."""
    over: bool = False
    moved: float = field(default_factory=time.monotonic)


class SharedSoak:
    """Plays at many tables, kills and stops servers, and checks the database."""

    def __init__(
        self, address: str, options: argparse.Namespace, cluster: Cluster | None, people: Any = None
    ) -> None:
        self.address, self.options, self.cluster, self.people = address, options, cluster, people
        self.rng = random.Random(options.seed)
        self.servers: list[Server] = []
        self.tables: list[Seen] = []
        self.counts: Counter[str] = Counter()
        self.figures = Figures()
        self.deaths: dict[int, float] = {}
        self.longest_duty = self.longest_standstill = 0.0
        self.limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)

    async def run(self) -> None:
        """Run for the wanted time."""
        async with httpx.AsyncClient(
            timeout=PATIENCE, verify=False, limits=self.limits
        ) as self.http:
            self.servers = [Server(self.address) for _ in range(SERVERS)]
            await asyncio.gather(*(server.wait(self.http) for server in self.servers))
            person = await self.http.post(f"{self.anywhere()}/api/person", json={"name": "Soak"})
            self.headers = {"authorization": f"Bearer {person.json()['token']}"}
            self.http.headers.update(self.headers)
            self.http.cookies.clear()
            players = [asyncio.create_task(self.player(n)) for n in range(self.options.tables)]
            others = [asyncio.create_task(self.watch_duties())]
            if self.people:
                others.append(asyncio.create_task(self.people.live(self.anywhere)))
            try:
                await self.ravage([*players, *others])
                await self.see_everyone_move()
            finally:
                for task in (*players, *others):
                    task.cancel()
                await asyncio.gather(*players, *others, return_exceptions=True)
                for server in self.servers:
                    server.process.kill()
                    server.process.join()

    def anywhere(self) -> str:
        """Return a server, as a load balancer would."""
        ready = [server for server in self.servers if server.is_ready]
        return f"http://{self.rng.choice(ready).base}"

    # --- Playing ----------------------------------------------------------------------------------

    async def player(self, number: int) -> None:
        """Play game after game, one table at a time."""
        while True:
            table = await self.set_table(number)
            while not table.over:
                try:
                    if table.over_socket:
                        await self.by_socket(table)
                    else:
                        await self.by_http(table)
                except GONE:
                    self.counts["connections lost"] += 1
                    await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def set_table(self, number: int) -> Seen:
        books = list(rulebooks().values())
        book = books[len(self.tables) % len(books)]
        setup = self.rng.choice(list(book.setups()))
        # At a shared screen a socket is told no moves before the player shows the hand.
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * (setup.players - 1)]
        wish = {"game": book.game.id, "seats": seats, "options": book.option_ids(setup)}
        while True:
            try:
                made = await self.http.post(f"{self.anywhere()}/api/tables", json=wish)
                if made.status_code == 201:
                    break
            except GONE:
                pass
            await asyncio.sleep(0.1)
        table = Seen(made.json()["id"], over_socket=number % 2 == 1)
        self.tables.append(table)
        return table

    async def think(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.options.pace)

    async def by_http(self, table: Seen) -> None:
        path = f"/api/tables/{table.id}"
        while not table.over:
            seen = (await self.http.get(self.anywhere() + path)).json()
            if "view" not in seen:
                raise OSError(seen)  # the database is away
            table.over = seen["view"]["over"]
            seat, legal = seen["view"]["seat"], seen["view"]["legal"]
            await self.think()
            if not legal:
                continue
            wish = {"seat": seat, "move": self.rng.choice(legal), "seq": seen["seq"]}
            table.unknown += 1
            began = time.perf_counter()
            answer = await self.http.post(f"{self.anywhere()}{path}/move", json=wish)
            if answer.status_code == 200:
                self.figures.note_move(began)
                self.note(table, seat, wish["move"])
            elif answer.status_code == 409:
                table.unknown -= 1
            elif answer.status_code != 503:
                raise AssertionError(f"{wish}: {answer.text}")

    async def by_socket(self, table: Seen) -> None:
        address = f"{self.anywhere().replace('http', 'ws')}/api/tables/{table.id}/live"
        async with connect(address, additional_headers=self.headers, open_timeout=PATIENCE) as live:
            asked: tuple[int, str, int] | None = None
            began = 0.0
            while not table.over:
                told: dict[str, Any] = json.loads(await live.recv())
                if told["type"] == "refused":
                    table.unknown -= told["status"] == 409
                    return  # looks again from the beginning
                entry = told.get("entry")
                if asked and entry == {"kind": MOVE, "seat": asked[0]} and told["seq"] > asked[2]:
                    self.figures.note_move(began)
                    self.note(table, asked[0], asked[1])
                    asked = None
                table.over = told["over"]
                if told["legal"] and asked is None:
                    await self.think()
                    seat = self.rng.choice(list(told["legal"]))
                    asked = int(seat), self.rng.choice(told["legal"][seat]), told["seq"]
                    wish = {"type": "play", "seat": asked[0], "move": asked[1], "seq": asked[2]}
                    table.unknown += 1
                    began = time.perf_counter()
                    await live.send(json.dumps(wish))

    def note(self, table: Seen, seat: int, move: str) -> None:
        table.unknown -= 1
        table.answered.append((seat, move))
        self.longest_standstill = max(self.longest_standstill, time.monotonic() - table.moved)
        table.moved = time.monotonic()
        self.counts["answered moves"] += 1

    # --- Killing ----------------------------------------------------------------------------------

    @property
    def ended(self) -> int:
        """Return how many servers were killed or stopped."""
        return self.counts["kills"] + self.counts["stops"]

    def goes_on(self, spent: float) -> bool:
        """Whether more servers are to end."""
        return spent < self.options.seconds or self.ended < self.options.ends

    async def ravage(self, tasks: list[asyncio.Task[None]]) -> None:
        began, is_restarted, shown = time.monotonic(), False, 0.0
        wanted = self.options.seconds or self.options.ends
        with show_progress(wanted, "s" if self.options.seconds else "kills") as advance:
            while self.goes_on(spent := time.monotonic() - began):
                done = spent if self.options.seconds else self.ended
                advance(done - shown)
                shown = done
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.options.every)
                for task in tasks:
                    if task.done():
                        task.result()
                await self.end_one()
                self.check_progress()
                if self.cluster and not is_restarted and done > wanted / 2:
                    is_restarted = True
                    await asyncio.to_thread(self.cluster.restart, "fast")
                    self.counts["restarts of the database"] += 1

    async def end_one(self) -> None:
        """Kill or stop a server and start another."""
        server = self.rng.choice(self.servers)
        self.servers.remove(server)
        new = Server(self.address)
        self.figures.note_memory(server.process.pid or 0)
        if self.rng.random() < 0.75:
            server.process.kill()
            self.counts["kills"] += 1
            await asyncio.to_thread(server.process.join)
        else:
            assert server.process.pid is not None
            os.kill(server.process.pid, signal.SIGTERM)
            self.counts["stops"] += 1
            await asyncio.to_thread(server.process.join, PATIENCE)
            assert not server.process.is_alive(), "a server does not stop"
        self.deaths[server.process.pid or 0] = time.monotonic()
        await new.wait(self.http)
        self.servers.append(new)

    # --- Looking ----------------------------------------------------------------------------------

    async def watch_duties(self) -> None:
        """Check that no due job waits for a dead process."""
        while True:
            await asyncio.sleep(0.5)
            try:
                rows = await asyncio.to_thread(self.held_duties)
            except psycopg.Error:
                self.deaths = dict.fromkeys(self.deaths, time.monotonic())  # nobody could take over
                continue
            for keeper, table in rows:
                died = self.deaths.get(int(keeper.partition("-")[0]))
                if died is not None:
                    held = time.monotonic() - died
                    self.longest_duty = max(self.longest_duty, held)
                    assert held <= self.options.longest_duty, (
                        f"{table} waits for the dead {keeper} ({held} s)"
                    )

    def held_duties(self) -> list[tuple[str, str]]:
        """Return which process runs due jobs."""
        with psycopg.connect(self.address, autocommit=True) as db:
            return db.execute(
                "SELECT owner, game_table FROM job WHERE owner <> '' "
                "AND at < extract(epoch FROM clock_timestamp())"
            ).fetchall()

    def check_progress(self) -> None:
        now = time.monotonic()
        longest = self.options.longest_standstill
        stuck = [t.id for t in self.tables if not t.over and now - t.moved > longest]
        assert not stuck, f"tables that do not go on: {stuck}"

    async def see_everyone_move(self) -> None:
        """Check that every table continues in the end."""
        quiet = time.monotonic()
        while any(not t.over and t.moved < quiet for t in self.tables):
            self.check_progress()
            await asyncio.sleep(0.2)

    def check(self) -> None:
        """Compare confirmed moves with the database."""
        store = site_database(self.address).open()
        try:
            for table in self.tables:
                log, record = read_log(store, table.id), read_table(store, table.id)
                assert record is not None
                assert [entry.seq for entry in log] == list(range(1, len(log) + 1)), table.id
                moves = [
                    (e.seat, e.text)
                    for e in log
                    if e.kind == MOVE and record.seats[e.seat].kind != BOT
                ]
                left = iter(moves)
                for move in table.answered:
                    assert move in left, f"{table.id}: {move} was answered"
                extra = len(moves) - len(table.answered)
                assert extra <= table.unknown, f"{table.id}: {extra} moves that nobody sent"
            if self.people:
                self.people.check(store)
                self.people.check_command("--database", self.address)
        finally:
            store.close()


def main(options: argparse.Namespace) -> None:
    """Run once, with a new PostgreSQL server unless one is named."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # nothing stays behind
    cluster = Cluster() if options.database == "new" else None
    address = cluster.new_database() if cluster else options.database
    people = None
    if options.people:
        import soak_people

        people = soak_people.Community(site_database(address), options.seed)
        Server.target = staticmethod(soak_people.serve)
    if options.kills:
        options.seconds, options.ends = 0, options.kills
    try:
        soak = SharedSoak(address, options, cluster, people)
        asyncio.run(soak.run())
        soak.check()
    finally:
        if cluster:
            cluster.close()
    told = ", ".join(f"{count} {what}" for what, count in sorted(soak.counts.items()))
    print(f"{len(soak.tables)} games at {options.tables} tables: {told}; none lost, none doubled.")
    print(soak.figures)
    if people:
        print(f"people: {people.summary}; none lost, none doubled, ratings as recomputed.")
    print(f"longest duty held for a dead process: {soak.longest_duty:.1f} s")
    print(f"longest time in which a table's client made no move: {soak.longest_standstill:.1f} s")
