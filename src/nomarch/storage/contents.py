"""The tables and columns of the database, in an order in which they can be copied."""

from __future__ import annotations

from nomarch.storage.notice_schema import NOTICE_CONTENTS, NOTICE_KEYS
from nomarch.storage.site_schema import SITE_CONTENTS, SITE_KEYS

CONTENTS = {
    "setting": ("name", "value"),
    "guest": (
        "id", "name", "epoch", "merged", "handle", "handle_key", "named_at", "mail",
        "passkey_user", "is_private", "role",
    ),
    "note": ("guest", "topic", "note"),
    "spent": ("token", "until"),
    "game_table": ("id", "created", "record", "finished", "version", "listed"),
    "seat": ("guest", "game_table", "seen", "said", "looked"),
    "entry": ("game_table", "seq", "kind", "seat", "text", "at"),
    "chat": ("game_table", "line"),
    "duty": ("game_table", "at", "bots", "seq", "keeper", "until"),
    "outcome": ("game_table", "seq", "data"),
    "standing": ("game_table", "seq", "data", "at"),
    "ban": ("subject", "reason", "at", "until"),
    "tombstone": ("kind", "id", "at"),
    "visit": ("guest", "at"),
    **SITE_CONTENTS,
    **NOTICE_CONTENTS,
}  # fmt: skip
"""Tables and columns in an order in which they can be copied. The first column is the key, unless
`KEYS` names others."""
KEYS = {
    "note": ("guest", "topic"),
    "seat": ("guest", "game_table"),
    "entry": ("game_table", "seq"),
    "chat": ("id",),
    "outcome": ("game_table", "seq"),
    "tombstone": ("kind", "id"),
    **SITE_KEYS,
    **NOTICE_KEYS,
}
