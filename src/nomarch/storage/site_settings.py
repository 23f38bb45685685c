"""Settings of a site by name, and the key that signs its cookies."""

import secrets

from sqlalchemy import delete

from nomarch.storage.schema import SETTING
from nomarch.storage.statements import Query, find_value, insert, upserting
from nomarch.storage.store import Store


def read_setting(store: Store, name: str) -> str:
    return bytes(find_value(store, SETTING.c.value, name=name) or b"").decode()


def write_setting(store: Store, name: str, value: str) -> None:
    """Change a setting, also while the site is read-only; an empty value deletes it."""
    if value:
        store.maintain(_PUT(name, value.encode()))
    else:
        store.maintain(_DELETE(name))


def read_secret(store: Store) -> bytes:
    """Return the key that signs cookies, created on first use."""
    store.maintain(_ADD("secret", secrets.token_bytes(32)))
    return bytes(find_value(store, SETTING.c.value, name="secret"))


def touch(store: Store) -> None:
    """Write something; raises if the database is not writable."""
    store.maintain(_PUT("touched", secrets.token_bytes(8)))


_PUT = Query(lambda name, value: upserting(SETTING, {"name": name, "value": value}))
_ADD = Query(lambda *row: insert(SETTING).values(row).on_conflict_do_nothing())
_DELETE = Query(lambda name: delete(SETTING).where(SETTING.c.name == name))
