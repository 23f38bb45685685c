"""The tables of accounts, results, ratings and moderation, for both databases.

`SITE_SCHEMA` is one migration step, written once: `{real}` and `{bytes}` are the types that SQLite
and PostgreSQL name differently. No semicolons but at the end of statements.
"""

from __future__ import annotations

from nomarch.storage.contest_schema import (
    CONTEST_CONTENTS,
    CONTEST_KEYS,
    CONTEST_NUMERIC_KEYS,
    CONTEST_SCHEMA,
)

SITE_SCHEMA = (
    """
    ALTER TABLE guest ADD COLUMN handle TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN handle_key TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN named_at {real} NOT NULL DEFAULT 0;
    ALTER TABLE guest ADD COLUMN mail TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN passkey_user TEXT NOT NULL DEFAULT '';
    ALTER TABLE guest ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE guest ADD COLUMN role TEXT NOT NULL DEFAULT '';
    CREATE UNIQUE INDEX guest_by_handle ON guest (handle_key) WHERE handle_key > '';
    CREATE UNIQUE INDEX guest_by_mail ON guest (mail) WHERE mail > '';
    CREATE UNIQUE INDEX guest_by_passkey_user ON guest (passkey_user) WHERE passkey_user > '';
    CREATE TABLE handle (handle_key TEXT PRIMARY KEY, guest TEXT NOT NULL, at {real} NOT NULL);
    CREATE TABLE passkey (
        credential TEXT PRIMARY KEY, guest TEXT NOT NULL, public_key {bytes} NOT NULL,
        sign_count INTEGER NOT NULL, transports TEXT NOT NULL, is_synced INTEGER NOT NULL,
        label TEXT NOT NULL, created {real} NOT NULL, used {real} NOT NULL
    );
    CREATE INDEX passkey_by_guest ON passkey (guest);
    CREATE TABLE challenge (
        id TEXT PRIMARY KEY, guest TEXT NOT NULL, purpose TEXT NOT NULL, handle TEXT NOT NULL,
        value {bytes} NOT NULL, until {real} NOT NULL
    );
    CREATE TABLE recovery_code (hash TEXT PRIMARY KEY, guest TEXT NOT NULL);
    CREATE INDEX recovery_code_by_guest ON recovery_code (guest);
    CREATE TABLE mail_token (
        hash TEXT PRIMARY KEY, guest TEXT NOT NULL, mail TEXT NOT NULL, purpose TEXT NOT NULL,
        handle TEXT NOT NULL, until {real} NOT NULL, asker TEXT NOT NULL, code TEXT NOT NULL,
        tries INTEGER NOT NULL
    );
    CREATE INDEX mail_token_by_mail ON mail_token (mail);
    CREATE INDEX mail_token_by_asker ON mail_token (asker);
    CREATE TABLE result (
        game_table TEXT PRIMARY KEY, game TEXT NOT NULL, edition TEXT NOT NULL,
        players INTEGER NOT NULL, rated INTEGER NOT NULL, ended {real} NOT NULL,
        reason TEXT NOT NULL, rated_seq INTEGER
    );
    CREATE UNIQUE INDEX result_by_rated_seq ON result (game, rated_seq);
    CREATE TABLE result_seat (
        game_table TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, bot TEXT NOT NULL,
        place INTEGER NOT NULL, score INTEGER NOT NULL, left_ply INTEGER, game TEXT NOT NULL,
        ended {real} NOT NULL, PRIMARY KEY (game_table, seat)
    );
    CREATE INDEX result_seat_by_guest ON result_seat (guest, game, ended) WHERE guest > '';
    CREATE TABLE rating (
        guest TEXT NOT NULL, game TEXT NOT NULL, mu {real} NOT NULL, sigma {real} NOT NULL,
        games INTEGER NOT NULL, human_games INTEGER NOT NULL, last {real} NOT NULL,
        PRIMARY KEY (guest, game)
    );
    CREATE INDEX rating_by_game ON rating (game, mu);
    CREATE TABLE rating_change (
        game_table TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, game TEXT NOT NULL,
        at {real} NOT NULL, mu0 {real} NOT NULL, sigma0 {real} NOT NULL, mu1 {real} NOT NULL,
        sigma1 {real} NOT NULL, model TEXT NOT NULL, PRIMARY KEY (game_table, seat)
    );
    CREATE INDEX rating_change_by_guest ON rating_change (guest, game, at) WHERE guest > '';
    CREATE TABLE rating_counter (game TEXT PRIMARY KEY, seq INTEGER NOT NULL);
    CREATE TABLE report (
        id TEXT PRIMARY KEY, reporter TEXT NOT NULL, subject TEXT NOT NULL,
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
        evidence TEXT NOT NULL, state TEXT NOT NULL, handler TEXT NOT NULL, at {real} NOT NULL
    );
    CREATE UNIQUE INDEX report_open ON report (reporter, subject, game_table)
        WHERE state = 'open';
    CREATE INDEX report_by_time ON report (state, at);
    CREATE TABLE sanction (
        id TEXT PRIMARY KEY, subject TEXT NOT NULL, kind TEXT NOT NULL, until {real} NOT NULL,
        reason TEXT NOT NULL, actor TEXT NOT NULL, at {real} NOT NULL
    );
    CREATE INDEX sanction_by_subject ON sanction (subject, until);
    CREATE TABLE audit (
        id TEXT PRIMARY KEY, at {real} NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        subject TEXT NOT NULL, detail TEXT NOT NULL
    );
    CREATE INDEX audit_by_time ON audit (at);
"""
    + CONTEST_SCHEMA
)

