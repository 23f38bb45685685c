"""Points at which long work in a thread may be stopped or held up.

Work that nobody waits for any more ends there. Work that isn't urgent lets people's commands and
pages of tables pass: threads that compute share one interpreter.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from threading import Lock, local
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import Future

HOLD_SECONDS = 0.001
"""Seconds for which work is held up before it looks again."""


class Abandoned(BaseException):
    """Nobody waits for this work any more. Handlers of errors must not catch it."""


class _CurrentWork(local):
    done: Future[Any] | None = None
    """Settled once nobody waits for what the thread works on."""
    patience = 0.0
    """Seconds for which it may still be held up."""


class _UrgentWork:
    """What others wait for: commands in an event loop, and pages in threads."""

    count = 0
    lock = Lock()


current_work = _CurrentWork()
_urgent = _UrgentWork()


@contextlib.contextmanager
def urgent() -> Iterator[None]:
    """Hold up other work in threads."""
    with _urgent.lock:
        _urgent.count += 1
    try:
        yield
    finally:
        with _urgent.lock:
            _urgent.count -= 1


def checkpoint() -> None:
    """Raise `Abandoned` if nobody waits for the calling thread's work; let urgent work pass."""
    if current_work.done is None:
        return
    if current_work.done.done():
        raise Abandoned
    while _urgent.count and current_work.patience > 0:
        current_work.patience -= HOLD_SECONDS
        time.sleep(HOLD_SECONDS)
