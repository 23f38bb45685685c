"""What a server counts and measures, for Prometheus. No names, no tables, no secrets are in it."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector
from starlette.requests import Request
from starlette.responses import Response

from nomarch.tables.errors import Forbidden
from nomarch.web.worker_metrics import Board

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


class Metrics(logging.Handler):
    """All that is measured in one server; errors are counted where they are logged."""

    def __init__(self, token: str = "", folder: Path | None = None) -> None:
        super().__init__(logging.ERROR)
        self._token = token
        self.registry = CollectorRegistry()
        self.board = Board(folder, self.registry) if folder else None
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._requests = Histogram(
            "nomarch_request_seconds",
            "Requests, by method, route and status.",
            ("method", "route", "status"),
            registry=self.registry,
            buckets=QUICK,
        )
        self.wishes = Histogram(
            "nomarch_move_seconds",
            "From a person's move to its being on the disk and told.",
            registry=self.registry,
            buckets=QUICK,
        )
        self._store = Histogram(
            "nomarch_store_seconds",
            "Calls of the store, by name.",
            ("call",),
            registry=self.registry,
            buckets=QUICK,
        )
        self._failures = Counter(
            "nomarch_store_failures", "Calls of the store that failed.", registry=self.registry
        )
        self._entries = Counter(
            "nomarch_entries",
            "Entries of logs by kind: moves, steps back and so on.",
            ("kind",),
            registry=self.registry,
        )
        self._errors = Counter(
            "nomarch_errors", "Errors that were logged.", ("logger",), registry=self.registry
        )

    def start(self) -> None:
        """The server begins."""
        logging.getLogger("nomarch").addHandler(self)
        if self.board:
            self.board.start()

    async def stop(self) -> None:
        """The server ends."""
        logging.getLogger("nomarch").removeHandler(self)
        if self.board:
            await self.board.stop()

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Something that is looked at whenever it is asked for."""
        Gauge(f"nomarch_{name}", about, registry=self.registry).set_function(value)

    def emit(self, record: logging.LogRecord) -> None:
        """An error was logged."""
        self._errors.labels(record.name).inc()

    def note_call(self, call: str, seconds: float, error: bool) -> None:
        """A call of the store is over."""
        self._store.labels(call).observe(seconds)
        if error:
            self._failures.inc()

    def note_entries(self, kind: str, count: int) -> None:
        """So many entries of a kind are on the disk."""
        self._entries.labels(kind).inc(count)

    def note_request(self, request: Request, status: int, seconds: float) -> None:
        """A request was answered; one without a route is counted with its kind."""
        route = request.scope.get("route")
        path = getattr(route, "path", "") or "none"
        self._requests.labels(request.method, path, str(status)).observe(seconds)

    async def answer(self, request: Request) -> Response:
        """Everything, for those who are on this machine or know the token."""
        if not self._may_read(request):
            raise Forbidden("Metrics are for those who run the site.")
        told = self.board.told() if self.board else generate_latest(self.registry)
        return Response(told, media_type=CONTENT_TYPE_LATEST)

    def _may_read(self, request: Request) -> bool:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._token and hmac.compare_digest(given.encode(), self._token.encode()):
            return True
        # What a proxy on this machine passes on comes from somewhere else.
        if any(name in request.headers for name in FORWARDED):
            return False
        return _is_loopback(request.client.host if request.client else "")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
