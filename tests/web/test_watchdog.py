"""Threads that make no progress: noticed by the health checks, and ended with the process."""

from __future__ import annotations

import http.server
import re
import signal
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from nomarch.storage.readers import READERS
from nomarch.storage.running_jobs import RunningJobs
from nomarch.web.operations import container_check, watchdog
from nomarch.web.operations.watchdog import EXIT_STATUS, Watchdog
from tests.systems import needs_posix

from .people import service_of, services_of
from .test_kill import GIVE_UP, soak

pytestmark = needs_posix


class Gate:
    """Holds threads of the store until it is opened."""

    def __init__(self, server: TestClient) -> None:
        self.server = server
        self.opened = threading.Event()
        self.held: list[Future[object]] = []

    def hold(self, function: object) -> None:
        """Lets a reader, the writer or a render thread wait at the gate."""
        there = threading.Event()

        def wait(store: object = None) -> None:
            there.set()
            assert self.opened.wait(GIVE_UP)

        assert self.server.portal is not None
        self.held.append(self.server.portal.start_task_soon(function, wait))  # type: ignore[arg-type]
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
def gate(server: TestClient) -> Iterator[Gate]:
    gate = Gate(server)
    yield gate
    gate.open()


def check(server: TestClient, times: int) -> None:
    """Lets the watchdog check at once, as often as if the event loop ran in between."""
    dog = services_of(server).watchdog
    for number in range(times):
        dog.beat(-number)
        dog.check()


def until_well(server: TestClient) -> None:
    for _ in range(200):
        if all(server.get(path).status_code == 200 for path in ("/health", "/ready")):
            return
    pytest.fail(server.get("/health").text)


def test_readers_without_progress_make_the_server_ill(server: TestClient, gate: Gate) -> None:
    for _ in range(READERS):
        gate.hold(service_of(server).readers.read)
    for path in ("/health", "/ready"):
        answer = server.get(path)
        assert answer.status_code == 503, answer.text
        assert (answer.json()["ok"], answer.json()["readable"]) == (False, False)
    gate.open()
    until_well(server)


def test_a_writer_without_progress_makes_the_server_ill(server: TestClient, gate: Gate) -> None:
    gate.hold(service_of(server).writer.do)
    for path in ("/health", "/ready"):
        answer = server.get(path)
        assert answer.status_code == 503, answer.text
        assert (answer.json()["writable"], answer.json()["readable"]) == (False, True)
    gate.open()
    until_well(server)


@pytest.mark.parametrize("thread", ["reader", "renderer"])
def test_one_stalled_thread_is_named(
    server: TestClient, gate: Gate, monkeypatch: pytest.MonkeyPatch, thread: str
) -> None:
    monkeypatch.setattr("nomarch.web.operations.watchdog.SLOW", 20)
    until_well(server)
    read, render = service_of(server).readers.read, services_of(server).render_queue.run
    gate.hold(render if thread == "renderer" else read)
    check(server, 20)
    for path in ("/health", "/ready"):
        answer = server.get(path)
        assert answer.status_code == 503, answer.text
        assert answer.json()["readable"] is True
        assert any(f"{thread}_" in line for line in answer.json()["stalled"]), answer.text
    gate.open()
    check(server, 1)
    until_well(server)


def test_only_the_same_job_in_every_check_is_stalled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomarch.web.operations.watchdog.STALLED", 3)
    jobs, told = RunningJobs(), list[list[str]]()
    dog = Watchdog(jobs, when_stalled=told.append)
    for number in range(10):
        dog.beat(number)
        with jobs.job():
            dog.check()
    assert told == []
    with jobs.job():
        for number in range(3):
            dog.beat(10 + number)
            dog.check()
    assert [len(lines) for lines in told] == [1]
    assert threading.current_thread().name in told[0][0]
    for _ in range(3):
        dog.check()
    assert told[1] == ["event loop has made no progress for 3 s"]


# --- A real server --------------------------------------------------------------------------------

STALLING = """
import time
from nomarch.cli import main
from nomarch.web.http import identity
from nomarch.web.operations import watchdog
identity._known = lambda store, id_, epoch: time.sleep(3600)
watchdog.PERIOD, watchdog.STALLED = 0.05, 100
raise SystemExit(main())
"""
"""A server that hangs with every cookie, and notices it after five seconds."""


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is there only")
def test_a_stalled_server_stops_reporting_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
            with httpx.Client(
                base_url=f"http://{server.address}", timeout=GIVE_UP, verify=False
            ) as client:
                token = client.post("/api/person", json={}).json()["token"]
                with pytest.raises(httpx.TransportError):
                    client.get("/tables", headers={"authorization": f"Bearer {token}"})
            assert server.process.wait(GIVE_UP) == EXIT_STATUS
        finally:
            server.kill()
            watchdog.notify("")
            listener.join(GIVE_UP)
    assert said[b"READY=1"] == 1
    assert said[b"WATCHDOG=1"] >= 1
    assert re.search(r"reader_\d has made no progress for 5 s", server.errors), server.errors
    assert 'File "<string>"' in server.errors, "the stacks are missing"


# --- The check of the container -------------------------------------------------------------------


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Processes as they are in a container with an init process; what is killed."""
    for number, parent in ((1, 0), (7, 1), (9, 7), (30, 0)):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / "stat").write_text(f"{number} (a (b) c) S {parent} 1 1")
    (tmp_path / "meminfo").touch()
    killed: list[tuple[int, int]] = []
    monkeypatch.setattr(container_check, "PROCESSES", tmp_path)
    monkeypatch.setattr(container_check, "COUNT", tmp_path / "count")
    monkeypatch.setattr("os.kill", lambda pid, number: killed.append((pid, number)))
    return killed


class Answering(http.server.BaseHTTPRequestHandler):
    """Answers every request with one status."""

    status = 503

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Nobody reads it."""


def test_a_container_whose_server_never_answers_is_ended(killed: list[tuple[int, int]]) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/health"
        for number in range(1, container_check.MOST_SILENT + 1):
            assert killed == []
            assert container_check.check(address, seconds=0.05) == 1, number
        assert killed == [(7, signal.SIGKILL)]
        assert container_check.check(address, seconds=0.05) == 1
        assert len(killed) == 1, "it counts from the beginning again"


def test_a_server_that_starts_or_answers_is_not_killed(
    killed: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as starting:
        starting.bind(("127.0.0.1", 0))  # it does not listen yet
        address = f"http://127.0.0.1:{starting.getsockname()[1]}/health"
        for _ in range(2 * container_check.MOST_SILENT):
            assert container_check.check(address, seconds=GIVE_UP) == 1
    with http.server.HTTPServer(("127.0.0.1", 0), Answering) as answering:
        threading.Thread(target=answering.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{answering.server_port}/health"
        for _ in range(2 * container_check.MOST_SILENT):
            assert container_check.check(address, seconds=GIVE_UP) == 1
        monkeypatch.setattr(Answering, "status", 200)
        assert container_check.check(address, seconds=GIVE_UP) == 0
        answering.shutdown()
    assert killed == []
