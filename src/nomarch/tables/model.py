"""What a table is, as it is stored and sent: plain records, no behaviour."""

from __future__ import annotations

import secrets
import time
from functools import cached_property

import msgspec

OPEN, GUEST, BOT = "open", "guest", "bot"
"""A seat waits for a friend, belongs to a person, or is played by a bot."""

STAND_IN = "greedy"
"""The bot that plays for somebody who is not there."""

MOVE, REWIND, AWAY, BACK = "move", "rewind", "away", "back"
ASK, AGREE, REFUSE = "ask", "agree", "refuse"
LEAVE, HINT = "leave", "hint"
RULES, CLOSE = "rules", "close"
"""Kinds of log entries: what happened at the table, in the order in which it happened."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody who plays, without an account."""

    id: str
    name: str
    epoch: int = 0
    """Raised to end all sessions: what proves an earlier one proves nothing any more."""
    merged: str = ""
    """The guest that this one has become a part of."""


class Seat(msgspec.Struct, frozen=True):
    """One place at a table."""

    kind: str
    name: str
    guest: str = ""
    level: str = ""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log; `(table, seq)` is unique."""

    table: str
    seq: int
    kind: str
    seat: int
    text: str
    at: float
    past: tuple[int, bytes] | None = None
    """What came of the entries before it, from one on: kept with this one, in its own place."""


class ChatLine(msgspec.Struct, frozen=True):
    """Something that was said at a table."""

    at: float
    name: str
    seat: int
    text: str


INVITATION = 14 * 86_400
"""How long an invitation waits for an answer."""


class TableRecord(msgspec.Struct, frozen=True, dict=True):
    """Everything about a table except what was played at it."""

    id: str
    game: str
    rules: int
    options: dict[str, str]
    seats: tuple[Seat, ...]
    seed: str
    invite: str
    host: str
    created: float
    clock: int = 0
    """Seconds for each decision; 0 is no clock."""
    rematch: str = ""
    """The table that goes on after this one."""
    over: bool = False
    coached: bool = False
    """Whether a coach looks over people's shoulders."""
    hints: bool = True
    """Whether a player may ask a strong bot for advice; everyone sees when one did."""
    listed: bool = False
    """Whether anyone may find it in the lobby and take a free seat."""
    began: float = 0.0
    """When the last free seat was taken: no clock runs before."""
    version: int = 0
    """How often it was changed, as the store counts."""

    @cached_property
    def is_full(self) -> bool:
        """Whether nobody is missing: only then the game runs."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def is_on_offer(self) -> bool:
        """Whether it stands in the lobby."""
        return self.listed and not self.is_full and not self.over

    @cached_property
    def is_watched(self) -> bool:
        """Whether something may become due at it: a clock, an invitation, or a bot's turn."""
        return not self.over and (
            self.clock > 0 or any(seat.kind in (OPEN, BOT) for seat in self.seats)
        )

    def next_look(self, deadline: float | None) -> float | None:
        """When it is to be looked at next, opened or not: time runs out, an invitation ends.

        A running table with a clock is looked at even if it waits for bots: they may be asleep.
        """
        if self.over:
            return None
        if not self.is_full:
            return self.created + INVITATION
        return (deadline or now() + self.clock) if self.clock else None

    def given(self, old: str, into: str) -> TableRecord:
        """The same at which one guest has taken over everything of another."""
        seats = tuple(
            msgspec.structs.replace(seat, guest=into) if seat.guest == old else seat
            for seat in self.seats
        )
        host = into if self.host == old else self.host
        return msgspec.structs.replace(self, seats=seats, host=host)

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats that a guest may act for."""
        if not guest:
            return ()
        return tuple(i for i, seat in enumerate(self.seats) if seat.guest == guest)


class TableSummary(msgspec.Struct, frozen=True):
    """Where a table stands at a position of its log, to be told without opening it."""

    seq: int
    to_act: tuple[int, ...]
    over: bool
    ply: int
    """How many steps everybody may know to be made."""
    at: float
    places: tuple[int, ...] = ()
    """The place of each seat, once it is over."""


class Attention(msgspec.Struct, frozen=True):
    """What a guest has seen of a table at which they sit."""

    ply: int = 0
    """How many steps were made when they were last there."""
    unread: int = 0
    """How many lines of chat they have not read."""


def new_id() -> str:
    """A table's public name: short enough for a link, too long to be guessed."""
    return secrets.token_hex(6)


def new_token() -> str:
    """Something that nobody can guess."""
    return secrets.token_urlsafe(18)


def now() -> float:
    """The time, for logs and clocks."""
    return time.time()
