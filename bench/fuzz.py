"""Requests that nobody would send: `python bench/fuzz.py [--requests 10000] [--seed 1]`.

Starts a real server, sends it requests with something wrong in them (addresses, methods, headers,
bodies, bytes that are no HTTP, frames over sockets) on bare connections, and looks at what comes
back: no answer may be a 5xx, none may hang, and the server must be well afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
from soak import Server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from nomarch.progress import show_progress

HANG = 30.0
"""Seconds after which an answer does not come any more."""
AT_ONCE = 16
FRAMES = 5

WORDS = (
    "", "0", "-1", "1e9", "9" * 400, "null", "true", "ra", "me", "draw", "\x00", "😀", "\u202e",
    "%", "%00", "%ff", "../..", "..%2f", "'", '"', "<script>", "{seat}", "{0}", "${x}", "a" * 5000,
    "\r\n",
)  # fmt: skip
FIELDS = (
    "seat", "move", "seq", "agree", "text", "name", "token", "merge", "game", "seats", "options",
    "clock", "level", "absent", "type", "kind", "lang", "shape", "ply", "page",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW", "get", "")
HEADERS = (
    "host", "origin", "sec-fetch-site", "cookie", "authorization", "content-type", "expect",
    "accept-language", "content-length", "transfer-encoding", "x-forwarded-for", "range", "upgrade",
    "if-none-match", "connection", "accept-encoding", "user-agent",
)  # fmt: skip
PAGES = (
    "/", "/new/{id}", "/t/{id}", "/t/{id}/replay", "/t/{id}/join/{id}", "/tables", "/rules/{id}",
    "/me", "/me/{id}", "/health", "/static/{id}", "/openapi.json", "/{id}",
)  # fmt: skip


class Fuzzer:
    """Makes up requests, sends them, and counts what comes back."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.bad: list[str] = []
        with httpx.Client(base_url=f"http://{server.address}", timeout=30) as client:
            self.token = client.post("/api/person", json={}).json()["token"]
            bearer = {"authorization": f"Bearer {self.token}"}
            paths = client.get("/openapi.json").json()["paths"]
            games = [game["id"] for game in client.get("/api/games").json()]
            seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "friend"}]
            self.tables = [
                client.post("/api/tables", json={"game": game, "seats": seats[:n]}, headers=bearer)
                for game in games
                for n in (2, 3)
            ]
        self.ids = [made.json()["id"] for made in self.tables if made.status_code == 201]
        self.ways = [("GET", path) for path in PAGES]
        for path, item in paths.items():
            if not path.endswith("/hint"):  # would begin to compile
                self.ways += [(method.upper(), path) for method in item]

    # --- What is sent ---------------------------------------------------------------------------

    def word(self) -> str:
        return self.rng.choice(
            (self.rng.choice(WORDS), str(self.rng.randint(-9, 99)), *self.ids[:2])
        )

    def value(self, depth: int = 0) -> Any:
        kind = self.rng.randrange(8)
        if kind < 3:
            return self.word()
        if kind < 5:
            return self.rng.choice((0, 1, -1, 2**70, 1.5, True, None))
        if depth > 3 or kind == 5:
            return {}
        if kind == 6:
            return [self.value(depth + 1) for _ in range(self.rng.randrange(4))]
        return {self.rng.choice(FIELDS): self.value(depth + 1) for _ in range(3)}

    def body(self) -> bytes:
        wish = {name: self.value() for name in self.rng.sample(FIELDS, self.rng.randrange(5))}
        data = json.dumps(wish).encode()
        return self.rng.choice(
            (data, data, data, self.spoiled(data), b"[" * 9000, b"\xff\xfe", b"")
        )

    def spoiled(self, data: bytes) -> bytes:
        """The same with some of its bytes changed, left out or doubled."""
        spoiled = bytearray(data)
        for _ in range(self.rng.randint(1, 6)):
            at = self.rng.randrange(len(spoiled) + 1)
            spoiled[at : at + self.rng.randrange(3)] = self.rng.randbytes(self.rng.randrange(3))
        return bytes(spoiled)

    def request(self) -> bytes:
        method, path = self.rng.choice(self.ways)
        if self.rng.random() < 0.1:
            method = self.rng.choice(METHODS)
        written = quote if self.rng.random() < 0.9 else str
        while "{id}" in path:
            known = self.rng.random() < 0.7
            path = path.replace(
                "{id}", self.rng.choice(self.ids) if known else written(self.word())
            )
        if self.rng.random() < 0.3:
            path += f"?{self.rng.choice(FIELDS)}={written(self.word())}"
        body = self.body()
        headers = {"host": self.server.address, "connection": "close",
                   "content-type": "application/json", "content-length": str(len(body)),
                   "authorization": f"Bearer {self.token}"}  # fmt: skip
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            headers[self.rng.choice(HEADERS)] = self.word()
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        data = "\r\n".join(lines).encode("utf-8", "surrogatepass") + b"\r\n\r\n" + body
        return self.spoiled(data) if self.rng.random() < 0.15 else data

    # --- What comes back ------------------------------------------------------------------------

    async def send_request(self) -> None:
        data = self.request()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        try:
            writer.write(data)
            answer = await reader.read(-1)
        except ConnectionError:
            answer = b""
        finally:
            writer.close()
        status = (
            answer.split(b" ", 2)[1].decode("latin-1") if answer.startswith(b"HTTP/") else "closed"
        )
        self.note(status, data)

    async def send_frames(self) -> None:
        url = f"ws://{self.server.address}/api/tables/{self.rng.choice(self.ids)}/live"
        said = b""
        try:
            async with connect(
                url, additional_headers={"authorization": f"Bearer {self.token}"}
            ) as link:
                for _ in range(FRAMES):
                    said = self.body()
                    await link.send(self.rng.choice((said, said.decode("latin-1"))))
                    told = json.loads(await link.recv())
                    self.note(str(told.get("status", told["type"])), said)
        except (ConnectionClosed, InvalidHandshake) as gone:
            self.note("closed" if "1011" not in str(gone) else "500", said)

    def note(self, status: str, data: bytes) -> None:
        self.counts[status] += 1
        if status.startswith("5"):
            self.bad.append(f"{status}: {data[:300]!r}")

    async def run(self, requests: int) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(send: Callable[[], Awaitable[None]]) -> None:
            async with gate:
                try:
                    async with asyncio.timeout(HANG):
                        await send()
                except TimeoutError:
                    self.note("599 hangs", b"")
                advance(1)

        sends = [self.send_frames if n % 20 == 0 else self.send_request for n in range(requests)]
        with show_progress(requests, "requests") as advance:
            await asyncio.gather(*(one(send) for send in sends))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            fuzzer, began = Fuzzer(server, options.seed), time.monotonic()
            asyncio.run(fuzzer.run(options.requests))
            well = httpx.get(f"http://{server.address}/health").json()["ok"]
        finally:
            server.kill()
    seconds = time.monotonic() - began
    print(f"{options.requests} requests in {seconds:.0f} s: {dict(sorted(fuzzer.counts.items()))}")
    for line in fuzzer.bad[:10]:
        print(line)
    traces = server.errors.count("Traceback")
    if fuzzer.bad or traces or not well:
        raise SystemExit(
            f"{len(fuzzer.bad)} bad answers, {traces} tracebacks:\n{server.errors[-3000:]}"
        )
    print("No 5xx, no hang, no traceback.")


if __name__ == "__main__":
    main()
