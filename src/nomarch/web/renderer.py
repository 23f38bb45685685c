"""Painting: pages made in a thread beside the event loop, and sent as what has changed in them.

A page is painted once for all who look with the same eyes, in the same language and shape. Whoever
was sent one before is told the difference: fields that are not as they were, pieces of the drawing
that were not in it, new lines of the log.

When more is asked for than can be painted, pages of those who are asked go first; the others are
told of several changes as one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

import msgspec

from nomarch.engine.match import SPECTATOR
from nomarch.engine.match_log import Step, common
from nomarch.kernel.events import Record
from nomarch.tables.live_table import LiveTable
from nomarch.tables.model import ChatLine
from nomarch.tables.table import Table
from nomarch.web.responses import Change, LogEntry, Page
from nomarch.web.scheduler import Job, RenderQueue, is_late
from nomarch.web.serializers import addressed_seat, has_secrets, log_lines, show, viewpoint_seat

MAX_PENDING = 40
"""Changes that are kept for a page, one by one."""
MIN_SPLIT = 1000
"""Letters of markup that are not worth being told piece by piece."""
MAX_CHAT_LINES = 50
"""Lines of chat that a page gets."""
SLICE_SECONDS = 0.016
"""Seconds for which the renderer paints before it gives way to the event loop.

