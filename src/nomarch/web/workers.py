"""Several processes at one port, and processes in which only bots think."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from threading import Thread
from types import FrameType

from nomarch.errors import CannotServe
from nomarch.tables.job_runner import JobRunner
from nomarch.tables.notify_listener import NotifyListener
from nomarch.tables.readers import Readers
from nomarch.tables.service import TableService
from nomarch.tables.writer import Writer
from nomarch.web.server import announce, listening, log_to_stderr, run
from nomarch.web.settings import Settings
from nomarch.web.watchdog import notify

log = logging.getLogger("nomarch.web")

START_SECONDS = 60.0
STOP_SECONDS = 30.0
LOOK_SECONDS = 0.2
REST = 1.0
"""Seconds before a process that died is replaced: one that cannot live must not keep all busy."""


def need_sharing(settings: Settings) -> None:
    """Refuses a database that is for one process."""
    if not settings.kept_in.is_shared:
        raise CannotServe(
            "several processes need PostgreSQL: --database postgresql://… or NOMARCH_DATABASE."
        )


# --- Servers --------------------------------------------------------------------------------------


def supervise(settings: Settings, count: int, *, verbose: bool = False) -> int:
    """Serves with some processes until told to stop; SIGHUP replaces them one by one."""
    need_sharing(settings)
    log_to_stderr(verbose=verbose)
    with listening(settings) as port, TemporaryDirectory(prefix="nomarch-") as folder:
        settings = replace(settings, metrics_board=Path(folder))
        port.listen(2048)
        return Supervisor(lambda: Worker(settings, port, verbose=verbose), count).run(
            lambda: announce(settings)
        )


class Worker:
    """One server process."""

    def __init__(self, settings: Settings, port: socket, *, verbose: bool) -> None:
        method = multiprocessing.get_context("spawn")
        self.news, theirs = method.Pipe(duplex=False)
        self.process: BaseProcess = method.Process(
            target=_work, args=(settings, port, theirs, verbose)
        )
        self.process.start()
        theirs.close()

    def answers(self, is_needed: Callable[[], bool] = lambda: True) -> bool:
        """Waits until it does, or is no longer needed; False if it never will."""
        until = time.monotonic() + START_SECONDS
        with contextlib.suppress(EOFError):
            while time.monotonic() < until and is_needed():
                notify("WATCHDOG=1")
                if self.news.poll(LOOK_SECONDS):
                    return bool(self.news.recv())
        return False

    def stop(self) -> None:
        """Asks it to finish, and makes it when it takes too long."""
        if self.process.is_alive():
            self.process.terminate()
        self.process.join(STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.news.close()


def _work(settings: Settings, port: socket, told: Connection, verbose: bool) -> None:
    def answers() -> None:
        told.send(True)
        told.close()

    os.environ.pop("NOTIFY_SOCKET", None)  # systemd listens to the supervisor alone
    Thread(target=_follow_parent, daemon=True).start()
    try:
        run(settings, port, answers, verbose=verbose)
    except CannotServe as error:
        log.error("%s", error)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        pass


def _follow_parent() -> None:
    """A worker whose supervisor was killed stops by itself."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class Supervisor:
    """Keeps some workers alive."""

    def __init__(self, hire: Callable[[], Worker], count: int) -> None:
        self.hire, self.count = hire, count
        self.workers: list[Worker] = []
        self.is_stopping = self.is_renewing = False

    def run(self, announce: Callable[[], None]) -> int:
        """Until told to stop; the exit status."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._renew)
        try:
            self.workers = [self.hire() for _ in range(self.count)]
            if not all(worker.answers() for worker in self.workers):
                raise CannotServe("a server process did not start.")
            announce()
            while not self.is_stopping:
                self._look()
        finally:
            for worker in self.workers:
                if worker.process.is_alive():
                    worker.process.terminate()
            for worker in self.workers:
                worker.stop()
        return 0

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.is_stopping = True

    def _renew(self, number: int, frame: FrameType | None) -> None:
        self.is_renewing = True

    def _look(self) -> None:
        notify("WATCHDOG=1")
        wait([worker.process.sentinel for worker in self.workers], timeout=LOOK_SECONDS)
        for worker in [each for each in self.workers if not each.process.is_alive()]:
            if not self.is_stopping:
                log.error("a server process died with status %s", worker.process.exitcode)
                time.sleep(REST)
            self._replace(worker)
        if self.is_renewing:
            self.is_renewing = False
            for worker in list(self.workers):
                self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """A new process first, then the old one goes; if the new one cannot start, it stays."""
        if self.is_stopping:
            return
        new = self.hire()
        if new.answers(lambda: not self.is_stopping) or not worker.process.is_alive():
            self.workers[self.workers.index(worker)] = new
            worker.stop()
        else:
            if not self.is_stopping:
                log.error("a new server process did not start; the old one goes on")
            new.stop()


# --- Bots -----------------------------------------------------------------------------------------


def play_bots(settings: Settings, *, verbose: bool = False) -> int:
    """Plays the bots' moves of all servers at a database until told to stop."""
    need_sharing(settings)
    log_to_stderr(verbose=verbose)
    try:
        settings.kept_in.open().close()
    except settings.kept_in.failures as error:
        raise CannotServe(f"{settings.kept_in} cannot be used: {error}.") from error
    asyncio.run(_play_bots(settings))
    return 0


async def _play_bots(settings: Settings) -> None:
    database = settings.kept_in
    writer, readers = Writer(database.later, database.new_process()), Readers(database.later)
    service = TableService(readers, writer, settings.bot_pause)
    jobs = JobRunner(service, only_bots=True)
    listener = NotifyListener(database, service, jobs)
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    jobs.start()
    listener.start()
    print(f"Bots play at {database}\nPress Ctrl-C to stop.", flush=True)
    await stopped.wait()
    await jobs.stop()
    await service.stop()
    await jobs.release()
    await listener.stop()
    writer.close()
    readers.close()
