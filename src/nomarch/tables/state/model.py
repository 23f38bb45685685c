"""The records that are stored and sent."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from functools import cached_property

import msgspec

from nomarch.tables.state import joint_deal
from nomarch.tables.state.joint_deal import Contributions
from nomarch.tables.state.quiet_hours import NightHours

OPEN, PLAYER, BOT = "open", "player", "bot"
"""Kinds of seats."""
DUEL = 2
"""Players of a game that ends when one of them resigns."""

SLOW_CLOCK = 12 * 3600
"""Seconds per move from which a game is one over days."""

UNDEALT = "0" * 64
"""The seed of a table that waits for players; its game gets a secret one when it starts."""

STAND_IN = "greedy"
"""The level of the bot that plays for an absent player."""

MOVE, REWIND, AWAY, BACK = "move", "rewind", "away", "back"
ASK, AGREE, REFUSE = "ask", "agree", "refuse"
LEAVE, HINT = "leave", "hint"
RULES, CLOSE = "rules", "close"
GIVE = "give"
"""Kinds of log entries."""


class Person(msgspec.Struct, frozen=True):
    """A player. Members have claimed a name; others are known by their browser's cookie."""

    id: str
    name: str
    epoch: int = 0
    """Raised to end all sessions: tokens of earlier epochs are invalid."""
    merged: str = ""
    """The person this one was merged into."""
    handle: str = ""
    """The claimed name; empty for a person without one."""
    role: str = ""
    """What a member may do besides playing: see `nomarch.people.moderation`."""

    @property
    def is_member(self) -> bool:
        """Whether they have an account, with a claimed name."""
        return bool(self.handle)


class Seat(msgspec.Struct, frozen=True):
    """One place at a table."""

    kind: str
    name: str
    person: str = ""
    level: str = ""
    left: str = ""
    """The person who left this seat to a bot during the game."""
    reserved: str = ""
    """The person for whom a free seat is kept: a player of the game before."""
    night: NightHours | None = None
    """Hours in which its player's clock stops, in a game with hours or days per move."""
    vacations: tuple[tuple[float, float], ...] = ()
    """When its player's clock stops for a vacation, in a game over days: since, until."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log; `(table, seq)` is unique."""

    table: str
    seq: int
    kind: str
    seat: int
    text: str
    at: float
    past: tuple[int, bytes] | None = None
    """The outcomes of earlier entries, from one on, to be archived with this one."""


class ChatLine(msgspec.Struct, frozen=True):
    """A chat line."""

    at: float
    name: str
    seat: int
    text: str


INVITATION = 14 * 86_400
"""Seconds for which an invitation is valid."""


