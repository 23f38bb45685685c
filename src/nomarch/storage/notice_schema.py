"""The tables of notices, pairing, friends and notes about players, for both databases.

`NOTICE_SCHEMA` is part of a migration step, written once: `{real}` is the type that SQLite and
PostgreSQL name differently. No semicolons but at the end of statements.
"""

from __future__ import annotations

NOTICE_SCHEMA = """
    ALTER TABLE seat ADD COLUMN looked {real} NOT NULL DEFAULT 0;
    CREATE INDEX IF NOT EXISTS seat_by_table ON seat (game_table);
    CREATE TABLE push_subscription (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, data TEXT NOT NULL, at {real} NOT NULL
    );
    CREATE INDEX push_subscription_by_guest ON push_subscription (guest, at);
    CREATE TABLE notice_check (
        game_table TEXT PRIMARY KEY, seq INTEGER NOT NULL, at {real} NOT NULL,
        keeper TEXT NOT NULL DEFAULT '', until {real} NOT NULL DEFAULT 0
    );
    CREATE INDEX notice_check_by_time ON notice_check (at);
    CREATE TABLE notice (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL,
        seq INTEGER NOT NULL, channel TEXT NOT NULL, data TEXT NOT NULL, at {real} NOT NULL,
        not_before {real} NOT NULL, expires {real} NOT NULL, state TEXT NOT NULL,
        keeper TEXT NOT NULL DEFAULT '', until {real} NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0, error TEXT NOT NULL DEFAULT ''
    );
    CREATE UNIQUE INDEX notice_once ON notice (guest, kind, subject, seq, channel);
    CREATE INDEX notice_by_time ON notice (not_before) WHERE state = 'queued';
    CREATE INDEX notice_by_lease ON notice (until) WHERE state = 'sending';
    CREATE INDEX notice_by_age ON notice (at);
    CREATE TABLE pair_request (
        guest TEXT PRIMARY KEY, wishes TEXT NOT NULL, since {real} NOT NULL, beat {real} NOT NULL,
        game_table TEXT NOT NULL DEFAULT '', matched {real} NOT NULL DEFAULT 0
    );
    CREATE TABLE relation (
        guest TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
        at {real} NOT NULL, PRIMARY KEY (guest, other)
    );
    CREATE INDEX relation_by_other ON relation (other, kind);
    CREATE UNIQUE INDEX relation_by_id ON relation (id);
    CREATE TABLE last_seen (guest TEXT PRIMARY KEY, at {real} NOT NULL);
    CREATE TABLE table_invitation (
        guest TEXT NOT NULL, game_table TEXT NOT NULL, sender TEXT NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (guest, game_table)
    );
    CREATE TABLE player_note (
        guest TEXT NOT NULL, other TEXT NOT NULL, text TEXT NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (guest, other)
    );
    CREATE INDEX player_note_by_other ON player_note (other);
    ALTER TABLE standing ADD COLUMN at {real} NOT NULL DEFAULT 0;
    CREATE INDEX standing_by_time ON standing (at);
"""
"""`seat.looked` is when a player last had the table visible in a tab."""

MESSAGE_SCHEMA = """
    CREATE TABLE message (
        id TEXT PRIMARY KEY, sender TEXT NOT NULL, recipient TEXT NOT NULL, at {real} NOT NULL,
        text TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX message_by_recipient ON message (recipient, seen, at);
    CREATE INDEX message_by_sender ON message (sender, at);
"""
"""The migration step with which people write private messages."""

NOTICE_CONTENTS = {
    "push_subscription": ("id", "guest", "data", "at"),
    "notice_check": ("game_table", "seq", "at", "keeper", "until"),
    "notice": (
        "id", "guest", "kind", "subject", "seq", "channel", "data", "at", "not_before", "expires",
        "state", "keeper", "until", "tries", "error",
    ),
    "pair_request": ("guest", "wishes", "since", "beat", "game_table", "matched"),
    "relation": ("guest", "other", "kind", "id", "at"),
    "last_seen": ("guest", "at"),
    "table_invitation": ("guest", "game_table", "sender", "at"),
    "player_note": ("guest", "other", "text", "at"),
    "message": ("id", "sender", "recipient", "at", "text", "seen"),
}  # fmt: skip
"""Tables and columns, as in `nomarch.storage.contents.CONTENTS`."""
NOTICE_KEYS = {
    "relation": ("guest", "other"),
    "table_invitation": ("guest", "game_table"),
    "player_note": ("guest", "other"),
}
