"""Programs at tables, the load of `bench/server.py`: they speak just as much WebSocket as it takes
to play, without a library, so that it is the server that is measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import msgspec

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\nupgrade: websocket\r\n"
    "connection: upgrade\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED, NO_MASK = 0x80, bytes(4)
LONG, LONGER = 126, 127


class Heard(msgspec.Struct):
    """The fields of a message that a program reads."""

    type: str
    seq: int = 0
    over: bool = False
    legal: dict[str, list[str]] = {}


_read = msgspec.json.Decoder(Heard).decode
_write = msgspec.json.Encoder().encode


class Tally:
    """Measurements of all games, after the warm-up."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.latencies: list[float] = []
        self.refused = 0
        self.measuring = False


class Game:
    """One table of the load; a move counts when all seats have heard of it.

    Moves are made as soon as they are asked for; with `rate` so many a second and at set times,
    and how long one took is counted from then, however late it could be made.
    """

    def __init__(self, tally: Tally, pace: float = 0.0, rate: float = 0.0) -> None:
        self.tally, self.pace, self.rate = tally, pace, rate
        self.then: Callable[[], None] = lambda: None
        """Called when the game is over."""
        self._begun = self._ended = False
        self._waiting: list[Callable[[], None]] = []
        self._due = 0.0
        self._sent: dict[int, float] = {}
        self._heard: dict[int, int] = {}

    def begin(self) -> None:
        """Let the seats to act play; until now they only watched."""
        self._begun = True
        self._due = time.perf_counter() + random.random() / (self.rate or 1.0)
        for play in self._waiting:
            play()

    def hear(self, program: Program, news: Heard) -> None:
        """Handle a message to a program."""
        if news.type == "refused":
            self.tally.refused += 1
        elif news.type == "table":
            self.note(news.seq)
            if news.over and not self._ended:
                self._ended = True
                self.then()
            for seat, moves in news.legal.items():
                self._answer(program, int(seat), random.choice(moves), news.seq)

    def _answer(self, program: Program, seat: int, move: str, seq: int) -> None:
        wish = _write({"type": "play", "seat": seat, "move": move, "seq": seq})

        def play() -> None:
            loop, now = asyncio.get_running_loop(), time.perf_counter()
            if self.rate:
                due, self._due = self._due, self._due + 1 / self.rate
                loop.call_later(max(0.0, due - now), send, due)
            elif self.pace:
                loop.call_later(random.uniform(0.5, 1.5) * self.pace, send)
            else:
                send(now)

        def send(due: float = 0.0) -> None:
            self.played(seq, due)
            program.send(wish)

        if self._begun:
            play()
        else:
            self._waiting.append(play)

    def played(self, seq: int, due: float = 0.0) -> None:
        """Send a move, now or when it is due."""
        self._sent[seq + 1] = due or time.perf_counter()

    def note(self, seq: int) -> None:
        """Count a seat that has received a position."""
        if seq not in self._sent:
            return
        heard = self._heard[seq] = self._heard.get(seq, 0) + 1
        if heard == self.tally.seats:
            del self._heard[seq]
            took = time.perf_counter() - self._sent.pop(seq)
            if self.tally.measuring:
                self.tally.latencies.append(took)


class Program(asyncio.Protocol):
    """One seat that plays random legal moves."""

    def __init__(self, game: Game, table: str, token: str, base: str) -> None:
        self.game = game
        self.error: str = ""
        """The error that stopped it."""
        host, path = urlsplit(base).netloc, f"/api/tables/{table}/live"
        self._greeting = HANDSHAKE.format(host=host, path=path, token=token).encode()
        self.is_there = asyncio.Event()
        self._unread = b""
        self._is_open = False

    @classmethod
    async def join(cls, game: Game, table: str, token: str, base: str) -> Program:
        """Connect a program and wait for the first position."""
        where = urlsplit(base)
        loop = asyncio.get_running_loop()
        program = cls(game, table, token, base)
        await loop.create_connection(lambda: program, where.hostname, where.port)
        await program.is_there.wait()
        return program

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]
        self._transport.write(self._greeting)

    def connection_lost(self, error: Exception | None) -> None:
        self.error = self.error or f"the connection was lost: {error}"
        self.is_there.set()

    def data_received(self, data: bytes) -> None:
        self._unread += data
        if not self._is_open:
            answer, end, self._unread = self._unread.partition(b"\r\n\r\n")
            if not end:
                self._unread = answer
                return
            if b" 101 " not in answer[:16]:
                self.error = answer.decode(errors="replace")
            self._is_open = True
        self._read_frames()

    def _read_frames(self) -> None:
        while len(self._unread) >= 2:
            kind, size, start = self._unread[0], self._unread[1], 2
            if size >= LONG:
                start = 4 if size == LONG else 10
                size = int.from_bytes(self._unread[2:start], "big")
            end = start + size
            if len(self._unread) < end:
                return
            payload, self._unread = self._unread[start:end], self._unread[end:]
            self._take(kind, payload)

    def _take(self, kind: int, payload: bytes) -> None:
        self.is_there.set()
        if kind == TEXT:
            self.game.hear(self, _read(payload))
        elif kind == PING:
            self.send(payload, PONG)
        elif kind == CLOSE:
            self.error = f"the server closed the connection: {payload!r}"

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Send one frame; clients must mask frames, and a mask of zeros is allowed."""
        size = len(payload)
        assert size < LONG, "longer than a move is"
        self._transport.write(bytes((kind, MASKED | size)) + NO_MASK + payload)

    def leave(self) -> None:
        self._transport.abort()


@contextlib.contextmanager
def serving(data: str) -> Iterator[tuple[int, int]]:
    """Run a server without a limit of requests; yields its port and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "nomarch", "serve", "--port", str(port), "--data", data]
    command += ["--rate", "1000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            next(line for line in server.stdout or () if line.startswith("Press"))
            yield port, server.pid
        finally:
            server.terminate()
