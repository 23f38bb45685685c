"""Bans end."""

from nomarch.storage.migrations.statements import run

revision = "10"
down_revision = "9"


def upgrade() -> None:
    run(SCHEMA)


SCHEMA = """
    ALTER TABLE ban ADD COLUMN until {real} NOT NULL DEFAULT 1e12;
    UPDATE ban SET until = (
        SELECT max(until) FROM sanction WHERE sanction.subject = ban.subject
        AND sanction.kind = 'ban' AND sanction.at = ban.at
    ) WHERE EXISTS (
        SELECT 1 FROM sanction WHERE sanction.subject = ban.subject
        AND sanction.kind = 'ban' AND sanction.at = ban.at
    );
"""
