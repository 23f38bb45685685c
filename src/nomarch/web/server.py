"""Running the server: logs as JSON lines, a clean shutdown, a start line that says where."""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import sys
from asyncio import TimerHandle, Transport
from collections.abc import Callable, Iterator
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.protocol import OPEN

from nomarch.errors import CannotServe
from nomarch.kernel.paths import lock
from nomarch.web import request_ids
from nomarch.web.app import create_app
from nomarch.web.limits import MAX_MESSAGE
from nomarch.web.settings import Settings
from nomarch.web.sockets import ABORT, TELL
from nomarch.web.watchdog import end_process, notify

LAST_PORT = 65_535
HEADER_SECONDS = 10.0
"""How long a request's first line and headers may take to arrive."""
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


SHORT = 1000
"""Bytes that fit into one packet anyway."""


def text_frame(message: bytes) -> bytes:
    """A text as the protocol of WebSockets carries it from a server (RFC 6455, 5.2)."""
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)


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
        if request_ids.current.get():
            line["request"] = request_ids.current.get()
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """A log record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at, level = self.formatTime(record, "%H:%M:%S"), record.levelname.lower()
        fields = {**getattr(record, "fields", {}), "request": request_ids.current.get()}
        told = " ".join(f"{name}={value}" for name, value in fields.items() if value != "")
        line = f"{at} {level} {record.getMessage()} {told}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class Protocol(WebSocketsSansIOProtocol):
    """A socket that can be cut off: closing one politely waits for a client to read."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # The last two changes of a page are within sight: what is like them is found at once, and
        # trying harder saves nothing.
        quick = {"memLevel": 5, "level": 1}
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_max_window_bits=14, client_max_window_bits=12, compress_settings=quick
            )
        ]

    async def run_asgi(self) -> None:
        """Speaks with the client; the application finds the emergency exit in the scope."""
        self.scope["state"] |= {ABORT: self.transport.abort, TELL: self.tell}
        await super().run_asgi()

    def tell(self, message: bytes) -> bool:
        """Sends a text at once, if the client has taken what was sent before.

        What is short is not worth being compressed.
        """
        if self.conn.state is not OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self.conn.extensions and len(message) > SHORT:
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(text_frame(message))
        return True

    def keepalive_timeout(self) -> None:
        """A client that does not answer is gone, and with it what waits to be sent."""
        super().keepalive_timeout()
        self.transport.abort()


class Http(HttpToolsProtocol):
    """A connection on which a request must arrive in time, however slowly its bytes come."""

    _patience: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody is there: what do they want?"""
        super().connection_made(transport)
        self._wait_for_request()

    def on_headers_complete(self) -> None:
        """That is what they want."""
        self._stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """That is what they got; unless the next one is there already, it must come in time."""
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_request(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()

    def _give_up(self) -> None:
        self.transport.write(TOO_SLOW)
        self.transport.close()


class Server(uvicorn.Server):
    """A server that says when it answers, and leaves nobody behind when it stops."""

    def __init__(self, config: uvicorn.Config, app: Starlette, answers: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self.answers = answers

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begins to listen, then says so."""
        await super().startup(sockets)
        if self.started:
            self.answers()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Lets everyone finish what they are doing, then stops."""
        if not self.force_exit:
            await self.app.state.drain(self._stop_listening)
        await super().shutdown(sockets)

    def _stop_listening(self) -> None:
        for server in self.servers:
            server.close()


def serve(settings: Settings, *, verbose: bool = False) -> int:
    """Serves until told to stop."""
    with claimed(settings), listening(settings) as port:
        run(settings, port, lambda: announce(settings), verbose=verbose)
    return 0


def announce(settings: Settings) -> None:
    """Says where the server is."""
    where = settings.kept_in if settings.address else settings.data
    print(f"Nomarch is at http://{settings.host}:{settings.port}  (games are kept in {where})")
    print("Press Ctrl-C to stop.", flush=True)
    notify("READY=1")


@contextlib.contextmanager
def claimed(settings: Settings) -> Iterator[None]:
    """A file is for one server; PostgreSQL is for as many as there are."""
    if settings.address:
        yield
        return
    claim = lock(settings.data)
    if claim is None:
        raise CannotServe(f"{settings.data} is in use by another server.")
    with claim:
        yield


def log_to_stderr(*, verbose: bool, form: str = "json") -> None:
    """Logs as lines of JSON, or for people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )


def run(settings: Settings, port: socket, answers: Callable[[], None], *, verbose: bool) -> None:
    """One server process, from its start to its end."""
    log_to_stderr(verbose=verbose, form=settings.log)
    app = _app(settings)
    app.state.watchdog.when_stalled = end_process
    # Tables and drawings are large and hold no cycles: looking through them often is wasted.
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=Http,
        ws=Protocol,
        ws_max_size=MAX_MESSAGE * 2,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=5,
    )
    Server(config, app, answers).run([port])


def _app(settings: Settings) -> Starlette:
    unusable: tuple[type[Exception], ...] = (*settings.kept_in.failures, RuntimeError)
    try:
        return create_app(settings)
    except unusable as error:
        raise CannotServe(f"{settings.kept_in} cannot be used: {error}.") from error


def listening(settings: Settings) -> socket:
    """The port, taken before anything else is begun."""
    try:
        if not 0 <= settings.port <= LAST_PORT:
            raise OSError(0, "there is no such port")
        family, kind, protocol, _, address = getaddrinfo(
            settings.host, settings.port, type=SOCK_STREAM, flags=AI_PASSIVE
        )[0]
        port = socket(family, kind, protocol)
        port.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        port.bind(address)
    except OSError as error:
        at = f"{settings.host}, port {settings.port}"
        raise CannotServe(f"cannot listen at {at}: {error.strerror or error}.") from error
    return port
