"""Long work in a thread ends at its next checkpoint once nobody waits for its result."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asyncio import Future


class Abandoned(BaseException):
    """Nobody waits for this work any more. Handlers of errors must not catch it."""


class _CurrentWork(local):
    done: Future[Any] | None = None
    """Settled once nobody waits for what the thread works on."""


current_work = _CurrentWork()


def checkpoint() -> None:
    """Raise `Abandoned` if nobody waits for what the calling thread works on."""
    if current_work.done is not None and current_work.done.done():
        raise Abandoned
