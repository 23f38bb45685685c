"""Pages of tables, sent as what changed in them.

A page is rendered once for everyone with the same viewpoint. A client that has a page already gets
the difference: changed fields, new pieces of the drawing, new log lines.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from starlette.requests import Request

from nomarch.engine.match import SPECTATOR, Match
from nomarch.engine.match_log import Step, common
from nomarch.engine.stages import Stage
from nomarch.kernel.declare.events import EventRecord
from nomarch.storage.fair_queue import FairTask
from nomarch.tables.live.live_table import LiveTable
from nomarch.tables.state.absences import AbsenceEvent
from nomarch.tables.state.model import ChatLine
from nomarch.tables.state.table import Table
from nomarch.web.http.render_queue import RenderQueue, Urgency
from nomarch.web.http.responses import Change, LogEntry, Page, SeatLine, StageNews
from nomarch.web.table.log_entries import log_lines
from nomarch.web.table.scoring_tables import nameplate_texts
from nomarch.web.table.serializers import addressed_seat, build_page, has_secrets, viewpoint_seat
from nomarch.web.table.staging import MAX_STAGED, Reader, beats_of_stage, draw_stages, new_stages

MAX_PENDING = 40
"""Changes that are kept separately for one page."""
MIN_SPLIT = 1000
"""Parts with less markup than this are sent as a whole."""
MAX_CHAT_LINES = 50
"""Chat lines that a page gets."""
LATE_SECONDS = 0.1
"""Waiting time after which a page gets its pending changes as one."""

_encoder = msgspec.json.Encoder()


class Update:
    """A message to pages, encoded and compressed once for all of them."""

    def __init__(self, news: Page | Change) -> None:
        self.text = _encoder.encode(news)

    @cached_property
    def packed(self) -> bytes:
        """Compressed, for a page that unpacks it: that takes longer than to send it."""
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        return packer.compress(self.text) + packer.flush()


class Viewpoint(NamedTuple):
    """The seats of a client, and how it wants a page to be shown."""

    seats: tuple[int, ...]
    language: str
    shape: str
    lifted: int = SPECTATOR
    """On a shared screen, the seat whose player has lifted the curtain."""


@dataclass(eq=False)
class RenderedPage:
    """A page of one position."""

    table: Table
    viewpoint: Viewpoint
    viewer: int
    """The seat whose view is shown, or `SPECTATOR`."""
    page: Page
    parts: tuple[str, ...]
    """The parts of the drawing."""
    steps: Sequence[Step]
    """The steps in its log."""
    coming: FairTask | None = field(default=None, repr=False)
    """The task that renders what follows this page."""
    _change: tuple[RenderedPage, Update | None] | None = field(default=None, repr=False)

    def full(self, chat: Sequence[ChatLine]) -> Page:
        """The complete page, for a client that has none."""
        return msgspec.structs.replace(
            self.page,
            board=[piece for part in self.parts for piece in pieces(part)],
            log=self._whole_log,
            chat=list(chat)[-MAX_CHAT_LINES:],
        )

    def follows(self, before: RenderedPage) -> bool:
        """Whether the difference to another page is known."""
        return self._change is not None and self._change[0] is before

    def changes_since(self, before: RenderedPage) -> Update | None:
        """The difference, found once for all clients that have the same page; None for none."""
        if self._change is None or self._change[0] is not before:
            before._change = None  # else every page would keep all pages before it
            self._change = before, self._find_changes(before)
        return self._change[1]

    def _find_changes(self, before: RenderedPage) -> Update | None:
        was, is_ = msgspec.structs.astuple(before.page), msgspec.structs.astuple(self.page)
        changed: dict[str, Any] = {
            name: new
            for name, old, new in zip(Page.__struct_fields__, was, is_, strict=True)
            if new != old
        }
        is_reset = self.viewer != before.viewer and has_secrets(self.table.match)
        is_reset |= self.table.record.seed != before.table.record.seed
        known = 0 if is_reset else self._count_same_steps(before)
        reworded = self._reworded(before, known)
        parts, new_log = before.parts, known
        if not is_reset and (new := self._new_stages(before)):
            *on_way, last = new
            if self.page.over and on_way and on_way[-1].scores:
                on_way.pop()  # the final scoring: pages show it as a race
            changed["stages"], parts = self._stage_news(on_way, before, known)
            changed["moments"] = beats_of_stage(last, self.viewer)
            new_log = on_way[-1].index if on_way else known
        if self.parts != parts:
            changed["board"] = _difference(parts, self.parts)
        is_other = self._absences != before._absences  # perhaps before the first step
        if is_reset or reworded or is_other or known < max(len(self.steps), len(before.steps)):
            log = self._log(new_log, reworded, seen=len(before.steps))
            changed |= {"log": log, "log_from": new_log}
        return Update(Change(**changed)) if changed else None

    def _new_stages(self, before: RenderedPage) -> list[Stage]:
        """The stages of the last steps that are all new; a joint decision may insert others."""
        seen = {id(step) for step in before.steps[-MAX_STAGED - 1 :]}
        first, least = len(self.steps), max(0, len(self.steps) - MAX_STAGED - 1)
        while first > least and id(self.steps[first - 1]) not in seen:
            first -= 1
        return new_stages(self.table.match, self.steps, first)

    def _stage_news(
        self, stages: Sequence[Stage], before: RenderedPage, known: int
    ) -> tuple[list[StageNews], tuple[str, ...]]:
        """The stages on the way to this page, and the parts of the last drawing."""
        news, parts, seats, log_from = list[StageNews](), before.parts, before.page.seats, known
        for drawn in draw_stages(stages, self._reader):
            stage, was = drawn.stage, seats
            seats = self._seats_at(stage)
            log = self._log(log_from, match=stage.match, seen=len(before.steps))
            news.append(
                StageNews(
                    ply=stage.index + 1,
                    board=_difference(parts, drawn.parts),
                    log=log,
                    log_from=log_from,
                    prompt=drawn.told,
                    seats=UNSET if seats == was else seats,
                    moments=beats_of_stage(stage, self.viewer),
                )
            )
            parts, log_from = drawn.parts, stage.index
        return news, parts

    def _seats_at(self, stage: Stage) -> list[SeatLine]:
        """The seats with the points and words of a stage; nobody is to act."""
        match = stage.match
        words = nameplate_texts(match, self.viewpoint.language, match.steps)
        return [
            msgspec.structs.replace(line, to_act=False, points=points, stands=text, clock=None)
            for line, points, text in zip(self.page.seats, match.scores, words, strict=True)
        ]

    @property
    def _reader(self) -> Reader:
        seats, language, shape, _ = self.viewpoint
        return Reader(self.viewer, language, shape, addressed_seat(seats))

    @property
    def _hinted(self) -> set[int]:
        return self.table.hinting.before(self.table.settled)

    @property
    def _absences(self) -> Mapping[int, Sequence[AbsenceEvent]]:
        return self.table.absences.events

    def _count_same_steps(self, before: RenderedPage) -> int:
        """How many first steps have the same log lines in both pages."""
        known = min([common(before.steps, self.steps), *(self._hinted ^ before._hinted)])
        if known == len(self.steps) < len(before.steps):
            known = max(0, known - 1)  # the last step left ends its turn now
        if self._absences != before._absences:
            others = {at for at, _ in self._absences.items() ^ before._absences.items()}
            known = min(known, max(0, min(others) - 1))
        return known

    def _reworded(self, before: RenderedPage, known: int) -> list[int]:
        """The first steps that read differently now, as their viewer forgets."""
        if not self.table.book.forgets:
            return []
        pairs = zip(before._remembered[:known], self._remembered[:known], strict=True)
        changed = [at for at, (then, now) in enumerate(pairs) if then != now]
        return sorted(
            {at for first in changed for at in (first, self._end_of_turn(first)) if at < known}
        )

    def _end_of_turn(self, at: int) -> int:
        """The last step of a turn; its entry sums up the turn."""
        while at + 1 < len(self.steps) and self.steps[at + 1].seat == self.steps[at].seat:
            at += 1
        return at

    @cached_property
    def _remembered(self) -> list[list[EventRecord]]:
        """What the viewer may know now of the events of each step that can be forgotten."""
        may_tell = self.table.match.may_tell
        return [
            may_tell([record for record in step.events if record.event.fades], self.viewer)
            for step in self.steps
        ]

    @cached_property
    def _whole_log(self) -> list[LogEntry]:
        return self._log(0)

    def _log(
        self, first: int, also: Sequence[int] = (), *, match: Match | None = None, seen: int = 0
    ) -> list[LogEntry]:
        """The log from a step on, of this page or up to a stage's match."""
        steps = self.steps if match is None else match.steps
        if not self.table.record.is_full:
            return []
        return log_lines(
            match or self.table.match,
            self.viewer,
            self.viewpoint.language,
            first,
            steps,
            self._hinted,
            addressed_seat(self.viewpoint.seats),
            self._absences,
            also=also,
            seen=seen,
        )


