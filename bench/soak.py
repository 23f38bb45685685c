"""Servers killed again and again: `python bench/soak.py [--rounds 50] [--tables 12]`, or with
`--database new [--seconds 170] [--tables 200]` three servers at one PostgreSQL (`soak_shared.py`).

Starts a real server, plays at many tables over HTTP and WebSocket, kills it with SIGKILL at a
random moment, and looks at what is left: every move that was answered must be in the log, the
database must be whole, and after the next start every table must go on. `tests/web/test_kill.py`
runs a few rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from tqdm import tqdm
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from nomarch.kernel.game import rulebooks
from nomarch.tables.model import MOVE
from nomarch.tables.sqlite import SqliteStore

START_SECONDS = 120
PATIENCE = 60
"""Seconds that an answer may take, on a small and busy machine."""
GONE = (httpx.TransportError, ConnectionClosed, OSError)
"""What a client sees of a server that was killed."""


class Server:
    """A real server in a process of its own."""

    def __init__(
        self, data: Path, *flags: str, program: Sequence[str] = ("-m", "nomarch.cli")
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 (nobody reads it while it is written)
        self.process = subprocess.Popen(
            [sys.executable, *program, "serve", "--port", str(self.port),
             "--data", str(data), "--bot-pause", "0", "--rate", "1000000", *flags],
            stdout=subprocess.DEVNULL, stderr=self._said,
        )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        """Until it answers, and can write."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                if httpx.get(f"http://{self.address}/health", timeout=PATIENCE).json()["ok"]:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        self.kill()
        raise RuntimeError(f"the server did not start:\n{self.errors}")

    def kill(self) -> None:
        """No goodbye: the process is gone at once."""
        self.process.kill()
        self.process.wait()
        if not self._said.closed:
            self._said.seek(0)
            self.errors = self._said.read().decode()
            self._said.close()


@dataclass
class TableSeen:
    """What a client was told about one table."""

    id: str
    over_socket: bool
    answered: list[tuple[int, str]] = field(default_factory=list)
    """Moves that the server said it made, by their place in the log."""
    over: bool = False
    since_start: int = 0


class Soak:
    """Plays, kills and looks."""

    def __init__(self, data: Path, tables: int, seed: int = 1) -> None:
        self.data, self.count = data, tables
        self.rng = random.Random(seed)
        self.tables: list[TableSeen] = []
        self.token = ""

    @property
    def answered(self) -> int:
        """How many moves were answered in all."""
        return sum(len(table.answered) for table in self.tables)

    def round(self) -> None:
        """One life of the server."""
        server = Server(self.data)
        try:
            asyncio.run(self._live(server))
        finally:
            server.kill()
        if "Traceback" in server.errors:
            raise AssertionError(f"the server failed:\n{server.errors}")
        self.check()

    async def _live(self, server: Server) -> None:
        async with httpx.AsyncClient(
            base_url=f"http://{server.address}", timeout=PATIENCE
        ) as client:
            await self._sit_down(client)
            for table in self.tables:
                table.since_start = 0
            playing = [t for t in self.tables if not t.over]
            tasks = [asyncio.create_task(self._play(client, server, t)) for t in playing]
            deadline = time.monotonic() + START_SECONDS
            while not all(t.over or t.since_start for t in playing):
                failed = [task.exception() for task in tasks if task.done()]
                if any(failed) or time.monotonic() > deadline:
                    stuck = [t.id for t in playing if not t.since_start and not t.over]
                    raise AssertionError(f"tables that do not go on: {stuck} {failed}")
                await asyncio.sleep(0.02)
            await asyncio.sleep(self.rng.uniform(0.0, 0.5))
            server.process.kill()
            for answer in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(answer, BaseException) and not isinstance(answer, GONE):
                    raise answer

    async def _sit_down(self, client: httpx.AsyncClient) -> None:
        """Becomes a guest once, and sets new tables in place of finished ones."""
        if not self.token:
            self.token = (await client.post("/api/guest", json={"name": "Soak"})).json()["token"]
        client.headers["authorization"] = f"Bearer {self.token}"
        books = list(rulebooks().values())
        while sum(not table.over for table in self.tables) < self.count:
            book = books[len(self.tables) % len(books)]
            setup = self.rng.choice(list(book.setups()))
            seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
            seats += [{"kind": "here"}] * (setup.players - 2)
            wish = {"game": book.game.id, "seats": seats, "options": book.option_ids(setup)}
            made = (await client.post("/api/tables", json=wish)).json()
            self.tables.append(TableSeen(made["id"], over_socket=len(self.tables) % 2 == 1))

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
            answer = await client.post(f"{path}/move", json=wish)
            if answer.status_code == 200:
                self._note(table, seat, move)
            elif answer.status_code != 409:
                raise AssertionError(f"{wish}: {answer.text}")

    async def _play_by_socket(self, server: Server, table: TableSeen) -> None:
        headers = {"authorization": f"Bearer {self.token}"}
        address = f"ws://{server.address}/api/tables/{table.id}/live"
        async with connect(address, additional_headers=headers, open_timeout=PATIENCE) as live:
            asked: tuple[int, str, int] | None = None
            while not table.over:
                told: dict[str, Any] = json.loads(await live.recv())
                if told["type"] == "refused":
                    raise AssertionError(f"{asked}: {told}")
                entry = told.get("entry")
                if asked and entry == {"kind": MOVE, "seat": asked[0]} and told["seq"] > asked[2]:
                    self._note(table, asked[0], asked[1])
                    asked = None
                table.over = told["over"]
                if told["legal"] and asked is None:
                    seat = self.rng.choice(list(told["legal"]))
                    move = self.rng.choice(told["legal"][seat])
                    asked = int(seat), move, told["seq"]
                    wish = {"type": "play", "seat": asked[0], "move": move, "seq": asked[2]}
                    await live.send(json.dumps(wish))

    def _note(self, table: TableSeen, seat: int, move: str) -> None:
        table.answered.append((seat, move))
        table.since_start += 1

    def check(self) -> None:
        """Holds what was answered against what is on the disk."""
        path = self.data / "nomarch.sqlite3"
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()
        store = SqliteStore(path)
        try:
            for table in self.tables:
                log = store.log(table.id)
                assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
                written = iter([(entry.seat, entry.text) for entry in log if entry.kind == MOVE])
                for move in table.answered:  # in this order, perhaps with others between them
                    assert move in written, f"{table.id}: {move} was answered"
        finally:
            store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
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
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), options.tables, options.seed)
        bar = tqdm(range(options.rounds), unit="kill")
        for _ in bar:
            soak.round()
            bar.set_postfix(moves=soak.answered, tables=len(soak.tables))
    print(f"{options.rounds} kills, {soak.answered} answered moves, none lost.")


if __name__ == "__main__":
    main()
