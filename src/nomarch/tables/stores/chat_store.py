"""Stored chat lines, and how many of them each player has read."""

from collections.abc import Collection

import msgspec
from sqlalchemy import func, select, update

from nomarch.decoding import decode
from nomarch.storage.schema import CHAT, GAME_TABLE, SEAT
from nomarch.storage.statements import Query, delete_rows, find_rows, find_values, insert_row
from nomarch.storage.store import Store, decoded
from nomarch.tables.state.model import ChatLine


def add_chat(store: Store, table: str, line: ChatLine) -> None:
    with store.transaction():
        store.lock(table)  # numbers become visible in their order
        insert_row(store, CHAT, game_table=table, line=msgspec.json.encode(line))


def read_chat(store: Store, table: str, most: int, after: int = 0) -> list[ChatLine]:
    """Return the latest chat lines after a line number, oldest first."""
    lines = find_values(
        store, CHAT.c.line, order_by=("-id",), most=most, game_table=table, id__gt=after
    )
    found = (decoded(line, ChatLine) for line in reversed(lines))
    return [line for line in found if line is not None]


_LINES = select(func.count()).where(CHAT.c.game_table == SEAT.c.game_table).scalar_subquery()
_MARK_READ = Query(
    lambda person, table: (
        update(SEAT)
        .where(SEAT.c.person == person, SEAT.c.game_table == table)
        .values(chat_read=_LINES)
    )
)


def mark_read(store: Store, person: str, table: str) -> None:
    """Store that a person has read the whole chat of a table."""
    store.execute(_MARK_READ(person, table))


_UNREAD = Query(
    lambda person, most: (
        select(SEAT.c.game_table)
        .join(GAME_TABLE)
        .where(SEAT.c.person == person, GAME_TABLE.c.finished == 0, SEAT.c.chat_read < _LINES)
        .limit(most)
    )
)


def find_unread(store: Store, person: str, most: int) -> list[str]:
    """Return running tables of a person with chat lines that they haven't read."""
    return [table for (table,) in store.rows(_UNREAD(person, most))]


def delete_chat(store: Store, table: str, seats: Collection[int]) -> None:
    """Delete the chat lines of some seats of a table."""
    with store.transaction():
        for number, data in find_rows(store, CHAT.c.id, CHAT.c.line, game_table=table):
            if decode(bytes(data), ChatLine).seat in seats:
                delete_rows(store, CHAT, id=number)
