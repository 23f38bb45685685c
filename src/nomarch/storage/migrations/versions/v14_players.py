"""Stored seats name their person and entry as the code does, not as guests."""

from nomarch.storage.migrations.statements import run

revision = "14"
down_revision = "13"


def upgrade() -> None:
    run("""
        UPDATE game_table SET record = replace(
            replace(record, '"kind":"guest"', '"kind":"player"'), '"guest":"', '"person":"'
        );
        UPDATE pairing SET data = replace(data, '"guest":"', '"entry":"');
        UPDATE tombstone SET kind = 'person' WHERE kind = 'guest'
    """)
