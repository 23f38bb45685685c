"""The threads that render, and the order in which they do."""

import asyncio
from asyncio import Future
from collections.abc import Callable
from enum import IntEnum
from typing import TypeVar

from starlette.requests import Request

from nomarch.storage.fair_queue import FairQueue
from nomarch.web.http.error_responses import ClientGone, too_many_requests
from nomarch.web.http.limits import client_of

PATIENCE = 0.25
"""Seconds for which less urgent work waits for more urgent work."""
BUDGET = 10.0
"""Seconds that a drawing may take."""
SLICE_SECONDS = 0.016
"""Seconds for which a thread collects results for the event loop.

The messages that arrived meanwhile are then read at once and written to disk together.
"""
MAX_WAITING = 16
"""Drawings that one client may have waiting. A browser asks for six at a time."""

T = TypeVar("T")


class Urgency(IntEnum):
    """The levels of the queue."""

    MOVER = 0
    """The player has just acted and waits for the answer."""
    TO_ACT = 1
    WATCHING = 2
    DRAWING = 3
    """Anything but the page of a table: rules, replays, lists, lessons."""


THREADS = (2, 2, 2, 1)
"""By urgency: drawings wait until no page is rendered, and leave a thread to pages."""


class RenderQueue(FairQueue):
    """The pages of tables and all other drawings that wait."""

    def __init__(self) -> None:
        super().__init__(
            "renderer",
            THREADS,
            budget=BUDGET,
            patience=PATIENCE,
            slice_seconds=SLICE_SECONDS,
            urgent_levels=Urgency.WATCHING,
            spare=1,
        )

    async def draw(
        self, request: Request, work: Callable[[], T], urgency: Urgency = Urgency.DRAWING
    ) -> T:
        """Call a function in a thread; refuse it if the client has many waiting."""
        if self.count(client_of(request), urgency) >= MAX_WAITING:
            raise too_many_requests()
        return await while_connected(request, self.put(work, urgency).done)


async def while_connected(request: Request, done: Future[T]) -> T:
    """Wait for what a request asks for; cancel it and raise `ClientGone` if the client hangs up.

    A request to change something is worked off.
    """
    if request.method not in ("GET", "HEAD"):
        return await done
    gone = asyncio.create_task(_disconnect(request))
    try:
        await asyncio.wait((done, gone), return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise ClientGone("The request timed out.")
        return done.result()
    finally:
        done.cancel()
        gone.cancel()


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