def render(table: Table, viewpoint: Viewpoint, *, brief: bool = False) -> RenderedPage:
    """Render a snapshot of a table; a brief drawing lacks the tips that can be asked for later."""
    seats = viewpoint.seats
    viewer = viewpoint_seat(table, seats, viewpoint.lifted)
    language, shape = viewpoint.language, viewpoint.shape
    page, board = build_page(table, seats, viewer, language, shape, brief=brief)
    return RenderedPage(table, viewpoint, viewer, page, board.parts, table.shown_steps(seats))


@lru_cache(4096)
def pieces(part: str) -> tuple[str, ...]:
    """Split a part of a drawing into pieces that can be sent separately."""
    if len(part) < MIN_SPLIT:
        return (part,)
    return tuple(part.replace("<g ", "\0<g ").split("\0"))


def _difference(before: Sequence[str], now: Sequence[str]) -> list[str | tuple[int, int]]:
    """Describe a drawing by new markup and runs of pieces of the one before."""
    diff, starts = _BoardDiff(), list(accumulate(map(len, map(pieces, before)), initial=0))
    places, kept = dict(zip(before, range(len(before)), strict=True)), set(now)
    first = at = 0  # the pending run of old parts
    for part in now:
        if at < len(before) and part == before[at]:
            at += 1
            continue
        diff.add_old(starts[first], starts[at])
        if part in places:
            first = places[part]
            at = first + 1
        else:
            if at < len(before) and before[at] not in kept:
                diff.replace_part(part, before[at], starts[at])
                at += 1
            else:
                diff.extend(pieces(part))
            first = at
    diff.add_old(starts[first], starts[at])
    return diff


