"""Time `nomarch backup` of a PostgreSQL database of a given size.

python -m bench.backup 400000 4000000
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import msgspec
import psycopg
from tests.postgres import Cluster

from nomarch.contests.site_hooks import site_database
from nomarch.storage.store import Store
from nomarch.tables.state.model import Seat, TableRecord
from nomarch.tables.stores.table_store import put_table

PER_TABLE = 400
"""Log entries of a table: a long game."""


def fill(address: str, entries: int) -> None:
    """Make a site with so many log entries."""
    tables = entries // PER_TABLE
    with closing(site_database(address).open()) as store:
        _add_tables(store, tables)
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(
            "INSERT INTO entry SELECT 't' || lpad(t::text, 9, '0'), seq, 'move', seq % 4, "
            "'place ' || md5((t * 1000 + seq)::text), 1.7e9 + seq "
            f"FROM generate_series(1, {tables}) t, generate_series(1, {PER_TABLE}) seq"
        )
        db.execute("VACUUM ANALYZE")


def _add_tables(store: Store, tables: int) -> None:
    seats = tuple(Seat("player", name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    record = TableRecord("t", "ra", 1, {}, seats, "00" * 32, "", "g", 1.0, over=True)
    with store.transaction():
        for number in range(1, tables + 1):
            put_table(store, msgspec.structs.replace(record, id=f"t{number:09}"))


def main() -> None:
    cluster = Cluster()
    try:
        for entries in map(int, sys.argv[1:]):
            address = cluster.new_database()
            fill(address, entries)
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / "copy.sqlite3"
                start = time.perf_counter()
                command = [sys.executable, "-m", "nomarch", "backup", "--database", address, copy]
                subprocess.run(list(map(str, command)), check=True)
                seconds = time.perf_counter() - start
                size = copy.stat().st_size / 2**20
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f"{entries:>11,} entries: {seconds:6.1f} s, {size:7.1f} MiB, "
                f"{memory:.0f} MiB of memory",
                flush=True,
            )
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
