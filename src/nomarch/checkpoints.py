"""Points at which long work in a thread may be stopped or held up.

Work that nobody waits for any more ends there; it lets people's commands and urgent work pass:
threads that compute share one interpreter.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from threading import local
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
    must_wait: Callable[[], bool] = staticmethod(lambda: False)
    """Whether other work in threads comes first."""


class _Commands:
    """People's commands that an event loop is carrying out."""

    count = 0


current_work = _CurrentWork()
_commands = _Commands()


@contextlib.contextmanager
def urgent() -> Iterator[None]:
    """Hold up work in threads. Only for use in the event loop."""
    _commands.count += 1
    try:
        yield
    finally:
        _commands.count -= 1


def checkpoint() -> None:
    """Raise `Abandoned` if nobody waits for the calling thread's work; let urgent work pass."""
    if current_work.done is None:
        return
    if current_work.done.done():
        raise Abandoned
    while current_work.patience > 0 and (_commands.count or current_work.must_wait()):
        current_work.patience -= HOLD_SECONDS
        time.sleep(HOLD_SECONDS)
