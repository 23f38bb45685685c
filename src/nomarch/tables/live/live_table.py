"""A table in memory with its listeners."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from nomarch.engine.match_log import Step
from nomarch.tables.live.load import CHAT_KEPT
from nomarch.tables.state.model import ChatLine, Entry, TableRecord
from nomarch.tables.state.table import Table
from nomarch.tables.stores.job_store import Job

log = logging.getLogger("nomarch.tables")

ATTENTION = 60.0
"""Seconds for which somebody who acted counts as present."""
UNKNOWN = Job(-1.0)
"""Another process may have changed the stored job."""


@dataclass(frozen=True)
class PresenceChange:
    """The seats whose owners are connected now."""

    seats: frozenset[int]


@dataclass(frozen=True)
class QueueChange:
    """A bot of the table waits for those of others, or no longer does."""

    is_waiting: bool


TableChange = Entry | ChatLine | PresenceChange | QueueChange | None
"""A log entry, a chat line, a change of presence or of the queue, or None for a change of the
record."""
Listener = Callable[["LiveTable", TableChange, list[Step]], None]
"""Called with each change after it is on the disk."""


@dataclass(eq=False)
class LiveTable:
    """A table in memory, its listeners and what this process knows about it."""

    table: Table
    stored: TableRecord
    """The record as this process knows it in the store."""
    chat: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=CHAT_KEPT))
    """The latest chat lines."""
    chat_head: int = 0
    """The number of the last chat line read."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    present: Counter[str] = field(default_factory=Counter)
    """Connections to this process by person."""
    elsewhere: dict[str, tuple[float, frozenset[str]]] = field(default_factory=dict)
    """By process: the people connected to it, and until when that counts."""
    announced_seats: frozenset[int] = frozenset()
    """The present seats as last announced to listeners."""
    last_action: float = -ATTENTION
    """When somebody last acted here, in monotonic seconds."""
    bot_task: asyncio.Task[None] | None = None
    is_bot_waiting: bool = False
    """Whether a bot waits long in the thinking queue, as last announced to listeners."""
    is_archived: bool = False
    """Whether the outcome of the last entry is stored."""
    job: Job = UNKNOWN
    """The table's job as this process stored it last."""
    owns_job: bool = False
    """Whether this process holds the lease on the table's job."""
    networks: set[tuple[str, str]] = field(default_factory=set)
    """Players and networks that this process has stored."""
    pictures: dict[Any, Any] = field(default_factory=dict)
    """Pages and replays rendered last; belongs to the renderer."""

    @property
    def is_attended(self) -> bool:
        """Whether one of the players is connected or acted lately."""
        if time.monotonic() - self.last_action < ATTENTION:
            return True
        return any(self.table.record.seats_of(person) for person in self.present)

    def seats_present(self, at: float) -> frozenset[int]:
        """Return the seats whose owners are connected to any process."""
        people = set(self.present)
        for until, others in self.elsewhere.values():
            if at < until:
                people |= others
        return frozenset(seat for person in people for seat in self.table.record.seats_of(person))

    def add_chat(self, lines: list[ChatLine]) -> None:
        """Add chat lines that are not known yet, and notify listeners."""
        for line in lines:
            if line not in self.chat:
                self.chat.append(line)
                self.notify(line, [])

    def notify(self, change: TableChange, steps: list[Step]) -> None:
        for listener in tuple(self.listeners):
            try:
                listener(self, change, steps)
            except Exception:
                log.exception("a listener failed at table %s", self.table.record.id)
