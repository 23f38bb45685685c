"""Frames of clients as they arrive: whole, several at once, in pieces, wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from nomarch.web.http.websocket_protocol import WebSocketProtocol

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LONG = "long " * 100


class Transport(asyncio.Transport):
    """Keeps what was written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Link:
    """A connection to an app that keeps the messages it gets."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.is_closed = False
        """Whether the server has closed the connection."""
        config = Config(self.app, log_config=None, interface="asgi3", proxy_headers=False)
        config.load()
        self.protocol = WebSocketProtocol(config, ServerState(), {})
        self.transport = Transport()
        self.protocol.connection_made(self.transport)

    async def app(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
        send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.messages.append(message["text"])

    async def get(self, *segments: bytes) -> None:
        """Let segments arrive one by one."""
        for data in segments:
            self.protocol.data_received(data)
            for _ in range(5):
                await asyncio.sleep(0)
        self.is_closed = self.transport.is_closed


def link_after(*segments: bytes) -> Link:
    """A connection after a handshake and some segments."""

    async def run() -> Link:
        link = Link()
        await link.get(HANDSHAKE, *segments)
        return link

    return asyncio.run(run())


def text(words: str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, words.encode(), fin=fin).serialize(mask=True)


ONE, TWO = text("one"), text("two")
PING = Frame(Opcode.PING, b"hey").serialize(mask=True)
PONG = Frame(Opcode.PONG, b"hey").serialize(mask=False)
FRAGMENTS = text("a", fin=False) + text("b", Opcode.CONT)


@pytest.mark.parametrize(
    ("segments", "messages"),
    [
        ([ONE, TWO], ["one", "two"]),
        ([ONE + text("é") + text("")], ["one", "é", ""]),
        ([ONE[:1], ONE[1:], TWO], ["one", "two"]),
        ([ONE[:2], ONE[2:6], ONE[6:] + TWO], ["one", "two"]),
        ([ONE + TWO[:4], TWO[4:], text("three")], ["one", "two", "three"]),
        ([text(LONG), ONE], [LONG, "one"]),
        ([ONE + text(LONG)], ["one", LONG]),
        ([FRAGMENTS, ONE], ["ab", "one"]),
        ([text("a", fin=False), PING, text("b", Opcode.CONT), ONE], ["ab", "one"]),
    ],
    ids=("whole", "together", "cut", "thrice", "end", "long", "longer", "fragments", "ping"),
)
def test_messages_arrive_however_they_are_cut(segments: list[bytes], messages: list[str]) -> None:
    link = link_after(*segments)
    assert link.messages == messages
    assert not link.is_closed


def test_a_ping_between_messages_is_answered() -> None:
    link = link_after(ONE + PING + TWO)
    assert link.messages == ["one", "two"]
    assert link.transport.written.endswith(PONG)


@pytest.mark.parametrize(
    "data",
    [
        b"\x81\x03one",  # a client must mask
        text("a", fin=False) + ONE,  # within another message
        bytes((0x81, 0x81, 0, 0, 0, 0, 0xFF)),  # no UTF-8
        bytes((0xC1, 0x81)) + bytes(5),  # compressed, which was not agreed
        bytes((0x83, 0x80)) + bytes(4),  # unknown kind
    ],
    ids=("unmasked", "nested", "bytes", "compressed", "unknown"),
)
def test_a_wrong_frame_closes_the_connection(data: bytes) -> None:
    link = link_after(data + text("later"))
    assert link.messages == []
    assert link.is_closed


def test_nothing_is_read_after_a_close_frame() -> None:
    close = Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True)
    link = link_after(ONE + close + TWO)
    assert link.messages == ["one"]
    assert link.is_closed
