"""What the server says: answers to requests, and news over sockets, told apart by `type`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from nomarch.engine.match_log import LogLine
from nomarch.tables.model import ChatLine


class Answer(msgspec.Struct):
    """Anything that the server says."""


class News(msgspec.Struct, tag_field="type"):
    """Anything that the server says over a socket, where nobody asked for it."""


# --- Guests, games and tables ---------------------------------------------------------------------


class Refusal(Answer):
    """Why not, in a sentence."""

    error: str


class Known(Answer):
    """Who one is now, and what proves it."""

    name: str
    token: str


class ChoiceInfo(Answer):
    """One choice of an option; `players` limits it to some player counts."""

    id: str
    title: str
    players: tuple[int, ...]


class OptionInfo(Answer):
    """A variant; its first choice is the default."""

    id: str
    title: str
    about: str
    choices: list[ChoiceInfo]


class GameInfo(Answer):
    """A game in the reader's language."""

    id: str
    title: str
    about: str
    players: tuple[int, ...]
    minutes: int
    options: list[OptionInfo]


class NewTable(Answer):
    """A table that was just set, and what invites others to it."""

    id: str
    invite: str


class NextTable(Answer):
    """The table at which the same people go on."""

    id: str


class TableLine(Answer):
    """One of my tables; `place` is where I came in if it is over."""

    id: str
    game: str
    title: str
    names: list[str]
    turn: bool
    over: bool
    waiting: bool
    ply: int
    at: float
    place: int
    new: int
    """How many steps were made since I was last there."""
    unread: int
    """How many lines of chat I have not read."""


class OpenTable(Answer):
    """A table in the lobby: anyone may take a free seat."""

    id: str
    game: str
    title: str
    names: list[str]
    free: int
    clock: int
    hints: bool
    options: dict[str, str]
    created: float
    here: bool
    """Whether somebody waits at it just now."""


class SeatInfo(Answer):
    """Who sits in a seat."""

    kind: str
    name: str
    level: str


class TableView(Answer):
    """A table as data, as one seat may know it."""

    id: str
    game: str
    options: dict[str, str]
    seq: int
    mine: list[int]
    full: bool
    clock: int
    deadline: float | None
    commitment: str
    rematch: str
    seats: list[SeatInfo]
    asking: int
    away: list[int]
    secrets: bool
    view: dict[str, Any]
    hints: bool
    """Whether hints are given at the table."""
    hinted: list[int]
    """How many hints each seat was given."""
    listed: bool


class Seated(Answer):
    """The seat that was taken."""

    seat: int


class Done(Answer):
    """It was done."""

    ok: bool = True


# --- Playing and looking back ---------------------------------------------------------------------


class Moved(Answer):
    """The number of the position that a move led to."""

    seq: int


class Granted(Answer):
    """The number of the position now, and what kind of entry the log got."""

    seq: int
    kind: str


class Suggestion(Answer):
    """A move, in notation and in words."""

    move: str
    words: str


class Offer(Suggestion):
    """What a player may do; whether it ends a turn or a part of it, and what would then be lost."""

    ends: bool = False
    loses: str = ""


class Advice(Suggestion):
    """A good move: its chance to win in per cent, its points at the end, and what speaks for it.

    Chance and points are null until the search is compiled.
    """

    win: float | None
    points: float | None
    reason: str


class Hints(Advice):
    """The best move, and the next best ones."""

    others: list[Advice]


class Row(Answer):
    """A line of a table: its title, and an amount per seat; null where there is none."""

    title: str
    amounts: list[int | None]


class Interlude(Answer):
    """What was gathered and is shown as a whole: a scoring, a harvest, an auction's offers.

    `sums` adds the rows up where that means something; `standing` is what everybody has then.
    """

    title: str
    rows: list[Row]
    sums: list[int] | None
    standing: list[int] | None


class LogEntry(Answer, omit_defaults=True):
    """One step of the game as a reader may know it; step 0 is the opening."""

    ply: int
    seat: int
    auto: bool
    lines: list[LogLine]
    interludes: list[Interlude] = []
    hinted: bool = False
    """Whether it was made with a hint."""
    touched: list[str] = []
    """The pieces of the board that it touched, by the ends of their ids: `track-3`."""


class Checked(Answer):
    """Whether a replay from the seed gives the same game."""

    good: bool
    seed: str
    commitment: str
    moves: int


class DecisionInfo(Answer):
    """A decision that was studied: the seat's chance to win after it in per cent, and its cost."""

    ply: int
    seat: int
    win: float
    loss: float
    fault: str
    """`inaccuracy`, `mistake`, `blunder`, or empty."""


class TurningPoint(DecisionInfo):
    """A decision that cost much: what was played, what was better, and why."""

    move: str
    best: str
    best_win: float
    reason: str


class AccountInfo(Answer):
    """How a seat's chance to win came about, in per cent: start + skill + luck = result."""

    seat: int
    accuracy: float
    start: float
    skill: float
    luck: float
    result: float


