"""Metrics of several workers at one port: each posts its own, and whoever is asked tells all."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

PERIOD = 2.0
"""Seconds between two posts of a worker."""
FORGOTTEN = 5 * PERIOD
"""Seconds after which a post is one of the dead."""


class Board:
    """A folder in which every worker posts its metrics."""

    def __init__(self, folder: Path, registry: CollectorRegistry) -> None:
        self.folder, self.registry = folder, registry
        self.own = folder / f"{os.getpid()}.txt"
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Posts from now on."""
        self.post()
        self._task = asyncio.create_task(self._go_on())

    async def stop(self) -> None:
        """Takes its post away."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.own.unlink(missing_ok=True)

    def post(self) -> None:
        """What this worker counts now; readers see the old post or the new one, never a half."""
        draft = self.own.with_suffix(".new")
        draft.write_bytes(generate_latest(self.registry))
        draft.replace(self.own)

    def told(self) -> bytes:
        """What all workers count, each under its own name."""
        self.post()
        together = CollectorRegistry()
        together.register(_Together(self._posts()))
        return generate_latest(together)

    def _posts(self) -> Iterator[tuple[str, str]]:
        oldest = time.time() - FORGOTTEN
        for path in sorted(self.folder.glob("*.txt")):
            with contextlib.suppress(FileNotFoundError):  # it has just stopped
                if path.stat().st_mtime >= oldest:
                    yield path.stem, path.read_text(encoding="utf-8")

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            await asyncio.to_thread(self.post)


class _Together(Collector):
    """The metrics of some processes as one set."""

    def __init__(self, posts: Iterable[tuple[str, str]]) -> None:
        self._families: dict[str, Metric] = {}
        for process, text in posts:
            for family in text_string_to_metric_families(text):
                self._add(process, family)

    def _add(self, process: str, family: Metric) -> None:
        named = Metric(family.name, family.documentation, family.type)
        known = self._families.setdefault(family.name, named)
        for sample in family.samples:
            known.add_sample(sample.name, {**sample.labels, "process": process}, sample.value)

    def collect(self) -> Iterable[Metric]:
        return self._families.values()
