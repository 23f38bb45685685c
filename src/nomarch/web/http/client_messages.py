"""Messages of clients over HTTP and sockets, tagged by `type`.

Over HTTP the path says which message it is, and `type` may be left out.
"""

from typing import Annotated, Any, Literal

import msgspec

from nomarch.decoding import decode
from nomarch.engine.match import SPECTATOR
from nomarch.tables.state.errors import BadRequest
from nomarch.tables.state.model import Entry
from nomarch.tables.state.table import Table
from nomarch.web.http.text_fields import Checked, Name, Prose, digits, parsed_later

LONGEST_CHAT = 400


class Message(Checked, tag_field="type"):
    """The base of all messages."""


# --- Commands at a table --------------------------------------------------------------------------


class Play(Message, tag="play"):
    """A move, and the position it answers."""

    seat: int
    move: str
    seq: int

    def entry(self, table: Table) -> Entry:
        return table.request_move(self.seat, self.move, self.seq)


class Undo(Message, tag="undo"):
    """Take back a move, or ask the others to allow it."""

    seat: int

    def entry(self, table: Table) -> Entry:
        return table.request_undo(self.seat)


class Answer(Message, tag="answer"):
    """Allow or refuse another's undo; the one who asked withdraws it with a no."""

    seat: int
    agree: bool

    def entry(self, table: Table) -> Entry:
        return table.request_answer(self.seat, agree=self.agree)


class Pause(Message, tag="pause"):
    """Let a bot play in my seat until I'm back."""

    seat: int

    def entry(self, table: Table) -> Entry:
        return table.request_pause(self.seat)


class Back(Message, tag="back"):
    """Take my seat back from the bot."""

    seat: int

    def entry(self, table: Table) -> Entry:
        return table.request_back(self.seat)


class Remove(Message, tag="remove"):
    """Give the seat of a player who has long been absent to a bot."""

    seat: int
    absent: int

    def entry(self, table: Table) -> Entry:
        return table.request_remove(self.seat, self.absent)


class Give(Message, tag="give"):
    """Give all other players more time."""

    seat: int

    def entry(self, table: Table) -> Entry:
        return table.request_give(self.seat)


Command = Play | Undo | Answer | Pause | Back | Remove | Give
"""Messages that become an entry of the table's log."""


# --- Other messages at a table --------------------------------------------------------------------


class Chat(Message, tag="chat"):
    """A chat line."""

    text: Annotated[str, Prose(LONGEST_CHAT, least=1)]


class Look(Message, tag="look"):
    """A page asks for everything, then for changes.

    On a shared screen, `seat` is the seat whose player has lifted the curtain. `version` is that of
    the page's scripts. A page that says `packed` gets its boards as binary messages: JSON in a raw
    DEFLATE stream.
    """

    shape: str = "wide"
    lang: str = ""
    seat: int = SPECTATOR
    version: str = ""
    packed: bool = False


class Ping(Message, tag="ping"):
    """Ask for a pong."""


class Read(Message, tag="read"):
    """Mark the chat as read."""


class Attend(Message, tag="attend"):
    """My page is visible and in use, or not any more: no notices for what I see."""

    visible: bool = True


OverSocket = Play | Undo | Answer | Back | Remove | Chat | Look | Ping | Read | Attend
"""Messages that a table's socket accepts."""


# --- Over HTTP only -------------------------------------------------------------------------------


class Introduce(Message, tag="person"):
    """A person's name; empty for a generated one."""

    name: Name = ""


class Recover(Message, tag="recover"):
    """The token of a link from another device; `merge` also moves this device's tables."""

    token: str
    merge: bool = False


class ForgetMe(Message, tag="forget_me"):
    """Delete my data; the name confirms it."""

    name: str


class SeatRequest(Checked):
    """A seat of a new table: me, a friend by link, somebody at my screen or elsewhere, or a bot."""

    kind: str
    level: str = "greedy"
    name: Name = ""


class SetTable(Message, tag="set"):
    """A new table."""

    game: str
    seats: list[SeatRequest]
    options: dict[str, str] = msgspec.field(default_factory=dict)
    clock: int = 0
    """Seconds per move."""
    bank: int = 0
    """Seconds of each player for the whole game, instead of a time per move."""
    increment: int = 0
    """Seconds that each turn adds to them."""
    coached: bool = False
    """Whether a coach explains each new kind of decision."""
    hints: bool | None = None
    """Whether hints are allowed; by default only for one person against bots."""
    listed: bool = False
    """Whether the lobby shows it, so that anyone may take a free seat."""
    rated: bool = False
    """Whether it counts for ratings; needs a claimed name, and there are no hints and no undo."""


class Join(Message, tag="join"):
    """The token of an invitation; a table in the lobby needs none."""

    token: str = ""


class Contribute(Message, tag="deal"):
    """Commit to a secret for a joint deal by its SHA-256, or reveal it."""

    step: Literal["commit", "reveal"]
    value: Annotated[str, digits]


class SetListed(Message, tag="list"):
    """Show my table in the lobby, or hide it."""

    listed: bool


class Fill(Message, tag="fill"):
    """Give the free seats to bots of a level."""

    level: str = "greedy"


class Leave(Message, tag="leave"):
    """Give up a seat."""

    seat: int


class AskHint(Message, tag="hint"):
    """Ask a strong bot for the best moves of my seat."""

    seat: int
    quick: bool = False
    """Whether to answer at once, without looking ahead."""
    move: str = ""
    """A legal move to compare with the best: “What if I …?”"""


class Why(Message, tag="why"):
    """Ask which rule forbids a move."""

    seat: int
    move: str


class Branch(Message, tag="branch"):
    """Play on from a position of a finished game, against bots."""

    ply: int
    """The number of steps to keep."""
    seat: int = SPECTATOR
    """My seat; by default my own, or the one to act."""
    level: str = "strong"
    """The level for other people's seats; bots keep theirs."""


class Continue(Message, tag="continue"):
    """Play on from a save, with bots in the seats that aren't mine."""

    save: Annotated[str, parsed_later]
    seats: list[int]
    """My seats: one, or several on a shared screen."""
    level: str = "greedy"
    """The level of the bots."""
    others: Literal["bots", "people"] = "bots"
    """Who has the other seats: people get the game as a text again."""


class Take(Message, tag="take"):
    """The next step of a lesson: a move where the lesson asks for one, else nothing."""

    at: int
    """How many steps were taken so far."""
    move: str = ""
    shape: str = "wide"


class Again(Message, tag="again"):
    """Start a lesson again."""

    shape: str = "wide"


def read(data: bytes | str, kind: Any) -> Any:
    """Decode a message, or raise `BadRequest` with the reason."""
    try:
        return decode(data, kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("We couldn't read the request: {reason}.", reason=error) from error
