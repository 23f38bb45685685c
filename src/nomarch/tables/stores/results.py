"""Results of finished games: written once, in the transaction that ends the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, exists, func, select

from nomarch.storage.schema import GAME_TABLE, PERSON, RESULT, RESULT_SEAT, TOMBSTONE
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    insert,
    insert_new,
)
from nomarch.storage.store import Store
from nomarch.tables.state.model import BOT
from nomarch.tables.stores.deletions import PEOPLE
from nomarch.tables.stores.hooks import hooks_of

if TYPE_CHECKING:
    from nomarch.engine.match import Match
    from nomarch.tables.state.table import Table

FINISHED, CLOSED = "finished", "closed"
"""Why a game ended: by its rules, or stopped by an admin or by a change of the rules."""
RESULTS_PER_PAGE = 30
FIRST_WIN, PERSONAL_BEST = "first-win", "best"
"""Kinds of milestones."""
GAMES_BEFORE_BEST = 3
"""Earlier games that a personal best is compared with, at least."""


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat."""

    seat: int
    person: str
    """The person who played it, also if they left; empty for bots."""
    bot: str
    """The level of the bot that sat there at the end; empty for people."""
    place: int
    """Who is gone at the end comes after all others; not at tables without `absent_last`."""
    score: int
    left_ply: int | None = None
    """Steps made when its player left for good; None if they stayed."""


class GameResult(msgspec.Struct, frozen=True):
    """The result of a game."""

    table: str
    game: str
    edition: str
    players: int
    rated: bool
    ended: float
    seats: tuple[SeatResult, ...] = ()
    """In the order of the seats; empty if the game was closed or continued from elsewhere."""
    reason: str = FINISHED
    rated_seq: int | None = None
    """The number of this game among the rated ones of its title; None if not rated."""


def result_of(table: Table) -> GameResult:
    """Return the result of a finished or closed table."""
    record, match = table.record, table.match
    is_finished = match.over and not table.closed and not _is_cut_short(match)
    counts = is_finished and not record.continued
    lines = sorted(match.ranking, key=lambda line: line.seat) if counts else []
    gone = table.departures
    seats = tuple(
        SeatResult(
            line.seat,
            place.person or (place.left if line.seat in gone else ""),
            place.level if place.kind == BOT else "",
            line.place,
            line.points,
            gone[line.seat].ply if line.seat in gone else None,
        )
        for line, place in zip(lines, record.seats, strict=False)
    )
    return GameResult(
        record.id,
        record.game,
        record.options.get("edition", ""),
        len(record.seats),
        record.rated,
        table.last_at,
        seats,
        FINISHED if is_finished else CLOSED,
    )


def _is_cut_short(match: Match) -> bool:
    """Whether the game could not go on when its rules changed."""
    from nomarch.tables.archive.match import ArchivedMatch

    return isinstance(match, ArchivedMatch) and match.is_closed and not match.standings


def put_result(store: Store, result: GameResult) -> bool:
    """Store a result, with what hooks add to it. Returns False if it was there."""
    with store.transaction():
        return _put_result(store, result)


_ADD_SEAT = Query(lambda *row: insert(RESULT_SEAT).values(row))


def _put_result(store: Store, result: GameResult) -> bool:
    if not insert_new(
        store, RESULT, game_table=result.table, game=result.game, edition=result.edition,
        players=result.players, rated=int(result.rated), ended=result.ended, reason=result.reason,
    ):  # fmt: skip
        return False
    seats = tuple(
        msgspec.structs.replace(seat, person=_owner(store, seat.person)) for seat in result.seats
    )
    for seat in seats:
        row = (result.table, *msgspec.structs.astuple(seat), result.game, result.ended)
        store.execute(_ADD_SEAT(*row))
    hooks_of(store).after_result(store, msgspec.structs.replace(result, seats=seats))
    return True


def _owner(store: Store, person: str) -> str:
    """Return who a person is now: merged into another, or deleted."""
    if not person:
        return ""
    merged = find_value(store, PERSON.c.merged, id=person)
    if merged is not None:
        return merged or person
    return "" if count_rows(store, TOMBSTONE, kind=PEOPLE, id=person) else person


def remove_result(store: Store, table: str) -> None:
    """Delete the result of a deleted table, unless ratings follow from it."""
    if find_value(store, RESULT.c.rated_seq, game_table=table) is None:
        delete_rows(store, RESULT_SEAT, game_table=table)
        delete_rows(store, RESULT, game_table=table)


def results(store: Store, tables: Collection[str]) -> dict[str, GameResult]:
    """Return the results of tables by id; running tables are left out."""
    if not tables:
        return {}
    seats: dict[str, list[SeatResult]] = {}
    for table, *rest in find_rows(
        store, *list(RESULT_SEAT.c)[:7], order_by=("game_table", "seat"), game_table=list(tables)
    ):
        seats.setdefault(table, []).append(SeatResult(*rest))
    return {
        table: GameResult(
            table, game, edition, players, bool(rated), ended, tuple(seats.get(table, ())), *why
        )
        for table, game, edition, players, rated, ended, *why in find_rows(
            store, *RESULT.c, game_table=list(tables)
        )
    }


