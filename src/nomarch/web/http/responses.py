"""Messages of the server: response bodies, and socket messages tagged by `type`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from nomarch.engine.match_log import LogLine
from nomarch.kernel.declare.moments import Beat
from nomarch.tables.state.clocks import SeatClock
from nomarch.tables.state.model import ChatLine


class ResponseBody(msgspec.Struct):
    """The base of all response bodies."""


class News(msgspec.Struct, tag_field="type"):
    """The base of all messages over a socket."""


# --- People, games and tables ---------------------------------------------------------------------


class Refusal(ResponseBody):
    """Why a request was refused."""

    error: str


class Known(ResponseBody):
    """A person's name and token."""

    name: str
    token: str


class ChoiceInfo(ResponseBody):
    """One choice of an option; `players` limits it to some player counts."""

    id: str
    title: str
    players: tuple[int, ...]


class OptionInfo(ResponseBody):
    """A variant; its first choice is the default."""

    id: str
    title: str
    about: str
    choices: list[ChoiceInfo]


class GameInfo(ResponseBody):
    """A game in the reader's language."""

    id: str
    title: str
    about: str
    players: tuple[int, ...]
    minutes: int
    options: list[OptionInfo]


class NewTable(ResponseBody):
    """A new table and its invitation token."""

    id: str
    invite: str


class NextTable(ResponseBody):
    """The table where the same people continue."""

    id: str


class TableLine(ResponseBody):
    """One of my tables; `place` is my rank once it is over."""

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
    """Steps since my last visit; 0 while the table is open in a browser."""
    unread: int
    """Unread chat lines."""
    to_act: list[str] = []
    """The players whose turn it is."""
    round: list[int] = []
    """The round and how many there are, in games that are played in rounds."""
    opponents: list[str] = []
    deadline: float | None = None
    """When the time of the player to act runs out."""


class OpenTable(ResponseBody):
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
    rated: bool


class SeatInfo(ResponseBody):
    """Who sits in a seat."""

    kind: str
    name: str
    level: str


class TableView(ResponseBody):
    """A table as data, as one seat sees it."""

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
    hinted: list[int]
    """Hints given to each seat."""
    listed: bool


class Seated(ResponseBody):
    """The seat that was taken."""

    seat: int


class Done(ResponseBody):
    """It was done."""

    ok: bool = True


# --- Playing and looking back ---------------------------------------------------------------------


class Moved(ResponseBody):
    """The number of the position after a move."""

    seq: int


class Granted(ResponseBody):
    """The number of the position, and the kind of the new log entry."""

    seq: int
    kind: str


class Suggestion(ResponseBody):
    """A move, in notation and in words."""

    move: str
    words: str


class Offer(Suggestion):
    """A legal move; whether it ends something, what it would lose, a warning and its kind."""

    ends: bool = False
    loses: str = ""
    warning: tuple[str, str] = ("", "")


class HintMove(Suggestion):
    """A good move: its chance to win in per cent, its final points, and why.

    Chance and points are null without a look ahead.
    """

    win: float | None
    points: float | None
    reason: str
    doubt: float | None
    """How far the chance may be off, in percentage points."""
    rule: str = ""
    """The paragraph of the rules about such moves, by its anchor."""


class Hints(HintMove):
    """The best move, and the next best ones."""

    others: list[HintMove] = msgspec.field(default_factory=list)
    asked: HintMove | None = None
    """The move that was asked about; its reason says what it does and how it compares."""


class ScoreRow(ResponseBody):
    """A row of a table: its title, an amount per seat, or null, and the picture of its category."""

    title: str
    amounts: list[int | None]
    icon: str = ""


class ScoringTable(ResponseBody):
    """A scoring, a harvest or the offers of an auction, as one table.

    `sums` are the column totals, if they mean anything; `standing` is everybody's points then.
    """

    title: str
    rows: list[ScoreRow]
    sums: list[int] | None
    standing: list[int] | None


class LogEntry(ResponseBody, omit_defaults=True):
    """One step of the game as the reader may know it; step 0 is the set-up."""

    ply: int
    seat: int
    auto: bool
    lines: list[LogLine]
    interludes: list[ScoringTable] = []
    hinted: bool = False
    touched: list[str] = []  # pieces, by the ends of their ids: `track-3`
    turn: list[LogLine] = []
    explained: dict[str, str] = {}
    touched_by: dict[str, int] = {}


class FrameInfo(ResponseBody, omit_defaults=True):
    """A board to show, what it tells, and what a page plays on the way to it."""

    board: str
    lines: list[LogLine]
    moments: list[Beat] = []
    stages: list[FrameInfo] = []
    """Shown before it, one after the other."""


class DealInfo(ResponseBody):
    """A deal that all players make together."""

    step: str
    """What I have to do next: `commit`, `reveal` or nothing."""
    commitments: list[str]
    """SHA-256 of each secret; the first is of the tab that runs the game."""
    secrets: list[str]
    """In the same order, once the game is over; the seed is made of them, sorted by commitment."""


class Checked(ResponseBody):
    """Whether a replay from the seed gives the same game."""

    good: bool
    seed: str
    commitment: str
    moves: int


# --- Over sockets ---------------------------------------------------------------------------------


class EntryNews(ResponseBody):
    """What happened, and in which seat."""

    kind: str
    seat: int


