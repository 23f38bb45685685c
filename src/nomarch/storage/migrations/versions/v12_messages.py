"""Private messages."""

from nomarch.storage.migrations.statements import run

revision = "12"
down_revision = "11"


def upgrade() -> None:
    run(SCHEMA)


SCHEMA = """
    CREATE TABLE message (
        id TEXT PRIMARY KEY, sender TEXT NOT NULL, recipient TEXT NOT NULL, at {real} NOT NULL,
        text TEXT NOT NULL, seen INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX message_by_recipient ON message (recipient, seen, at);
    CREATE INDEX message_by_sender ON message (sender, at);
"""