BAN_SCHEMA = """
    ALTER TABLE ban ADD COLUMN until {real} NOT NULL DEFAULT 1e12;
    UPDATE ban SET until = (
        SELECT max(until) FROM sanction WHERE sanction.subject = ban.subject
        AND sanction.kind = 'ban' AND sanction.at = ban.at
    ) WHERE EXISTS (
        SELECT 1 FROM sanction WHERE sanction.subject = ban.subject
        AND sanction.kind = 'ban' AND sanction.at = ban.at
    );
"""
"""The migration step with which bans end."""

NETWORK_SCHEMA = """
    CREATE TABLE seat_network (
        game_table TEXT NOT NULL, guest TEXT NOT NULL, network TEXT NOT NULL,
        PRIMARY KEY (game_table, guest, network)
    );
    CREATE INDEX seat_network_by_guest ON seat_network (guest);
"""
"""The migration step with which networks of people at rated tables are stored, as keyed hashes."""

SITE_CONTENTS = {
    "handle": ("handle_key", "guest", "at"),
    "passkey": (
        "credential", "guest", "public_key", "sign_count", "transports", "is_synced", "label",
        "created", "used",
    ),
    "challenge": ("id", "guest", "purpose", "handle", "value", "until"),
    "recovery_code": ("hash", "guest"),
    "mail_token": (
        "hash", "guest", "mail", "purpose", "handle", "until", "asker", "code", "tries",
    ),
    "result": (
        "game_table", "game", "edition", "players", "rated", "ended", "reason", "rated_seq",
    ),
    "result_seat": (
        "game_table", "seat", "guest", "bot", "place", "score", "left_ply", "game", "ended",
    ),
    "rating": ("guest", "game", "mu", "sigma", "games", "human_games", "last"),
    "rating_change": (
        "game_table", "seat", "guest", "game", "at", "mu0", "sigma0", "mu1", "sigma1", "model",
    ),
    "rating_counter": ("game", "seq"),
    "report": (
        "id", "reporter", "subject", "game_table", "seq", "kind", "text", "evidence", "state",
        "handler", "at",
    ),
    "sanction": ("id", "subject", "kind", "until", "reason", "actor", "at"),
    "audit": ("id", "at", "actor", "action", "subject", "detail"),
    "seat_network": ("game_table", "guest", "network"),
    **CONTEST_CONTENTS,
}  # fmt: skip
"""Tables and columns, as in `nomarch.storage.contents.CONTENTS`."""
SITE_KEYS = {
    "result_seat": ("game_table", "seat"),
    "rating": ("guest", "game"),
    "rating_change": ("game_table", "seat"),
    "seat_network": ("game_table", "guest", "network"),
    **CONTEST_KEYS,
}
NUMERIC_KEYS = frozenset({"seq", "seat"}) | CONTEST_NUMERIC_KEYS
"""Key columns that hold numbers."""
