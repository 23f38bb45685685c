"""Servers killed again and again: `python -m bench.soak --kills 50 --people --commands 3`.

Plays at many tables over HTTP and WebSocket while a server is killed with SIGKILL, or told to stop,
at random moments. Every confirmed move must be in the log once, the database must be whole, and
after the next start every table must go on. With `--database new` it is three servers at one
PostgreSQL, which is restarted half-way; clients go to another server when theirs is gone.

`--commands 3` runs backups and admin commands all the time, at least three before each kill, with
SQLite. Every copy must hold every move that was answered before the backup began. `--people` adds
rated games, tournaments and people who become one (`soak_people.py`); in the end `nomarch admin
recompute-ratings --check` must find nothing. `tests/web/test_kill.py` runs a few rounds.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from bench.soak_commands import GONE, PATIENCE, UNAVAILABLE, Operator
from bench.soak_people import Community, check_moves
from tests.ports import free_port
from tests.postgres import Cluster
from websockets.asyncio.client import connect

from nomarch.contests.site_hooks import site_database
from nomarch.kernel.declare.game import rulebooks
from nomarch.progress import show_progress
from nomarch.storage.store import Store
from nomarch.tables.state.model import BOT, MOVE
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.table_store import read_table

PROGRAM = ("-m", "nomarch")
START_SECONDS = 120
ANSWERS = 120
"""Requests of people that are answered before each kill."""
STANDSTILL = 60.0
"""Seconds in which something must happen at every table, while all this goes on."""
CONFLICT = 409
KILLED = 0.75
"""The share of ends that are kills."""
SERVERS = 3
"""With PostgreSQL."""


class Server:
    """A real server in a separate process."""

    def __init__(self, data: Path, *flags: str, program: Sequence[str] = PROGRAM) -> None:
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (nobody reads it while it is written)
        self.process = subprocess.Popen(
            [sys.executable, *program, "serve", "--port", str(self.port),
             "--data", str(data), "--no-prepare", "--bot-pause", "0", "--rate", "1000000", *flags],
            stdout=subprocess.DEVNULL, stderr=self._said,
        )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        """Wait until it answers and can write."""
        deadline = time.monotonic() + START_SECONDS
        with httpx.Client(base_url=f"http://{self.address}", timeout=PATIENCE, verify=False) as ask:
            while time.monotonic() < deadline and self.process.poll() is None:
                try:
                    if ask.get("/health").json()["ok"]:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"the server did not start:\n{self.errors}")

    def kill(self) -> None:
        """Kill the process without warning."""
        self.process.kill()
        self.process.wait()
        if not self._said.closed:
            self._said.seek(0)
            self.errors = self._said.read().decode()
            self._said.close()


@dataclass
class Table:
    """What a client knows about a table."""

    id: str
    over_socket: bool
    answered: list[tuple[int, str]] = field(default_factory=list)
    """Confirmed moves, by their position in the log."""
    unknown: int = 0
    """Moves without an answer."""
    over: bool = False
    moved: float = field(default_factory=time.monotonic)


class Soak:
    """Plays at many tables, kills and stops servers, and checks the database.

    With `commands`, so many backups and admin commands are run before each end of a server; with
    `every`, a server ends after about so many seconds, else when every table has moved.
    """

    def __init__(
        self, data: Path, tables: int, *, seed: int = 1, commands: int = 0,
        people: Community | None = None, database: str = "", servers: int = 1,
        every: float = 0.0, pace: float = 0.0, cluster: Cluster | None = None,
    ) -> None:  # fmt: skip
        self.data, self.count, self.commands, self.people = data, tables, commands, people
        self.database, self.server_count, self.cluster = database, servers, cluster
        self.every, self.pace, self.rng = every, pace, random.Random(seed)
        self.site = site_database(database or str(data / "nomarch.sqlite3"))
        self.servers: list[Server] = []
        self.tables: list[Table] = []
        self.counts: Counter[str] = Counter()
        self.operator = Operator(data, self._answered_by_table)

    @property
    def answered(self) -> int:
        return sum(len(table.answered) for table in self.tables)

    @property
    def ends(self) -> int:
        """Return how many servers were killed or stopped."""
        return self.counts["kills"] + self.counts["stops"]

    def run(self, ends: int) -> None:
        """End so many servers, until every table goes on; then kill all, and check."""
        asyncio.run(self._run(ends))
        self.check()

    async def _run(self, ends: int) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        tasks: list[asyncio.Task[None]] = []
        async with httpx.AsyncClient(timeout=PATIENCE, verify=False, limits=limits) as self.http:
            try:
                for _ in range(self.server_count):
                    self.servers.append(await asyncio.to_thread(self._start))
                url = f"{self.anywhere()}/api/person"
                token = (await self.http.post(url, json={"name": "Soak"})).json()["token"]
                self.headers = {"authorization": f"Bearer {token}"}
                self.http.headers.update(self.headers)
                self.http.cookies.clear()
                tasks += [asyncio.create_task(self._play(number)) for number in range(self.count)]
                if self.people:
                    tasks.append(asyncio.create_task(self.people.live(self.anywhere)))
                if self.commands:
                    tasks.append(asyncio.create_task(self.operator.live(self.anywhere)))
                await self._ravage(tasks, ends)
            finally:
                async with self.operator.lock:
                    for task in tasks:
                        task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for server in self.servers:
                    self._bury(server)

    def _start(self) -> Server:
        flags = ("--database", self.database) if self.database else ()
        return Server(self.data, *flags, program=self.people.program if self.people else PROGRAM)

    def anywhere(self) -> str:
        """Return a server, as a load balancer would."""
        if not self.servers:
            raise ConnectionError("there is no server now")
        return f"http://{self.rng.choice(self.servers).address}"

    # --- Playing ----------------------------------------------------------------------------------

    async def _play(self, number: int) -> None:
        """Play game after game, one table at a time."""
        while True:
            table = await self._new_table(over_socket=number % 2 == 1)
            while not table.over:
                try:
                    await (self._by_socket(table) if table.over_socket else self._by_http(table))
                except GONE:
                    self.counts["connections lost"] += 1
                    await asyncio.sleep(self.rng.uniform(0.05, 0.3))

    async def _new_table(self, *, over_socket: bool) -> Table:
        books = list(rulebooks().values())
        book = books[len(self.tables) % len(books)]
        setup = self.rng.choice(list(book.setups()))
        # At a shared screen a socket is told no moves before the player shows the hand.
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * (setup.players - 1)]
        wish = {"game": book.game.id, "seats": seats, "options": book.option_ids(setup)}
        while True:
            with contextlib.suppress(*GONE):
                url = f"{self.anywhere()}/api/tables"
                made = await self.http.post(url, json=wish)
                if made.status_code == 201:
                    break
            await asyncio.sleep(0.1)
        table = Table(made.json()["id"], over_socket)
        self.tables.append(table)
        return table

    async def _by_http(self, table: Table) -> None:
        path = f"/api/tables/{table.id}"
        while not table.over:
            seen = (await self.http.get(self.anywhere() + path)).json()
            if "view" not in seen:
                raise OSError(seen)  # the database is away
            table.over = seen["view"]["over"]
            seat, legal = seen["view"]["seat"], seen["view"]["legal"]
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pace)
            if not legal:
                continue
            wish = {"seat": seat, "move": self.rng.choice(legal), "seq": seen["seq"]}
            url = f"{self.anywhere()}{path}/move"
            table.unknown += 1
            answer = await self.http.post(url, json=wish)
            if answer.status_code == 200:
                self._note(table, seat, wish["move"])
            else:
                self._note_refusal(table, answer.status_code, f"{wish}: {answer.text}")

    async def _by_socket(self, table: Table) -> None:
        address = f"{self.anywhere().replace('http', 'ws')}/api/tables/{table.id}/live"
        async with connect(address, additional_headers=self.headers, open_timeout=PATIENCE) as live:
            asked: tuple[int, str, int] | None = None
            while not table.over:
                news: dict[str, Any] = json.loads(await live.recv())
                if news["type"] == "announcement":
                    continue
                if news["type"] == "refused":
                    self._note_refusal(table, news["status"], f"{asked}: {news}")
                    return  # looks again from the beginning
                entry = news.get("entry")
                if asked and entry == {"kind": MOVE, "seat": asked[0]} and news["seq"] > asked[2]:
                    self._note(table, asked[0], asked[1])
                    asked = None
                table.over = news["over"]
                if news["legal"] and asked is None:
                    await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.pace)
                    seat = self.rng.choice(list(news["legal"]))
                    asked = int(seat), self.rng.choice(news["legal"][seat]), news["seq"]
                    wish = {"type": "play", "seat": asked[0], "move": asked[1], "seq": asked[2]}
                    table.unknown += 1
                    await live.send(json.dumps(wish))

    def _note(self, table: Table, seat: int, move: str) -> None:
        table.unknown -= 1
        table.answered.append((seat, move))
        table.moved = time.monotonic()

    def _note_refusal(self, table: Table, status: int, text: str) -> None:
        """A move that came late was not made; any may be lost while a site can't write."""
        assert status in (CONFLICT, UNAVAILABLE), text
        table.unknown -= status == CONFLICT

    # --- Killing ----------------------------------------------------------------------------------

    async def _ravage(self, tasks: Sequence[asyncio.Task[None]], ends: int) -> None:
        with show_progress(ends, "kills") as advance:
            for number in range(ends):
                await self._live(tasks)
                await self._end_one()
                advance(1)
                if self.cluster and number == ends // 2:
                    await asyncio.to_thread(self.cluster.restart, "fast")
                    self.counts["restarts of the database"] += 1
        self.every, self.commands = 0.0, 0
        await self._live(tasks)

    async def _live(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        """Wait for a while, or until every table has moved and everybody has been answered."""
        before = {table.id: len(table.answered) for table in self.tables}
        commands = self.operator.done.total() + self.commands
        answers = self.people.answers + ANSWERS if self.people else 0

        def is_quiet(table: Table) -> bool:
            return not table.over and len(table.answered) <= before.get(table.id, 0)

        def is_done() -> bool:
            is_answered = self.people is None or self.people.answers >= answers
            all_moved = len(self.tables) >= self.count and not any(map(is_quiet, self.tables))
            return is_answered and all_moved and self.operator.done.total() >= commands

        pause = self.rng.uniform(0.5, 1.5) * self.every
        limit = time.monotonic() + (pause or START_SECONDS * (1 + self.commands))
        while time.monotonic() < limit and (self.every or not is_done()):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.02)
        quiet = [table for table in self.tables if is_quiet(table)]
        stuck = [one.id for one in quiet if time.monotonic() - one.moved > STANDSTILL]
        assert not stuck, f"tables that do not go on: {stuck}"
        assert self.every or is_done(), "commands do not end, or nobody is answered"

    async def _end_one(self) -> None:
        """Kill or stop a server and start another."""
        server = self.rng.choice(self.servers)
        self.servers.remove(server)
        self.operator.has_server = False
        if self.rng.random() < KILLED:
            server.process.kill()
            self.counts["kills"] += 1
        else:
            server.process.terminate()
            self.counts["stops"] += 1
        await asyncio.to_thread(server.process.wait, PATIENCE)
        self._bury(server)
        async with self.operator.lock:
            if not self.servers:
                self.check()
            self.servers.append(await asyncio.to_thread(self._start))
            self.operator.has_server = True

    def _bury(self, server: Server) -> None:
        server.kill()
        assert self.cluster or "Traceback" not in server.errors, server.errors

    # --- Checking ---------------------------------------------------------------------------------

    def _answered_by_table(self) -> dict[str, int]:
        return {table.id: len(table.answered) for table in self.tables}

    def check(self) -> None:
        """Compare confirmed moves with the database and the backups."""
        if not self.database:
            check_file(self.data / "nomarch.sqlite3")
        with contextlib.closing(self.site.open()) as store:
            for table in self.tables:
                check_moves(store, table.id, table.answered)
                extra = count_moves(store, table) - len(table.answered)
                assert extra <= table.unknown, f"{table.id}: {extra} moves that nobody sent"
            if self.people:
                self.people.check(store)
        for copy in self.operator.copies:
            check_file(copy.path)
            with contextlib.closing(site_database(str(copy.path)).open()) as store:
                for table in self.tables:
                    count = copy.answered.get(table.id, 0)
                    check_moves(store, table.id, table.answered[:count])
        self.operator.copies.clear()
        for path in (*self.data.glob("copy-*"), *self.data.glob("moved-*")):
            path.unlink()

    @property
    def summary(self) -> str:
        counts = ", ".join(f"{count} {what}" for what, count in sorted(self.counts.items()))
        return f"{self.answered} answered moves, {counts}; none lost, none doubled."


