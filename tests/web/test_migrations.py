"""Databases of older versions: adopted, brought up to date once, and complete afterwards.

`databases/` holds a small site as version 0.2 stored it, with rows in every table.
"""

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect
from sqlalchemy.pool import NullPool

from nomarch.cli import main
from nomarch.contests.site_hooks import site_database
from nomarch.paths import lock
from nomarch.people.bans import FOREVER, Ban, read_bans
from nomarch.people.person_merging import find_root
from nomarch.people.person_store import is_spent, read_person
from nomarch.storage import migrate
from nomarch.storage.database import Database
from nomarch.storage.notes import read_notes
from nomarch.storage.schema import METADATA
from nomarch.storage.site_settings import read_secret, read_setting
from nomarch.storage.store import Store
from nomarch.storage.version import FIRST, POSTGRES_OFFSET, VERSION
from nomarch.tables.state.model import PLAYER, Person
from nomarch.tables.stores.chat_store import read_chat
from nomarch.tables.stores.job_store import find_due
from nomarch.tables.stores.log_store import read_log
from nomarch.tables.stores.summary_store import read_attention
from nomarch.tables.stores.table_store import read_table, read_tables_of
from tests.systems import needs_posix

from .actors import Capture
from .test_store import entry

OLD = Path(__file__).parent / "databases"


def run_script(address: str, script: str) -> None:
    import psycopg

    with psycopg.connect(address) as db:
        db.execute(script.encode())


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Database]:
    if request.param == "sqlite":
        return lambda name: site_database(str(tmp_path / f"{name}.sqlite3"))
    new_postgres = request.getfixturevalue("new_postgres")
    return lambda name: site_database(new_postgres())


@pytest.fixture
def new(empty: Callable[[str], Database]) -> Database:
    return empty("new")


@pytest.fixture
def old(empty: Callable[[str], Database]) -> Database:
    """A site of version 0.2."""
    database = empty("old")
    if database.is_shared:
        run_script(database.address, (OLD / "version_0_2.postgres.sql").read_text())
    else:
        shutil.copy(OLD / "version_0_2.sqlite3", database.address)
    return database


def set_version(database: Database, version: int) -> None:
    if database.is_shared:
        number = version - POSTGRES_OFFSET
        run_script(database.address, f"UPDATE version SET number = {number}, oldest = 1")
    else:
        with closing(sqlite3.connect(database.address)) as db:
            db.execute(f"PRAGMA user_version = {version}")


def engine_of(database: Database) -> Any:
    address = database.address.replace("postgresql", "postgresql+psycopg", 1)
    return create_engine(
        address if database.is_shared else f"sqlite:///{address}", poolclass=NullPool
    )


def described_index(index: Any) -> tuple[str, ...]:
    options = index.get("dialect_options", {})
    where = (str(options[name]) for name in options if name.endswith("_where"))
    return (index["name"], *index["column_names"], str(bool(index["unique"])), *where)


def described(database: Database) -> dict[str, Any]:
    """All that a database says of its tables. SQLite doesn't say that keys are never null."""
    found = inspect(engine_of(database))
    keys, foreign = found.get_multi_pk_constraint(), found.get_multi_foreign_keys()
    indexes, unique = found.get_multi_indexes(), found.get_multi_unique_constraints()
    tables: dict[str, Any] = {}
    for (schema, name), columns in found.get_multi_columns().items():
        key, place = keys[schema, name], (schema, name)
        tables[name] = (
            {
                column["name"]: (
                    str(column["type"]), column["default"], column.get("identity"),
                    not column["nullable"] or column["name"] in key["constrained_columns"],
                )
                for column in columns
            },
            key["name"], key["constrained_columns"], foreign[place], unique[place],
            sorted(map(described_index, indexes[place])),
        )  # fmt: skip
    return tables


@pytest.fixture
def store(old: Database) -> Iterator[Store]:
    with closing(old.open(migrate=True)) as store:
        yield store


def test_a_site_of_version_0_2_is_read_completely(store: Store) -> None:
    assert read_secret(store) == b"\x01" * 32
    assert read_setting(store, "notice") == "Back at noon"
    assert read_person(store, "g1") == Person("g1", "Ann", epoch=2)
    assert read_notes(store, "g1", "lessons/") == {"lessons/ra": b'{"done":3}'}
    assert is_spent(store, "token")
    record = read_table(store, "t1")
    assert [(seat.kind, seat.person) for seat in record.seats] == [(PLAYER, "g1"), (PLAYER, "g2")]
    assert record.version == 3
    assert read_log(store, "t1") == [entry(1), entry(2)]
    assert [line.text for line in read_chat(store, "t1", 9)] == ["Hello", "Hi, “Ann”"]
    assert read_attention(store, "g1", ["t1"])["t1"].unread == 1
    assert find_due(store, 9.0, 9) == ["t1"]
    assert read_bans(store, 9.0) == {"g9": Ban("spam", FOREVER)}
    for table in METADATA.sorted_tables:
        store.rows(f"SELECT {', '.join(table.columns.keys())} FROM {table}")


