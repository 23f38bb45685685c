"""What the server says: answers to requests, and news over sockets, told apart by `type`."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from nomarch.story import Told
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
    """What a strong bot would do."""

    move: str
    words: str


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


class LogLine(Answer):
    """One step of the game as a reader may know it; step 0 is the opening."""

    ply: int
    seat: int
    auto: bool
    lines: list[Told]


class Checked(Answer):
    """Whether a replay from the seed gives the same game."""

    good: bool
    seed: str
    commitment: str
    moves: int


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
    categories: list[str]
    table: list[list[int]]
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
    moves: list[Suggestion]
    undo: str | None
    asking: int
    may_answer: list[int]
    seats: list[SeatLine]
    log: list[LogLine]
    log_from: int
    deadline: float | None
    over: bool
    started: bool
    rematch: str
    invite: str
    curtain: bool
    result: Result | None
    seed: str
    chat: list[ChatLine]


class ChatNews(News, tag="chat"):
    """Somebody said something."""

    line: ChatLine


def _change_of(page: type[Page]) -> Any:
    """The same fields, each only there if it is not as it was."""
    fields = [(field.name, field.type | UnsetType, UNSET) for field in msgspec.structs.fields(page)]
    return msgspec.defstruct("Change", fields, bases=(News,), tag="change", module=__name__)


Change = _change_of(Page)
Change.__doc__ = "What has changed on a page since the last message, field by field."

OverSocket = TableNews | Page | Change | ChatNews | RefusalNews | Pong | ComeAgain
"""What is told at a table's socket."""
