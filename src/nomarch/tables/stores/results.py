"""Results of finished games: written once, in the transaction that ends the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, exists, func, select

from nomarch.engine.match import Match
from nomarch.storage.schema import GAME_TABLE, PERSON, RESULT, RESULT_SEAT, TOMBSTONE
from nomarch.storage.statements import (
    Query,
    count_rows,
    delete_rows,
    find_rows,
    find_value,
    insert_new,
    insert_row,
)
from nomarch.storage.store import Store
from nomarch.tables.archive.match import ArchivedMatch
from nomarch.tables.state.model import BOT
from nomarch.tables.state.table import Table
from nomarch.tables.stores.deletions import PEOPLE
from nomarch.tables.stores.hooks import hooks_of

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
    return isinstance(match, ArchivedMatch) and match.is_closed and not match.standings


def put_result(store: Store, result: GameResult) -> bool:
    """Store a result, with what hooks add to it. Returns False if it was there."""
    game = {"game_table": result.table, "game": result.game, "ended": result.ended}
    with store.transaction():
        if not insert_new(
            store, RESULT, **game, edition=result.edition, players=result.players,
            rated=int(result.rated), reason=result.reason,
        ):  # fmt: skip
            return False
        seats = tuple(
            msgspec.structs.replace(seat, person=_owner(store, seat.person))
            for seat in result.seats
        )
        for seat in seats:
            insert_row(store, RESULT_SEAT, **game, **msgspec.structs.asdict(seat))
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
    store: Store, person: str, *, page: int = 1, most: int = RESULTS_PER_PAGE, **chosen: Choice
) -> list[GameResult]:
    """Return a page of a person's finished games, newest first; `chosen` as in `_FILTERS`."""
    given = _given(chosen)
    statement = _page(*given)(most, (page - 1) * most, person, *given.values())
    rows = store.rows(statement)
    by_table = results(store, [row[0] for row in rows])
    return [by_table[row[0]] for row in rows]


def count_results(store: Store, person: str, **chosen: Choice) -> int:
    """Count a person's finished games."""
    given = _given(chosen)
    return int(store.value(_count(*given)(person, *given.values())))


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
_WON = Query(
    lambda person, game, table: (
        select(RESULT_SEAT.c.seat)
        .where(is_seat_of(person), RESULT_SEAT.c.game == game)
        .where(RESULT_SEAT.c.place == 1, RESULT_SEAT.c.game_table != table)
        .limit(1)
    )
)


def milestone(store: Store, person: str, result: GameResult) -> str:
    """Return what a finished game is among a person's games of its kind, or nothing."""
    own = [seat for seat in result.seats if seat.person == person]
    if len(own) != 1:
        return ""
    kind = (person, result.game, result.players, result.edition, result.table)
    ((games, best, place),) = store.rows(_BEFORE(*kind))
    won_before = _WON(person, result.game, result.table)
    if own[0].place == 1 and place > 1 and not store.rows(won_before):
        return FIRST_WIN
    return PERSONAL_BEST if games >= GAMES_BEFORE_BEST and own[0].score > best else ""


Choice = str | int | None
_FILTERS = {"game": RESULT_SEAT.c.game, "players": RESULT.c.players, "rated": RESULT.c.rated}
"""What results can be chosen by; an empty text, no players and None choose all."""


def _given(chosen: Mapping[str, Choice]) -> dict[str, Choice]:
    return {
        name: int(value) if isinstance(value, bool) else value
        for name, value in chosen.items()
        if value or value is False
    }


@cache
def _count(*names: str) -> Query:
    counted = select(func.count(RESULT.c.game_table.distinct()))
    return Query(lambda *values: _filtered(counted, names, *values))


@cache
def _page(*names: str) -> Query:
    found = select(RESULT.c.game_table, RESULT.c.ended).distinct()
    found = found.order_by(RESULT.c.ended.desc(), RESULT.c.game_table)
    return Query(
        lambda most, offset, *values: _filtered(found.limit(most).offset(offset), names, *values)
    )


def _filtered(found: Select[Any], names: Sequence[str], person: Any, *values: Any) -> Select[Any]:
    chosen = [_FILTERS[name] == value for name, value in zip(names, values, strict=True)]
    joined = found.join_from(RESULT_SEAT, RESULT, RESULT.c.game_table == RESULT_SEAT.c.game_table)
    return joined.where(is_seat_of(person), *chosen)


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