def test_merges_in_a_circle_are_opened_with_their_seats(store: Store) -> None:
    assert {id_: find_root(store, id_) for id_ in ("old", "x", "y", "z")} == {
        "old": "g1", "x": "x", "y": "x", "z": "x"
    }  # fmt: skip
    tables = read_tables_of(store, "x")
    assert sorted(table.id for table in tables) == ["tx", "ty", "tz"]
    assert {(table.host, table.seats[0].person) for table in tables} == {("x", "x")}
    assert read_notes(store, "x", "") == {"lessons/ra": b'{"done":1}'}


def test_an_old_database_becomes_what_a_new_one_is(old: Database, new: Database) -> None:
    for database in (old, new):
        database.open(migrate=True).close()
    assert described(old) == described(new)
    with engine_of(new).connect() as connection:
        context = MigrationContext.configure(connection)
        known = {"version"} if new.is_shared else set()
        differences = compare_metadata(context, METADATA)
        assert {str(one[1]) for one in differences} == known, differences
        assert context.get_current_revision() == str(VERSION)


def test_databases_of_every_version_since_are_migrated(old: Database) -> None:
    """Those that were made between releases have no revision of Alembic yet."""
    for version in range(FIRST, VERSION):
        with engine_of(old).begin() as connection:
            migrate.run(connection, version, str(version + 1))
            connection.exec_driver_sql("DROP TABLE alembic_version")
        if version + 1 < VERSION:
            set_version(old, version + 1)
    assert described(old).keys() >= METADATA.tables.keys()


def test_bans_of_sanctions_end_with_them(old: Database) -> None:
    with engine_of(old).begin() as connection:
        migrate.run(connection, FIRST, "9")
        connection.exec_driver_sql("DROP TABLE alembic_version")
        connection.exec_driver_sql("INSERT INTO ban VALUES ('bob', 'Rude.', 5)")
        connection.exec_driver_sql(
            "INSERT INTO sanction VALUES ('s', 'bob', 'ban', 77, 'Rude.', 'eve', 5)"
        )
    set_version(old, 9)
    with closing(old.open(migrate=True)) as store:
        assert read_bans(store, 9.0) == {"g9": Ban("spam", FOREVER), "bob": Ban("Rude.", 77.0)}


def test_processes_that_start_at_once_migrate_once(old: Database) -> None:
    gate = Barrier(4)

    def start(_: int) -> str:
        gate.wait(30)
        with closing(old.open(migrate=True)) as store:
            return find_root(store, "y")

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(start, range(4))) == ["x"] * 4


@needs_posix
def test_a_process_that_dies_in_a_migration_leaves_the_old_database(old: Database) -> None:
    before = described(old)
    script = (
        "import os, sys; from nomarch.storage.database import Database\n"
        "from nomarch.storage import migrate; real = migrate.run\n"
        "def dying(*arguments): real(*arguments); os.kill(os.getpid(), 9)\n"
        "migrate.run = dying; Database(sys.argv[1]).open(migrate=True)"
    )
    done = subprocess.run([sys.executable, "-c", script, old.address], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert described(old) == before
    old.open(migrate=True).close()
    assert "person" in described(old)


@pytest.mark.parametrize("version", [1, FIRST - 1])
def test_a_database_of_version_0_1_is_refused(old: Database, version: int) -> None:
    set_version(old, version)
    before = described(old)
    with pytest.raises(RuntimeError, match=r"start version 0\.2 once"):
        old.open(migrate=True)
    assert described(old) == before


def test_only_servers_and_a_command_migrate(old: Database, tmp_path: Path, capsys: Capture) -> None:
    """Servers of the older release may be running: nothing else changes the database."""
    before = described(old)
    site = ("--database", old.address)
    if not old.is_shared:
        shutil.copy(old.address, tmp_path / "nomarch.sqlite3")
        old = site_database(str(tmp_path / "nomarch.sqlite3"))
        site = ("--data", str(tmp_path))
    for command in (["status"], ["tables"], ["ban", "192.0.2.1"], ["recompute-ratings"]):
        assert main(["admin", *site, *command]) == 2
        assert "run 'nomarch admin migrate'" in capsys.readouterr().err
    assert main(["move-data", old.address, str(tmp_path / "moved")]) == 2
    if old.is_shared:
        assert main(["bots", *site]) == 2
        assert main(["backup", *site, str(tmp_path / "copy.sqlite3")]) == 2
        assert not (tmp_path / "copy.sqlite3").exists()
    else:
        assert main(["backup", *site, str(tmp_path / "copy.sqlite3")]) == 0, "of a copy"
        assert main(["restore", *site, str(tmp_path / "copy.sqlite3")]) == 2
    assert described(old) == before
    capsys.readouterr()
    assert main(["admin", *site, "migrate"]) == 0
    assert f"has schema {VERSION}" in capsys.readouterr().out
    assert main(["admin", *site, "status"]) == 0


def test_nothing_is_migrated_below_a_running_server(tmp_path: Path, capsys: Capture) -> None:
    site_database(str(tmp_path / "nomarch.sqlite3")).open().close()
    with lock(tmp_path):  # type: ignore[union-attr]
        assert main(["admin", "--data", str(tmp_path), "migrate"]) == 2
    assert "in use by a server" in capsys.readouterr().err


def test_playing_from_the_library_imports_no_database() -> None:
    script = "import nomarch, sys; nomarch.new('ra'); print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    assert done.stdout == b"False\n"