class AnalysisInfo(Answer):
    """A finished game, studied as far as it is: turning points and accounts come at the end."""

    ready: bool
    running: bool
    done: int
    of: int
    names: list[str]
    plies: int
    decisions: list[DecisionInfo]
    turning: list[TurningPoint] = []
    accounts: list[AccountInfo] = []


# --- Over sockets ---------------------------------------------------------------------------------


class EntryNews(Answer):
    """What happened, and in which seat."""

    kind: str
    seat: int


class TableNews(News, tag="table"):
    """What a program needs: the position's number, who is asked, and its own legal moves."""

    seq: int
    to_act: list[int]
    over: bool
    legal: dict[str, list[str]] = {}
    entry: EntryNews | UnsetType = UNSET


class RefusalNews(News, tag="refused"):
    """Nothing happened, and why; `status` is what HTTP would have said."""

    error: str
    status: int


class Pong(News, tag="pong"):
    """Somebody is there."""


class ComeAgain(News, tag="again"):
    """This server is going away: another one will answer. Only pages are told."""


class PlaceInfo(Answer):
    """One line of the ranking."""

    place: int
    seat: int
    name: str
    points: int


class Result(Answer):
    """The ranking, every seat's points by category, and after every step."""

    ranking: list[PlaceInfo]
    table: list[Row]
    course: list[list[int]]


class SeatLine(Answer):
    """Who sits in a seat, and what a page shows of it."""

    name: str
    kind: str
    level: str
    mine: bool
    away: bool
    to_act: bool
    points: int
    person: bool
    absent: bool
    stands: str
    """What was said last, and stands at the nameplate: a bid, a pass."""
    hints: int
    """How many hints they were given."""


class WhyNot(Answer):
    """Which rule forbids a move; empty if none does."""

    text: str


class Counsel(Answer):
    """What a coach says to a decision: what it means, if that is new, and what to do."""

    text: str
    move: str
    words: str
    why: str


class Page(News, tag="page"):
    """Everything that a page shows of a table."""

    seq: int
    ply: int
    seat: int
    mine: list[int]
    turn: bool
    board: list[str | tuple[int, int]]
    """The drawing in pieces of markup; a pair is where in the drawing before, and how many."""
    prompt: str
    moves: list[Offer]
    undo: str | None
    asking: int
    may_answer: list[int]
    seats: list[SeatLine]
    log: list[LogEntry]
    log_from: int
    settled: int
    """How many steps can be looked back at."""
    deadline: float | None
    over: bool
    started: bool
    rematch: str
    invite: str
    curtain: bool
    """Whether a shared screen shows only what anyone may see, until `seat` lifts the curtain."""
    result: Result | None
    seed: str
    chat: list[ChatLine]
    coach: Counsel | None
    hints: bool
    """Whether hints are given at the table."""
    listed: bool
    host: bool
    """Whether the reader set the table."""
    notice: str = ""
    """What everybody at the table should know: that the rules have changed, say."""


# --- Learning -------------------------------------------------------------------------------------


class LessonLine(Answer):
    """A lesson of a game, and how far somebody is with it."""

    id: str
    title: str
    about: str
    taken: int
    steps: int
    done: bool


class FrameInfo(Answer):
    """A moment on the way to the next step: what somebody did, drawn and told."""

    board: str
    lines: list[LogLine]


class LessonPage(Answer):
    """Where somebody is in a lesson, and everything that is shown there."""

    at: int
    """How many steps were taken."""
    steps: int
    done: bool
    asks: bool
    """Whether a move is wanted; otherwise one reads on."""
    text: str
    points: list[str]
    """What the text is about: pieces of the drawing by id, or moves."""
    board: str
    moves: list[Offer]
    frames: list[FrameInfo]
    log: list[LogEntry]
    following: str
    """The lesson that comes next, if there is one."""
    heard: str = ""
    """What is said to the answer just given."""
    right: bool = True
    """Whether that answer was right."""
    shown: list[str] = []
    """What would have been right, for those who want to see it."""


class ChatNews(News, tag="chat"):
    """Somebody said something."""

    line: ChatLine


class PresenceNews(News, tag="present"):
    """The seats of the others who are at the table now. Only pages are told."""

    seats: list[int]


class Announcement(News, tag="announcement"):
    """What those who run the site want everybody to know; empty if it is past."""

    text: str


def _change_of(page: type[Page]) -> Any:
    """The same fields, each only there if it is not as it was."""
    fields = [(field.name, field.type | UnsetType, UNSET) for field in msgspec.structs.fields(page)]
    return msgspec.defstruct("Change", fields, bases=(News,), tag="change", module=__name__)


Change = _change_of(Page)
Change.__doc__ = "What has changed on a page since the last message, field by field."

OverSocket = (
    TableNews | Page | Change | ChatNews | PresenceNews | Announcement | RefusalNews | Pong
    | ComeAgain
)  # fmt: skip
"""What is told at a table's socket."""
