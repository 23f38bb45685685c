"""Shared boards: the same seed, seats and bots for everyone, so that results can be compared.

Everything about a board but its commitment stays on the server until it is unsealed: nobody but
the players of a table may look at it, and not even they get the seed.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import func, select

from nomarch.contests.contest_merging import is_own, join_person
from nomarch.decoding import decode
from nomarch.kernel.run.seeds import commitment
from nomarch.storage.schema import BOARD, BOARD_ENTRY, PERSON
from nomarch.storage.statements import Query, find_value, insert_new
from nomarch.storage.store import Store
from nomarch.tables.state.model import TableRecord
from nomarch.tables.stores.job_store import Job
from nomarch.tables.stores.results import GameResult, results
from nomarch.tables.stores.table_store import add_table


class Board(msgspec.Struct, frozen=True):
    """A game that several tables play."""

    id: str
    game: str
    options: dict[str, str]
    players: int
    seed: str
    opens: float
    closes: float
    seat: int = 0
    """The seat of the person, where bots have all others."""
    level: str = ""
    """The level of these bots."""

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed: may be shown from the start."""
        return commitment(self.seed)


class BoardEntry(msgspec.Struct, frozen=True):
    """A person's game on a board."""

    person: str
    table: str
    at: float
    name: str
    """Empty if the person was deleted."""
    result: GameResult | None
    """None while the game runs."""


# --- Scores ---------------------------------------------------------------------------------------


def matchpoints(points: Sequence[float]) -> list[float | None]:
    """Return the share of the others that each result beats, in per cent; a tie is half.

    None if there is nobody to compare with.
    """
    others = len(points) - 1
    if others < 1:
        return [None] * len(points)
    return [
        100 * (sum(p > q for q in points) + (sum(p == q for q in points) - 1) / 2) / others
        for p in points
    ]


def differences(points: Sequence[float]) -> list[float]:
    """Return each result less the mean of all."""
    mean = sum(points) / len(points) if points else 0.0
    return [p - mean for p in points]


# --- In the store ---------------------------------------------------------------------------------


def put_board(store: Store, board: Board) -> None:
    """Add a board, unless another process was first."""
    data = msgspec.json.encode(board).decode()
    insert_new(store, BOARD, id=board.id, opens=board.opens, data=data)


def read_board(store: Store, id_: str) -> Board | None:
    data = find_value(store, BOARD.c.data, id=id_)
    return decode(data, Board) if data else None


_BEFORE = Query(
    lambda prefix, length, at, most: (
        select(BOARD.c.data)
        .where(BOARD.c.opens < at, func.substr(BOARD.c.id, 1, length) == prefix)
        .order_by(BOARD.c.opens.desc())
        .limit(most)
    )
)


def boards_before(store: Store, prefix: str, at: float, most: int) -> list[Board]:
    """Return the latest boards of a kind that opened before a time, newest first."""
    rows = store.rows(_BEFORE(prefix, len(prefix), at, most))
    return [decode(data, Board) for (data,) in rows]


def enter_board(store: Store, board: Board, person: str, record: TableRecord, job: Job) -> str:
    """Give a person a table on a board. Returns its id, or that of their earlier one."""
    with store.transaction():
        if earlier := _table_on(store, board.id, person):
            return earlier
        row = {"board": board.id, "person": person, "game_table": record.id}
        if insert_new(store, BOARD_ENTRY, **row, at=record.created):
            add_table(store, record, job)
            return record.id
        return _table_on(store, board.id, person)


_ORDER = (BOARD_ENTRY.c.at, BOARD_ENTRY.c.person)
_OWN_TABLE = Query(
    lambda board, person: (
        select(BOARD_ENTRY.c.game_table)
        .where(BOARD_ENTRY.c.board == board, is_own(BOARD_ENTRY, person))
        .order_by(*_ORDER)
        .limit(1)
    )
)


def _table_on(store: Store, board: str, person: str) -> str:
    """Return a person's first table on a board; empty if there is none."""
    return store.value(_OWN_TABLE(board, person)) or ""


_ENTRIES = Query(
    lambda board: (
        select(
            func.coalesce(PERSON.c.id, BOARD_ENTRY.c.person),
            BOARD_ENTRY.c.game_table,
            BOARD_ENTRY.c.at,
            func.coalesce(PERSON.c.name, ""),
        )
        .select_from(join_person(BOARD_ENTRY))
        .where(BOARD_ENTRY.c.board == board)
        .order_by(*_ORDER)
    )
)


def board_entries(store: Store, board: str) -> list[BoardEntry]:
    """Return everyone who plays a board, in the order of their coming; merged people once."""
    rows = store.rows(_ENTRIES(board))
    first = {row[0]: row for row in reversed(rows)}
    kept = [row for row in rows if first[row[0]] is row]
    ended = results(store, [row[1] for row in kept])
    return [
        BoardEntry(person, table, at, name, ended.get(table)) for person, table, at, name in kept
    ]
