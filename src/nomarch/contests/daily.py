"""The daily board: one person and the same bots, the same game for everyone, once a day.

The window is a day by UTC. Games that end in it count; the board is sealed until it closes.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import msgspec

from nomarch.bots.steady import SteadyBot
from nomarch.contests.boards import (
    Board,
    BoardEntry,
    board_entries,
    boards_before,
    differences,
    enter_board,
    matchpoints,
    put_board,
    read_board,
)
from nomarch.kernel.declare.game import rulebook, rulebooks
from nomarch.kernel.run.seeds import make_seed
from nomarch.storage.store import Store
from nomarch.tables.service import TableService, bot_seat
from nomarch.tables.state.errors import NotFound
from nomarch.tables.state.model import PLAYER, Person, Seat, TableRecord, new_id, new_token, now
from nomarch.tables.stores.job_store import Job
from nomarch.tables.stores.results import SeatResult

PREFIX = "daily-"
WITH_NETWORK, WITHOUT_NETWORK = "strong", "greedy"
"""The levels by which the bots of a board are called."""


class DailyLine(msgspec.Struct, frozen=True):
    """A person's result on a daily board."""

    person: str
    name: str
    table: str
    place: int
    points: int
    matchpoints: float | None
    """Per cent; None if nobody else has finished."""
    difference: float
    """Points above the mean of all."""
    rank: int


class DailyState(msgspec.Struct, frozen=True):
    """A daily board as one person may see it."""

    day: date
    board: Board
    is_closed: bool
    entries: int
    """People who began."""
    finished: int
    table: str
    """My table; empty before I begin."""
    is_done: bool
    """Whether my game is over."""
    has_left: bool
    lines: tuple[DailyLine, ...]
    """Best first; empty until I have finished or the board is closed."""


def day_of(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()


def begin_of(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def board_id(day: date) -> str:
    return f"{PREFIX}{day.isoformat()}"


def new_daily_board(day: date) -> Board:
    """Return a board with a fresh seed; games take turns, and so does the person's seat."""
    games, number = sorted(rulebooks()), day.toordinal()
    book = rulebook(games[number % len(games)])
    players = book.game.usual_players
    setup = book.setup(players, {})
    return Board(
        id=board_id(day),
        game=book.game.id,
        options=book.option_ids(setup),
        players=players,
        seed=make_seed(),
        opens=begin_of(day),
        closes=begin_of(day + timedelta(days=1)),
        seat=number // len(games) % players,
        level=WITH_NETWORK if SteadyBot(book).has_network(players) else WITHOUT_NETWORK,
    )


class DailyBoards:
    """Creates daily boards, seats people at them and compares their results."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self._boards: dict[date, Board] = {}

    async def board(self, day: date) -> Board:
        """Return the board of a day; today's and tomorrow's are created when first asked for."""
        if day not in self._boards:
            found = await self.service.readers.read(read_board, board_id(day))
            if found is None:
                found = await self._create(day)
            self._boards[day] = found
        return self._boards[day]

    async def _create(self, day: date) -> Board:
        today = day_of(now())
        if not today <= day <= today + timedelta(days=1):
            raise NotFound("There was no daily board on that day.")
        # Looking for the bots' network may load it: not in the event loop.
        board = await self.service.readers.read(lambda store: new_daily_board(day))

        def put(store: Store) -> Board | None:
            put_board(store, board)
            return read_board(store, board.id)

        return await self.service.writer.do(put) or board

    async def enter(self, person: Person) -> str:
        """Return a person's table on today's board; their only one is created."""
        board = await self.board(day_of(now()))
        book = rulebook(board.game)
        seats = [bot_seat(board.level, index) for index in range(board.players)]
        seats[board.seat] = Seat(PLAYER, person.name, person.id)
        at = now()
        record = TableRecord(
            id=new_id(),
            game=board.game,
            rules=book.game.rules_version,
            options=board.options,
            seats=tuple(seats),
            seed=board.seed,
            invite=new_token(),
            host=person.id,
            created=at,
            began=at,
            hints=False,
            board=board.id,
            sealed=board.closes,
            absent_last=True,
        )
        id_ = await self.service.writer.do(enter_board, board, person.id, record, Job(at))
        await self.service.open(id_)  # bots begin at once
        return id_

    async def state(self, day: date, person: str) -> DailyState:
        """Return a board and its results as a person may see them."""
        board = await self.board(day)
        entries = await self.service.readers.read(board_entries, board.id)
        mine = next((entry for entry in entries if person and entry.person == person), None)
        is_closed, is_done = now() >= board.closes, bool(mine and mine.result)
        counted = _counted(entries, board)
        seats = mine.result.seats if mine and mine.result else ()
        return DailyState(
            day=day,
            board=board,
            is_closed=is_closed,
            entries=len(entries),
            finished=len(counted),
            table=mine.table if mine else "",
            is_done=is_done,
            has_left=bool(seats) and seats[board.seat].left_ply is not None,
            lines=_lines(counted) if is_closed or is_done else (),
        )

    async def earlier(self, most: int) -> list[Board]:
        """Return the boards of earlier days, newest first."""
        today = begin_of(day_of(now()))
        return await self.service.readers.read(boards_before, PREFIX, today, most)

    async def next_commitment(self) -> str:
        """Return what tomorrow's board promises."""
        return (await self.board(day_of(now()) + timedelta(days=1))).commitment


def _counted(entries: Sequence[BoardEntry], board: Board) -> list[tuple[BoardEntry, SeatResult]]:
    """Return the entries that were played to the end in time."""
    return [
        (entry, entry.result.seats[board.seat])
        for entry in entries
        if entry.result is not None
        and entry.result.seats
        and entry.result.ended <= board.closes
        and entry.result.seats[board.seat].left_ply is None
    ]


def _lines(counted: Sequence[tuple[BoardEntry, SeatResult]]) -> tuple[DailyLine, ...]:
    """Return the results, best first."""
    points = [result.score for _, result in counted]
    lines = [
        DailyLine(
            person=entry.person,
            name=entry.name,
            table=entry.table,
            place=result.place,
            points=result.score,
            matchpoints=percent,
            difference=difference,
            rank=1 + sum(other > result.score for other in points),
        )
        for (entry, result), percent, difference in zip(
            counted, matchpoints(points), differences(points), strict=True
        )
    ]
    return tuple(sorted(lines, key=lambda line: line.rank))
