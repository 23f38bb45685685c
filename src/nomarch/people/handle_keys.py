"""Stored keys of claimed names, made anew when more look-alikes are known."""

from __future__ import annotations

from importlib.metadata import version

from nomarch.people.handles import handle_key
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.storage.store import Store

SETTING = "handle-keys"
RULES = 1
"""Raised with every change of `handle_key`."""


def refresh_handle_keys(store: Store) -> int:
    """Make the keys of all names anew, once per version. Returns how many changed.

    Of two names that look alike only now, the one whose key was there first keeps it; the other
    keeps its old key.
    """
    known = f"{RULES} {version('confusable-homoglyphs')}"
    if read_setting(store, SETTING) == known:
        return 0
    with store.transaction():
        rows = store.rows("SELECT handle_key, person, at FROM handle ORDER BY at")
        changed = sum(_refresh(store, key, guest, at) for key, guest, at in rows)
        write_setting(store, SETTING, known)
    return changed


def _refresh(store: Store, old: str, guest: str, at: float) -> bool:
    key = handle_key(old)
    if key == old or not store.execute(
        "INSERT INTO handle (handle_key, person, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (key, guest, at),
    ):
        return False
    store.execute("DELETE FROM handle WHERE handle_key = ?", (old,))
    store.execute(
        "UPDATE person SET handle_key = ? WHERE id = ? AND handle_key = ?", (key, guest, old)
    )
    return True
