"""Health: whether the server can do what it is for, which is to write."""

from __future__ import annotations

import asyncio
import time

from nomarch.tables.errors import Unavailable
from nomarch.tables.writer import Writer

FRESH = 1.0
"""Seconds for which an answer of the store counts, and which the store may take to answer."""


class Health:
    """Knows whether the store can be written; however often it is asked, one try is under way."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self._probe: asyncio.Task[None] | None = None
        self._since = -FRESH
        self.is_leaving = False

    def leave(self) -> None:
        """From now on the server is not ready for anyone new."""
        self.is_leaving = True

    async def is_ready(self) -> bool:
        """Whether new requests should come here."""
        return not self.is_leaving and await self.can_write()

    async def can_write(self) -> bool:
        """Whether the store has just been written, or can be within a second."""
        probe = self._probe
        if probe is None or (probe.done() and time.monotonic() - self._since > FRESH):
            probe = self._probe = asyncio.create_task(self.writer.do(lambda store: store.touch()))
            self._since = time.monotonic()
        try:
            await asyncio.wait_for(asyncio.shield(probe), FRESH)
        except (TimeoutError, Unavailable):
            return False
        return True
