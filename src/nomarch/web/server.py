"""Run the server: one process, or several workers at one port."""

import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import socket as socket_module
import sys
from collections.abc import Callable, Iterator
from functools import partial
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket
from tempfile import TemporaryDirectory
from threading import Thread

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from starlette.applications import Starlette
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from nomarch.errors import CannotServe
from nomarch.paths import lock
from nomarch.people.site import read_settings
from nomarch.storage.site_settings import touch
from nomarch.web.app import create_app
from nomarch.web.http.limits import MAX_MESSAGE
from nomarch.web.operations.logs import log_to_stderr
from nomarch.web.operations.metrics import MULTIPROCESS_DIR
from nomarch.web.operations.settings import Settings
from nomarch.web.operations.watchdog import notify
from nomarch.web.signal import MAX_FRAME
from nomarch.web.site.features import features_off
from nomarch.web.site.preparation import prepare

log = logging.getLogger("nomarch.web")

LAST_PORT = 65_535
START_SECONDS = 60
"""Seconds that a worker may take to start."""
FILE_LIMITS = (65_536, 10_240, 4_096, 1_024)
"""Limits of open files to try where the system's own is refused."""
SWITCH_SECONDS = 0.0001
"""Seconds after which a thread lets others run.

A move takes the interpreter a dozen times, in the event loop and in the writer, and waits so long
for each while others compute.
"""


def serve(settings: Settings, *, verbose: bool = False) -> int:
    """Serve in this process until stopped."""
    with claimed(settings), listening(settings) as port:
        run(settings, port, partial(announce, settings), verbose=verbose)
    return 0


def run(settings: Settings, port: socket, ready: Callable[[], None], *, verbose: bool) -> None:
    """Run one server process; `ready` is called once it answers."""
    log_to_stderr(verbose=verbose, form=settings.log)
    check_database(settings, migrate=True)
    called = False

    async def tick() -> None:
        nonlocal called
        if not called:
            called = True
            ready()

    config = make_config(settings, verbose=verbose, callback_notify=tick)
    uvicorn.Server(config).run([port])


def make_config(settings: Settings, *, verbose: bool, **more: object) -> uvicorn.Config:
    return uvicorn.Config(
        partial(make_app, settings, verbose=verbose),
        factory=True,
        log_config=None,
        access_log=False,
        loop="nomarch.web.http.connections:ServerLoop",
        ws="websockets-sansio",
        ws_max_size=max(2 * MAX_MESSAGE, MAX_FRAME),
        ws_per_message_deflate=False,  # `Update.packed` compresses once for all pages
        proxy_headers=False,  # the app does that, after it has seen the peer
        timeout_graceful_shutdown=5,
        **more,  # type: ignore[arg-type]
    )


def make_app(settings: Settings, *, verbose: bool) -> Starlette:
    """Create the app in the process that serves it."""
    log_to_stderr(verbose=verbose, form=settings.log)
    raise_file_limit()
    if multiprocessing.parent_process() is not None:
        os.environ.pop("NOTIFY_SOCKET", None)  # systemd listens to the supervisor only
        Thread(target=_stop_with_parent, daemon=True).start()
    unusable: tuple[type[Exception], ...] = (*settings.database.failures, RuntimeError)
    try:
        app = create_app(settings, ends_process=True)
    except unusable as error:
        log.error("%s cannot be used: %s.", settings.database, error)
        raise SystemExit(STARTUP_FAILURE) from None
    if settings.prepare:
        prepare()
    # A drawing that takes long gives the interpreter back often, so that moves pass quickly.
    sys.setswitchinterval(SWITCH_SECONDS)
    # Tables and drawings are large and hold no cycles: frequent collections are wasted.
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)
    return app


