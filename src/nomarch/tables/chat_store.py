"""Stored chat lines, and how many of them each player has read."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from nomarch.decoding import decode
from nomarch.storage.store import Store, decoded
from nomarch.tables.model import ChatLine


def add_chat(store: Store, table: str, line: ChatLine) -> None:
    """Add a chat line."""
    with store.transaction():
        store.lock(table)  # numbers become visible in their order
        store.execute(
            "INSERT INTO chat (game_table, line) VALUES (?, ?)", (table, msgspec.json.encode(line))
        )


def read_chat(store: Store, table: str, most: int, after: int = 0) -> list[ChatLine]:
    """Return the latest chat lines after a line number, oldest first."""
    rows = store.rows(
        "SELECT line FROM chat WHERE game_table = ? AND id > ? ORDER BY id DESC LIMIT ?",
        (table, after, most),
    )
    found = (decoded(row[0], ChatLine) for row in reversed(rows))
    return [line for line in found if line is not None]


def mark_read(store: Store, guest: str, table: str) -> None:
    """Store that a guest has read the whole chat of a table."""
    store.execute(
        "UPDATE seat SET chat_read = (SELECT count(*) FROM chat WHERE chat.game_table = ?) "
        "WHERE person = ? AND game_table = ?",
        (table, guest, table),
    )


def delete_chat(store: Store, table: str, seats: Collection[int]) -> None:
    """Delete the chat lines of some seats of a table."""
    with store.transaction():
        rows = store.rows("SELECT id, line FROM chat WHERE game_table = ?", (table,))
        for number, data in rows:
            if decode(bytes(data), ChatLine).seat in seats:
                store.execute("DELETE FROM chat WHERE id = ?", (number,))
