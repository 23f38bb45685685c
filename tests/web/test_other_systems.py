"""What Windows, macOS and browsers do differently, played here: the real ones run in CI."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from nomarch import platform
from nomarch.people.site_report import check_site
from nomarch.storage import backup
from nomarch.storage.sqlite import SqliteStore
from nomarch.web import bot_process, server
from nomarch.web.operations.settings import Settings

from .actors import Person
from .conftest import Patch, Start


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


def test_a_copy_is_flushed_where_folders_cannot_be_opened(
    windows: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(tmp_path / "site.sqlite3").close()
    flushed, real = list[int](), os.open

    def open_(path: Any, flags: int, *more: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        handle = real(path, flags, *more)
        flushed.append(flags & os.O_ACCMODE)
        return handle

    monkeypatch.setattr(backup.os, "open", open_)
    backup.back_up(tmp_path / "site.sqlite3", tmp_path / "copy.sqlite3", check_site)
    assert flushed[-1] == os.O_RDWR, "a handle that may only read cannot be flushed"


def test_a_port_belongs_to_one_server(windows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    exclusive, used = 0x7777, list[int]()

    class Port(socket.socket):
        def setsockopt(self, level: int, option: int, value: int) -> None:  # type: ignore[override]
            used.append(option)

    monkeypatch.setattr(server.socket_module, "SO_EXCLUSIVEADDRUSE", exclusive, raising=False)
    monkeypatch.setattr(server, "socket", Port)
    server.listening(Settings(port=0)).close()
    assert used == [exclusive]


def test_two_servers_cannot_listen_at_one_port() -> None:
    from nomarch.errors import CannotServe

    with server.listening(Settings(port=0)) as port:
        port.listen()
        with pytest.raises(CannotServe):
            server.listening(Settings(port=port.getsockname()[1]))


def test_bots_stop_without_handlers(new_postgres: Callable[[], str], monkeypatch: Patch) -> None:
    def missing(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", missing)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    real = print

    def stop_when_ready(*words: Any, **more: Any) -> None:
        real(*words, **more)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(bot_process, "print", stop_when_ready, raising=False)
    try:
        assert bot_process.play_bots(Settings(address=new_postgres())) == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.parametrize(
    ("limits", "largest", "expected"),
    [
        ((256, 2**63 - 1), 10_240, 10_240),  # macOS
        ((1024, 524_288), 524_288, 524_288),  # Linux
        ((1024, 4096), 4096, 4096),
        ((20_480, 2**63 - 1), 10_240, 20_480),
        ((256, 512), 512, 512),
    ],
)
def test_as_many_files_as_the_system_allows(
    limits: tuple[int, int], largest: int, expected: int, monkeypatch: Patch
) -> None:
    fake = SimpleNamespace(RLIMIT_NOFILE=7, RLIM_INFINITY=2**63 - 1, limits=limits)

    def change(kind: int, wanted: tuple[int, int]) -> None:
        if wanted[0] > largest:
            raise ValueError("current limit exceeds maximum limit")
        fake.limits = wanted

    fake.getrlimit, fake.setrlimit = lambda kind: fake.limits, change
    monkeypatch.setitem(sys.modules, "resource", fake)
    server.raise_file_limit()
    assert fake.limits[0] == expected


Threads = set[threading.Thread]
OURS = ("writer", "reader", "renderer", "bot", "watchdog")


@pytest.fixture
def earlier() -> set[threading.Thread]:
    """Threads of servers that other tests of this process keep running."""
    return set(threading.enumerate())


@pytest.fixture
def alone(earlier: Threads, start: Start, monkeypatch: Patch) -> Iterator[Person]:
    monkeypatch.setattr(platform, "HAS_THREADS", False)
    with start() as site:
        yield site.person("Ann")


def test_a_game_is_played_and_drawn_in_the_event_loop(earlier: Threads, alone: Person) -> None:
    id_ = alone.opens("me", "greedy", "greedy")
    names = {thread.name for thread in threading.enumerate() if thread not in earlier}
    assert not [name for name in names if name.startswith(OURS)]
    with alone.listens(id_) as link:
        assert "<svg" in link.looks(seat=0)["board"]
    seq = alone.plays(id_, 0, "draw")
    assert alone.sees(id_, seat=0)["seq"] >= seq > 0
    assert alone.get("/rules/ra").status_code == 200


def test_what_was_answered_is_in_the_database(alone: Person, settings: Settings) -> None:
    id_ = alone.opens("me", "here", "here")
    seat = alone.sees(id_)["view"]["to_act"][0]
    seq = alone.plays(id_, seat, "draw")
    with contextlib.closing(settings.database.open()) as store:
        rows = store.rows("SELECT count(*) FROM entry WHERE game_table = ?", (id_,))
    assert rows[0][0] == seq