class TableRecord(msgspec.Struct, frozen=True, dict=True):
    """Everything about a table except its log."""

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
    """Seconds for each decision; 0 is no such clock."""
    bank: int = 0
    """Seconds of each player for the whole game; 0 is no such clock."""
    increment: int = 0
    """Seconds that each turn adds to a player's total."""
    rematch: str = ""
    """The table of the next game."""
    over: bool = False
    coached: bool = False
    """Whether a coach advises the players."""
    hints: bool = True
    """Whether players may ask for hints; everyone sees when one did."""
    listed: bool = False
    """Whether it is in the lobby while a seat is free."""
    public: bool = False
    """Whether the list of live games shows it, as it does listed, rated and tournament games."""
    board: str = ""
    """The shared board that it plays: other tables have the same seed."""
    sealed: float = 0.0
    """Until when only its players may see it, and its seed is secret."""
    tournament: str = ""
    """The tournament that it belongs to."""
    stand_in: str = STAND_IN
    """The level of bots that play for those who are away or have left."""
    rated: bool = False
    """Whether the game counts for ratings: no hints, no undo."""
    replaced_loses: bool = False
    """Whether who let a bot take over counts as having left, even if they came back."""
    absent_last: bool = False
    """Whether who is gone at the end comes after all others, whatever their points."""
    resigning_ends: bool = False
    """Whether the game ends when a player resigns; otherwise a bot plays on."""
    shared_network: bool = False
    """Whether it would be rated, if two of its players didn't share a network."""
    continued: bool = False
    """Whether moves are made elsewhere, so that it has no result for a profile."""
    began: float = 0.0
    """When the last free seat was taken."""
    stalled: bool = False
    """Whether its clock and its bots stand still because their job failed again and again."""
    contributions: Contributions = ()
    """What its players have added to a joint deal; empty for a table that deals alone."""
    version: int = 0
    """Counts changes; set by the store."""

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def is_sealed(self) -> bool:
        """Whether other tables still play the same board."""
        return now() < self.sealed

    @property
    def has_breaks(self) -> bool:
        """Whether players may let a bot play for them: not where the result counts."""
        return not self.rated and not self.tournament

    @property
    def is_watchable(self) -> bool:
        """Whether the list of live games shows it to strangers."""
        is_public = self.public or self.listed or self.rated or bool(self.tournament)
        return is_public and self.is_full and not self.over and not self.is_sealed

    @property
    def is_slow(self) -> bool:
        """Whether it is played over days."""
        return self.clock >= SLOW_CLOCK

    @property
    def is_timed(self) -> bool:
        return self.clock > 0 or self.bank > 0

    @cached_property
    def is_full(self) -> bool:
        """Whether no seat is free, and nothing is missing for the deal."""
        return not self.has_free_seats and joint_deal.is_complete(self.contributions, self.people)

    @property
    def has_free_seats(self) -> bool:
        return any(seat.kind == OPEN for seat in self.seats)

    @property
    def is_passed_on(self) -> bool:
        """Whether some play elsewhere, where they get the game as a text."""
        return any(seat.kind == PLAYER and not seat.person and not seat.left for seat in self.seats)

    @property
    def people(self) -> set[str]:
        return {seat.person for seat in self.seats if seat.person}

    def next_deal_step(self, person: str) -> str:
        """Return what a person has to do next for a joint deal."""
        return joint_deal.next_step(
            self.contributions, self.people, person, has_free_seats=self.has_free_seats
        )

    @property
    def is_on_offer(self) -> bool:
        """Whether it is in the lobby."""
        return self.listed and not self.is_full and not self.over

    @cached_property
    def may_have_job(self) -> bool:
        """Whether it may have a job: a clock, an invitation, or a bot's turn."""
        return not self.over and (
            self.is_timed or any(seat.kind in (OPEN, BOT) for seat in self.seats)
        )

    def next_due(self, deadline: float | None) -> float | None:
        """Return when its job is due: the clock runs out or the invitation ends.

        A table with a clock has a job even while bots move, in case their process died.
        """
        if self.over:
            return None
        if not self.is_full:
            return self.created + INVITATION
        return (deadline or now() + (self.clock or self.bank)) if self.is_timed else None

    def given(self, old: str, into: str) -> TableRecord:
        """Return the record with one person's seats given to another."""
        seats = tuple(
            msgspec.structs.replace(seat, person=into)
            if seat.person == old
            else msgspec.structs.replace(seat, left=into)
            if seat.left == old
            else seat
            for seat in self.seats
        )
        host = into if self.host == old else self.host
        return msgspec.structs.replace(self, seats=seats, host=host)

    def free_seats(self, person: str) -> list[int]:
        """Return the free seats that a person may take, those kept for them first."""
        free = [
            i for i, s in enumerate(self.seats) if s.kind == OPEN and s.reserved in ("", person)
        ]
        return sorted(free, key=lambda i: not self.seats[i].reserved)

    def with_seats(self, changes: Mapping[int, Seat]) -> TableRecord:
        """Return the record with other seats; when none is open any more, the game begins."""
        seats = tuple(changes.get(i, seat) for i, seat in enumerate(self.seats))
        changed = msgspec.structs.replace(self, seats=seats)
        # Secrets that some have revealed are no longer ones for whoever comes next.
        made = self.contributions if changed.people >= self.people else self.contributions[:1]
        return self.begun(msgspec.structs.replace(changed, contributions=made))

    def begun(self, changed: TableRecord) -> TableRecord:
        """Return a changed record, with the time if its game can begin now."""
        if changed.is_full and not self.is_full:
            return msgspec.structs.replace(changed, began=now())
        return changed

    def seats_of(self, person: str) -> tuple[int, ...]:
        if not person:
            return ()
        return tuple(i for i, seat in enumerate(self.seats) if seat.person == person)


class TableSummary(msgspec.Struct, frozen=True):
    """What lists show of a table, at a position of its log."""

    seq: int
    to_act: tuple[int, ...]
    over: bool
    ply: int
    """Steps that everyone may know of."""
    at: float
    places: tuple[int, ...] = ()
    """The place of each seat once the game is over."""
    round: tuple[int, ...] = ()
    """The round and how many there are, if the game is played in rounds."""


class Attention(msgspec.Struct, frozen=True):
    """What a person has seen of a table."""

    ply: int = 0
    """Steps made when they were last there."""
    unread: int = 0
    """Chat lines not read."""


def new_id() -> str:
    """Return a random table id."""
    return secrets.token_hex(6)


def new_token() -> str:
    return secrets.token_urlsafe(18)


def now() -> float:
    return time.time()