def results_of(
    store: Store,
    person: str,
    *,
    game: str = "",
    players: int = 0,
    rated: bool | None = None,
    page: int = 1,
    most: int = RESULTS_PER_PAGE,
) -> list[GameResult]:
    """Return a page of a person's finished games, newest first."""
    statement = _page(bool(game), bool(players), rated is not None)
    values = _chosen(person, game, players, rated)
    rows = store.rows(statement(most, (page - 1) * most, *values))
    by_table = results(store, [row[0] for row in rows])
    return [by_table[row[0]] for row in rows]


def count_results(
    store: Store, person: str, *, game: str = "", players: int = 0, rated: bool | None = None
) -> int:
    """Count a person's finished games."""
    statement = _count(bool(game), bool(players), rated is not None)
    return int(store.value(statement(*_chosen(person, game, players, rated))))


def is_seat_of(person: Any, seat: Any = RESULT_SEAT) -> ColumnElement[bool]:
    """Whether a seat's result is a person's; bots' seats are not in the index."""
    return and_(seat.c.person == person, seat.c.person > "")


_BEFORE = Query(
    lambda person, game, players, edition, table: (
        select(
            func.count(),
            func.coalesce(func.max(RESULT_SEAT.c.score), 0),
            func.coalesce(func.min(RESULT_SEAT.c.place), 99),
        )
        .join_from(RESULT_SEAT, RESULT, RESULT.c.game_table == RESULT_SEAT.c.game_table)
        .where(is_seat_of(person), RESULT_SEAT.c.game == game)
        .where(RESULT.c.players == players, RESULT.c.edition == edition)
        .where(RESULT_SEAT.c.game_table != table)
    )
)


def milestone(store: Store, person: str, result: GameResult) -> str:
    """Return what a finished game is among a person's games of its kind, or nothing."""
    own = [seat for seat in result.seats if seat.person == person]
    if len(own) != 1:
        return ""
    kind = (person, result.game, result.players, result.edition, result.table)
    ((games, best, place),) = store.rows(_BEFORE(*kind))
    if own[0].place == 1 and place > 1 and not _has_won(store, person, result):
        return FIRST_WIN
    return PERSONAL_BEST if games >= GAMES_BEFORE_BEST and own[0].score > best else ""


_WON = Query(
    lambda person, game, table: (
        select(RESULT_SEAT.c.seat)
        .where(is_seat_of(person), RESULT_SEAT.c.game == game)
        .where(RESULT_SEAT.c.place == 1, RESULT_SEAT.c.game_table != table)
        .limit(1)
    )
)


def _has_won(store: Store, person: str, result: GameResult) -> bool:
    return bool(store.rows(_WON(person, result.game, result.table)))


def _chosen(person: str, game: str, players: int, rated: bool | None) -> list[Any]:
    """Return the values of a filter that are given."""
    given = [game] if game else []
    return [
        person,
        *given,
        *([players] if players else []),
        *([] if rated is None else [int(rated)]),
    ]


@cache
def _count(*given: bool) -> Query:
    counted = select(func.count(RESULT.c.game_table.distinct()))
    return Query(lambda *values: _filtered(counted, given, *values))


@cache
def _page(*given: bool) -> Query:
    found = select(RESULT.c.game_table, RESULT.c.ended).distinct()
    found = found.order_by(RESULT.c.ended.desc(), RESULT.c.game_table)
    return Query(
        lambda most, offset, *values: _filtered(found.limit(most).offset(offset), given, *values)
    )


def _filtered(found: Select[Any], given: Sequence[bool], person: Any, *values: Any) -> Select[Any]:
    """Find a person's results; `given` names the filters that have values."""
    columns = (RESULT_SEAT.c.game, RESULT.c.players, RESULT.c.rated)
    filters = [column for column, is_given in zip(columns, given, strict=True) if is_given]
    return found.join_from(
        RESULT_SEAT, RESULT, RESULT.c.game_table == RESULT_SEAT.c.game_table
    ).where(
        is_seat_of(person),
        *[column == value for column, value in zip(filters, values, strict=True)],
    )


_WITHOUT = Query(
    lambda most: (
        select(GAME_TABLE.c.id)
        .where(GAME_TABLE.c.finished == 1)
        .where(~exists().where(RESULT.c.game_table == GAME_TABLE.c.id))
        .limit(most)
    )
)


def without_result(store: Store, most: int) -> list[str]:
    """Return finished tables that have no result yet: those from before results were kept."""
    return [id_ for (id_,) in store.rows(_WITHOUT(most))]
