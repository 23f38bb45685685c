"""Servers killed again and again: `python bench/soak.py [--seconds 1200] [--tables 12]`, or with
`--database new [--tables 200]` three servers at one PostgreSQL (`soak_shared.py`). `--kills 50`
counts kills instead of seconds.

Starts a real server, plays at many tables over HTTP and WebSocket, kills it with SIGKILL at a
random moment, and looks at what is left: every move that was answered must be in the log, the
database must be whole, and after the next start every table must go on. `tests/web/test_kill.py`
runs a few rounds.

`--commands 3` also runs backups and admin commands all the time, at least three in each round, each
in a separate process. Every copy must hold every move that was answered before the backup began.

`--people` adds rated games, tournaments and people who become one (`soak_people.py`); in the end
`nomarch admin recompute-ratings --check` must find nothing. With `--folder` the run can be
interrupted: the next one resumes after the last kill, up to `--kills` in all.
"""

from __future__ import annotations

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
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from nomarch.contests.site_hooks import site_database
from nomarch.kernel.declare.game import rulebooks
from nomarch.progress import show_progress
from nomarch.tables.state.model import MOVE
from nomarch.tables.stores.log_store import read_log

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.ports import free_port

sys.path.insert(0, str(Path(__file__).parent))

from soak_figures import Figures

PROGRAM = ("-m", "nomarch")
START_SECONDS = 120
ANSWERS = 120
"""Requests of people that are answered before each kill."""
PATIENCE = 60
"""Seconds to wait for an answer on a busy machine."""
UNAVAILABLE = 503
"""The status of refusals while a site is read-only."""
GONE = (httpx.TransportError, ConnectionClosed, OSError)
"""Errors that a client gets when a server was killed."""


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
class TableSeen:
    """What a client knows about a table."""

    id: str
    over_socket: bool
    answered: list[tuple[int, str]] = field(default_factory=list)
    """Confirmed moves, by their position in the log."""
    over: bool = False
    since_start: int = 0


@dataclass
class Copy:
    """A backup, and the confirmed moves of each table when it began."""

    path: Path
    answered: dict[str, int]


class Operator:
    """Runs backups and admin commands beside a server, each in a separate process."""

    def __init__(self, data: Path, tables: list[TableSeen]) -> None:
        self.data, self.tables = data, tables
        self.copies: list[Copy] = []
        self.done: Counter[str] = Counter()
        """Finished commands by name."""
        self.is_running = False
        self.checks_log = True
        """Whether a command that removes the server's write-ahead log fails at once."""
        self._next = self._made = 0
        self._address = ""
        self.steps: tuple[Callable[[], Awaitable[None]], ...] = (
            self.back_up, self.show, self.export, self.ban, self.announce, self.close_table,
            self.delete_table, self.forget_person, self.move_data, self.restore, self.set_read_only,
        )  # fmt: skip

    async def keep_running(self, server: Server) -> None:
        """Repeat all steps until `is_running` is cleared; finish the current one."""
        self._address, self.is_running = f"http://{server.address}", True
        while self.is_running:
            self._next += 1
            with contextlib.suppress(*GONE):
                await self.steps[(self._next - 1) % len(self.steps)]()

    async def run(self, *words: str, name: str = "", statuses: Sequence[int] = (0,)) -> str:
        """Run a command and return its output."""
        before = self._log_file()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "nomarch", *words,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        output, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        told, command = output.decode(), f"nomarch {' '.join(words)}"
        assert process.returncode in statuses, f"{command}: {process.returncode}, {told}"
        if self.is_running and self.checks_log:
            after = self._log_file()
            assert after == before, f"{command} removed the write-ahead log of the server"
        self.done[name or words[0]] += 1
        return told

    def _log_file(self) -> int:
        """Return the inode of the write-ahead log, or 0."""
        try:
            return (self.data / "nomarch.sqlite3-wal").stat().st_ino
        except FileNotFoundError:
            return 0

    async def admin(self, *words: str) -> str:
        return await self.run("admin", "--data", str(self.data), *words, name=words[0])

    async def back_up(self) -> None:
        self._made += 1
        path = self.data / f"copy-{self._made}.sqlite3"
        copy = Copy(path, {table.id: len(table.answered) for table in self.tables})
        assert "checked" in await self.run("backup", str(path), "--data", str(self.data))
        self.copies.append(copy)

    async def show(self) -> None:
        for words in (("status",), ("tables", "--running", "--json"), ("bans",)):
            await self.admin(*words)

    async def export(self) -> None:
        person = (await self.admin("people", "Soak")).split()[0]
        assert "Soak" in await self.admin("export", person)

    async def ban(self) -> None:
        await self.admin("ban", "192.0.2.0/24", "--reason", "test")
        await self.admin("unban", "192.0.2.0/24")

    async def announce(self) -> None:
        await self.admin("announce", "Back soon")
        await self.admin("announce")

    async def close_table(self) -> None:
        await self.admin("close", (await self._new_victim())[1])

    async def delete_table(self) -> None:
        await self.admin("delete", (await self._new_victim())[1])

    async def forget_person(self) -> None:
        name, _ = await self._new_victim()
        await self.admin("forget", (await self.admin("people", name)).split()[0])

    async def move_data(self) -> None:
        """Copy the database; status 2 means that a move came in between."""
        self._made += 1
        target = self.data / f"moved-{self._made}.sqlite3"
        source = self.data / "nomarch.sqlite3"
        await self.run("move-data", str(source), str(target), statuses=(0, 2))

    async def restore(self) -> None:
        """Run a command that must be refused while a server runs."""
        nothing = str(self.data / "nothing")
        await self.run("restore", nothing, "--data", str(self.data), statuses=(2,))

    async def set_read_only(self) -> None:
        await self.admin("read-only", "on")
        await self.admin("read-only", "off")

    async def _new_victim(self) -> tuple[str, str]:
        """Create a person with a table, for commands that remove something."""
        self._made += 1
        name = f"Victim-{self._made}"
        wish = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]}
        async with httpx.AsyncClient(
            base_url=self._address, timeout=PATIENCE, verify=False
        ) as client:
            while True:
                await client.post("/api/person", json={"name": name})
                made = await client.post("/api/tables", json=wish)
                if made.status_code == 201:
                    return name, made.json()["id"]
                assert made.status_code in (401, UNAVAILABLE), made.text
                await asyncio.sleep(0.05)


