"""Draining: a stopping server hands everything over first."""

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def drain_before_exit(drain: Callable[[], Awaitable[None]]) -> None:
    """On the first SIGTERM or SIGINT, drain, then let the server's own handler stop it."""
    if threading.current_thread() is not threading.main_thread():
        return  # a test client: signals are not its own
    loop, draining = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    def begin(number: int, frame: FrameType | None) -> None:
        if draining:
            stop[number](number, frame)
        else:
            loop.call_soon_threadsafe(lambda: draining.add(loop.create_task(finish(number))))

    async def finish(number: int) -> None:
        try:
            await drain()
        finally:
            stop[number](number, None)

    stop: dict[int, Any] = {each: signal.getsignal(each) for each in STOP_SIGNALS}
    for number in STOP_SIGNALS:
        if callable(stop[number]):
            signal.signal(number, begin)
