"""Metrics for Prometheus. They contain no names, tables or secrets.

Workers share a folder by `prometheus_client.multiprocess`. Gauges are then sampled every two
seconds, because that mode has no functions as gauges and no process collector.
"""

import asyncio
import hmac
import logging
import os
from collections.abc import Callable
from ipaddress import ip_address

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.gc_collector import GCCollector
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.process_collector import ProcessCollector
from starlette.requests import Request
from starlette.responses import Response

from nomarch.tables.state.errors import Forbidden

MULTIPROCESS_DIR = "PROMETHEUS_MULTIPROC_DIR"
"""The library's variable; it must be set before the library is imported."""
SAMPLE_SECONDS = 2.0
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


class Metrics(logging.Handler):
    """All metrics of one server. As a log handler it counts logged errors."""

    def __init__(self, token: str = "") -> None:
        super().__init__(logging.ERROR)
        self._token = token
        self._folder = os.environ.get(MULTIPROCESS_DIR)
        self._gauges: list[tuple[Gauge, Callable[[], float]]] = []
        self._sampling: asyncio.Task[None] | None = None
        self.registry = CollectorRegistry()
        if self._folder is None:
            ProcessCollector(registry=self.registry)
            GCCollector(registry=self.registry)
        else:
            self._add_process_gauges()
        self._requests = self._histogram(
            "request", "Requests, by method, route and status.", "method", "route", "status"
        )
        self.commands = self._histogram(
            "move", "From a person's move to its being on the disk and sent."
        )
        self._store = self._histogram("store", "Calls of the store, by name.", "call")
        self._failures = self._counter("store_failures", "Calls of the store that failed.")
        self._entries = self._counter(
            "entries", "Entries of logs by kind: moves, steps back and so on.", "kind"
        )
        self._jobs = self._counter(
            "job_failures", "Jobs of tables that failed: retried or given_up.", "outcome"
        )
        self._errors = self._counter("errors", "Errors that were logged.", "logger")

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        name = f"nomarch_{name}_seconds"
        return Histogram(name, about, labels, registry=self.registry, buckets=BUCKETS)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"nomarch_{name}", about, labels, registry=self.registry)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge with a function that gives its value."""
        self._add_gauge(f"nomarch_{name}", about, value)

    def _add_gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        gauge = Gauge(name, about, registry=self.registry, multiprocess_mode="liveall")
        self._gauges.append((gauge, value))

    def _add_process_gauges(self) -> None:
        for family in ProcessCollector(registry=None).collect():
            name = family.samples[0].name

            def value(name: str = name) -> float:
                families = ProcessCollector(registry=None).collect()
                samples = [sample for each in families for sample in each.samples]
                return next(sample.value for sample in samples if sample.name == name)

            self._add_gauge(name.removesuffix("_total"), family.documentation, value)

    # --- Life -----------------------------------------------------------------------------------

    def start(self) -> None:
        logging.getLogger("nomarch").addHandler(self)
        if self._folder is not None:
            self._sampling = asyncio.create_task(self._sample_regularly())

    async def stop(self) -> None:
        logging.getLogger("nomarch").removeHandler(self)
        if self._sampling is not None:
            self._sampling.cancel()
            await asyncio.gather(self._sampling, return_exceptions=True)
            mark_process_dead(os.getpid())  # type: ignore[no-untyped-call]

    async def _sample_regularly(self) -> None:
        while True:
            self._sample()
            await asyncio.sleep(SAMPLE_SECONDS)

    def _sample(self) -> None:
        for gauge, value in self._gauges:
            gauge.set(value())

    # --- Observations ---------------------------------------------------------------------------

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.labels(record.name).inc()

    def note_call(self, call: str, seconds: float, error: bool) -> None:
        self._store.labels(call).observe(seconds)
        if error:
            self._failures.inc()

    def note_job_failure(self, outcome: str) -> None:
        self._jobs.labels(outcome).inc()

    def note_entries(self, kind: str, count: int) -> None:
        self._entries.labels(kind).inc(count)

    def note_request(self, request: Request, status: int, seconds: float) -> None:
        route = request.scope.get("route")
        path = getattr(route, "path", "") or "none"
        self._requests.labels(request.method, path, str(status)).observe(seconds)

    # --- The page -------------------------------------------------------------------------------

    async def answer(self, request: Request) -> Response:
        """Serve `/metrics` to this machine, or to whoever has the token."""
        if not self._may_read(request):
            raise Forbidden("Metrics are for admins only.")
        self._sample()
        registry = self.registry
        if self._folder is not None:
            registry = CollectorRegistry()
            MultiProcessCollector(registry, self._folder)  # type: ignore[no-untyped-call]
        # Thousands of lines by route and status: not in the event loop.
        text = await asyncio.to_thread(generate_latest, registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST)

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