class TableNews(News, tag="table"):
    """What a program needs: the position's number, who is to act, its own legal moves."""

    seq: int
    to_act: list[int]
    over: bool
    legal: dict[str, list[str]] = {}
    entry: EntryNews | UnsetType = UNSET


class RefusalNews(News, tag="refused"):
    """Why a message was refused; `status` is the HTTP status for it."""

    error: str
    status: int


class Pong(News, tag="pong"):
    """The answer to a ping."""


class ComeAgain(News, tag="again"):
    """This server stops: connect again. Only sent to pages."""


class NewVersion(News, tag="new-version"):
    """The page is older than this server; it may reload."""


class PlaceInfo(ResponseBody):
    """One line of the ranking."""

    place: int
    seat: int
    name: str
    points: int
    tie: str = ""
    left: str = ""
    """That its player resigned, was banned or is absent; empty for those who stayed."""


class Result(ResponseBody):
    """The ranking, and every seat's points by category."""

    ranking: list[PlaceInfo]
    table: list[ScoreRow]


class SeatLine(ResponseBody):
    """A seat as a page shows it."""

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
    """The text at the nameplate: a bid, a pass."""
    hints: int
    habit: str = ""
    """A sentence about how a bot with a name of its own plays."""
    clock: SeatClock | None = None
    vacation: float | None = None
    """When the player's vacation ends; None if they're not on one."""


class WhyNot(ResponseBody):
    """Which rule forbids a move; empty if none does."""

    text: str
    rule: str = ""
    """The paragraph of the rules about such moves, by its anchor."""


class CoachAdvice(ResponseBody):
    """What a decision means, if its kind is new; what to do is a hint."""

    text: str


class StageNews(ResponseBody, omit_defaults=True):
    """A position that a page shows on its way to the next one. Missing fields are unchanged."""

    ply: int
    board: list[str | tuple[int, int]]
    """The difference to the drawing before."""
    log: list[LogEntry]
    log_from: int
    prompt: str = ""
    """What it says in place of a question."""
    seats: list[SeatLine] | UnsetType = UNSET
    moments: list[Beat] = []
    """Played above the drawing before."""


class Page(News, tag="page"):
    """A complete page of a table."""

    seq: int
    ply: int
    seat: int
    mine: list[int]
    turn: bool
    board: list[str | tuple[int, int]]
    """The drawing in pieces of markup; a pair is a run of the last drawing: (first, count)."""
    prompt: str
    moves: list[Offer]
    undo: str | None
    asking: int
    may_answer: list[int]
    seats: list[SeatLine]
    log: list[LogEntry]
    log_from: int
    settled: int
    """Steps that a replay can show."""
    deadline: float | None
    over: bool
    started: bool
    rematch: str
    invite: str
    curtain: bool
    """Whether a shared screen hides all hands until `seat` lifts the curtain."""
    result: Result | None
    seed: str
    chat: list[ChatLine]
    coach: CoachAdvice | None
    hints: bool
    """Whether hints are allowed."""
    listed: bool
    host: bool
    """Whether the reader created the table."""
    passes: str = ""
    """Who plays next elsewhere and needs the game as a text."""
    deal: DealInfo | None = None
    """How players make the deal together; nothing where the server deals."""
    notice: str = ""
    """A note for everyone at the table: that the rules have changed, for example."""
    rated: bool = False
    gives: bool = False
    """Whether `seat` may give the other players more time."""
    breaks: bool = True
    """Whether players may let a bot play for them until they come back."""
    kept: bool = False
    """Whether all free seats are kept for players of the last game."""
    resigning_ends: bool = False
    """Whether the game ends when a player resigns; otherwise a bot plays on."""
    tournament: str = ""
    """The tournament that the table belongs to."""
    commitment: str = ""
    """The fingerprint of the seed; empty until the game starts."""
    round: tuple[int, ...] = ()
    """The round and how many there are, if the game is played in rounds."""
    turn_line: str = ""
    """The time of the game in words, such as "Epoch 2 of 3"; empty when it's over."""
    stages: list[StageNews] = []
    """Shown before it, one after the other. Only in changes."""
    moments: list[Beat] = []
    """Played above the drawing before, after all stages. Only in changes."""


class ChatNews(News, tag="chat"):
    """A new chat line."""

    line: ChatLine


class PresenceNews(News, tag="present"):
    """The seats of others who are connected. Only sent to pages."""

    seats: list[int]


class QueueNews(News, tag="queue"):
    """A bot of this table waits for those of others, or no longer does. Only sent to pages."""

    is_waiting: bool


class Announcement(News, tag="announcement"):
    """The site's announcement; empty when it is over."""

    text: str


def _change_of(page: type[Page]) -> Any:
    """A struct with the same fields, all optional."""
    fields = [(field.name, field.type | UnsetType, UNSET) for field in msgspec.structs.fields(page)]
    return msgspec.defstruct("Change", fields, bases=(News,), tag="change", module=__name__)


Change = _change_of(Page)
Change.__doc__ = "What has changed on a page since the last message, field by field."

OverSocket = (
    TableNews
    | Page
    | Change
    | ChatNews
    | PresenceNews
    | QueueNews
    | Announcement
    | RefusalNews
    | Pong
    | ComeAgain | NewVersion
)  # fmt: skip
"""Messages that a table's socket sends."""
