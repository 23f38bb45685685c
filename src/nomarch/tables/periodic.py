"""Work that a server repeats in the background."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from nomarch.errors import Unavailable

log = logging.getLogger("nomarch.tables")


class PeriodicTask:
    """Runs `action`, waits, and runs it again until it is stopped. Errors are only logged."""

    def __init__(self, name: str, seconds: float, action: Callable[[], Awaitable[None]]) -> None:
        self._name, self._seconds, self._action = name, seconds, action
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._repeat())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _repeat(self) -> None:
        is_waiting = False
        while True:
            try:
                await self._action()
                is_waiting = False
            except Unavailable:
                if not is_waiting:
                    log.warning("%s: waiting for the store", self._name)
                is_waiting = True
            except Exception:
                log.exception("%s failed", self._name)
            await asyncio.sleep(self._seconds)
