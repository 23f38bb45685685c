"""What clients say: one family of messages over HTTP and sockets, told apart by their `type`.

Over HTTP the address says already which one it is, so there the `type` may be left out.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from nomarch.engine.match import SPECTATOR
from nomarch.tables.errors import BadRequest
from nomarch.tables.model import Entry
from nomarch.tables.table import Table


class Message(msgspec.Struct, tag_field="type", forbid_unknown_fields=True):
    """Anything that a client can say."""


# --- What somebody at a table wants of it ---------------------------------------------------------


class Play(Message, tag="play"):
    """A move, and the position it answers."""

    seat: int
    move: str
    seq: int

    def entry(self, table: Table) -> Entry:
        """What the table's log gets if this is granted."""
        return table.request_move(self.seat, self.move, self.seq)


class Undo(Message, tag="undo"):
    """A step back, or the question whether the others allow it."""

    seat: int

    def entry(self, table: Table) -> Entry:
        """What the table's log gets if this is granted."""
        return table.request_undo(self.seat)


class Answer(Message, tag="answer"):
    """Whether I allow another's step back; who asked for it takes the question back with a no."""

    seat: int
    agree: bool

    def entry(self, table: Table) -> Entry:
        """What the table's log gets if this is granted."""
        return table.request_answer(self.seat, agree=self.agree)


class Pause(Message, tag="pause"):
    """A bot plays in my seat until I'm back."""

    seat: int

    def entry(self, table: Table) -> Entry:
        """What the table's log gets if this is granted."""
        return table.request_pause(self.seat)


class Back(Message, tag="back"):
    """I take my seat back from the bot."""

    seat: int

    def entry(self, table: Table) -> Entry:
        """What the table's log gets if this is granted."""
        return table.request_back(self.seat)


class Remove(Message, tag="remove"):
    """Somebody has long been absent: a bot shall have their seat."""

    seat: int
    absent: int

    def entry(self, table: Table) -> Entry:
        """What the table's log gets if this is granted."""
        return table.request_remove(self.seat, self.absent)


Wish = Play | Undo | Answer | Pause | Back | Remove
"""What becomes an entry of the table's log."""


# --- What else is said at a table -----------------------------------------------------------------


class Chat(Message, tag="chat"):
    """Something to say."""

    text: str


class Look(Message, tag="look"):
    """A page wants to be shown everything, and then what changes.

    At a shared screen, `seat` is whose player has lifted the curtain.
    """

    shape: str = "wide"
    lang: str = ""
    seat: int = SPECTATOR


class Ping(Message, tag="ping"):
    """Is anybody there?"""


class Read(Message, tag="read"):
    """I have read what was said so far."""


OverSocket = Play | Undo | Answer | Back | Remove | Chat | Look | Ping | Read
"""What is understood at a table's socket."""


# --- What is said over HTTP only ------------------------------------------------------------------


class Introduce(Message, tag="guest"):
    """A guest's name; empty for one that we make up."""

    name: str = ""


class Recover(Message, tag="recover"):
    """The token of a link from another device; `merge` brings along what is mine on this one."""

    token: str
    merge: bool = False


class EndSessions(Message, tag="end_sessions"):
    """Whoever else is me, on other devices, shall not be any more."""


class ForgetMe(Message, tag="forget_me"):
    """All that is kept about me shall go; my name says that I mean it."""

    name: str


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table: me, a friend by link, another person at my screen, or a bot."""

    kind: str
    level: str = "greedy"
    name: str = ""


class SetTable(Message, tag="set"):
    """A new table."""

    game: str
    seats: list[SeatRequest]
    options: dict[str, str] = {}
    clock: int = 0
    coached: bool = False
    """Whether a coach tells me what each new kind of decision means."""
    hints: bool | None = None
    """Whether hints are given; left out, to one who plays alone against bots."""
    listed: bool = False
    """Whether anyone may find it in the lobby and take a free seat."""


class Join(Message, tag="join"):
    """The token of an invitation; a table in the lobby needs none."""

    token: str = ""


class Listing(Message, tag="list"):
    """Whether my table stands in the lobby."""

    listed: bool


class Fill(Message, tag="fill"):
    """Which bots take the free seats."""

    level: str = "greedy"


class Leave(Message, tag="leave"):
    """I give up a seat."""

    seat: int


class Hint(Message, tag="hint"):
    """What would a strong bot do in my seat?"""

    seat: int


class Why(Message, tag="why"):
    """Why may I not make that move?"""

    seat: int
    move: str


class Rematch(Message, tag="rematch"):
    """Once more, with the same people."""


class Analyse(Message, tag="analyse"):
    """Study the finished game."""


class Branch(Message, tag="branch"):
    """Play on from a position of a finished game, against bots."""

    ply: int
    """The step from which on it is played otherwise."""
    seat: int = SPECTATOR
    """Which seat I take; without one my own, or whoever's turn it is."""
    level: str = "search"
    """The bot for people's seats; bots keep theirs."""


class Take(Message, tag="take"):
    """The next step of a lesson: a move where one is asked, nothing where one reads on."""

    at: int
    """How many steps were taken before."""
    move: str = ""
    shape: str = "wide"


class Again(Message, tag="again"):
    """From the beginning, please."""

    shape: str = "wide"


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Made once: looking through a family of messages takes longer than reading one."""
    return msgspec.json.Decoder(kind)


def read(data: bytes | str, kind: Any) -> Any:
    """A message of a kind, or a refusal that says what is wrong with it."""
    try:
        return _decoder(kind).decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("We couldn't read the request: {reason}.", reason=error) from error
