"""Running the server: logs as JSON lines, a clean shutdown, a start line that says where."""

from __future__ import annotations

import gc
import json
import logging
import sys
from socket import socket
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from nomarch.web.app import create_app
from nomarch.web.limits import LONGEST_MESSAGE
from nomarch.web.live import ABORT
from nomarch.web.settings import Settings


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Protocol(WebSocketsSansIOProtocol):
    """A socket that can be cut off: closing one politely waits for a client to read."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # What is sent is small and unlike what was sent before: trying hard saves nothing.
        quick = {"memLevel": 5, "level": 1}
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=12, client_max_window_bits=12, compress_settings=quick
            )
        ]

    async def run_asgi(self) -> None:
        """Speaks with the client; the application finds the emergency exit in the scope."""
        self.scope["state"][ABORT] = self.transport.abort
        await super().run_asgi()

    def keepalive_timeout(self) -> None:
        """A client that does not answer is gone, and with it what waits to be sent."""
        super().keepalive_timeout()
        self.transport.abort()


class Server(uvicorn.Server):
    """A server that says where it is as soon as it answers."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        self.settings = settings

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begins to listen, then says so."""
        await super().startup(sockets)
        if self.started:
            at, data = f"http://{self.settings.host}:{self.settings.port}", self.settings.data
            print(f"Nomarch is at {at}  (games are kept in {data})")
            print("Press Ctrl-C to stop.", flush=True)


def serve(settings: Settings, *, verbose: bool = False) -> int:
    """Serves until told to stop."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )
    app = create_app(settings)
    # Tables and drawings are large and hold no cycles: looking through them often is wasted.
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        ws=Protocol,
        ws_max_size=LONGEST_MESSAGE * 2,
        timeout_graceful_shutdown=5,
    )
    Server(config, settings).run()
    return 0