class _BoardDiff(list[str | tuple[int, int]]):
    """New pieces, and runs of old ones as (first, count)."""

    def replace_part(self, part: str, old: str, start: int) -> None:
        """Add a part that replaces an old one, reusing the pieces that both have."""
        places = {piece: start + index for index, piece in enumerate(pieces(old))}
        for piece in pieces(part):
            if piece in places:
                self.add_old(places[piece], places[piece] + 1)
            else:
                self.append(piece)

    def add_old(self, first: int, end: int) -> None:
        """Add a run of old pieces; it is joined to the last run where it continues it."""
        last = self[-1] if self else ""
        if first == end:
            return
        if isinstance(last, tuple) and sum(last) == first:
            self[-1] = (last[0], end - last[0])
        else:
            self.append((first, end - first))


class _PendingChange(NamedTuple):
    """A table after a change, for a viewpoint; `since` is when it happened."""

    table: Table
    viewpoint: Viewpoint
    urgency: Urgency
    since: float


class PendingChanges:
    """The changes that a page has yet to be sent.

    The event loop adds to it, and the render thread takes from it.
    """

    def __init__(self) -> None:
        self._changes: deque[_PendingChange] = deque(maxlen=MAX_PENDING)
        self.task: FairTask | None = None
        """The render task that was asked for."""

    def __bool__(self) -> bool:
        return bool(self._changes)

    def add(self, table: Table, viewpoint: Viewpoint, urgency: Urgency) -> None:
        """Add a change; when there are too many, the oldest is merged with the next."""
        self._changes.append(_PendingChange(table, viewpoint, urgency, time.monotonic()))

    @property
    def urgency(self) -> Urgency:
        """The highest urgency among them. Only valid while no task runs."""
        return min(change.urgency for change in self._changes)

    @property
    def viewpoint(self) -> Viewpoint:
        """Of the first change."""
        return self._changes[0].viewpoint

    def drop(self, page: RenderedPage) -> bool:
        """Drop the first change if a page shows it."""
        is_shown = self._changes[0][:2] == (page.table, page.viewpoint)
        if is_shown:
            self._changes.popleft()
        return is_shown

    def clear(self) -> None:
        self._changes.clear()

    def take(self) -> tuple[Table, Viewpoint]:
        """Take the next change, or all of them as one if it has waited for long."""
        change = self._changes.popleft()
        if time.monotonic() - change.since > LATE_SECONDS:
            while self._changes:
                change = self._changes.popleft()
        return change.table, change.viewpoint


