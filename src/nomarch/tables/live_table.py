"""A table in memory, and those who listen at it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from nomarch.engine.match_log import Step
from nomarch.tables.load import CHAT_KEPT
from nomarch.tables.model import ChatLine, Entry
from nomarch.tables.store import Job
from nomarch.tables.table import Table

log = logging.getLogger("nomarch.tables")

ATTENTION = 60.0
"""Seconds for which somebody who did something counts as being there."""
UNKNOWN = Job(-1.0)
"""The store may have been told something by another process."""


@dataclass(frozen=True)
class PresenceChange:
    """The seats whose people are at the table now."""

    seats: frozenset[int]


TableChange = Entry | ChatLine | PresenceChange | None
"""What happened: an entry of the log, something was said, somebody came or went, or only the record
changed."""
Listener = Callable[["LiveTable", TableChange, list[Step]], None]
"""Hears of every change after it is on the disk."""


@dataclass(eq=False)
class LiveTable:
    """A table in memory, with what is going on around it."""

    table: Table
    chat: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    """What was said lately."""
    chat_head: int = 0
    """The number of the last line that was read."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    present: Counter[str] = field(default_factory=Counter)
    """The guests who are connected, and how often."""
    elsewhere: dict[str, tuple[float, frozenset[str]]] = field(default_factory=dict)
    """The guests who are connected to other processes, and until when that is to be believed."""
    seats_told: frozenset[int] = frozenset()
    """The seats whose people are there, as it was told last."""
    acted: float = -ATTENTION
    """When somebody last did something here."""
    bot: asyncio.Task[None] | None = None
    is_kept: bool = False
    """Whether what came of the last entry is kept."""
    noted: Job = UNKNOWN
    """When the table is to be looked at, as far as the store was told from here."""
    kept: bool = False
    """Whether it is for this process to see to what is due here."""
    pictures: dict[Any, Any] = field(default_factory=dict)
    """What was last painted of the table; belongs to the one who paints."""
    _picture: Table | None = None

    @property
    def attended(self) -> bool:
        """Whether one of those who sit here is there."""
        if time.monotonic() - self.acted < ATTENTION:
            return True
        return any(self.table.record.seats_of(guest) for guest in self.present)

    def seats_present(self, at: float) -> frozenset[int]:
        """The seats whose people are there."""
        guests = set(self.present)
        for until, others in self.elsewhere.values():
            if at < until:
                guests |= others
        return frozenset(seat for guest in guests for seat in self.table.record.seats_of(guest))

    def snapshot(self) -> Table:
        """The table as it is now, for threads: what happens next does not change it."""
        picture, table = self._picture, self.table
        if picture is None or picture.seq != table.seq or picture.record is not table.record:
            self._picture = picture = table.snapshot()
        return picture

    def hear(self, lines: list[ChatLine]) -> None:
        """Lines of chat that are new here, from wherever they come."""
        for line in lines:
            if line not in self.chat:
                self.chat.append(line)
                self.tell(line, [])

    def tell(self, news: TableChange, steps: list[Step]) -> None:
        """Lets everyone know; one who cannot be told does not keep it from the others."""
        for listener in tuple(self.listeners):
            try:
                listener(self, news, steps)
            except Exception:
                log.exception("a listener failed at table %s", self.table.record.id)
