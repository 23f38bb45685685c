"""Stored keys of claimed names, recomputed when more look-alikes are known."""

from importlib.metadata import version

from nomarch.people.handles import handle_key
from nomarch.storage.schema import HANDLE, PERSON
from nomarch.storage.site_settings import read_setting, write_setting
from nomarch.storage.statements import delete_rows, find_rows, insert_new, update_rows
from nomarch.storage.store import Store

SETTING = "handle-keys"
RULES = 2
"""Raised with every change of `handle_key`."""


def refresh_handle_keys(store: Store) -> int:
    """Recompute the keys of all names, once per version. Returns how many changed.

    Of two names that look alike only now, the one whose key was there first keeps it; the other
    keeps its old key.
    """
    known = f"{RULES} {version('confusable-homoglyphs')}"
    if read_setting(store, SETTING) == known:
        return 0
    with store.transaction():
        rows = find_rows(store, *HANDLE.c, order_by=("at",))
        changed = sum(_refresh(store, key, person, at) for key, person, at in rows)
        write_setting(store, SETTING, known)
    return changed


def _refresh(store: Store, old: str, person: str, at: float) -> bool:
    key = handle_key(old)
    if key == old or not insert_new(store, HANDLE, handle_key=key, person=person, at=at):
        return False
    delete_rows(store, HANDLE, handle_key=old)
    update_rows(store, PERSON, {"id": person, "handle_key": old}, handle_key=key)
    return True
