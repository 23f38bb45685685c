"""Networks of people at rated tables, as keyed hashes."""

from nomarch.storage.migrations.statements import run

revision = "11"
down_revision = "10"


def upgrade() -> None:
    run(SCHEMA)


SCHEMA = """
    CREATE TABLE seat_network (
        game_table TEXT NOT NULL, guest TEXT NOT NULL, network TEXT NOT NULL,
        PRIMARY KEY (game_table, guest, network)
    );
    CREATE INDEX seat_network_by_guest ON seat_network (guest);
"""