def raise_file_limit() -> None:
    """Let the process open as many files, and so connections, as the system allows."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, *FILE_LIMITS):  # macOS says "unlimited" and refuses it
        is_more = soft != resource.RLIM_INFINITY and (wanted > soft or wanted == hard)
        is_allowed = hard == resource.RLIM_INFINITY or wanted <= hard
        with contextlib.suppress(ValueError, OSError):
            if is_more and is_allowed:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return


def announce(settings: Settings) -> None:
    where = settings.database if settings.address else settings.data
    print(f"Nomarch is at http://{settings.host}:{settings.port}  (games are kept in {where})")
    # A database that goes away just now must not end the server.
    with (
        contextlib.suppress(*settings.database.failures),
        contextlib.closing(settings.database.open()) as store,
    ):
        for line in features_off(settings, store):
            print(f"Off: {line}")
    print("Press Ctrl-C to stop.", flush=True)
    notify("READY=1")


def check_database(settings: Settings, *, migrate: bool) -> None:
    """Raise `CannotServe` if the database cannot be read or written."""
    database = settings.database
    with (
        database.reporting_failures("used"),
        contextlib.closing(database.open(migrate=migrate)) as store,
    ):
        touch(store)
        read_settings(store)


@contextlib.contextmanager
def claimed(settings: Settings) -> Iterator[None]:
    """Lock the data folder: a SQLite file is for one server, PostgreSQL for any number."""
    if settings.address:
        yield
        return
    claim = lock(settings.data)
    if claim is None:
        raise CannotServe(f"{settings.data} is in use by another server.")
    with claim:
        yield


def listening(settings: Settings) -> socket:
    """Bind the port before anything else starts."""
    try:
        if not 0 <= settings.port <= LAST_PORT:
            raise OSError(0, "there is no such port")
        family, kind, protocol, _, address = getaddrinfo(
            settings.host, settings.port, type=SOCK_STREAM, flags=AI_PASSIVE
        )[0]
        with contextlib.ExitStack() as unless_bound:
            port = unless_bound.enter_context(socket(family, kind, protocol))
            if sys.platform == "win32":  # where SO_REUSEADDR lets two servers share a port
                port.setsockopt(SOL_SOCKET, socket_module.SO_EXCLUSIVEADDRUSE, 1)
            else:
                port.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            port.bind(address)
            unless_bound.pop_all()
    except OSError as error:
        at = f"{settings.host}, port {settings.port}"
        raise CannotServe(f"cannot listen at {at}: {error.strerror or error}.") from error
    return port


# --- Several processes ----------------------------------------------------------------------------


def need_sharing(settings: Settings) -> None:
    """Refuse a database that only one process can use."""
    if not settings.database.is_shared:
        raise CannotServe(
            "several processes need PostgreSQL: --database postgresql://… or NOMARCH_DATABASE."
        )


def supervise(settings: Settings, count: int, *, verbose: bool = False) -> int:
    """Serve with `count` workers until stopped; SIGHUP replaces them one by one."""
    need_sharing(settings)
    log_to_stderr(verbose=verbose, form=settings.log)
    check_database(settings, migrate=True)
    with listening(settings) as port, TemporaryDirectory(prefix="nomarch-") as folder:
        os.environ[MULTIPROCESS_DIR] = folder  # inherited by the workers
        config = make_config(
            settings, verbose=verbose, workers=count, timeout_worker_healthcheck=START_SECONDS
        )
        supervisor = Supervisor(config, [port], partial(announce, settings))
        supervisor.run()
    if supervisor.has_failed:
        raise CannotServe("a server process did not start.")
    return 0


class Supervisor(Multiprocess):
    """uvicorn's supervisor, which also reports when all workers answer, and notifies systemd.

    It removes the metrics of workers that were killed; others do so themselves when they end.
    """

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket], ready: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._ready = ready
        self.has_failed = False

    def init_processes(self) -> None:
        super().init_processes()
        if all(each.wait_until_ready(START_SECONDS, self.should_exit) for each in self.processes):
            self._ready()
        elif not self.signal_queue:
            self.has_failed = True
            self.should_exit.set()

    def keep_subprocess_alive(self) -> None:
        notify("WATCHDOG=1")
        before = {each.pid for each in self.processes}
        super().keep_subprocess_alive()
        for dead in before - {each.pid for each in self.processes}:
            mark_process_dead(dead)  # type: ignore[no-untyped-call]


def _stop_with_parent() -> None:
    """End a worker whose supervisor was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
