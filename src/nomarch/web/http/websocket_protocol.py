"""uvicorn's WebSocket protocol, with a shorter way for the small messages of programs.

A move is sent to every seat of its table, so most of a busy server's time would go into the layers
between a message and its transport.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

from nomarch.web.http.connections import WRITE

MIN_COMPRESSED = 512
"""Bytes from which a message is worth compressing."""
WINDOW_BITS = 14
"""With 12, messages take 1.6 times the time and bytes; with 15, a socket takes 64 kB more."""
DEFLATE_LEVEL = 1
"""Higher levels cost twice the time and save a tenth of the bytes."""
MAX_UNREAD = 16
"""Messages of a client that wait before the server stops reading."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Can also write a message at once, and reads on while few messages wait."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=WINDOW_BITS,
                client_max_window_bits=WINDOW_BITS,
                compress_settings={"memLevel": 5, "level": DEFLATE_LEVEL},
            )
        ]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][WRITE] = self.write_text  # type: ignore[typeddict-item]

    def write_text(self, text: bytes) -> bool:
        """Write a message at once; return False if it has to wait."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        if len(text) < MIN_COMPRESSED:
            self.transport.write(frame_of(text))
        else:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; uvicorn would stop and resume reading for each."""
        if self.read_paused or self.queue.qsize() >= MAX_UNREAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = False


@lru_cache(maxsize=8)
def frame_of(text: bytes) -> bytes:
    """Return the frame of a message; the seats of a table get the same one."""
    return Frame(Opcode.TEXT, text).serialize(mask=False)
