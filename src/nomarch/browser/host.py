"""Runs the web application where no server is: requests and sockets come from JavaScript.

The page's worker (`page/worker.js`) owns one `Host`. A service worker's response cannot set
cookies, so the host keeps them, in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable, Coroutine, Iterable, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from nomarch.browser.prompt import Prompt
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.storage.version import FIRST, VERSION
from nomarch.web.app import create_app
from nomarch.web.operations.settings import Settings
from nomarch.web.services import Services

Headers = list[tuple[str, str]]
Message = MutableMapping[str, Any]
Emit = Callable[[str, str], None]
"""Called with `open`, `message` or `close`, and the text or the code."""

DROPPED = ("content-length", "content-encoding", "transfer-encoding")
"""Headers of a response that the browser would take for those of a real connection."""
NORMAL_CLOSURE = 1000
COOKIES = "browser cookies"
"""Name of a setting."""
JSON = [("content-type", "application/json")]


class Host:
    """One running application, its sockets and its cookies."""

    def __init__(self, origin: str, data: Path, root: str = "") -> None:
        """Open the database in `data`; raises what SQLite raises for a damaged one."""
        url = urlsplit(origin)
        self.scheme, self.address = url.scheme, url.netloc
        self.origin, self.data, self.root = origin, data, root
        self.prompt = Prompt()
        self.app = create_app(
            Settings(
                data=data,
                prepare=False,
                requests_per_second=1e6,
                root=root,
                https=self.scheme == "https",
                forget_days=0,
            )
        )
        self.services: Services = self.app.state.services
        with contextlib.closing(self.services.database.open()) as store:
            self.cookies: dict[str, str] = json.loads(read_setting(store, COOKIES) or "{}")
        self._sockets: dict[str, asyncio.Queue[Message]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._state: dict[str, Any] = {}
        self._lifespan: asyncio.Queue[Message] = asyncio.Queue()
        self._stopped: asyncio.Future[None] | None = None

    async def start(self) -> None:
        loop = asyncio.get_running_loop()
        started, self._stopped = loop.create_future(), loop.create_future()

        async def send(message: Message) -> None:
            done = started if "startup" in message["type"] else self._stopped
            assert done is not None
            if message["type"].endswith("complete"):
                done.set_result(None)
            else:
                done.set_exception(RuntimeError(message.get("message", "")))

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self._state}
        self._spawn(self.app(scope, self._lifespan.get, send))
        self._lifespan.put_nowait({"type": "lifespan.startup"})
        await started
        if not self.cookies:  # Pages made at build time do not greet a new visitor.
            await self.request("POST", f"{self.root}/api/person", JSON, b'{"name": ""}')

    async def stop(self) -> None:
        """Close sockets and the database."""
        for socket in list(self._sockets):
            self.close_socket(socket)
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        assert self._stopped is not None
        await self._stopped

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- Requests -------------------------------------------------------------------------------

    async def request(
        self, method: str, path: str, headers: Iterable[tuple[str, str]], body: bytes = b"",
        page_cookies: str = "",
    ) -> tuple[int, Headers, bytes]:  # fmt: skip
        """Answer a request. `page_cookies` are those that scripts of pages have set."""
        if path == f"{self.root}/device/games":
            return await self._copy(method, body)
        if path == f"{self.root}/device/python" and method == "POST":
            return 200, JSON, json.dumps(await self.prompt.run(body.decode())).encode()
        scope = self._scope("http", path, headers, page_cookies) | {"method": method}
        if method not in ("GET", "HEAD"):
            scope["headers"].append((b"content-length", str(len(body)).encode()))
        is_read = False
        status, answer, parts = 500, Headers(), list[bytes]()

        async def receive() -> Message:
            nonlocal is_read
            if is_read:
                await asyncio.get_running_loop().create_future()
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answer.extend((k.decode(), v.decode()) for k, v in message["headers"])
            else:
                parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        await self._keep_cookies(value for name, value in answer if name == "set-cookie")
        return status, [_framed(each) for each in answer if _is_passed_on(each)], b"".join(parts)

    def _scope(
        self, kind: str, path: str, headers: Iterable[tuple[str, str]], page_cookies: str
    ) -> dict[str, Any]:
        path, _, query = path.partition("?")
        known = dict(
            part.strip().partition("=")[::2] for part in page_cookies.split(";") if "=" in part
        )
        head = {name.lower(): value for name, value in headers}
        head |= {"host": self.address, "origin": self.origin}
        head["cookie"] = "; ".join(f"{k}={v}" for k, v in (known | self.cookies).items())
        head.pop("accept-encoding", None)
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": self.scheme if kind == "http" else self.scheme.replace("http", "ws"),
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "client": ("127.0.0.1", 1),
            "server": (self.address, 80),
            "headers": [(name.encode(), value.encode()) for name, value in head.items()],
            "state": dict(self._state),
        }

    async def _keep_cookies(self, changes: Iterable[str]) -> None:
        before = dict(self.cookies)
        for change in changes:
            name, _, value = change.partition(";")[0].partition("=")
            self.cookies[name] = value
        if self.cookies != before:
            text = json.dumps(self.cookies)
            await self.services.writer.do(lambda store: write_setting(store, COOKIES, text))

    # --- Sockets --------------------------------------------------------------------------------

    def open_socket(self, socket: str, path: str, emit: Emit, page_cookies: str = "") -> None:
        inbox: asyncio.Queue[Message] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})
        self._sockets[socket] = inbox

        async def send(message: Message) -> None:
            match message["type"]:
                case "websocket.accept":
                    emit("open", "")
                case "websocket.send":
                    text = message.get("text")
                    emit("message", message["bytes"].decode() if text is None else text)
                case "websocket.close":
                    emit("close", str(message.get("code", NORMAL_CLOSURE)))

        async def serve() -> None:
            scope = self._scope("websocket", path, (), page_cookies) | {"subprotocols": []}
            try:
                await self.app(scope, inbox.get, send)
            finally:
                self._sockets.pop(socket, None)
                emit("close", str(NORMAL_CLOSURE))

        self._spawn(serve())

    def receive_text(self, socket: str, text: str) -> None:
        if socket in self._sockets:
            self._sockets[socket].put_nowait({"type": "websocket.receive", "text": text})

    def close_socket(self, socket: str) -> None:
        if socket in self._sockets:
            closed = {"type": "websocket.disconnect", "code": NORMAL_CLOSURE}
            self._sockets[socket].put_nowait(closed)

    # --- All games as one file ------------------------------------------------------------------

    async def _copy(self, method: str, body: bytes) -> tuple[int, Headers, bytes]:
        """Answer with a copy of all games, or take one in place of them."""
        if method == "GET":
            name = 'attachment; filename="nomarch-games.sqlite3"'
            return 200, [("content-disposition", name)], self.export()
        await self.stop()
        try:
            import_games(self.data, body)
            answer = 200, JSON, b"{}"
        except CannotImport as error:
            answer = 400, JSON, json.dumps({"error": str(error)}).encode()
        await self.prepare_opening()
        Host.__init__(self, self.origin, self.data, self.root)
        await self.start()
        return answer

    async def prepare_opening(self) -> None:
        """Called before a database is opened that may be of an earlier version."""

    def export(self) -> bytes:
        """Return the database as one file; the cookies that name its owner are in it."""
        with contextlib.closing(sqlite3.connect(":memory:")) as copy:
            with contextlib.closing(sqlite3.connect(database_file(self.data))) as source:
                source.backup(copy)
            return _without_log(copy.serialize())


SQLITE = b"SQLite format 3\0"


def _without_log(content: bytes) -> bytes:
    """Clear the flags of the write-ahead log, which a database in memory cannot have."""
    return content[:18] + b"\x01\x01" + content[20:]


class CannotImport(ValueError):
    """A file that holds no games of Nomarch, or those of a newer version."""


def database_file(data: Path) -> Path:
    return data / "nomarch.sqlite3"


def import_games(data: Path, content: bytes) -> None:
    """Replace the database in `data`, which must not be open, with an exported one."""
    if not content.startswith(SQLITE):
        raise CannotImport("This isn't a file with games of Nomarch.")
    try:
        with contextlib.closing(sqlite3.connect(":memory:")) as source:
            source.deserialize(_without_log(content))
            if source.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise CannotImport("The file is damaged.")
            version = source.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise CannotImport("The file was written by a newer version of Nomarch.")
            if version < FIRST:
                raise CannotImport("The file was written by a version that is too old.")
            with contextlib.closing(sqlite3.connect(database_file(data))) as target:
                target.execute("PRAGMA journal_mode=DELETE")  # else its page size is fixed
                source.backup(target)
    except sqlite3.DatabaseError as error:
        raise CannotImport("This isn't a file with games of Nomarch.") from error


def _is_passed_on(header: tuple[str, str]) -> bool:
    return header[0] not in DROPPED and header[0] != "set-cookie"


def _framed(header: tuple[str, str]) -> tuple[str, str]:
    """Let the shell show pages in its frame."""
    name, value = header
    if name == "content-security-policy":
        value = value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return name, value
