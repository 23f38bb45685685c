"""Messages of clients and responses about daily boards and tournaments."""

from __future__ import annotations

from nomarch.web.client_messages import Message
from nomarch.web.responses import ResponseBody


class PlayDaily(Message, tag="play_daily"):
    """Begin today's board, or go on with it."""


class DailyResultInfo(ResponseBody):
    """A person's result on a daily board; `table` is empty while it is sealed."""

    rank: int
    name: str
    mine: bool
    place: int
    points: int
    matchpoints: float | None
    """The share of the others that this result beats, in per cent; a tie is half."""
    difference: float
    """Points above the mean."""
    table: str


class DailyInfo(ResponseBody):
    """A daily board: one game, the same for everyone."""

    day: str
    game: str
    title: str
    players: int
    seat: int
    """The person's seat, from 0."""
    level: str
    opens: float
    closes: float
    closed: bool
    entries: int
    """People who have begun."""
    finished: int
    table: str
    """My table; empty before I begin."""
    done: bool
    left: bool
    """Whether I left my game to a bot."""
    commitment: str
    seed: str
    """Empty until the board is closed."""
    results: list[DailyResultInfo]
    """Best first; empty until I have finished or the board is closed."""