class Soak:
    """Plays, kills the server and checks the database.

    With `commands`, so many backups and admin commands are run in each round before the kill.
    """

    def __init__(
        self, data: Path, tables: int, seed: int = 1, commands: int = 0, people: Any = None
    ) -> None:
        self.data, self.count, self.commands, self.people = data, tables, commands, people
        self.rng = random.Random(seed)
        self.tables: list[TableSeen] = []
        self.token = ""
        self.kills, self.table_type = 0, TableSeen
        self.operator = Operator(data, self.tables)
        self.figures = Figures()

    @property
    def answered(self) -> int:
        """Return the number of confirmed moves."""
        return sum(len(table.answered) for table in self.tables)

    def round(self) -> None:
        """Run the server once, until it is killed."""
        server = Server(self.data, program=self.people.program if self.people else PROGRAM)
        try:
            asyncio.run(self._live(server))
        finally:
            server.kill()
        self.kills += 1
        if "Traceback" in server.errors:
            raise AssertionError(f"the server failed:\n{server.errors}")
        self.check()

    async def _live(self, server: Server) -> None:
        async with httpx.AsyncClient(
            base_url=f"http://{server.address}", timeout=PATIENCE, verify=False
        ) as client:
            await self._sit_down(client)
            for table in self.tables:
                table.since_start = 0
            tasks = [
                asyncio.create_task(self._keep_playing(client, server, table))
                for table in self.tables
                if not table.over
            ]
            crowd = [asyncio.create_task(self._gather_people(server))] if self.people else []
            try:
                await self._wait_for_moves([*tasks, *crowd])
                await self._wait_for_people(crowd)
                if self.commands:
                    tasks.append(asyncio.create_task(self.operator.keep_running(server)))
                    await self._wait_for_commands(tasks[-1])
                    for table in self.tables:
                        table.since_start = 0
                    await self._wait_for_moves(tasks)
                await asyncio.sleep(self.rng.uniform(0.0, 0.5))
                self.operator.is_running = False
                self.figures.note_memory(server.process.pid)
                server.process.kill()
                for answer in await asyncio.gather(*tasks, return_exceptions=True):
                    if isinstance(answer, BaseException) and not isinstance(answer, GONE):
                        raise answer
            finally:
                for task in (*tasks, *crowd):
                    task.cancel()
                await asyncio.gather(*tasks, *crowd, return_exceptions=True)

    async def _gather_people(self, server: Server) -> None:
        await self.people.live(lambda: f"http://{server.address}")

    async def _wait_for_people(self, crowd: list[asyncio.Task[None]]) -> None:
        """Wait until the people of rated games and tournaments were answered, too."""
        if not self.people:
            return
        enough, deadline = self.people.answers + ANSWERS, time.monotonic() + START_SECONDS
        while self.people.answers < enough:
            if crowd[0].done():
                crowd[0].result()
            assert time.monotonic() < deadline, "nobody is answered"
            await asyncio.sleep(0.02)

    async def _wait_for_moves(self, tasks: list[asyncio.Task[None]]) -> None:
        """Wait for a confirmed move at every table that is not over."""
        playing = [table for table in self.tables if not table.over]
        deadline = time.monotonic() + START_SECONDS
        while not all(t.over or t.since_start for t in playing):
            failed = [task.exception() for task in tasks if task.done()]
            if any(failed) or time.monotonic() > deadline:
                stuck = [t.id for t in playing if not t.since_start and not t.over]
                raise AssertionError(f"tables that do not go on: {stuck} {failed}")
            await asyncio.sleep(0.02)

    async def _wait_for_commands(self, operating: asyncio.Task[None]) -> None:
        done = self.operator.done.total()
        enough, deadline = done + self.commands, time.monotonic() + START_SECONDS
        while self.operator.done.total() < enough and not operating.done():
            if self.operator.done.total() > done:  # each command has as long as a start
                done, deadline = self.operator.done.total(), time.monotonic() + START_SECONDS
            assert time.monotonic() < deadline, "a command does not end"
            await asyncio.sleep(0.02)
        if operating.done():
            await operating

    async def _sit_down(self, client: httpx.AsyncClient) -> None:
        """Sign in once, and replace finished tables by new ones."""
        if not self.token:
            self.token = (await client.post("/api/person", json={"name": "Soak"})).json()["token"]
        client.headers["authorization"] = f"Bearer {self.token}"
        while sum(not table.over for table in self.tables) < self.count:
            await self._new_table(client)

    async def _new_table(self, client: httpx.AsyncClient) -> TableSeen:
        books = list(rulebooks().values())
        book = books[len(self.tables) % len(books)]
        setup = self.rng.choice(list(book.setups()))
        over_socket = len(self.tables) % 2 == 1
        bot = {"kind": "bot", "level": "random"}
        # At a shared screen a socket is told no moves before the player shows the hand.
        other = bot if over_socket else {"kind": "here"}
        seats = [{"kind": "me"}, bot, *[other] * (setup.players - 2)]
        wish = {"game": book.game.id, "seats": seats, "options": book.option_ids(setup)}
        while (answer := await client.post("/api/tables", json=wish)).status_code == UNAVAILABLE:
            await asyncio.sleep(0.05)
        table = TableSeen(answer.json()["id"], over_socket)
        self.tables.append(table)
        return table

    async def _keep_playing(
        self, client: httpx.AsyncClient, server: Server, table: TableSeen
    ) -> None:
        """Play until the server is gone; a new game follows a finished one."""
        while True:
            await self._play(client, server, table)
            table = await self._new_table(client)

    async def _play(self, client: httpx.AsyncClient, server: Server, table: TableSeen) -> None:
        if table.over_socket:
            await self._play_by_socket(server, table)
        else:
            await self._play_by_http(client, table)

    async def _play_by_http(self, client: httpx.AsyncClient, table: TableSeen) -> None:
        path = f"/api/tables/{table.id}"
        while not table.over:
            seen = (await client.get(path)).json()
            table.over = seen["view"]["over"]
            seat, legal = seen["view"]["seat"], seen["view"]["legal"]
            if not legal:
                await asyncio.sleep(0.005)
                continue
            move = self.rng.choice(legal)
            wish = {"seat": seat, "move": move, "seq": seen["seq"]}
            began = time.perf_counter()
            answer = await client.post(f"{path}/move", json=wish)
            if answer.status_code == 200:
                self.figures.note_move(began)
                self._note(table, seat, move)
            elif answer.status_code == UNAVAILABLE and self.commands:
                await asyncio.sleep(0.05)
            elif answer.status_code != 409:
                raise AssertionError(f"{wish}: {answer.text}")

    async def _play_by_socket(self, server: Server, table: TableSeen) -> None:
        headers = {"authorization": f"Bearer {self.token}"}
        address = f"ws://{server.address}/api/tables/{table.id}/live"
        async with connect(address, additional_headers=headers, open_timeout=PATIENCE) as live:
            asked: tuple[int, str, int] | None = None
            wish: dict[str, Any] = {}
            began = 0.0
            while not table.over:
                told: dict[str, Any] = json.loads(await live.recv())
                if told["type"] == "announcement":
                    continue
                if told["type"] == "refused" and told["status"] == UNAVAILABLE and self.commands:
                    await asyncio.sleep(0.05)
                    await live.send(json.dumps(wish))
                    continue
                if told["type"] == "refused":
                    raise AssertionError(f"{asked}: {told}")
                entry = told.get("entry")
                if asked and entry == {"kind": MOVE, "seat": asked[0]} and told["seq"] > asked[2]:
                    self.figures.note_move(began)
                    self._note(table, asked[0], asked[1])
                    asked = None
                table.over = told["over"]
                if told["legal"] and asked is None:
                    seat = self.rng.choice(list(told["legal"]))
                    move = self.rng.choice(told["legal"][seat])
                    asked = int(seat), move, told["seq"]
                    wish = {"type": "play", "seat": asked[0], "move": move, "seq": asked[2]}
                    began = time.perf_counter()
                    await live.send(json.dumps(wish))

    def _note(self, table: TableSeen, seat: int, move: str) -> None:
        table.answered.append((seat, move))
        table.since_start += 1

    def check(self) -> None:
        """Compare confirmed moves with the database and the backups."""
        self.check_file(self.data / "nomarch.sqlite3", {t.id: len(t.answered) for t in self.tables})
        if self.people:
            with contextlib.closing(
                site_database(str(self.data / "nomarch.sqlite3")).open()
            ) as store:
                self.people.check(store)
        for copy in self.operator.copies:
            self.check_file(copy.path, copy.answered)
        self.operator.copies.clear()
        for path in (*self.data.glob("copy-*"), *self.data.glob("moved-*")):
            path.unlink()

    def check_file(self, path: Path, answered: dict[str, int]) -> None:
        """Check that the confirmed moves of each table are there."""
        with contextlib.closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        with contextlib.closing(site_database(str(path)).open()) as store:
            for table in self.tables:
                log = read_log(store, table.id)
                assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
                written = iter([(entry.seat, entry.text) for entry in log if entry.kind == MOVE])
                moves = table.answered[: answered.get(table.id, 0)]
                for i, move in enumerate(moves):  # in this order, perhaps with others between them
                    assert move in written, (
                        f"{path.name}, {table.id}: {move} was answered as number {i} of "
                        f"{len(moves)}; {len(log)} entries are there"
                    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", "--rounds", type=int, default=0, help="instead of --seconds")
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--people", action="store_true", help="ratings, tournaments and merges")
    parser.add_argument("--folder", type=Path, help="keeps the data, to resume later")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--commands", type=int, default=0,
        help="backups and admin commands to finish in each round before the kill",
    )  # fmt: skip
    parser.add_argument(
        "--database", help="an address, or 'new' for one that is made and restarted"
    )
    parser.add_argument("--seconds", type=float, default=170)
    parser.add_argument(
        "--ends", type=int, default=0, help="kills and stops, however long it takes"
    )
    parser.add_argument("--every", type=float, default=2.0, help="mean seconds between two kills")
    parser.add_argument(
        "--longest-duty", type=float, default=10.0,
        help="seconds for which a duty may be held for a process that is dead",
    )  # fmt: skip
    parser.add_argument(
        "--longest-standstill", type=float, default=60.0,
        help="seconds in which something must happen at every table, while all this goes on",
    )  # fmt: skip
    parser.add_argument("--pace", type=float, default=1.0, help="mean seconds a client thinks")
    options = parser.parse_args()
    if options.database:
        import soak_shared

        soak_shared.main(options)
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # no server stays behind
    import soak_people

    with tempfile.TemporaryDirectory() as temporary:
        data: Path = options.folder or Path(temporary)
        data.mkdir(parents=True, exist_ok=True)
        database = site_database(str(data / "nomarch.sqlite3"))
        people = soak_people.Community(database, options.seed) if options.people else None
        soak = Soak(data, options.tables, options.seed, options.commands, people)
        soak_people.resume(soak)
        began = time.monotonic()

        def done() -> float:
            return soak.kills if options.kills else time.monotonic() - began

        wanted, shown = options.kills or options.seconds, done()
        with show_progress(wanted, "kills" if options.kills else "s", int(shown)) as advance:
            while done() < wanted:
                soak.round()
                soak_people.save(soak)
                advance(done() - shown)
                shown = done()
        if people:
            people.check_command("--data", str(data))
    print(f"{soak.kills} kills, {soak.answered} answered moves, none lost.")
    print(soak.figures)
    if options.commands:
        print("commands:", ", ".join(f"{n} {name}" for name, n in soak.operator.done.items()))
    if people:
        print(f"people: {people.summary}; none lost, none doubled, ratings as recomputed.")


if __name__ == "__main__":
    main()
