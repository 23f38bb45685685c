"""Progress of compiling. Importing this is cheap, and compiled code does not depend on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import local

from nomarch.kernel import compile_display


@dataclass
class CompileJob:
    """A function that Python calls, which is being compiled with everything it calls."""

    game: str
    """The game's title."""
    entry: str
    """The function's name."""
    total: int
    """Functions to compile before all of them are optimised together."""
    folder: Path | None
    """Where the result is stored; None if it can't be."""
    done: int = 0
    started: float = field(default_factory=time.monotonic)
    seconds: float | None = None
    """How long it took; None until it is ready."""


watchers: list[Callable[[CompileJob], object]] = [compile_display.show]
"""Called with a job after each of its functions, and when it is ready. What is loaded from disk is
not reported."""


class CompileReport:
    """Reports what a build compiles to the watchers."""

    def __init__(self, game: str, folder: Path | None) -> None:
        self._game, self._folder = game, folder
        self._compiled: set[object] = set()
        self._jobs = local()

    @contextmanager
    def watch(self, entry: str, parts: Set[object]) -> Iterator[None]:
        """Report parts that this thread compiles as progress of an entry."""
        job = CompileJob(self._game, entry, len(parts - self._compiled), self._folder)
        self._jobs.current = job
        try:
            yield
        finally:
            self._jobs.current = None
        if job.done:
            job.seconds = time.monotonic() - job.started
            _tell(job)

    def add_part(self, part: object) -> None:
        """Count a part that was just compiled."""
        self._compiled.add(part)
        job: CompileJob | None = getattr(self._jobs, "current", None)
        if job is not None:
            job.done += 1
            _tell(job)


def _tell(job: CompileJob) -> None:
    for watcher in watchers:
        watcher(job)
