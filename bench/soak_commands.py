"""Backups and admin commands beside the servers of `bench.soak`."""

import asyncio
import contextlib
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import httpx
from websockets.exceptions import WebSocketException

PATIENCE = 60
"""Seconds to wait for an answer on a busy machine."""
UNAVAILABLE = 503
"""The status of refusals while a site is read-only."""
GONE = (httpx.TransportError, WebSocketException, OSError, EOFError)
"""Errors that a client gets when a server was killed or stopped."""


@dataclass
class Copy:
    """A backup, and the number of confirmed moves of each table when it began."""

    path: Path
    answered: dict[str, int]


class Operator:
    """Runs backups and admin commands beside a server, each in a separate process."""

    def __init__(self, data: Path, answered: Callable[[], dict[str, int]]) -> None:
        self.data, self.answered = data, answered
        self.copies: list[Copy] = []
        self.done: Counter[str] = Counter()
        """Finished commands by name."""
        self.has_server = True
        self.checks_log = True
        """Whether a command that removes the server's write-ahead log fails at once."""
        self.lock = asyncio.Lock()
        """Held while a command runs."""
        self._made = 0
        self.steps: tuple[Callable[[], Awaitable[None]], ...] = (
            self.back_up, self.show, self.export, self.switch, self.remove, self.move_data,
            self.restore,
        )  # fmt: skip

    async def live(self, anywhere: Callable[[], str]) -> None:
        """Repeat all steps until cancelled."""
        self.anywhere = anywhere
        for step in cycle(self.steps):
            async with self.lock:
                with contextlib.suppress(*GONE):
                    await step()
            await asyncio.sleep(0)

    async def run(self, *words: str, name: str = "", statuses: Sequence[int] = (0,)) -> str:
        """Run a command and return its output."""
        before = self._log_file()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "nomarch", *words,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        output, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        text, command = output.decode(), f"nomarch {' '.join(words)}"
        assert process.returncode in statuses, f"{command}: {process.returncode}, {text}"
        if self.has_server and self.checks_log:
            after = self._log_file()
            assert after == before, f"{command} removed the write-ahead log of the server"
        self.done[name or words[0]] += 1
        return text

    def _log_file(self) -> int:
        """Return the inode of the write-ahead log, or 0."""
        try:
            return (self.data / "nomarch.sqlite3-wal").stat().st_ino
        except FileNotFoundError:
            return 0

    async def admin(self, *words: str) -> str:
        return await self.run("admin", "--data", str(self.data), *words, name=words[0])

    def _new_name(self, kind: str) -> str:
        self._made += 1
        return f"{kind}-{self._made}"

    async def back_up(self) -> None:
        path = self.data / f"{self._new_name('copy')}.sqlite3"
        copy = Copy(path, self.answered())
        assert "checked" in await self.run("backup", str(path), "--data", str(self.data))
        self.copies.append(copy)

    async def show(self) -> None:
        for words in (("status",), ("tables", "--running", "--json"), ("bans",)):
            await self.admin(*words)

    async def export(self) -> None:
        person = (await self.admin("people", "Soak")).split()[0]
        assert "Soak" in await self.admin("export", person)

    async def switch(self) -> None:
        """Run commands that change something and change it back."""
        await self.admin("ban", "192.0.2.0/24", "--reason", "test")
        await self.admin("unban", "192.0.2.0/24")
        await self.admin("announce", "Back soon")
        await self.admin("announce")
        await self.admin("read-only", "on")
        await self.admin("read-only", "off")

    async def remove(self) -> None:
        """Remove tables and a person that are there for it."""
        await self.admin("close", (await self._new_victim())[1])
        await self.admin("delete", (await self._new_victim())[1])
        name, _ = await self._new_victim()
        await self.admin("forget", (await self.admin("people", name)).split()[0])

    async def move_data(self) -> None:
        """Copy the database; status 2 means that a move came in between."""
        source, target = self.data / "nomarch.sqlite3", self.data / self._new_name("moved")
        await self.run("move-data", str(source), f"{target}.sqlite3", statuses=(0, 2))

    async def restore(self) -> None:
        """Run a command that must be refused while a server runs."""
        nothing = str(self.data / "nothing")
        await self.run("restore", nothing, "--data", str(self.data), statuses=(2,))

    async def _new_victim(self) -> tuple[str, str]:
        """Create a person with a table, for commands that remove something."""
        name = self._new_name("Victim")
        wish = {"game": "ra", "seats": [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]}
        async with httpx.AsyncClient(
            base_url=self.anywhere(), timeout=PATIENCE, verify=False
        ) as client:
            while True:
                await client.post("/api/person", json={"name": name})
                made = await client.post("/api/tables", json=wish)
                if made.status_code == 201:
                    return name, made.json()["id"]
                assert made.status_code in (401, UNAVAILABLE), made.text
                await asyncio.sleep(0.05)
