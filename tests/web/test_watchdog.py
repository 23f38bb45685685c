"""Threads that make no progress: noticed by the health checks, and ended with the process."""

import re
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

from nomarch.storage.readers import READERS
from nomarch.storage.running_jobs import RunningJobs
from nomarch.web.operations import watchdog
from nomarch.web.operations.watchdog import Watchdog
from tests.systems import needs_posix

from .actors import Person, Site, visits
from .conftest import Patch
from .test_kill import GIVE_UP, soak

pytestmark = needs_posix


class Gate:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.opened = threading.Event()
        self.held: list[Future[object]] = []

    def hold(self, function: object) -> None:
        """Lets a reader, the writer or a render thread wait at the gate."""
        there = threading.Event()

        def wait(store: object = None) -> None:
            there.set()
            assert self.opened.wait(GIVE_UP)

        portal: Any = self.site.server.portal
        self.held.append(portal.start_task_soon(function, wait))
        assert there.wait(GIVE_UP)

    def open(self) -> None:
        self.opened.set()
        for held in self.held:
            held.result(GIVE_UP)


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomarch.web.operations.health.FRESH", 0.5)
    monkeypatch.setattr("nomarch.web.operations.health.READ_SECONDS", 0.0, raising=False)


@pytest.fixture
def gate(site: Site) -> Iterator[Gate]:
    gate = Gate(site)
    yield gate
    gate.open()


def check(site: Site, times: int) -> None:
    for _ in range(times):
        site.services.watchdog.check()


def ill(stranger: Person) -> list[dict[str, Any]]:
    """What the checks of health say of a server that is ill."""
    answers = [stranger.get(path) for path in ("/health", "/ready")]
    assert [answer.status_code for answer in answers] == [503, 503]
    return [answer.json() for answer in answers]


def until_well(stranger: Person) -> None:
    for _ in range(200):
        if all(stranger.get(path).status_code == 200 for path in ("/health", "/ready")):
            return
    pytest.fail(stranger.get("/health").text)


@pytest.mark.parametrize("part", ["readers", "writer"])
def test_stalled_threads_of_the_store_are_noticed(stranger: Person, gate: Gate, part: str) -> None:
    tables = stranger.site.tables
    for call in [tables.writer.do] if part == "writer" else [tables.readers.read] * READERS:
        gate.hold(call)
    for told in ill(stranger):
        assert told["ok"] is False
        assert told["readable"] is (part == "writer")
        assert part == "readers" or told["writable"] is False
    gate.open()
    until_well(stranger)


@pytest.mark.parametrize("thread", ["reader", "renderer"])
def test_one_stalled_thread_is_named(
    site: Site, stranger: Person, gate: Gate, monkeypatch: pytest.MonkeyPatch, thread: str
) -> None:
    monkeypatch.setattr("nomarch.web.operations.watchdog.SLOW", 20)
    until_well(stranger)
    gate.hold(site.tables.readers.read if thread == "reader" else site.services.render_queue.run)
    check(site, 20)
    for told in ill(stranger):
        assert told["readable"] is True
        assert any(f"{thread}_" in line for line in told["stalled"]), told
    gate.open()
    check(site, 1)
    until_well(stranger)


def test_only_the_same_job_in_every_check_is_stalled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "SLOW", 3)
    put_off: list[float] = []
    monkeypatch.setattr(
        "faulthandler.dump_traceback_later", lambda seconds, exit: put_off.append(seconds)
    )
    jobs = RunningJobs()
    dog = Watchdog(jobs, ends_process=True)
    for _ in range(10):
        with jobs.job():
            dog.check()
    assert dog.find_stalled() == []
    assert len(put_off) == 10
    with jobs.job():
        for _ in range(4):
            dog.check()
        assert len(put_off) == 12
        (line,) = dog.find_stalled()
        assert line == f"{threading.current_thread().name} has made no progress for 4 s"
    dog.check()
    assert len(put_off) == 13


STALLING = """
import time
from nomarch.cli import main
from nomarch.web.http import identity
from nomarch.web.operations import health, watchdog
identity._known = lambda store, id_, epoch: time.sleep(3600)
health.Health.report_ready = lambda self: time.sleep(3600)
watchdog.PERIOD, watchdog.SLOW, watchdog.EXIT_SECONDS = 0.05, 40, 3.0
raise SystemExit(main())
"""
"""A server whose thread hangs with every cookie and whose event loop hangs with `/ready`; it ends
after three seconds, and waits two more for a thread."""


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is there only")
@pytest.mark.parametrize("path", ["/tables", "/ready"])
def test_a_stalled_server_ends(tmp_path: Path, monkeypatch: Patch, path: str) -> None:
    said: Counter[bytes] = Counter()

    def listen(systemd: socket.socket) -> None:
        while message := systemd.recv(100):
            said[message] += 1

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        listener = threading.Thread(target=listen, args=(systemd,))
        listener.start()
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        server = soak.Server(tmp_path / "data", program=("-c", STALLING))
        try:
            with visits() as visit, pytest.raises(httpx.TransportError):
                visit(server).get(path)
            assert server.process.wait(GIVE_UP) == 1
        finally:
            server.kill()
            watchdog.notify("")
            listener.join(GIVE_UP)
    assert said[b"READY=1"] == 1
    assert said[b"WATCHDOG=1"] >= 1
    is_named = re.search(r"reader_\d has made no progress for 2 s", server.errors)
    assert bool(is_named) == (path == "/tables"), server.errors
    assert 'File "<string>"' in server.errors, "the stacks are missing"
