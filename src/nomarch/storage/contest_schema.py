"""The tables of shared boards and tournaments, for both databases.

`{real}` is the type that SQLite and PostgreSQL name differently.
"""

from __future__ import annotations

CONTEST_SCHEMA = """
    CREATE TABLE board (id TEXT PRIMARY KEY, opens {real} NOT NULL, data TEXT NOT NULL);
    CREATE TABLE board_entry (
        board TEXT NOT NULL, guest TEXT NOT NULL, game_table TEXT NOT NULL, at {real} NOT NULL,
        PRIMARY KEY (board, guest)
    );
    CREATE INDEX board_entry_by_guest ON board_entry (guest);
    CREATE TABLE tournament (
        id TEXT PRIMARY KEY, starts {real} NOT NULL, due {real}, version INTEGER NOT NULL,
        data TEXT NOT NULL
    );
    CREATE INDEX tournament_by_due ON tournament (due) WHERE due IS NOT NULL;
    CREATE INDEX tournament_by_start ON tournament (starts);
    CREATE TABLE entrant (
        tournament TEXT NOT NULL, guest TEXT NOT NULL, at {real} NOT NULL,
        from_round INTEGER NOT NULL, withdrawn INTEGER NOT NULL,
        ladder INTEGER NOT NULL, division INTEGER NOT NULL,
        PRIMARY KEY (tournament, guest)
    );
    CREATE INDEX entrant_by_guest ON entrant (guest);
    CREATE TABLE pairing (
        tournament TEXT NOT NULL, round INTEGER NOT NULL, no INTEGER NOT NULL,
        game_table TEXT NOT NULL UNIQUE, data TEXT NOT NULL,
        PRIMARY KEY (tournament, round, no)
    );
"""

CONTEST_CONTENTS = {
    "board": ("id", "opens", "data"),
    "board_entry": ("board", "guest", "game_table", "at"),
    "tournament": ("id", "starts", "due", "version", "data"),
    "entrant": ("tournament", "guest", "at", "from_round", "withdrawn", "ladder", "division"),
    "pairing": ("tournament", "round", "no", "game_table", "data"),
}
"""Tables and columns, as in `nomarch.storage.contents.CONTENTS`."""
CONTEST_KEYS = {
    "board_entry": ("board", "guest"),
    "entrant": ("tournament", "guest"),
    "pairing": ("tournament", "round", "no"),
}
CONTEST_NUMERIC_KEYS = frozenset({"round", "no"})
"""Key columns that hold numbers."""