def _packed_here(update: Update, packed: bool) -> Update:
    """Compress an update in the calling thread if it will be needed so."""
    _ = packed and update.packed
    return update


@dataclass
class Renderer:
    """Renders the pages of tables in the threads of a queue."""

    queue: RenderQueue

    async def page(self, live: LiveTable, viewpoint: Viewpoint, request: Request) -> Page:
        """The complete page for a request."""
        table, chat = live.table, tuple(live.chat)

        def work() -> Page:
            return self.render(live, table, viewpoint).full(chat)

        return await self.queue.draw(request, work, Urgency.TO_ACT)

    async def full_page(
        self, live: LiveTable, viewpoint: Viewpoint, *, packed: bool
    ) -> tuple[RenderedPage, Update]:
        """The complete page for a socket, and its message."""
        table, chat = live.table, tuple(live.chat)

        def work() -> tuple[RenderedPage, Update]:
            page = self.render(live, table, viewpoint)
            return page, _packed_here(Update(page.full(chat)), packed)

        return await self.queue.run(work, Urgency.TO_ACT)

    async def next_change(
        self, live: LiveTable, pending: PendingChanges, before: RenderedPage, *, packed: bool
    ) -> tuple[RenderedPage, Update | None]:
        """The page after the next change or several, and its message; None if nothing differs.

        Clients with the same page wait for the first one's task.
        """
        while before.coming is not None:
            pending.task = before.coming
            self.hurry(pending, pending.urgency)
            await asyncio.wait((before.coming.done,))
        latest: RenderedPage | None = live.pictures.get(pending.viewpoint)
        if latest is not None and latest.follows(before) and pending.drop(latest):
            return latest, latest.changes_since(before)

        def work() -> tuple[RenderedPage, Update | None]:
            page = self.render(live, *pending.take())
            update = page.changes_since(before)
            return page, update and _packed_here(update, packed)

        pending.task = before.coming = task = self.queue.put(work, pending.urgency)
        try:
            result: tuple[RenderedPage, Update | None] = await task.done
        finally:
            pending.task = before.coming = None
        return result

    def hurry(self, pending: PendingChanges, urgency: Urgency) -> None:
        """A player waits now for a change that was asked for already."""
        if pending.task is not None:
            self.queue.put_again(pending.task, urgency)

    def render(self, live: LiveTable, table: Table, viewpoint: Viewpoint) -> RenderedPage:
        """Render a page unless it is the latest one.

        Several threads may render the same page; the later one is kept.
        """
        latest: RenderedPage | None = live.pictures.get(viewpoint)
        if latest is not None and latest.table is table:
            return latest
        page = live.pictures[viewpoint] = render(table, viewpoint, brief=True)
        return page
