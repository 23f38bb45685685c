"""The Python side of `page/worker.js`: opens the host and passes requests to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import msgspec

from nomarch import platform
from nomarch.browser.copies import database_file
from nomarch.browser.host import Host
from nomarch.storage.version import VERSION

DATA = Path("/data")


async def open_host(origin: str, root: str) -> PageHost:
    """Start the application on the database of this browser."""
    import nomarch_page  # type: ignore[import-not-found]

    platform.fetch_networks = lambda package: nomarch_page.load_networks(package.rpartition(".")[2])
    platform.analyse_aside = analyse_aside
    host = PageHost(origin, DATA, root)
    await host.open()
    return host


async def analyse_aside(save: str, first: int) -> AsyncGenerator[str]:
    """Have another worker analyse a game; it ends with this iterator."""
    import nomarch_page
    from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

    found: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    hear = create_proxy(lambda kind, text: found.put_nowait((kind, text)))
    stop = nomarch_page.analyse(save, first, hear)
    try:
        while (told := await found.get())[0] == "decision":
            yield told[1]
        if told[0] == "failed":
            raise RuntimeError(told[1])
    finally:
        stop()
        hear.destroy()


def analyse(save: str, first: int) -> Iterator[str]:
    """Analyse a game in that worker, whose network is loaded: each decision as JSON."""
    from nomarch.bots.analysis import iter_decisions
    from nomarch.bots.plain_network import PlainNetworkBot, find_plain
    from nomarch.bots.plain_search import PlainSearch
    from nomarch.engine.new_match import load

    match = load(save)
    weights = find_plain(match.book, match.players)
    assert weights is not None
    bot = PlainSearch(match.book, PlainNetworkBot(match.book, weights))
    for decision in iter_decisions(match, bot, first=first):
        yield msgspec.json.encode(decision).decode()


class PageHost(Host):
    """A host whose arguments and results are JavaScript's."""

    async def prepare_opening(self) -> None:
        """Load Alembic if the database has to be upgraded by it."""
        if self._is_older():
            import nomarch_page

            await nomarch_page.load_upgrade()

    def _is_older(self) -> bool:
        """Whether the database was written by an earlier version."""
        path = database_file(self.data)
        if not path.exists():
            return False
        with contextlib.closing(sqlite3.connect(path)) as db:
            return 0 < int(db.execute("PRAGMA user_version").fetchone()[0]) < VERSION

    async def request_for_page(
        self, method: str, path: str, headers: str, body: Any, cookies: str, friend: str = ""
    ) -> Any:
        """Answer a page here, or of a friend: status, headers, content and the friend's name."""
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        content, name = bytes(body.to_py()), ""
        given = [(str(key), str(value)) for key, value in json.loads(headers)]
        if friend:
            status, answer, page, name = await self.request_of(
                friend, method, path, given, content, cookies
            )
        else:
            status, answer, page = await self.request(method, path, given, content, cookies)
        return to_js([int(status), json.dumps(answer), page, name])

    def enter_room(self, room: str, link: str) -> None:
        """Let friends in who know a link or a code, or with no name nobody any more."""
        self.friends.room, self.friends.link = room, link
