"""Results of finished games: written once, in the transaction that ends the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from nomarch.storage.store import Store
from nomarch.tables.deletions import GUESTS
from nomarch.tables.hooks import hooks_of
from nomarch.tables.model import BOT

if TYPE_CHECKING:
    from nomarch.engine.match import Match
    from nomarch.tables.table import Table

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
    guest: str
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
    """In the order of the seats; empty if the game was closed."""
    reason: str = FINISHED
    rated_seq: int | None = None
    """The number of this game among the rated ones of its title; None if not rated."""


def result_of(table: Table) -> GameResult:
    """Return the result of a finished or closed table."""
    record, match = table.record, table.match
    is_finished = match.over and not table.closed and not _is_cut_short(match)
    lines = sorted(match.ranking, key=lambda line: line.seat) if is_finished else []
    gone = table.departures
    seats = tuple(
        SeatResult(
            line.seat,
            place.guest or (place.left if line.seat in gone else ""),
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


def _put_result(store: Store, result: GameResult) -> bool:
    done = store.execute(
        "INSERT INTO result (game_table, game, edition, players, rated, ended, reason) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            result.table,
            result.game,
            result.edition,
            result.players,
            int(result.rated),
            result.ended,
            result.reason,
        ),
    )
    if not done:
        return False
    seats = tuple(
        msgspec.structs.replace(seat, guest=_owner(store, seat.guest)) for seat in result.seats
    )
    for seat in seats:
        store.execute(
            "INSERT INTO result_seat (game_table, seat, person, bot, place, score, left_ply, game, "
            "ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (result.table, *msgspec.structs.astuple(seat), result.game, result.ended),
        )
    hooks_of(store).after_result(store, msgspec.structs.replace(result, seats=seats))
    return True


def _owner(store: Store, guest: str) -> str:
    """Return who a guest is now: merged into another, or deleted."""
    if not guest:
        return ""
    rows = store.rows("SELECT merged FROM person WHERE id = ?", (guest,))
    if rows:
        return rows[0][0] or guest
    gone = store.rows("SELECT 1 FROM tombstone WHERE kind = ? AND id = ?", (GUESTS, guest))
    return "" if gone else guest


def remove_result(store: Store, table: str) -> None:
    """Delete the result of a deleted table, unless ratings follow from it."""
    is_rated = "SELECT 1 FROM result WHERE game_table = ? AND rated_seq IS NOT NULL"
    if not store.rows(is_rated, (table,)):
        store.execute("DELETE FROM result_seat WHERE game_table = ?", (table,))
        store.execute("DELETE FROM result WHERE game_table = ?", (table,))


def results(store: Store, tables: Collection[str]) -> dict[str, GameResult]:
    """Return the results of tables by id; running tables are left out."""
    if not tables:
        return {}
    marks = ", ".join("?" * len(tables))
    seats: dict[str, list[SeatResult]] = {}
    for table, *rest in store.rows(
        "SELECT game_table, seat, person, bot, place, score, left_ply FROM result_seat "
        f"WHERE game_table IN ({marks}) ORDER BY game_table, seat",
        tuple(tables),
    ):
        seats.setdefault(table, []).append(SeatResult(*rest))
    rows = store.rows(
        "SELECT game_table, game, edition, players, rated, ended, reason, rated_seq FROM result "
        f"WHERE game_table IN ({marks})",
        tuple(tables),
    )
    return {
        table: GameResult(
            table, game, edition, players, bool(rated), ended, tuple(seats.get(table, ())), *why
        )
        for table, game, edition, players, rated, ended, *why in rows
    }


def results_of(
    store: Store,
    guest: str,
    *,
    game: str = "",
    players: int = 0,
    rated: bool | None = None,
    page: int = 1,
    most: int = RESULTS_PER_PAGE,
) -> list[GameResult]:
    """Return a page of a guest's finished games, newest first."""
    found, values = _filtered(guest, game, players, rated)
    rows = store.rows(
        f"SELECT DISTINCT result.game_table, result.ended {found} "
        "ORDER BY result.ended DESC, result.game_table LIMIT ? OFFSET ?",
        (*values, most, (page - 1) * most),
    )
    by_table = results(store, [row[0] for row in rows])
    return [by_table[row[0]] for row in rows]


def count_results(
    store: Store, guest: str, *, game: str = "", players: int = 0, rated: bool | None = None
) -> int:
    """Count a guest's finished games."""
    found, values = _filtered(guest, game, players, rated)
    return int(store.rows(f"SELECT count(DISTINCT result.game_table) {found}", values)[0][0])


def milestone(store: Store, guest: str, result: GameResult) -> str:
    """Return what a finished game is among a guest's games of its kind, or nothing."""
    own = [seat for seat in result.seats if seat.guest == guest]
    if len(own) != 1:
        return ""
    rows = store.rows(
        "SELECT count(*), coalesce(max(score), 0), coalesce(min(place), 99) FROM result_seat "
        "JOIN result ON result.game_table = result_seat.game_table "
        "WHERE person = ? AND result_seat.game = ? AND players = ? AND edition = ? "
        "AND result_seat.game_table <> ?",
        (guest, result.game, result.players, result.edition, result.table),
    )
    games, best, place = rows[0]
    if own[0].place == 1 and place > 1 and not _has_won(store, guest, result):
        return FIRST_WIN
    return PERSONAL_BEST if games >= GAMES_BEFORE_BEST and own[0].score > best else ""


def _has_won(store: Store, guest: str, result: GameResult) -> bool:
    won = (
        "SELECT 1 FROM result_seat WHERE person = ? AND game = ? AND place = 1 AND game_table <> ?"
    )
    return bool(store.rows(f"{won} LIMIT 1", (guest, result.game, result.table)))


def _filtered(
    guest: str, game: str, players: int, rated: bool | None
) -> tuple[str, tuple[Any, ...]]:
    sql = (
        "FROM result_seat JOIN result ON result.game_table = result_seat.game_table "
        "WHERE result_seat.person = ?"
    )
    values: Sequence[Any] = (guest,)
    for column, value in (
        ("result_seat.game", game or None),
        ("result.players", players or None),
        ("result.rated", None if rated is None else int(rated)),
    ):
        if value is not None:
            sql, values = f"{sql} AND {column} = ?", (*values, value)
    return sql, tuple(values)


def without_result(store: Store, most: int) -> list[str]:
    """Return finished tables that have no result yet: those from before results were kept."""
    rows = store.rows(
        "SELECT id FROM game_table WHERE finished = 1 AND NOT EXISTS "
        "(SELECT 1 FROM result WHERE result.game_table = game_table.id) LIMIT ?",
        (most,),
    )
    return [row[0] for row in rows]