def check_file(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def count_moves(store: Store, table: Table) -> int:
    log, record = read_log(store, table.id), read_table(store, table.id)
    assert record is not None, table.id
    return sum(entry.kind == MOVE and record.seats[entry.seat].kind != BOT for entry in log)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="servers that are killed or stopped")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--people", action="store_true", help="ratings, tournaments and merges")
    parser.add_argument("--commands", type=int, default=0, help="to finish before each kill")
    parser.add_argument("--database", default="", help="an address, or 'new' for one of its own")
    parser.add_argument("--every", type=float, default=0.0, help="mean seconds between two kills")
    parser.add_argument("--pace", type=float, default=0.0, help="mean seconds a client thinks")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.commands and options.database:
        parser.error("--commands are run with SQLite.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # no server stays behind
    with contextlib.ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        is_new = options.database == "new"
        cluster = stack.enter_context(contextlib.closing(Cluster())) if is_new else None
        address: str = cluster.new_database() if cluster else options.database
        site = site_database(address or str(data / "nomarch.sqlite3"))
        people = Community(site, options.seed) if options.people else None
        soak = Soak(
            data, options.tables, seed=options.seed, commands=options.commands, people=people,
            database=address, servers=SERVERS if address else 1, every=options.every,
            pace=options.pace, cluster=cluster,
        )  # fmt: skip
        soak.run(options.kills)
        print(soak.summary)
        if options.commands:
            print("commands:", ", ".join(f"{n} {name}" for name, n in soak.operator.done.items()))
        if people:
            people.check_command(*(("--database", address) if address else ("--data", str(data))))
            print(f"people: {people.summary}; none lost, none doubled, ratings as recomputed.")


if __name__ == "__main__":
    main()
