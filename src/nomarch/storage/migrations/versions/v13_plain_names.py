"""Tables and columns are called what the code calls them; no merge leads in a circle."""

from alembic import op
from sqlalchemy import Connection, text

from nomarch.storage.migrations.statements import run

revision = "13"
down_revision = "12"

PEOPLE = (
    "seat", "visit", "handle", "passkey", "challenge", "recovery_code", "mail_token", "result_seat",
    "rating", "rating_change", "seat_network", "board_entry", "entrant", "push_subscription",
    "notice", "pair_request", "relation", "last_seen", "table_invitation", "player_note",
)  # fmt: skip
"""Tables whose column `guest` becomes `person`."""
RENAMED = (
    ("note", "guest", "owner"),
    ("job", "keeper", "owner"),
    ("notice_check", "keeper", "owner"),
    ("notice", "keeper", "owner"),
    ("seat", "said", "chat_read"),
    ("seat", "looked", "last_visible"),
    *((table, "guest", "person") for table in PEOPLE),
)
INDEXES = """
    DROP INDEX duty_by_time;
    DROP INDEX guest_by_merged;
    DROP INDEX guest_by_handle;
    DROP INDEX guest_by_mail;
    DROP INDEX guest_by_passkey_user;
    DROP INDEX passkey_by_guest;
    DROP INDEX recovery_code_by_guest;
    DROP INDEX result_seat_by_guest;
    DROP INDEX rating_change_by_guest;
    DROP INDEX board_entry_by_guest;
    DROP INDEX entrant_by_guest;
    DROP INDEX push_subscription_by_guest;
    DROP INDEX seat_network_by_guest;
    CREATE INDEX job_by_time ON job (at);
    CREATE INDEX person_by_merged ON person (merged) WHERE merged > '';
    CREATE UNIQUE INDEX person_by_handle ON person (handle_key) WHERE handle_key > '';
    CREATE UNIQUE INDEX person_by_mail ON person (mail) WHERE mail > '';
    CREATE UNIQUE INDEX person_by_passkey_user ON person (passkey_user) WHERE passkey_user > '';
    CREATE INDEX passkey_by_person ON passkey (person);
    CREATE INDEX recovery_code_by_person ON recovery_code (person);
    CREATE INDEX result_seat_by_person ON result_seat (person, game, ended) WHERE person > '';
    CREATE INDEX rating_change_by_person ON rating_change (person, game, at) WHERE person > '';
    CREATE INDEX board_entry_by_person ON board_entry (person);
    CREATE INDEX entrant_by_person ON entrant (person);
    CREATE INDEX push_subscription_by_person ON push_subscription (person, at);
    CREATE INDEX seat_network_by_person ON seat_network (person);
"""


def upgrade() -> None:
    op.rename_table("guest", "person")
    op.rename_table("duty", "job")
    for table, old, new in RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    run(INDEXES)
    if op.get_bind().dialect.name == "postgresql":
        run(
            "ALTER INDEX guest_pkey RENAME TO person_pkey; ALTER INDEX duty_pkey RENAME TO job_pkey"
        )
    repair_merges(op.get_bind())


def repair_merges(connection: Connection) -> None:
    """Let every merged person name the one who has everything, and give that one their seats.

    The first servers let people merge into each other at the same moment, and kept long chains.
    """
    rows = connection.execute(text("SELECT id, merged FROM person WHERE merged > '' ORDER BY id"))
    merged: dict[str, str] = {row.id: row.merged for row in rows}
    roots = {id_: find_root(id_, merged) for id_ in merged}
    broken = {roots[id_] for id_ in merged if merged[id_] != roots[id_] or roots[id_] == id_}
    for id_, root in roots.items():
        if root in broken:
            names = {"old": id_, "into": root if root != id_ else ""}
            connection.execute(text("UPDATE person SET merged = :into WHERE id = :old"), names)
            if names["into"]:
                for statement in GIVE:
                    connection.execute(text(statement), names)


def find_root(id_: str, merged: dict[str, str]) -> str:
    """Return where a chain ends; the end of a circle is its smallest id."""
    path = {id_: 0}
    while (after := merged.get(id_, "")) and after not in path:
        path[after] = len(path)
        id_ = after
    return min(list(path)[path[after] :]) if after else id_


GIVE = (
    "INSERT INTO note (owner, topic, note) SELECT :into, topic, note FROM note "
    "WHERE owner = :old ON CONFLICT DO NOTHING",
    "DELETE FROM note WHERE owner = :old",
    *(
        "UPDATE game_table SET version = version + 1, record = replace(record, "
        f"""'"{field}":"' || :old || '"', '"{field}":"' || :into || '"') """
        "WHERE id IN (SELECT game_table FROM seat WHERE person = :old)"
        for field in ("guest", "left", "host")
    ),
    "INSERT INTO seat (person, game_table, seen, chat_read, last_visible) "
    "SELECT :into, game_table, seen, chat_read, last_visible FROM seat WHERE person = :old "
    "ON CONFLICT DO NOTHING",
    "DELETE FROM seat WHERE person = :old",
    "UPDATE result_seat SET person = :into WHERE person = :old",
    "UPDATE rating_change SET person = :into WHERE person = :old",
)
"""Statements that move notes, seats and results from one person to another."""