What many have said meanwhile is then heard at once, and goes to the disk together.
"""
YIELD_SECONDS = 0.1
"""Seconds that it waits at most until it goes on."""

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


class Viewpoint(NamedTuple):
    """Who looks: the seats that are theirs, and how they want to be shown things."""

    seats: tuple[int, ...]
    language: str
    shape: str
    lifted: int = SPECTATOR
    """At a shared screen, the seat whose player has lifted the curtain."""


@dataclass(eq=False)
class RenderedPage:
    """A page as it was at one moment."""

    table: Table
    eyes: Viewpoint
    viewer: int
    """Through whose eyes it is seen: a seat's, or anyone's."""
    page: Page
    parts: tuple[str, ...]
    """What the board is drawn of."""
    steps: Sequence[Step]
    """The steps that its log tells."""
    _told: tuple[RenderedPage, bytes] | None = field(default=None, repr=False)

    def whole(self, chat: Sequence[ChatLine]) -> Page:
        """Everything, for one who has nothing yet."""
        return msgspec.structs.replace(
            self.page,
            board=[piece for part in self.parts for piece in pieces(part)],
            log=self._log(0),
            chat=list(chat)[-MAX_CHAT_LINES:],
        )

    def since(self, before: RenderedPage) -> bytes:
        """What has changed, encoded once for all who were shown the same before."""
        if self._told is None or self._told[0] is not before:
            before._told = None  # or every page would keep all pages before it
            self._told = before, self._changes(before)
        return self._told[1]

    def _changes(self, before: RenderedPage) -> bytes:
        was, is_ = msgspec.structs.astuple(before.page), msgspec.structs.astuple(self.page)
        changed: dict[str, Any] = {
            name: new
            for name, old, new in zip(Page.__struct_fields__, was, is_, strict=True)
            if new != old
        }
        if self.parts != before.parts:
            changed["board"] = _difference(before.parts, self.parts)
        anew = self.viewer != before.viewer and has_secrets(self.table.match)
        known = 0 if anew else self._known(before)
        if anew or known < max(len(self.steps), len(before.steps)):
            changed |= {"log": self._log(known), "log_from": known}
        return _encoder.encode(Change(**changed)) if changed else b""

    @property
    def _hinted(self) -> set[int]:
        return self.table.hinting.before(self.table.settled)

    def _known(self, before: RenderedPage) -> int:
        """The first steps that are told as they were, with nothing forgotten since."""
        known = min([common(before.steps, self.steps), *(self._hinted ^ before._hinted)])
        if not self.table.book.forgets:
            return known
        pairs = zip(before._remembered, self._remembered, strict=False)
        changed = (i for i, (then, now) in enumerate(pairs) if then != now)
        return min(known, next(changed, known))

    @cached_property
    def _remembered(self) -> list[list[Record]]:
        """What the viewer may know of each step by now."""
        return [self.table.match.may_tell(step.events, self.viewer) for step in self.steps]

    def _log(self, first: int) -> list[LogEntry]:
        match, language, you = self.table.match, self.eyes.language, addressed_seat(self.eyes.seats)
        return log_lines(match, self.viewer, language, first, self.steps, self._hinted, you)


def paint(table: Table, eyes: Viewpoint, *, brief: bool = False) -> RenderedPage:
    """A page of a table that stays as it is."""
    viewer = viewpoint_seat(table, eyes.seats, eyes.lifted)
    page, board = show(table, eyes.seats, viewer, eyes.language, eyes.shape, brief=brief)
    return RenderedPage(table, eyes, viewer, page, board.parts, table.shown_steps(eyes.seats))


@lru_cache(4096)
def pieces(part: str) -> tuple[str, ...]:
    """A part of a drawing in pieces small enough to be sent alone."""
    if len(part) < MIN_SPLIT:
        return (part,)
    return tuple(part.replace("<g ", "\0<g ").split("\0"))


def _difference(before: Sequence[str], now: Sequence[str]) -> list[str | tuple[int, int]]:
    """A drawing told by what it has in common with the one before: by parts, then by pieces."""
    told, starts = _Telling(), list(accumulate(map(len, map(pieces, before)), initial=0))
    places, kept = dict(zip(before, range(len(before)), strict=True)), set(now)
    first = at = 0  # the old parts from one to the other are told next
    for part in now:
        if at < len(before) and part == before[at]:
            at += 1
            continue
        told.again(starts[first], starts[at])
        if part in places:
            first = places[part]
            at = first + 1
        else:
            if at < len(before) and before[at] not in kept:
                told.pieces(part, before[at], starts[at])
                at += 1
            else:
                told.extend(pieces(part))
            first = at
    told.again(starts[first], starts[at])
    return told


class _Telling(list[str | tuple[int, int]]):
    """New pieces, and runs of old ones."""

    def pieces(self, part: str, old: str, start: int) -> None:
        """A part in place of another, from whose first piece on it may have some of the same."""
        places = {piece: start + index for index, piece in enumerate(pieces(old))}
        for piece in pieces(part):
            if piece in places:
                self.again(places[piece], places[piece] + 1)
            else:
                self.append(piece)

    def again(self, first: int, end: int) -> None:
        """Old pieces; a run that goes on from the last is told with it."""
        last = self[-1] if self else ""
        if first == end:
            return
        if isinstance(last, tuple) and sum(last) == first:
            self[-1] = (last[0], end - last[0])
        else:
            self.append((first, end - first))


class _Frame(NamedTuple):
    """A table after a change, with whose eyes to see it, and since when it has been so."""

    table: Table
    eyes: Viewpoint
    can_wait: bool
    since: float


class PendingChanges:
    """What a page has yet to be told: the table after each change, and with whose eyes to see it.

    The event loop adds to it, and the renderer takes from it.
    """

    def __init__(self) -> None:
        self._frames: deque[_Frame] = deque(maxlen=MAX_PENDING)
        self.job: Job | None = None
        """The painting that has been asked for."""

    def __bool__(self) -> bool:
        return bool(self._frames)

    def add(self, table: Table, eyes: Viewpoint, *, can_wait: bool) -> None:
        """Another change; the oldest ones are told with those after them if there are too many."""
        self._frames.append(_Frame(table, eyes, can_wait, time.monotonic()))

    @property
    def can_wait(self) -> bool:
        """Whether nobody waits for any of it; may be asked while no painting is under way."""
        return all(frame.can_wait for frame in self._frames)

    def clear(self) -> None:
        """All of it has been told."""
        self._frames.clear()

    def take(self) -> tuple[Table, Viewpoint]:
        """The next change; all of them as one if it has waited for long."""
        frame = self._frames.popleft()
        if is_late(frame.since):
            while self._frames:
                frame = self._frames.popleft()
        return frame.table, frame.eyes


class Renderer:
    """The thread that paints, and what it remembers of earlier drawings."""

    def __init__(self) -> None:
        self._turns = RenderQueue()
        self._listened = Event()
        self._thread = Thread(target=self._run, name="painter", daemon=True)
        self._thread.start()

    async def page(self, live: LiveTable, eyes: Viewpoint) -> Page:
        """The page as it is now for these eyes."""
        table, chat = live.snapshot(), tuple(live.chat)
        return await self.do(lambda: self._painted(live, table, eyes).whole(chat))

    async def whole(self, live: LiveTable, eyes: Viewpoint) -> tuple[RenderedPage, bytes]:
        """The page as it is now, and everything on it as a message."""
        table, chat = live.snapshot(), tuple(live.chat)

        def paint() -> tuple[RenderedPage, bytes]:
            painted = self._painted(live, table, eyes)
            return painted, _encoder.encode(painted.whole(chat))

        return await self.do(paint)

    async def change(
        self, live: LiveTable, reel: PendingChanges, before: RenderedPage
    ) -> tuple[RenderedPage, bytes]:
        """The page after the next change, or several, and what is new on it, if anything is."""

        def paint() -> tuple[RenderedPage, bytes]:
            painted = self._painted(live, *reel.take())
            return painted, painted.since(before)

        reel.job = job = Job(paint, asyncio.get_running_loop().create_future())
        self._turns.put(job, can_wait=reel.can_wait)
        try:
            told: tuple[RenderedPage, bytes] = await job.done
        finally:
            reel.job = None
        return told

    def hurry(self, reel: PendingChanges) -> None:
        """Somebody waits now for what has been asked for already."""
        if reel.job is not None:
            self._turns.put(reel.job)

    async def do(self, work: Callable[[], T]) -> T:
        """Anything else that is drawn: one after the other, off the event loop."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._turns.put(Job(work, done))
        return await done

    def close(self) -> None:
        """Paints nothing more."""
        self._turns.put(None)
        self._thread.join()

    def _painted(self, live: LiveTable, table: Table, eyes: Viewpoint) -> RenderedPage:
        """A page, unless it was painted already; only the thread may call it."""
        latest: RenderedPage | None = live.pictures.get(eyes)
        if latest is not None and latest.table is table:
            return latest
        painted = live.pictures[eyes] = paint(table, eyes, brief=True)
        return painted

    def _run(self) -> None:
        """Jobs that are done by the time nothing waits, or when its turn is over, are told of."""
        finished: list[Callable[[], None]] = []
        began = time.perf_counter()
        while (job := self._turns.take()) is not None:
            if not job.done.done():
                finished.append(_outcome(job))
            is_last = self._turns.is_empty
            if is_last or time.perf_counter() - began > SLICE_SECONDS:
                if finished:
                    self._give_way(job.done.get_loop(), finished, wait=not is_last)
                finished, began = [], time.perf_counter()

    def _give_way(
        self, loop: asyncio.AbstractEventLoop, told: list[Callable[[], None]], *, wait: bool
    ) -> None:
        """Has the event loop tell what came of jobs, and listen once to all who have spoken.

        The renderer waits for that where it could go on: only one of the two computes at a time
        anyway, and where both struggle for it, every word that is heard waits anew.
        """
        self._listened.clear()

        def then() -> None:
            for tell in told:
                tell()
            loop.call_soon(self._listened.set)

        loop.call_soon_threadsafe(then)
        if wait:
            self._listened.wait(YIELD_SECONDS)


def _outcome(job: Job) -> Callable[[], None]:
    """Does a job; what it gave is told when this is called."""
    done, result, failure = job.done, None, None
    try:
        result = job.work()
    except Exception as error:
        failure = error

    def tell() -> None:
        if done.done():
            return
        if failure is None:
            done.set_result(result)
        else:
            done.set_exception(failure)

    return tell
