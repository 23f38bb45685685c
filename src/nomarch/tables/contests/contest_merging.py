"""Moves a guest's boards and tournaments to the guest they were merged into."""

from __future__ import annotations

from nomarch.tables.storage.admin_store import AdminStore


def give_contests(store: AdminStore, old: str, into: str) -> None:
    """Move entries to another guest; where both have one, the earlier counts.

    Runs inside a transaction.
    """
    store.execute(
        "UPDATE tournament SET data = replace(data, ?, ?), version = version + 1 WHERE data LIKE ?",
        (f'"{old}"', f'"{into}"', f'%"{old}"%'),
    )
    store.execute(
        "UPDATE pairing SET data = replace(data, ?, ?) WHERE tournament IN "
        "(SELECT tournament FROM entrant WHERE guest = ?)",
        (f'"{old}"', f'"{into}"', old),
    )
    for table, key in (("board_entry", "board"), ("entrant", "tournament")):
        store.execute(
            f"DELETE FROM {table} WHERE guest IN (?, ?) AND EXISTS (SELECT 1 FROM {table} AS other "
            f"WHERE other.{key} = {table}.{key} AND other.guest IN (?, ?) AND "
            f"(other.at < {table}.at OR (other.at = {table}.at AND other.guest < {table}.guest)))",
            (old, into, old, into),
        )
        store.execute(f"UPDATE {table} SET guest = ? WHERE guest = ?", (into, old))
